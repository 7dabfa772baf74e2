// Where a real etcd is, for the test that compares the simulated one with it. Plain Node and no package.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where a copy is put that was fetched for the tests alone. */
export const etcdFolder = join(root, 'node_modules', '.cache', 'kubestep', 'etcd');

/** The program's path; undefined when there is none. ETCD_PATH names one, or is empty to say that none is wanted. */
export function findEtcd() {
  const named = process.env.ETCD_PATH;
  if (named !== undefined) return existsSync(named) ? named : undefined;
  if (process.platform === 'win32') return undefined;
  const folders = [join(etcdFolder, 'usr', 'bin'), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'etcd')).find((path) => existsSync(path));
}
