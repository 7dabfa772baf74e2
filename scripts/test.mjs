// `npm test`: everything that must hold, from a fresh clone. Runs every stage even when one fails, and ends with one
// line `N passed, N failed`: each unit and browser test counts, and every other stage counts as one.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, checkNode, ensureChromium, ensureEtcd, ensureInstalled, root } from './bootstrap.mjs';

checkNode();
checkWords(process.argv.slice(2));
const STAGE_LIMIT = 25 * 60_000; // milliseconds; a stage that hangs fails, one on a slow machine does not
const LAST_WORDS = 5_000; // milliseconds for what is still in the pipes of a stage that has ended
const unitReport = join(cacheDir, 'unit.json');
const e2eReport = join(cacheDir, 'e2e.json');
const total = { passed: 0, failed: 0 };

if (!ensureInstalled()) finish({ passed: 0, failed: 1 });
mkdirSync(cacheDir, { recursive: true });
const chromium = ensureChromium();
ensureEtcd();
ensureClients();
const started = Date.now();

await stage('format, lint', () => bin('@biomejs/biome/bin/biome', 'check', '--max-diagnostics=200'));
await stage('types', () => bin('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'));
await stage('types, simulated half', () => bin('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.sim.json'));
rmSync(unitReport, { force: true });
await stage(
  'unit',
  () => bin('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`),
  () => countVitest(unitReport),
);
if (existsSync(join(root, 'scripts', 'parity.ts'))) {
  await stage('parity', () => node('scripts/run-ts.mjs', 'scripts/parity.ts', 'testdata/golden'));
}
const built = await stage('build, sizes', () => node('scripts/build.mjs'));
rmSync(e2eReport, { force: true });
if (chromium === undefined || !built) {
  report('browser', false, 0, chromium === undefined ? 'no Chrome or Chromium' : 'no build to test', {
    passed: 0,
    failed: 1,
  });
} else {
  await stage(
    'browser',
    () =>
      command(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], {
        CHROME_PATH: chromium,
        KUBESTEP_E2E_REPORT: e2eReport,
      }),
    () => countPlaywright(e2eReport),
  );
}
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`);
finish(total);

/** It takes no options: that something was left out must not look as if all had passed. */
function checkWords(words) {
  if (words.length === 0) return;
  const asked = words.includes('--help') || words.includes('-h');
  const parts = [
    '  npm run check                 format and lint',
    '  npm run types                 types',
    '  npm run unit -- FOLDER|FILE   unit tests',
    '  npm run parity -- testdata/golden',
    '  npm run build                 the site, its sizes and its first story',
    '  npm run e2e -- FILE           browser tests of what was built',
  ];
  console.log(
    asked
      ? '`npm test` runs everything that must hold, and takes no options.'
      : `npm test takes no options, and so not ${words.join(' ')}.`,
  );
  console.log(`Its parts:\n${parts.join('\n')}`);
  process.exit(asked ? 0 : 2);
}

/** Real clients that some tests use. What cannot be fetched is said by the tests that miss it. */
function ensureClients() {
  const run = (command, ...args) => spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout: 180_000 });
  run(process.execPath, join('tools', 'kubectl', 'fetch.mjs'));
  if (!existsSync(join(root, 'tools', 'client-node', 'node_modules'))) {
    run('npm', 'ci', '--prefix', join('tools', 'client-node'), '--no-audit', '--no-fund');
  }
}

/** Runs one stage, prints one line about it and, when it failed, everything it said. */
async function stage(name, runStage, count) {
  const start = Date.now();
  const { code, output } = await runStage();
  const ok = code === 0;
  const counts = count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  // A runner can fail without a failing test: a file that does not load, an error after the last test.
  if (!ok && counts.failed === 0) counts.failed = 1;
  if (!ok) process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
  report(
    name,
    ok,
    Date.now() - start,
    count === undefined ? '' : `${counts.passed} passed, ${counts.failed} failed`,
    counts,
  );
  for (const title of counts.unsteady ?? []) console.log(`     only at the second try: ${title}`);
  return ok;
}

function report(name, ok, milliseconds, detail, counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = (milliseconds / 1000).toFixed(1).padStart(6);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)}${seconds} s  ${detail}`.trimEnd());
}

function finish({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function bin(path, ...args) {
  return node(join('node_modules', path), ...args);
}

function node(path, ...args) {
  return command(process.execPath, [join(root, path), ...args], {});
}

function command(program, args, env) {
  return new Promise((done) => {
    const { FORCE_COLOR: _, ...inherited } = process.env; // it would win over NO_COLOR
    const child = spawn(program, args, {
      cwd: root,
      env: { ...inherited, ...env, CI: '1', NO_COLOR: '1' },
      timeout: STAGE_LIMIT,
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => done({ code: 1, output: String(error) }));
    const end = (code) => done({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    child.on('close', end);
    // A program that the stage started and left behind may hold its output open for ever.
    child.on('exit', (code) => setTimeout(end, LAST_WORDS, code).unref());
  });
}

function countVitest(file) {
  const result = readReport(file);
  return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 };
}

function countPlaywright(file) {
  const { stats, suites } = readReport(file) ?? {};
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {};
  return { passed: expected + flaky, failed: unexpected, unsteady: unsteadyOf(suites) };
}

function unsteadyOf(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...unsteadyOf(inner),
  ]);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // the runner stopped before it wrote one; its exit code says so
  }
}
