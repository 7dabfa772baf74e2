import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { complaintsOf, withBuiltSite, withServed } from '../browser.ts';
import { built, type Choices, type Copied, openBuilder } from './authoring.ts';
import { lookOf, readFollowing, readPiece } from './reading.ts';
import { type Row, tableOf } from './result-table.ts';
import { type Pages, SITE_KINDS, type SiteKind, versionOf } from './site-kinds.ts';

const USAGE = `Usage: npm run sites [-- [--in FOLDER] [--write] [SITE…]]

Puts demos together in the share dialog of the built page, pastes them unchanged into real sites (${SITE_KINDS.map(({ name }) => name).join(', ')}),
builds these and reads them in Chromium, from another origin than the page's. Those of npm are fetched at exact versions; the others
are looked at where the machine has their programs (Debian: hugo, mkdocs-material, python3-sphinx).

  --in FOLDER   where the sites are made, and stay; otherwise a folder that is removed again
  --write       the results become docs/real-sites.md and docs/zh/real-sites.md
`;

const STORY = 'scenario=no-endpoints&part=1';
const PIECE = { range: [5, 12], look: 'dark', language: 'zh', load: 'click' } as const satisfies Choices;
const FOLLOWING = { look: 'auto', language: 'en', load: 'visible' } as const satisfies Choices;
const FOLLOWING_BEAT = 9;
const WIDTH = 1280;

async function main(words: readonly string[]): Promise<number> {
  const rest = [...words];
  const at = rest.indexOf('--in');
  const kept = at === -1 ? undefined : resolve(rest.splice(at, 2)[1] ?? '.');
  const writes = rest.includes('--write');
  const names = rest.filter((word) => word !== '--write').map((word) => word.toLowerCase());
  const kinds = SITE_KINDS.filter(({ name }) => names.length === 0 || names.includes(name.toLowerCase()));
  if (kinds.length < names.length) {
    console.log(USAGE);
    return rest.includes('--help') ? 0 : 2;
  }
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'kubestep-sites-'));
  try {
    const rows = await withBuiltSite(4700, (browser, address) => rowsOf(kinds, folder, browser, address));
    const failed = rows.filter(({ failure }) => failure !== undefined);
    if (writes && failed.length === 0)
      for (const language of ['en', 'zh'] as const)
        writeFileSync(join('docs', language === 'en' ? '' : 'zh', 'real-sites.md'), tableOf(rows, language));
    return failed.length === 0 ? 0 : 1;
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function rowsOf(
  kinds: readonly SiteKind[],
  folder: string,
  browser: Browser,
  base: string,
): Promise<readonly Row[]> {
  const pages = await authored(browser, base, kinds);
  const rows: Row[] = [];
  for (const kind of kinds) rows.push(await tried(kind, pages.get(kind) as Pages, join(folder, kind.name), browser));
  return rows;
}

/** Two demos from two visits to the builder: one that is a piece, and one that looks as its page does. */
async function authored(
  browser: Browser,
  base: string,
  kinds: readonly SiteKind[],
): Promise<ReadonlyMap<SiteKind, Pages>> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const platforms = kinds.map(({ platform }) => platform);
  await openBuilder(page, base, STORY, PIECE.range[0]);
  const pieces = await built(page, PIECE, platforms);
  await page.goto('about:blank');
  await openBuilder(page, base, STORY, FOLLOWING_BEAT);
  const following = await built(page, FOLLOWING, platforms);
  await context.close();
  const of = (all: ReadonlyMap<string, Copied>, kind: SiteKind) => all.get(kind.platform) as Copied;
  return new Map(kinds.map((kind) => [kind, { piece: of(pieces, kind), following: of(following, kind) }]));
}

/** Makes, builds and reads one site; what goes wrong is said, and the others go on. */
async function tried(kind: SiteKind, pages: Pages, folder: string, browser: Browser): Promise<Row> {
  const version = versionOf(kind);
  const row = { name: kind.name, version, bytes: Buffer.byteLength(pages.piece.snippet) };
  if (version === undefined) {
    console.log(`${kind.name.padEnd(12)} is not on this machine`);
    return row;
  }
  try {
    make(kind, pages, folder);
    // By name: another origin than the page's, which is at the number.
    const result = await withServed(join(folder, kind.out), 4750, (port) =>
      read(kind, `http://localhost:${port}/`, browser),
    );
    console.log(`${kind.name.padEnd(12)} ${version.padEnd(8)} a column of ${result.column} px, “${result.said}”`);
    return { ...row, ...result };
  } catch (error) {
    const failure = (error as Error).message;
    console.error(`${kind.name.padEnd(12)} ${version.padEnd(8)} ${failure}`);
    return { ...row, failure };
  }
}

function make(kind: SiteKind, pages: Pages, folder: string): void {
  for (const [name, text] of Object.entries(kind.files(pages))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (kind.packages !== undefined) {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'a-site', private: true, dependencies: kind.packages }),
    );
    run(
      ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'],
      folder,
    );
  }
  run(kind.build, folder);
}

async function read(
  kind: SiteKind,
  address: string,
  browser: Browser,
): Promise<{ readonly column: number; readonly said: string }> {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 900 }, locale: 'en-US' });
  try {
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(address + kind.addresses.piece);
    const result = await readPiece(page, PIECE.range);
    const { theme, language } = await lookOf(page);
    if (theme !== 'dark' || language !== 'zh-CN') throw new Error(`it looks ${theme}, in ${language}`);
    // As a reader comes there, from a page of the same site: many load no page anew for that.
    await page.locator('a[href*="following"] >> visible=true').last().click();
    await page.locator('kubestep-demo[load="visible"]').waitFor();
    await readFollowing(page, FOLLOWING_BEAT, () => kind.turn(page));
    await page.goto(address + kind.addresses.following);
    await readFollowing(page, FOLLOWING_BEAT, () => kind.turn(page));
    if (complaints.length > 0) throw new Error(`the console says: ${complaints.join('; ')}`);
    return result;
  } finally {
    await context.close();
  }
}

function run([program = '', ...words]: readonly string[], folder: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '1' },
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${words[0]} fails:\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
}

process.exitCode = await main(process.argv.slice(2));
