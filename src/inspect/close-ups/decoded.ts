import type { AdmissionRow } from '../../cluster/apiserver/admission/rows.ts';
import { ADMISSION_TABLE } from '../../cluster/apiserver/admission/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { diffValues } from '../diff.ts';
import type { Snapshot } from '../snapshot.ts';
import { MUTATED } from './admission.ts';
import { titleOf } from './facts.ts';
import { written } from './written.ts';

/** What the server adds to a new object after it was decoded. */
const ADDED_LATER = /^(?:status|metadata\.(?:uid|creationTimestamp|generation|name))(?:\.|$)/;

/** The object as it was read and defaulted: what the first admission plugin is given, or what is written in the end. */
export function decoded(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const row = firstChange(snapshot, step);
  if (row === undefined) return asWritten(snapshot, step);
  const diff = diffValues(undefined, row.before).map((line) => ({ ...line, op: 'same' as const }));
  return { type: 'diff', title: titleOf(step), diff, writtenBy: [] };
}

function asWritten(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const view = written(snapshot, step);
  if (view?.type !== 'diff') return undefined;
  const created = snapshot.requests.of(step.seq)?.verb === 'create';
  const diff = created ? view.diff.filter(({ path }) => !ADDED_LATER.test(path)) : view.diff;
  return { ...view, diff, writtenBy: [] };
}

/** Plugins that change nothing leave no row. */
function firstChange(snapshot: Snapshot, step: Step): AdmissionRow | undefined {
  const { requests, journal } = snapshot;
  const record = requests.of(step.seq);
  if (record === undefined) return undefined;
  for (const seq of requests.stepsOf(record, Number.POSITIVE_INFINITY)) {
    const change = journal.kindOf(seq).name === MUTATED && snapshot.changesOf(ADMISSION_TABLE, seq)[0];
    if (change) return change.after;
  }
  return undefined;
}
