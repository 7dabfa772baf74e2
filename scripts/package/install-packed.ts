import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePackage } from './write-package.ts';

/** What npm says of a tarball that it has made. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Packs the package as it is published, and installs it into the empty folder of somebody who has never seen this project. */
export async function installPacked(root: string, folder: string, ...words: readonly string[]): Promise<Packed> {
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const written = join(folder, 'written');
  await writePackage(root, written);
  const [packed] = JSON.parse(npm('pack', './written', '--json')) as readonly [Packed];
  rmSync(written, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "somebody", "private": true, "type": "module" }');
  npm('install', `./${packed.filename}`, ...words, '--no-audit', '--no-fund');
  cpSync(join(folder, 'node_modules', 'kubestep', 'examples'), join(folder, 'examples'), { recursive: true });
  return packed;
}
