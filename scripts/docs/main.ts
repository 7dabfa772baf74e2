import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENTRIES } from '../package/entries.ts';
import { writeFigures } from './figures.ts';
import { copyPages } from './pages.ts';
import { writeScenarioPages } from './scenario-pages.ts';

const USAGE = `Usage: npm run docs [-- --base /PATH/]

Builds the site into dist-docs, with the page itself in dist-docs/app: for the root of a server, or for the path that --base names.
What it needs besides is installed into docs/node_modules the first time.
`;

const root = resolve('.');
const docs = join(root, 'docs');
const site = join(docs, '.site');
const out = join(root, 'dist-docs');

function main(words: readonly string[]): number {
  const [option, base = '/'] = words;
  if (words.length > 2 || (option !== undefined && option !== '--base') || !/^\/(?:.*\/)?$/.test(base)) {
    console.log(USAGE);
    return option === '--help' ? 0 : 2;
  }
  if (!existsSync(join(docs, 'node_modules', 'vitepress')))
    run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], docs);
  if (!existsSync(join(root, 'dist', 'index.html'))) run(process.execPath, ['scripts/build.mjs', '--quiet'], root);
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  copyPages(root, site);
  writeScenarioPages(root, site);
  writeFigures(root, site);
  writeReference();
  rmSync(out, { recursive: true, force: true });
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.'], docs, {
    DOCS_BASE: base,
    DOCS_OUT: out,
  });
  cpSync(join(root, 'dist'), join(out, 'app'), { recursive: true });
  console.log(`The site is in dist-docs: node scripts/serve.mjs dist-docs`);
  return 0;
}

/** The reference of the library, from its types. */
function writeReference(): void {
  const entries = Object.values(ENTRIES).map(({ source }) => join(root, source));
  const options = [
    '--plugin',
    'typedoc-plugin-markdown',
    '--out',
    join(site, 'api'),
    '--readme',
    'none',
    '--name',
    'API reference',
  ];
  const project = [
    '--tsconfig',
    join(root, 'scripts', 'package', 'tsconfig.json'),
    '--skipErrorChecking',
    '--disableSources',
  ];
  const pages = [
    '--entryFileName',
    'index',
    '--hideBreadcrumbs',
    '--hidePageHeader',
    '--excludePrivate',
    '--excludeInternal',
  ];
  run(process.execPath, ['node_modules/typedoc/bin/typedoc', ...entries, ...options, ...project, ...pages], docs);
}

function run(
  program: string,
  words: readonly string[],
  folder: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const { status } = spawnSync(program, words, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...more } });
  if (status !== 0) throw new Error(`${program} ${words.slice(0, 2).join(' ')} has failed`);
}

process.exitCode = main(process.argv.slice(2));
