// Runs a TypeScript entry: bundles it with rolldown in a process of its own, whose memory goes with it, and imports the result.
//   node scripts/run-ts.mjs path/to/entry.ts [arguments…]
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
// One file per process: two runs of the same entry must not overwrite each other while loading.
const outFile = join(root, 'node_modules', '.cache', 'kubestep', `${name}-${process.pid}.mjs`);
process.once('exit', () => rmSync(outFile, { force: true })); // also when the script calls process.exit
const bundled = spawnSync(process.execPath, [join(scripts, 'bundle-ts.mjs'), entry, outFile], { stdio: 'inherit' });
if (bundled.status !== 0) process.exit(bundled.status ?? 1);

process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], entry, ...rest];
await import(pathToFileURL(outFile).href);
