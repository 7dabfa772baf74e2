// Runs a TypeScript entry: bundles it with rolldown and imports the result in this process.
//   node scripts/run-ts.mjs path/to/entry.ts [arguments…]
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
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
mkdirSync(dirname(outFile), { recursive: true });

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bundle = await rolldown({
  input: entry,
  platform: 'node',
  cwd: root,
  // Packages stay outside the bundle: they load from node_modules as they are.
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0'),
  transform: { define: { __KUBESTEP_BUILD__: JSON.stringify(version) } },
  logLevel: 'warn',
});
await bundle.write({ file: outFile, format: 'esm', sourcemap: 'inline', codeSplitting: false });
await bundle.close();

process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], entry, ...rest];
process.once('exit', () => rmSync(outFile, { force: true })); // also when the script calls process.exit
await import(pathToFileURL(outFile).href);
