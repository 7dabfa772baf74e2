// Bundles a TypeScript entry for Node into one file: node scripts/bundle-ts.mjs <entry.ts> <file.mjs>
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, file] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
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
await bundle.write({ file, format: 'esm', sourcemap: 'inline', codeSplitting: false });
await bundle.close();
