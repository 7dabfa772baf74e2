// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { cacheProblems } from './caches.ts';
import { machineProblems } from './machines.ts';
import { objectProblems } from './objects.ts';
import { storageProblems } from './storage.ts';
import type { Problems, Tables } from './tables.ts';
import { workloadProblems } from './workloads.ts';

export { cacheProblems } from './caches.ts';
export { Moments } from './moments.ts';
export { storageProblems } from './storage.ts';
export type { Problems, Tables } from './tables.ts';
export { workloadProblems } from './workloads.ts';

/** All that does not hold although everything is at rest. */
export function problemsAtRest(tables: Tables): Problems {
  return [
    ...storageProblems(tables),
    ...cacheProblems(tables),
    ...workloadProblems(tables),
    ...machineProblems(tables),
    ...objectProblems(tables),
  ];
}
