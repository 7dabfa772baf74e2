import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaintsOf, withBrowser } from '../browser.ts';
import { blocksIn } from '../docs/blocks.ts';
import { FROM_ELSEWHERE, ownPages } from '../docs/pages.ts';
import { ENTRIES } from './entries.ts';
import { installPacked, type Packed } from './install-packed.ts';

const root = process.cwd();
/** An empty folder of somebody who has never seen this project; in it the tarball is installed. */
const folder = mkdtempSync(join(tmpdir(), 'kubestep-package-'));
const MOST_PACKED = 1_600_000;
const MOST_UNPACKED = 5_500_000;

let packed: Packed;

beforeAll(async () => {
  packed = await installPacked(root, folder, '--offline');
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const node = (...args: readonly string[]) => run(process.execPath, ...args);

describe('the tarball', () => {
  it('holds what it says and no more, and is small', () => {
    const allowed =
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY\.md|bin\/kubestep\.js|dist\/.+\.(?:js|d\.ts)|examples\/.+)$/;
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
    for (const { file } of Object.values(ENTRIES))
      expect(paths).toEqual(expect.arrayContaining([`dist/${file}.js`, `dist/${file}.d.ts`]));
    expect(packed.size).toBeLessThan(MOST_PACKED);
    expect(packed.unpackedSize).toBeLessThan(MOST_UNPACKED);
    expect(statSync(join(folder, 'node_modules', '.bin', 'kubestep')).mode & 0o111).not.toBe(0);
    const texts = paths.map((path) => readFileSync(join(folder, 'node_modules', 'kubestep', path), 'utf8'));
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
  });

  it('needs no other package, and names whose work is inside', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/kubestep/package.json'), 'utf8'));
    expect(Object.keys(manifest.exports)).toEqual([...Object.keys(ENTRIES), './package.json']);
    expect(manifest.dependencies ?? {}).toEqual({});
    const licences = readFileSync(join(folder, 'node_modules/kubestep/THIRD-PARTY.md'), 'utf8');
    const named = [...licences.matchAll(/^## (\S+) - [\d.]+ \((.+)\)$/gm)].map(([, name, licence]) => [name, licence]);
    expect(named.map(([name]) => name)).toEqual(expect.arrayContaining(['fflate', 're2js', 'ws']));
    for (const [name, licence] of named) expect(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause'], name).toContain(licence);
  });

  it('has types that stand by themselves', () => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      `import { type Cluster, startCluster, connectCluster } from 'kubestep';
import { Run, type Process, type StepKind } from 'kubestep/engine';
import { expectReady, serveCluster } from 'kubestep/test';

const cluster: Cluster = startCluster({ nodes: 2, seed: 7 });
const names: readonly string[] = cluster.list('pods').map(({ metadata }) => metadata.name);
expectReady(cluster, 'deployment/web', { within: 60 });
// @ts-expect-error there is no such option
startCluster({ machines: 3 });
// @ts-expect-error what is given away is not changed
cluster.now = 3;
export const remote = connectCluster({ postMessage() {} });
export const later: Promise<{ readonly ready: boolean }> = remote.then((far) => far.readiness('pod/web'));
export const served: Promise<string> = serveCluster().then(({ url }) => url);
export function* wait(): Process<number> {
  return names.length;
}
export const kind: StepKind<{ amount: number }> = { name: 'bank.deposited', level: 'scene' };
export const run = Run;
`,
    );
    writeFileSync(
      join(folder, 'page.ts'),
      `import { connect, type DemoEvent, embedAddress } from 'kubestep/embed';
export const address: string = embedAddress('https://k.example/?scenario=fruit', { theme: 'dark', lang: 'zh' });
export const demo = connect(document.createElement('iframe'));
export const told: Promise<string | undefined> = demo.send({ type: 'go', to: { by: 1 } });
// @ts-expect-error there is no such command
demo.send({ type: 'dance' });
export const heard = (event: DemoEvent) => event.type;
`,
    );
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    for (const [lib, file] of [
      ['es2023', 'consumer.ts'],
      ['es2023,dom', 'page.ts'],
    ] as const) {
      const words = [tsc, ...strict, '--lib', lib, '--types', '', file];
      const { stdout, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
      expect([stdout, status]).toEqual(['', 0]);
    }
  });
});

describe('what embeds a moment, from the tarball', () => {
  it('can be loaded where there is no page, and makes addresses', () => {
    const program = `import { CONTRACT_VERSION, connect, defineKubestepDemo, embedAddress } from 'kubestep/embed';
console.log(CONTRACT_VERSION, typeof connect, typeof defineKubestepDemo, embedAddress('./?scenario=fruit', { lang: 'zh' }));`;
    expect(node('--input-type=module', '-e', program)).toBe(
      '1 function function ./embed.html?scenario=fruit&embed&lang=zh\n',
    );
  });
});

describe('the examples, from the tarball', () => {
  it('tell a story', () => {
    const said = node('examples/story.mjs');
    expect(said).toMatch(/^deployment\.apps\/web created\nservice\/web created\n1\. 0\.\d+ s {2}/);
    expect(said).toContain('2 of 2 are available: what you asked for is true');
    expect(said).toMatch(/web-\w+-\w+ +1\/1 +Running/);
  });

  it('run a cluster in a worker', () => {
    const said = node('examples/worker/main.mjs');
    expect(said).toMatch(/^\d{3,} steps in \d+\.\d virtual seconds\n/);
    expect(said).toMatch(/^web +2\/2 +2 +2 /m);
  });

  it('test manifests with Node’s own runner', () => {
    expect(node('--test', '--test-reporter=tap', 'examples/node-test/web.test.mjs')).toMatch(/^# pass 1$/m);
  });

  it('test manifests with Vitest', () => {
    symlinkSync(join(root, 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'));
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    expect(node(vitest, 'run', '--root', folder, '--dir', 'examples/vitest', '--reporter=json')).toContain(
      '"numPassedTests":2',
    );
  });

  it('run a bank on the engine alone', () => {
    expect(node('examples/toy-bank.mjs')).toMatch(
      /^at the end \{ ann: 70, ben: 80, cem: 150 \} [\d.]+ ms\nafter step 2 .*\nagain, equal: true\n$/,
    );
  });

  it('serve a cluster to a client', () => {
    expect(node('examples/served.mjs')).toBe('over HTTPS the sky is blue\n');
  });

  it('diagnose a dump, and so does the program', () => {
    const wrong = 'Deployment web wants 2 Pods, none is ready: Pod web-';
    expect(node('examples/diagnose.mjs')).toContain(wrong);
    const { stdout, status } = spawnSync('npx', ['--no-install', 'kubestep', 'diagnose', 'examples/dump.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain(wrong);
    expect(status).toBe(1);
  });

  it('keep, load, go back and fork', () => {
    expect(node('examples/time-travel.mjs')).toMatch(
      /^the same run: true\n1 Pod at 0\.\d+ s: .+\nas it was: Running, Running\nin the fork: Pending, Running\n$/,
    );
  });

  it('run a cluster in a page', async () => {
    const bundle = await rolldown({
      input: join(folder, 'examples/browser/main.js'),
      cwd: folder,
      platform: 'browser',
    });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const complaints = complaintsOf(page);
      await page.setContent('<pre>…</pre>');
      await page.addScriptTag({ type: 'module', content: output[0].code });
      await page.locator('pre', { hasText: 'NAME' }).waitFor();
      expect(await page.locator('pre').textContent()).toMatch(/(?:web-\w+-\w+ +1\/1 +Running.*\n){2}/);
      expect(complaints).toEqual([]);
    });
  });
});

describe('the documentation, with the tarball', () => {
  const pages = Object.values({ ...ownPages(root), ...FROM_ELSEWHERE });
  const programs = pages.flatMap((file) =>
    blocksIn(readFileSync(join(root, file), 'utf8'), 'js').map(({ text }, at) => ({ file, at, text })),
  );

  it('has programs that run', () => {
    // Both languages have the same ones.
    const different = [...new Map(programs.map((program) => [program.text, program])).values()];
    expect(different.length).toBeGreaterThan(5);
    writeFileSync(join(folder, 'web.yaml'), readFileSync(join(root, 'examples/web.yaml'), 'utf8'));
    for (const [place, { file, at, text }] of different.entries()) {
      const program = join(folder, `program-${place}.mjs`);
      writeFileSync(program, text);
      const { status, stdout, stderr } = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
      expect([status, stderr], `${file}, program ${at + 1}: ${stdout}`).toEqual([0, '']);
    }
  });
});

describe('the program, from the tarball', () => {
  const kubestep = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['node_modules/kubestep/bin/kubestep.js', ...words], { cwd: folder, encoding: 'utf8' });

  it('says how it is called, and tells a story', () => {
    expect(kubestep('--help').stdout).toMatch(/^Usage: npx kubestep run /);
    expect(kubestep('serve', '--help').stdout).toMatch(/^Usage: npx kubestep serve \[options\]/);
    expect(kubestep('serve', '--page')).toMatchObject({ status: 2 });
    const { stdout, status } = kubestep('run', 'examples/web.yaml');
    expect(stdout).toContain('# kubectl apply -f web.yaml');
    expect(status).toBe(0);
    expect(kubestep('dance').stderr).toBe(
      'kubestep: unknown command dance\nnpx kubestep --help says how it is used.\n',
    );
  });

  it('checks links', () => {
    mkdirSync(join(folder, 'pages'), { recursive: true });
    writeFileSync(join(folder, 'pages', 'a.md'), 'No link.\n');
    expect(kubestep('check-links', 'pages')).toMatchObject({
      status: 0,
      stdout: '0 links in 1 pages: 0 as they were, 0 not\n',
    });
  });
});
