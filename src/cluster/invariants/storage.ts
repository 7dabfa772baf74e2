// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { KEYS_TABLE, REVISIONS_TABLE } from '../etcd/rows.ts';
import { type Problems, rows, type Tables } from './tables.ts';

/** Revisions grow, and no two keys are at the same one. */
export function storageProblems(tables: Tables): Problems {
  const problems: string[] = [];
  let last = 0;
  for (const [key, { revision }] of rows(tables, REVISIONS_TABLE)) {
    if (revision <= last) problems.push(`revision ${key} comes after ${last}`);
    last = revision;
  }
  const holders = new Map<number, string>();
  for (const [key, { modRevision, createRevision, version }] of rows(tables, KEYS_TABLE)) {
    const other = holders.get(modRevision);
    if (other !== undefined) problems.push(`${key} and ${other} are both at revision ${modRevision}`);
    holders.set(modRevision, key);
    if (createRevision > modRevision) problems.push(`${key} was changed before it was created`);
    if (version < 1 || (version === 1) !== (createRevision === modRevision)) {
      problems.push(`${key} has version ${version} between revisions ${createRevision} and ${modRevision}`);
    }
    if (last !== 0 && modRevision > last) problems.push(`${key} is at ${modRevision}, later than the store at ${last}`);
  }
  return problems;
}
