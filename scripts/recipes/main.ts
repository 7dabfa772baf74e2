import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { blocksIn } from '../docs/blocks.ts';
import { runContainer } from './container.ts';
import { runJest } from './jest.ts';
import { serveByNginx } from './nginx.ts';
import { runPages } from './pages.ts';
import { runPublish } from './publish.ts';

const USAGE = `Usage: npm run recipes [-- nginx | pages | container | publish | jest …]

Does what docs/deploy.md, the workflows and the examples say, where a test cannot: serves the built page by a real nginx, as the
recipe has it, at the root and in a folder, and opens it in Chromium; runs the steps of both workflows in clean clones of what is
committed, after actionlint has read them, up to what their platform does itself; builds the container's stages in folders and serves
the last one; gives the package to npm, which publishes nothing (--dry-run); fetches Jest, and runs its example from the packed
tarball. pages, container and publish take some minutes each.
`;

const root = resolve('.');

type Recipe = (folder: string) => Promise<string>;

const RECIPES: Readonly<Record<string, Recipe>> = {
  nginx: (folder) => {
    if (!existsSync('dist')) throw new Error('there is no built page: npm run build');
    return serveByNginx(recipeOf('nginx'), join(root, 'dist'), folder);
  },
  pages: (folder) => runPages(recipeOf('yaml'), root, folder),
  container: (folder) => runContainer(recipeOf('dockerfile'), recipeOf('nginx'), root, folder),
  publish: (folder) => runPublish(root, folder),
  jest: (folder) => runJest(root, folder),
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

process.exitCode = await main(process.argv.slice(2));
