// Bundles a TypeScript entry for Node into a folder: node scripts/bundle-ts.mjs <entry.ts> <folder> <file.mjs>
// What it imports later, with `import()`, is in files of its own beside it.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { fieldTextsPlugin } from './vite/field-texts.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, folder, file] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bundle = await rolldown({
  input: entry,
  platform: 'node',
  cwd: root,
  // Packages stay outside the bundle: they load from node_modules as they are.
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0') && !id.startsWith('virtual:'),
  // Where all declarations of a folder are gathered by a pattern, that is done here as Vite does it.
  plugins: [fieldTextsPlugin(root), viteImportGlobPlugin({ root })],
  transform: { define: { __KUBESTEP_BUILD__: JSON.stringify(version) } },
  logLevel: 'warn',
});
await bundle.write({
  dir: folder,
  entryFileNames: file,
  chunkFileNames: '[name]-[hash].mjs',
  format: 'esm',
  sourcemap: 'inline',
});
await bundle.close();
