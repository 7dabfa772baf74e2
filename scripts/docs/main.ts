import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtFingerprint, sourcesFingerprint } from '../fingerprint.mjs';
import { ENTRIES } from '../package/entries.ts';
import { deadLinks } from './dead-links.ts';
import { writeFigures } from './figures.ts';
import { copyPages, copyReference, nameHeadingsAlike } from './pages.ts';
import { writePosters } from './posters.ts';
import { writeScenarioPages } from './scenario-pages.ts';
import { writeShownElsewhere } from './shown-elsewhere.ts';

const USAGE = `Usage: npm run docs [-- --base /PATH/ | --site ADDRESS]

Builds the site into dist-docs, with the page itself in dist-docs/app: for the root of a server, for the path that --base names, or
for the whole address that --site names, as https://example.org/kubestep/: then links to it are shown with a picture, those to a
scenario with one of their own, and as a demo by who speaks oEmbed.
What it needs besides is installed into docs/node_modules the first time.
`;

const root = resolve('.');
const docs = join(root, 'docs');
const site = join(docs, '.site');
const out = join(root, 'dist-docs');

async function main(words: readonly string[]): Promise<number> {
  const place = placeAsked(words);
  if (place === undefined) {
    console.log(USAGE);
    return words[0] === '--help' ? 0 : 2;
  }
  const { base, page } = place;
  if (!existsSync(join(docs, 'node_modules', 'vitepress')))
    run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], docs);
  // A page that was built from other sources, or for another address, is published by nobody.
  if (builtFingerprint(root) !== sourcesFingerprint(page, root))
    run(process.execPath, ['scripts/build.mjs', '--quiet'], root, { KUBESTEP_SITE: page });
  // Nor one that `npm start` has built, and has not yet told what demos read.
  run(process.execPath, ['scripts/kept/ensure.mjs'], root);
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  copyPages(root, site, base);
  writeScenarioPages(root, site);
  writeFigures(root, site);
  writeReference();
  nameHeadingsAlike(site);
  copyReference(site);
  await writePosters(site);
  await writeShownElsewhere(site, page);
  rmSync(out, { recursive: true, force: true });
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.'], docs, {
    DOCS_BASE: base,
    KUBESTEP_SITE: page,
    DOCS_OUT: out,
  });
  cpSync(join(root, 'dist'), join(out, 'app'), { recursive: true });
  const dead = deadLinks(out, base);
  if (dead.length > 0) throw new Error(`these links lead nowhere:\n${dead.join('\n')}`);
  console.log(`The site is in dist-docs: node scripts/serve.mjs dist-docs${base === '/' ? '' : ` --base ${base}`}`);
  return 0;
}

/** Where the site will lie, and the whole address of the page inside of it, which is empty where nobody knows it. */
function placeAsked([option, value = '/', ...rest]: readonly string[]):
  | { readonly base: string; readonly page: string }
  | undefined {
  const page = process.env.KUBESTEP_SITE ?? '';
  if (option === undefined) return { base: '/', page };
  if (rest.length > 0) return undefined;
  if (option === '--base') return /^\/(?:.*\/)?$/.test(value) ? { base: value, page } : undefined;
  if (option !== '--site' || !URL.canParse(value)) return undefined;
  const site = new URL(value.endsWith('/') ? value : `${value}/`);
  return { base: site.pathname, page: new URL('app/', site).href };
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

process.exitCode = await main(process.argv.slice(2));
