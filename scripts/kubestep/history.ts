import { KEYS_TABLE } from '../../src/cluster/etcd/rows.ts';
import type { Run } from '../../src/engine/index.ts';
import { fieldHistory } from '../../src/inspect/fields/field-history.ts';
import { subjectOfKey } from '../../src/inspect/keys.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { isNamed } from '../../src/library/named-object.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import type { FieldValue } from '../../src/protocol/three-way.ts';
import { settledAt } from '../../src/worker/scenario-run.ts';

export interface FieldStory {
  /** As `3 → 5 → 4`; empty where the field never had a value. */
  readonly short: string;
  readonly lines: readonly string[];
}

/** Every value that a field of an object has had in a run; a text where there is no such object. */
export function historyIn(run: Run<Input>, object: string, path: string): FieldStory | string {
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'everything' }, settledAt(run));
  snapshot.refresh();
  const subject = subjectNamed(snapshot, object);
  if (subject === undefined) return `nothing was ever written of ${object}`;
  const found = fieldHistory(snapshot, subject, path);
  if (found.type !== 'fieldHistory') return found.type;
  const { initial, values, gone } = found;
  const all = [...(initial === undefined ? [] : [initial]), ...values.map(({ value }) => value ?? 'none')];
  const before = initial === undefined ? [] : [`${'before'.padStart(20)}  ${initial}`];
  const missing = gone === 0 ? [] : [`(${gone} of its writes are held no more: values may be missing)`];
  return { short: all.join(' → '), lines: [...before, ...values.map(lineOf), ...missing] };
}

/** Of several the one that was written last. */
function subjectNamed({ writes, engine }: Snapshot, typed: string): string | undefined {
  const keys = new Set([...writes.keys, ...engine.table(KEYS_TABLE).keys()]);
  let newest: { readonly subject: string; readonly seq: number } | undefined;
  for (const key of keys) {
    const subject = subjectOfKey(key);
    if (subject === undefined || !isNamed(subject, typed)) continue;
    const seq = writes.of(key).at(-1)?.seq ?? -1;
    if (newest === undefined || seq > newest.seq) newest = { subject, seq };
  }
  return newest?.subject;
}

function lineOf({ value, seq, time, actor, manager, user }: FieldValue): string {
  const by = [actor, manager === undefined || manager === actor ? [] : `manager ${manager}`, user ?? []].flat();
  const when = `${(time / 1000).toFixed(1).padStart(9)} ms`;
  return `${String(seq).padStart(6)} ${when}  ${value ?? 'none'}  (${by.join(', ')})`;
}
