// Runs a TypeScript entry: bundles it with rolldown in a process of its own, whose memory goes with it, and imports the result.
//   node scripts/run-ts.mjs path/to/entry.ts [arguments…]
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const scripts = dirname(fileURLToPath(import.meta.url));
const root = resolve(scripts, '..');
const [entryArgument, ...rest] = process.argv.slice(2);
if (entryArgument === undefined) {
  console.error('usage: node scripts/run-ts.mjs <entry.ts> [arguments…]');
  process.exit(2);
}

const entry = resolve(entryArgument);
const name = relative(root, entry)
  .replace(/[\\/]/g, '-')
  .replace(/\.tsx?$/, '');
// A folder per process: two runs of the same entry must not overwrite each other while loading.
const folder = join(root, 'node_modules', '.cache', 'kubestep', `${name}-${process.pid}`);
const file = `${name}.mjs`;
process.once('exit', () => rmSync(folder, { recursive: true, force: true })); // also when the script calls process.exit
const status = await bundled();
if (status !== 0) process.exit(status);

process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], entry, ...rest];
await import(pathToFileURL(join(folder, file)).href);

/** The status of the bundler; a signal meanwhile ends both, and nothing is left. */
function bundled() {
  const bundler = spawn(process.execPath, [join(scripts, 'bundle-ts.mjs'), entry, folder, file], { stdio: 'inherit' });
  let heard;
  const hear = (signal) => {
    heard ??= signal;
    bundler.kill('SIGKILL');
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return new Promise((ended) => {
    bundler.once('exit', (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, hear);
      if (heard === undefined) return ended(code ?? 1);
      rmSync(folder, { recursive: true, force: true });
      process.kill(process.pid, heard);
    });
  });
}
