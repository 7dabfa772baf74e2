import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { bareValue } from '../../cluster/ports/bare-value.ts';
import type { FieldValue, QueryResult } from '../../protocol/queries.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { keyOfSubject } from '../keys.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';
import type { WriteRecord } from '../write-index.ts';
import { fieldNames, shownValue, valueAt } from './value-at.ts';
import { writerOf } from './writer.ts';

/** The values that a field of an object has had, each from the write on that gave it; by the writes of that object alone. */
export function fieldHistory(snapshot: Snapshot, subject: string, path: string): QueryResult {
  const key = keyOfSubject(subject);
  const writes = key === undefined ? [] : snapshot.writesOf(key);
  const values: FieldValue[] = [];
  let initial: string | undefined;
  for (const [place, write] of writes.entries()) {
    const change = snapshot.changesOf(KEYS_TABLE, write.seq).find((one) => one.key === key);
    const [was, is] = [textAt(change?.before, path), textAt(change?.after, path)];
    if (place === 0) initial = was;
    if (was !== is) values.push(givenBy(snapshot, write, change?.after, is, path));
  }
  return {
    type: 'fieldHistory',
    subject,
    path,
    ...(initial === undefined ? {} : { initial }),
    values,
    writes: writes.length,
  };
}

function textAt(row: KeyRow | undefined, path: string): string | undefined {
  const value = valueAt(bareValue(row?.value), path);
  return value === undefined ? undefined : shownValue(value);
}

function givenBy(
  snapshot: Snapshot,
  { seq, revision, op }: WriteRecord,
  row: KeyRow | undefined,
  value: string | undefined,
  path: string,
): FieldValue {
  const { requests, journal } = snapshot;
  const request = requests.of(seq);
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
    actor: request?.client ?? journal.actorOf(seq),
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
