import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import type { FieldValue } from '../../protocol/three-way.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { keyOfSubject } from '../keys.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Change, Snapshot } from '../snapshot.ts';
import { isWrite, type WriteRecord } from '../write-index.ts';
import { fieldNames, shownValue, valueAt } from './value-at.ts';
import { writerOf } from './writer.ts';

/** The values that a field of an object has had, each from the write on that gave it; by the writes of that object alone. */
export function fieldHistory(snapshot: Snapshot, subject: string, path: string): QueryResult {
  const key = keyOfSubject(subject);
  const held = key === undefined ? [] : heldWrites(snapshot, key);
  const values: FieldValue[] = [];
  let initial: string | undefined;
  let [writes, gone] = [0, 0];
  for (const [place, { write, change, count }] of held.entries()) {
    const isOwn = isWrite(snapshot.journal, write.seq);
    const [was, is] = [textAt(change.before, path), textAt(change.after, path)];
    if (place === 0) initial = was;
    if (was !== is) values.push(givenBy(snapshot, write, change.after, is, path, isOwn && count === 1));
    writes += count;
    gone += count - (isOwn ? 1 : 0);
  }
  return {
    type: 'fieldHistory',
    subject,
    path,
    ...(initial === undefined ? {} : { initial }),
    values,
    writes,
    gone,
  };
}

interface HeldWrite {
  readonly write: WriteRecord;
  readonly change: Change<KeyRow>;
  /** So many writes of the object are in this change. */
  readonly count: number;
}

/** The writes of an object that are held; of those that a long run was thinned out by, the next moment has the change. */
function heldWrites(snapshot: Snapshot, key: string): readonly HeldWrite[] {
  const found = new Map<number, HeldWrite>();
  for (const record of snapshot.writesOf(key)) {
    const seq = snapshot.journal.after(record.seq - 1);
    const change = found.has(seq) ? undefined : snapshot.changesOf(KEYS_TABLE, seq).find((one) => one.key === key);
    if (change === undefined) continue;
    const count = Math.max(1, writesIn(change));
    found.set(seq, { write: seq === record.seq ? record : { ...record, seq }, change, count });
  }
  return [...found.values()];
}

/** By the numbers of its versions, which begin at 1 whenever the object is created. */
function writesIn({ before, after }: Change<KeyRow>): number {
  if (after === undefined) return 1;
  if (before === undefined) return after.version;
  return before.createRevision === after.createRevision ? after.version - before.version : after.version + 1;
}

function textAt(row: KeyRow | undefined, path: string): string | undefined {
  const value = valueAt(bareValue(row?.value), path);
  return value === undefined ? undefined : shownValue(value);
}

/** A value and who gave it. */
export function givenBy(
  snapshot: Snapshot,
  { seq, revision, op }: WriteRecord,
  row: KeyRow | undefined,
  value: string | undefined,
  path: string,
  isKnown = true,
): FieldValue {
  const { requests, journal } = snapshot;
  const request = isKnown ? requests.of(seq) : undefined;
  const step = snapshot.view(seq);
  const manager =
    value === undefined
      ? undefined
      : writerOf((row?.value as KObject | undefined)?.metadata.managedFields ?? [], fieldNames(row?.value, path));
  const user = request === undefined ? undefined : userOf(snapshot, request, seq);
  return {
    ...(value === undefined ? {} : { value }),
    seq,
    revision,
    time: step.time,
    op,
    // Which of several writes it was is held no more; who manages the field is.
    actor: isKnown ? (request?.client ?? journal.actorOf(seq)) : (manager ?? ''),
    ...(manager === undefined ? {} : { manager }),
    ...(user === undefined ? {} : { user }),
    step,
  };
}

/** As whom a request was taken. */
function userOf({ requests, journal }: Snapshot, request: RequestRecord, until: number): string | undefined {
  const seq = requests.stepsOf(request, until).find((each) => journal.kindOf(each) === apiserver.authenticated);
  return seq === undefined ? undefined : String(journal.step(seq).args.user);
}
