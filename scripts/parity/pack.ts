// Packs folders of recordings: node scripts/run-ts.mjs scripts/parity/pack.ts <out folder> <recording folder>…
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readFolder } from './recordings/load.ts';

const [out, ...folders] = process.argv.slice(2);
if (out === undefined || folders.length === 0) {
  console.error('usage: pack.ts <out folder> <recording folder>…');
  process.exit(2);
}
mkdirSync(out, { recursive: true });
for (const folder of folders) {
  const bytes = gzipSync(JSON.stringify(readFolder(folder)), { level: 9 });
  writeFileSync(join(out, `${basename(folder)}.json.gz`), bytes);
  console.log(`${basename(folder)} ${bytes.length} bytes`);
}
