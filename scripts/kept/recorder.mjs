// Records what a demo in somebody's page reads: `ensureRecord` puts it into the built site. Plain Node, as the build is.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { cacheDir, root } from '../bootstrap.mjs';
import { fieldTextsPlugin } from '../vite/field-texts.mjs';

/** As the other programs that run much of the engine have it; CONTRIBUTING.md says why. */
const FLAGS = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--no-allocation-site-pretenuring',
  '--no-lazy-feedback-allocation',
];
const MOST_WORKERS = 4;
const kept = join(cacheDir, 'kept');

/**
 * The recorder as one file, with the engine, the scenarios and all else that says what a record will be; and by its bytes the
 * name of that record, a folder in `assets/`. Which build of the same sources it is makes no difference to it.
 */
export async function bundleRecorder() {
  const bundle = await rolldown({
    input: join(root, 'scripts', 'kept', 'worker.ts'),
    platform: 'node',
    cwd: root,
    plugins: [fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
    transform: { define: { __KUBESTEP_BUILD__: JSON.stringify('') } },
    logLevel: 'warn',
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    const { code } = output[0];
    return { code, name: `kept-${createHash('sha256').update(code).digest('hex').slice(0, 8)}` };
  } finally {
    await bundle.close();
  }
}

/** Puts the record into a built site, and makes it before that unless it was made before; whoever stops meanwhile leaves none. */
export async function ensureRecord(dist) {
  const { code, name } = await bundleRecorder();
  const made = join(kept, name);
  if (!existsSync(made)) await record(code, made);
  const target = join(dist, 'assets', name);
  if (existsSync(target)) return;
  const coming = `${target}.${process.pid}`;
  cpSync(made, coming, { recursive: true });
  renameSync(coming, target);
}

async function record(code, target) {
  mkdirSync(kept, { recursive: true });
  const before = readdirSync(kept);
  const folder = `${target}.${process.pid}`;
  mkdirSync(folder);
  const program = join(kept, `recorder-${process.pid}.mjs`);
  writeFileSync(program, code);
  try {
    await recordAll(program, folder);
    if (!existsSync(target)) renameSync(folder, target);
    // Those of other sources.
    for (const old of before) if (/^kept-[0-9a-f]{8}$/.test(old)) rmSync(join(kept, old), { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(program, { force: true });
  }
}

/** All scenarios, each by whoever of the workers is free. */
async function recordAll(program, folder) {
  let scenarios;
  let next = 0;
  const worker = () =>
    new Promise((done, fail) => {
      const child = fork(program, [folder], { execArgv: FLAGS, stdio: 'inherit' });
      process.once('exit', () => child.kill());
      child.on('message', (said) => {
        if (said !== 'next') scenarios ??= said;
        const id = scenarios[next];
        next += 1;
        if (id === undefined) child.disconnect();
        else child.send(id);
      });
      child.on('error', fail);
      child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`the recorder ended with ${code}`))));
    });
  await Promise.all(Array.from({ length: Math.min(MOST_WORKERS, availableParallelism()) }, worker));
}
