import type { KeyRow } from '../../cluster/etcd/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { FieldChange } from '../../protocol/request-view.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { etcd } from '../../steps/etcd.ts';
import { componentOf } from '../../steps/index.ts';
import { diffValues } from '../diff.ts';
import { keyOfSubject } from '../keys.ts';
import type { Snapshot } from '../snapshot.ts';
import { stepDiff } from '../views/step.ts';
import { titleOf } from './facts.ts';

const MOST_WRITERS = 6;
/** Of these the store tells more than the step's own rows. */
const AROUND_THE_WRITE: ReadonlySet<string> = new Set([apiserver.patched.name, apiserver.responded.name]);

/** What a request writes, field by field, and who wrote the object before. */
export function written(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const diff = AROUND_THE_WRITE.has(step.kind.name) ? [] : stepDiff(snapshot);
  const around = writeAround(snapshot, step);
  // A new object is named late in its request: the write itself knows it.
  const key = keyOfSubject(around === undefined ? step.subject : snapshot.journal.subjectOf(around));
  const writes = key === undefined ? [] : snapshot.writesOf(key).filter(({ seq }) => seq <= step.seq);
  const shown = diff.length > 0 ? diff : writeDiff(snapshot, key, around);
  if (shown.length === 0) return undefined;
  return {
    type: 'diff',
    title: titleOf(step),
    diff: shown,
    writtenBy: writes.slice(-MOST_WRITERS).map(({ seq, revision }) => ({
      revision,
      actor: snapshot.requests.of(seq)?.client ?? snapshot.journal.actorOf(seq),
      step: snapshot.view(seq).index,
    })),
  };
}

/** The write of the same request: a patch comes just before it, the registry's word just after. Other steps have none. */
function writeAround(snapshot: Snapshot, step: Step): number | undefined {
  const record = snapshot.requests.of(step.seq);
  if (record === undefined || componentOf(step.kind) === 'etcd') return undefined;
  return snapshot.requests
    .stepsOf(record, Number.POSITIVE_INFINITY)
    .find((seq) => snapshot.journal.kindOf(seq) === etcd.applied);
}

function writeDiff(snapshot: Snapshot, key: string | undefined, seq: number | undefined): readonly FieldChange[] {
  if (key === undefined || seq === undefined) return [];
  const delta = snapshot.journal.deltasOf(seq).find((one) => one.key === key);
  return delta === undefined
    ? []
    : diffValues((delta.before as KeyRow | undefined)?.value, (delta.after as KeyRow | undefined)?.value);
}
