import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { FieldCause, QueryResult } from '../../protocol/queries.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';
import { causeChain } from '../why.ts';
import { shownValue, valueAt } from './value-at.ts';

const LONGEST = 8;

/**
 * Why is this field what it is: its last writer, then the same-valued field of the object that the writer had read,
 * and so on, down to what a person typed.
 */
export function fieldCauses(snapshot: Snapshot, subject: string, path: string): readonly FieldCause[] {
  const chain: FieldCause[] = [];
  const visited = new Set<string>();
  let at: { subject: string; path: string; until: number } | undefined = {
    subject,
    path,
    until: snapshot.cursor.position,
  };
  while (at !== undefined && chain.length < LONGEST) {
    const mark = `${at.subject} ${at.path}`;
    if (visited.has(mark)) break;
    visited.add(mark);
    const write = lastWriteOf(snapshot, at.subject, at.path, at.until);
    if (write === undefined) break;
    chain.push({ subject: at.subject, path: at.path, value: shownValue(write.value), step: snapshot.view(write.seq) });
    at = sourceOf(snapshot, write.seq, write.value, at.subject);
  }
  return chain;
}

/** Whoever asks again, standing there, is told of the change before. */
export function lastChange(snapshot: Snapshot, subject: string, path = ''): QueryResult {
  const last = lastWriteOf(snapshot, subject, path, snapshot.cursor.position - 1, 'or its end');
  return { type: 'lastChange', ...(last === undefined ? {} : { seq: last.seq }) };
}

interface FieldWrite {
  readonly seq: number;
  readonly value: unknown;
}

/** The newest write up to `until` after which the field had another value than before. */
function lastWriteOf(
  snapshot: Snapshot,
  subject: string,
  path: string,
  until: number,
  end?: 'or its end',
): FieldWrite | undefined {
  const key = keyOfSubject(subject);
  const table = snapshot.tableId(KEYS_TABLE);
  if (key === undefined || table === undefined) return undefined;
  const writes = snapshot.writesOf(key);
  for (let place = writes.length - 1; place >= 0; place -= 1) {
    const seq = writes[place]?.seq as number;
    if (seq > until) continue;
    const delta = snapshot.journal.deltasOf(seq).find((one) => one.table === table && one.key === key);
    const before = valueAt(bareValue((delta?.before as KeyRow | undefined)?.value), path);
    const after = valueAt(bareValue((delta?.after as KeyRow | undefined)?.value), path);
    if (after === undefined && end === undefined) continue;
    if (shownValue(before) !== shownValue(after)) return { seq, value: after };
  }
  return undefined;
}

/** Looks along the causes of a write for an object, written before, in which the same value stands at a like-named field. */
function sourceOf(
  snapshot: Snapshot,
  seq: number,
  value: unknown,
  subject: string,
): { subject: string; path: string; until: number } | undefined {
  const table = snapshot.tableId(KEYS_TABLE);
  if (table === undefined || typeof value === 'object') return undefined;
  for (const cause of causeChain(snapshot.journal, seq).slice(1)) {
    for (const delta of snapshot.journal.deltasOf(cause)) {
      if (delta.table !== table) continue;
      const other = subjectOfKey(delta.key);
      if (other === undefined || other === subject) continue;
      const path = pathOfValue((delta.after as KeyRow | undefined)?.value, value, '');
      if (path !== undefined) return { subject: other, path, until: cause };
    }
  }
  return undefined;
}

/** Below spec alone: metadata and status hold too many accidental equals. */
function pathOfValue(object: unknown, value: unknown, path: string): string | undefined {
  const start = path === '' ? (object as { spec?: unknown } | undefined)?.spec : object;
  const at = path === '' ? 'spec' : path;
  if (typeof start !== 'object' || start === null) return undefined;
  for (const [key, child] of Object.entries(start)) {
    if (child === value) return `${at}.${key}`;
    const below = pathOfValue(child, value, `${at}.${key}`);
    if (below !== undefined) return below;
  }
  return undefined;
}
