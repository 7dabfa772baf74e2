import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePackage } from '../package/write-package.ts';
import { nextVersion, notesOf, releasedChangelog } from './version.ts';

const USAGE = `Usage: npm run release -- major|minor|patch|VERSION [--yes]
       npm run release -- publish [--yes]

The first raises the version in package.json and its lock, makes what stands under *Next* in CHANGELOG.md, and in the Chinese
one, a version of its own, commits all that and tags the commit. The second writes the package and gives it to npm, with a provenance where the platform
that runs it can vouch for itself; a pushed tag does that by itself (.github/workflows/publish.yml). Both only say what they would
do, unless --yes is there.
`;

const root = resolve('.');
/** The same in both languages. */
const CHANGELOGS = ['CHANGELOG.md', 'docs/zh/changelog.md'];
const fileOf = (name: string) => readFileSync(join(root, name), 'utf8');

function main(words: readonly string[]): Promise<number> | number {
  const asked = words.filter((word) => word !== '--yes');
  const [what, ...more] = asked;
  if (what === undefined || more.length > 0 || what.startsWith('-')) {
    console.log(USAGE);
    return what === '--help' ? 0 : 2;
  }
  const isMeant = words.includes('--yes');
  return what === 'publish' ? publish(isMeant) : raise(what, isMeant);
}

function raise(asked: string, isMeant: boolean): number {
  const manifest = JSON.parse(fileOf('package.json')) as { readonly version: string };
  const version = nextVersion(manifest.version, asked);
  if (version.includes(' ')) return refuse(version);
  const day = new Date().toISOString().slice(0, 10);
  const changelogs = CHANGELOGS.map((name) => releasedChangelog(fileOf(name), version, day, name));
  const [changelog = ''] = changelogs;
  const refused = changelogs.find((text) => text.startsWith('!'));
  if (refused !== undefined) return refuse(refused.slice(1));
  const unclean = git('status', '--porcelain');
  if (unclean !== '') return refuse(`what is not committed would be released, too:\n${unclean}`);
  console.log(`${manifest.version} → ${version}\n\n${notesOf(changelog, version)}\n`);
  if (!isMeant) return dry(`commit package.json, package-lock.json and both changelogs, and tag that v${version}`);
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(root, name), withVersion(fileOf(name), manifest.version, version));
  for (const [at, name] of CHANGELOGS.entries()) writeFileSync(join(root, name), changelogs[at] ?? '');
  git('add', 'package.json', 'package-lock.json', ...CHANGELOGS);
  git('commit', '-m', `release: version ${version}`);
  git('tag', '-a', `v${version}`, '-m', `Kubestep ${version}\n\n${notesOf(changelog, version)}`);
  console.log(`Tagged v${version}. It is published when the tag is pushed: git push --follow-tags`);
  return 0;
}

/** The lock has the version of the project twice, before any package. */
function withVersion(text: string, now: string, version: string): string {
  const head = text.slice(0, 600);
  return head.replaceAll(`"version": "${now}"`, `"version": "${version}"`) + text.slice(600);
}

async function publish(isMeant: boolean): Promise<number> {
  const { version } = JSON.parse(fileOf('package.json')) as { readonly version: string };
  if (notesOf(fileOf('CHANGELOG.md'), version) === undefined)
    return refuse(`CHANGELOG.md says nothing of ${version}: npm run release -- minor comes first`);
  const folder = join(root, 'dist-package');
  mkdirSync(folder, { recursive: true });
  await writePackage(root, join(folder, 'package'), repositoryOf(process.env));
  const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined ? [] : ['--provenance'];
  const words = ['publish', join(folder, 'package'), '--access', 'public', ...provenance];
  if (!isMeant) return dry(`npm ${words.join(' ')}`);
  return spawnSync('npm', words, { stdio: 'inherit' }).status ?? 1;
}

/** Where a workflow publishes from. npm takes a provenance only of the place that the package itself names. */
function repositoryOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }: NodeJS.ProcessEnv): string | undefined {
  return server === undefined || name === undefined ? undefined : `${server}/${name}`;
}

function git(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

function refuse(why: string): number {
  console.error(`release: ${why}`);
  return 1;
}

function dry(what: string): number {
  console.log(`Nothing was done. With --yes it would ${what}.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
