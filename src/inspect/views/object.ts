import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { ObjectView } from '../../protocol/views.ts';
import { diffValues } from '../diff.ts';
import { fieldNames } from '../fields/value-at.ts';
import { writerOf } from '../fields/writer.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import { podLife } from '../pods/pod-life.ts';
import type { Snapshot } from '../snapshot.ts';
import { causeChain } from '../why.ts';
import { yamlLines } from '../yaml-lines.ts';
import { diagnosisAt } from './diagnosis.ts';

const MOST_OBJECTS = 2000;

/** An object as it is stored at the cursor: each line with who wrote it last, and the history of its revisions. */
export function objectView(snapshot: Snapshot, params: ViewParams): ObjectView | undefined {
  const subject = params.subject ?? subjectAt(snapshot);
  if (subject === undefined || subject === '') return undefined;
  const rows = snapshot.table(KEYS_TABLE);
  const key = keyOfSubject(subject);
  const row = key === undefined ? undefined : rows.get(key);
  const objects: string[] = [];
  for (const name of rows.keys()) {
    const found = subjectOfKey(name);
    if (found !== undefined && objects.length < MOST_OBJECTS) objects.push(found);
  }
  return {
    subject,
    exists: row !== undefined,
    lines: row === undefined || key === undefined ? [] : linesOf(snapshot, key, row),
    history: key === undefined ? [] : historyOf(snapshot, key),
    unmet: diagnosisAt(snapshot).about(subject),
    objects: objects.sort(),
    ...(key?.startsWith('/registry/pods/') === true ? { life: podLife(snapshot, key) } : {}),
  };
}

/** The object that the step is about; of a step about a queue or a command, the object whose request or write it follows. */
function subjectAt(snapshot: Snapshot): string | undefined {
  const { step, journal, requests } = snapshot;
  if (step === undefined) return undefined;
  for (const seq of causeChain(journal, step.seq)) {
    const subject =
      requests.of(seq) === undefined ? journal.subjectOf(seq) : journal.subjectOf(requests.of(seq)?.lastStep ?? seq);
    for (const candidate of [journal.subjectOf(seq), subject]) {
      const key = keyOfSubject(candidate);
      if (key !== undefined && snapshot.writesOf(key).length > 0) return candidate;
    }
  }
  return step.subject;
}

function linesOf(snapshot: Snapshot, key: string, row: KeyRow): ObjectView['lines'] {
  const object = row.value as KObject;
  const { managedFields = [], ...metadata } = object.metadata;
  const shown = { ...object, metadata: { ...metadata, resourceVersion: String(row.modRevision) } };
  const changed = changedPaths(snapshot, key);
  return yamlLines(shown).map(({ text, path }) => ({
    text,
    path,
    writer: writerOf(managedFields, fieldNames(shown, path)),
    changed: changed.has(path),
  }));
}

function changedPaths(snapshot: Snapshot, key: string): ReadonlySet<string> {
  const change = snapshot.changesOf(KEYS_TABLE).find((candidate) => candidate.key === key);
  if (change === undefined) return new Set();
  return new Set(
    diffValues(change.before?.value, change.after?.value)
      .filter(({ op }) => op !== 'same')
      .map(({ path }) => path),
  );
}

/** Every revision of a key up to the head, so that first and last write can be visited from anywhere. */
function historyOf(snapshot: Snapshot, key: string): ObjectView['history'] {
  return snapshot.writesOf(key).map(({ seq, revision, op }) => {
    const request = snapshot.requests.of(seq);
    return { revision, seq, actor: request?.client ?? snapshot.journal.actorOf(seq), op };
  });
}
