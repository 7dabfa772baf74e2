import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withBrowser } from '../browser.ts';
import { blocksIn } from '../docs/blocks.ts';
import { installPacked } from '../package/install-packed.ts';
import { complaintsAt, headersAt } from './served-page.ts';

const USAGE = `Usage: npm run recipes [-- nginx | container | jest …]

Does what docs/deploy.md and the examples say, where a test cannot: serves the built page by a real nginx, as the recipe has it, at
the root and in a folder, and opens it in Chromium; reads how the container is made; fetches Jest, and runs its example from
the packed tarball.
`;

const PORT = 4680;
const JEST = '30.5.2';
/** Where the page lies in the recipe of nginx, and so in the container. */
const ROOT = '/srv/kubestep';
const root = resolve('.');

type Recipe = (folder: string) => Promise<string>;

const RECIPES: Readonly<Record<string, Recipe>> = {
  nginx: (folder) => served(folder, recipeOf('nginx').replaceAll(ROOT, folder)),
  container: async () => {
    checkContainer(recipeOf('dockerfile'));
    return 'is made of known words, stages, commands and folders; its server is the nginx above';
  },
  jest: runJest,
};

async function main(words: readonly string[]): Promise<number> {
  const names = words.length === 0 ? Object.keys(RECIPES) : words;
  if (names.some((name) => RECIPES[name] === undefined)) {
    console.log(USAGE);
    return words[0] === '--help' ? 0 : 2;
  }
  let failed = 0;
  for (const name of names) {
    const folder = mkdtempSync(join(tmpdir(), 'kubestep-recipe-'));
    try {
      console.log(`${name.padEnd(10)} ${await RECIPES[name]?.(folder)}`);
    } catch (error) {
      failed += 1;
      console.error(`${name.padEnd(10)} ${(error as Error).message}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return failed === 0 ? 0 : 1;
}

function recipeOf(language: string): string {
  const [block] = blocksIn(readFileSync('docs/deploy.md', 'utf8'), language);
  if (block === undefined) throw new Error(`docs/deploy.md has no recipe in ${language}`);
  return block.text;
}

/** A real nginx with that server, and the page at its root and in a folder of it. */
async function served(folder: string, server: string): Promise<string> {
  for (const place of ['', 'some/path']) cpSync('dist', join(folder, place), { recursive: true });
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/.${one};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; master_process off; error_log stderr; pid ${folder}/nginx.pid;
events {}
http { include /etc/nginx/mime.types; access_log off; ${places.join(' ')}
${server.replace(/listen \d+/, `listen 127.0.0.1:${PORT}`)} }
`,
  );
  const tried = spawnSync('nginx', ['-t', '-q', '-c', configuration, '-e', 'stderr'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'there is no nginx on this machine';
  if (tried.status !== 0) throw new Error(tried.stderr);
  const nginx = spawn('nginx', ['-c', configuration, '-e', 'stderr'], { stdio: 'inherit' });
  try {
    await withBrowser(async (browser) => {
      for (const place of ['', 'some/path/']) {
        const address = `http://127.0.0.1:${PORT}/${place}`;
        const complaints = await complaintsAt(browser, address);
        if (complaints.length > 0) throw new Error(`${address} says ${complaints.join('; ')}`);
        await checkHeaders(address, place === '');
      }
    });
    return 'serves the page and a sandboxed demo, at the root and in a folder, and nothing is refused';
  } finally {
    nginx.kill();
  }
}

async function checkHeaders(address: string, atRoot: boolean): Promise<void> {
  const [page, script] = [await headersAt(address), await headersAt(address, /src="\.\/(assets\/[^"]+\.js)"/)];
  const wanted: readonly (readonly [string, string | null, RegExp])[] = [
    ['the policy', page.get('content-security-policy'), /default-src 'self'/],
    ['nosniff', page.get('x-content-type-options'), /^nosniff$/],
    ['CORS', page.get('access-control-allow-origin'), /^\*$/],
    ['CORS of scripts', script.get('access-control-allow-origin'), /^\*$/],
    ['packing of scripts', script.get('content-encoding'), /^gzip$/],
    // The recipe names the folder of a page at the root.
    ...(atRoot ? ([['keeping', script.get('cache-control'), /immutable/]] as const) : []),
  ];
  for (const [what, value, pattern] of wanted)
    if (!pattern.test(value ?? '')) throw new Error(`${address} has no ${what}: ${value}`);
}

/** No program of containers is asked: its words are known ones, its stages are there, and so are the commands that it runs. */
function checkContainer(text: string): void {
  const lines = text.split('\n').filter((line) => line !== '');
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\w+)$/.exec(line)?.[1] ?? []);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
  for (const line of lines) {
    if (!/^(?:FROM|WORKDIR|COPY|RUN) \S/.test(line)) throw new Error(`no instruction: ${line}`);
    const [, stage] = /--from=(\w+)/.exec(line) ?? [];
    if (stage !== undefined && !stages.includes(stage)) throw new Error(`no stage ${stage}`);
    if (stage !== undefined && !line.endsWith(` ${ROOT}`))
      throw new Error(`its nginx looks for the page in ${ROOT}: ${line}`);
    for (const [, script = ''] of line.matchAll(/npm run (\w+)/g))
      if (!(script in scripts)) throw new Error(`no command ${script}`);
  }
}

async function runJest(folder: string): Promise<string> {
  await installPacked(root, folder, `jest@${JEST}`, '--no-package-lock', '--ignore-scripts');
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' };
  const words = ['node_modules/jest/bin/jest.js', 'examples/jest'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env });
  const said = stdout + stderr;
  const passed = /^Tests: +(\d+) passed, \d+ total$/m.exec(said)?.[1];
  if (passed === undefined) throw new Error(said);
  return `${JEST} runs the example from the tarball: ${passed} passed`;
}

process.exitCode = await main(process.argv.slice(2));
