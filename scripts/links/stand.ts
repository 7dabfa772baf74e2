import type { Run } from '../../src/engine/index.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { stepView } from '../../src/inspect/views/step.ts';
import { sentence } from '../../src/library/words.ts';
import { isByBeats } from '../../src/protocol/filter-check.ts';
import type { Filter } from '../../src/protocol/messages.ts';
import type { Input } from '../../src/protocol/run-description.ts';
import { settledAt } from '../../src/worker/scenario-run.ts';

/** A run that is looked at as the page would: what it says at a step, by the filter that is looked through. */
export class Stand {
  private readonly snapshots = new Map<string, Snapshot>();

  constructor(readonly run: Pick<Run<Input>, 'engine' | 'inputs' | 'options'>) {}

  through(filter: Filter): Snapshot {
    const key = JSON.stringify(filter);
    const snapshot = this.snapshots.get(key) ?? new Snapshot(this.run.engine, filter, settledAt(this.run));
    snapshot.refresh();
    this.snapshots.set(key, snapshot);
    return snapshot;
  }

  saidAt(seq: number, filter: Filter): Said {
    return saidIn(this.through(filter), seq);
  }
}

export interface Said {
  /** The sentence below the map, in English and without marks. */
  readonly sentence: string;
  /** Of which kind it is, and of what: what stays when the words for it become better ones. */
  readonly what: string;
}

/** The same in a snapshot that has its filter. */
export function saidIn(snapshot: Snapshot, seq = snapshot.cursor.position): Said {
  snapshot.cursor.seek(seq);
  const detail = stepView(snapshot);
  if (detail === undefined) return { sentence: '', what: '' };
  const { step, beat } = detail;
  const isTold = isByBeats(snapshot.index.filter) && beat?.seq === step.seq;
  const said = isTold ? { ...beat.insight, actor: step.actor } : step;
  return { sentence: sentence(said, 'en'), what: `${said.kind} ${said.subject}` };
}
