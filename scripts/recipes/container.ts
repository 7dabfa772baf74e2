import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cleanClone, runLine } from './clean-clone.ts';
import { checkPage, ROOT, withNginx } from './nginx.ts';

/** Where the image of nginx reads what it serves. */
const SERVERS = '/etc/nginx/conf.d/default.conf';

/** The container from a clean clone, with the server that lies beside it, served by the nginx of this machine. */
export async function runContainer(recipe: string, server: string, root: string, folder: string): Promise<string> {
  const context = join(folder, 'context');
  cleanClone(root, context);
  writeFileSync(join(context, 'nginx.conf'), server);
  const stage = buildStages(recipe, context, join(folder, 'stages'));
  const configured = readFileSync(join(stage, SERVERS), 'utf8');
  const [, port] = /listen (\d+);/.exec(configured) ?? [];
  // Its image is one without the rights of root.
  if (!(Number(port) >= 1024)) throw new Error(`it may not listen on ${port}`);
  const placed = configured.replaceAll(ROOT, join(stage, ROOT));
  const said = await withNginx(placed, folder, (browser) => checkPage(browser, '', true));
  const served = said ?? 'which nginx serves as the recipe has it';
  return `its ${instructionsOf(recipe).length} instructions, done in folders from a clean clone, end in a page, ${served}; the images that it begins with are not fetched`;
}

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of a recipe of a container; a line that is none is refused. */
function instructionsOf(text: string): readonly Instruction[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, word, rest = ''] = /^(FROM|WORKDIR|COPY|RUN) (\S.*)$/.exec(line) ?? [];
      if (word === undefined) throw new Error(`no instruction: ${line}`);
      return { word, rest };
    });
}

/**
 * Does what the recipe says without a program of containers: each stage is a folder, in which its files lie as they would in the
 * image. The images that it begins with are not fetched; their programs are those of this machine.
 *
 * @returns the folder of the last stage
 */
export function buildStages(text: string, context: string, folder: string): string {
  const stages = new Map<string, string>();
  let [stage, here] = ['', '/'];
  const inStage = (path: string) => join(stage, path.startsWith('/') ? path : join(here, path));
  for (const { word, rest } of instructionsOf(text)) {
    if (word === 'FROM') {
      const [, name = `stage-${stages.size}`] = /^\S+ AS (\w+)$/.exec(rest) ?? [];
      [stage, here] = [join(folder, name), '/'];
      stages.set(name, stage);
    } else if (stage === '') throw new Error(`before any FROM: ${word} ${rest}`);
    else if (word === 'WORKDIR') {
      here = rest;
      mkdirSync(inStage('.'), { recursive: true });
    } else if (word === 'RUN') runLine(rest, inStage('.'));
    else copy(rest, context, stages, inStage);
  }
  if (stage === '') throw new Error('no stage');
  return stage;
}

function copy(
  rest: string,
  context: string,
  stages: ReadonlyMap<string, string>,
  inStage: (path: string) => string,
): void {
  const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  const origin = from === undefined ? context : stages.get(from);
  if (origin === undefined) throw new Error(`no stage ${from}`);
  const file = join(origin, source);
  if (!existsSync(file)) throw new Error(`nothing to copy: ${rest}`);
  cpSync(file, target.endsWith('/') ? join(inStage(target), basename(file)) : inStage(target), { recursive: true });
}
