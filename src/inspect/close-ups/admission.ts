import type { Step } from '../../engine/index.ts';
import type { FieldChange } from '../../protocol/request-view.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { apiserver } from '../../steps/apiserver.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';

export const MUTATED = apiserver.mutated.name;

/** Every plugin that may change the object: those that have, this one, those still to come. */
export function admission(snapshot: Snapshot, record: RequestRecord, now: Step): CloseUpView {
  const { journal, requests } = snapshot;
  const rows = requests
    .stepsOf(record, Number.POSITIVE_INFINITY)
    .map((seq) => journal.step(seq))
    .filter(({ kind }) => kind.name === MUTATED)
    .map((step) => ({
      plugin: String(step.args.plugin),
      state: step.seq === now.seq ? ('now' as const) : step.seq < now.seq ? ('done' as const) : ('todo' as const),
      changes: step.seq <= now.seq ? changesOf(String(step.args.changed ?? '')) : [],
      note: undefined,
    }));
  return { type: 'admission', rows };
}

/** `a: 1, b: 2` as lines that were added. */
function changesOf(changed: string): readonly FieldChange[] {
  if (changed === '') return [];
  return changed.split(/,\s+(?=[\w.[\]/-]+(?::|$))/).map((text) => ({ op: 'add', depth: 0, path: text, text }));
}
