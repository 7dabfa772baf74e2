import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePackage } from './write-package.ts';

const USAGE = `Usage: npm run pack [-- FOLDER]

Writes the package kubestep, as it is published, into FOLDER/package (dist-package unless told), and its tarball beside it.
`;

const [target = 'dist-package', ...more] = process.argv.slice(2);
if (target.startsWith('-') || more.length > 0) {
  console.log(USAGE);
  process.exitCode = target === '--help' || target === '-h' ? 0 : 2;
} else {
  const folder = resolve(target);
  mkdirSync(folder, { recursive: true });
  await writePackage(process.cwd(), join(folder, 'package'));
  const packed = spawnSync('npm', ['pack', './package', '--pack-destination', '.'], { cwd: folder, encoding: 'utf8' });
  process.stdout.write(packed.stderr.replace(/^npm notice ?/gm, '') + packed.stdout);
  process.exitCode = packed.status ?? 1;
}
