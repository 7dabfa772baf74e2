import { countWhile } from '../../base/order.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import { shownValue, valueAt } from '../fields/value-at.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';

/** An object as a write left it, and as it had been before; undefined where there was none, or is none any more. */
export interface Written {
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The objects that a step writes to the store. */
export function writtenBy(snapshot: Snapshot, seq: number): readonly Written[] {
  const table = snapshot.tableId(KEYS_TABLE);
  const found: Written[] = [];
  snapshot.journal.eachDelta(seq, (id, key, before, after) => {
    const subject = id === table ? subjectOfKey(key) : undefined;
    if (subject !== undefined) found.push({ subject, before: storedValue(before), after: storedValue(after) });
  });
  return found;
}

/** Whether a write makes a field another one; with a value, that one. */
export function changesField({ before, after }: Written, path: string, value: string | undefined): boolean {
  const now = shownValue(valueAt(bareValue(after), path));
  if (now === shownValue(valueAt(bareValue(before), path))) return false;
  return value === undefined || now === value;
}

/** The object that a step is about, as it stands in the store after the step and before it. */
export function aroundStep(snapshot: Snapshot, seq: number): Omit<Written, 'subject'> {
  const key = keyOfSubject(snapshot.journal.subjectOf(seq));
  const table = snapshot.tableId(KEYS_TABLE);
  if (key === undefined || table === undefined) return { before: undefined, after: undefined };
  const writes = snapshot.writesOf(key);
  const place = writes.length === 0 ? 0 : placeAfter(writes, seq);
  const last = writes[place - 1]?.seq;
  // What was written before the oldest step that is held is what the next write finds.
  if (last !== undefined && last >= snapshot.journal.base) {
    const { before, after } = sidesOf(snapshot, last, table, key);
    return { before: last === seq ? before : after, after };
  }
  const next = writes[place]?.seq;
  const standing = next === undefined ? standingValue(snapshot, key) : sidesOf(snapshot, next, table, key).before;
  return { before: standing, after: standing };
}

/** How many of them are at or before a step. */
function placeAfter(writes: readonly { readonly seq: number }[], seq: number): number {
  return countWhile(writes.length, (place) => (writes[place]?.seq ?? 0) <= seq);
}

/** Nobody has written it since the run is recorded: it is what it was. */
function standingValue(snapshot: Snapshot, key: string): unknown {
  return storedValue(snapshot.engine.table(KEYS_TABLE).get(key));
}

function sidesOf(snapshot: Snapshot, seq: number, table: number, key: string): Omit<Written, 'subject'> {
  let sides: Omit<Written, 'subject'> = { before: undefined, after: undefined };
  const { journal } = snapshot;
  // Of a write that was thinned out the next moment has the change.
  journal.eachDelta(journal.after(seq - 1), (id, of, before, after) => {
    if (id === table && of === key) sides = { before: storedValue(before), after: storedValue(after) };
  });
  return sides;
}

function storedValue(row: unknown): unknown {
  return (row as KeyRow | undefined)?.value;
}
