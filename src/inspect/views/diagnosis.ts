import type { Keepsake } from '../../base/keepsakes.ts';
import { SECOND } from '../../base/time/units.ts';
import type { DiagnosisView } from '../../protocol/diagnosis-view.ts';
import { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Snapshot } from '../snapshot.ts';

/** Tables that it is worked out from. */
const LOOKED_AT = /^(?:etcd\/|scheduler\/decisions$|kubelets$|kubectl\/commands$|watchcaches$)/;
/** Over more steps than this it is worked out anew without a look at what they changed. */
const FEW_STEPS = 200;
/** Steps of the background after which a moment is taken for one at which nothing goes on. */
const MOST_BACKGROUND = 5000;

/** What has been so for hardly longer is told as before. */
const MOMENT = SECOND;

interface Known {
  readonly position: number;
  readonly now: number;
  readonly index: Snapshot['index'];
  readonly isAtRest: boolean;
  readonly diagnosis: Diagnosis;
  readonly view: DiagnosisView;
}

const LAST: Keepsake<{ known?: Known }> = { begin: () => ({}) };

/** Wishes that are not met at the cursor. Of what is still on its way only what will not pass by itself is told. */
export function diagnosisView(snapshot: Snapshot): DiagnosisView {
  return current(snapshot).view;
}

export function diagnosisAt(snapshot: Snapshot): Diagnosis {
  return current(snapshot).diagnosis;
}

/** Most steps change nothing that is looked at: it is worked out anew only where something did. */
function current(snapshot: Snapshot): Known {
  const { index, now } = snapshot;
  const { position } = snapshot.cursor;
  const isAtRest = isRestful(snapshot);
  const last = snapshot.keepsakes.of(LAST);
  const before = last.known;
  const isSame =
    before !== undefined &&
    before.isAtRest === isAtRest &&
    before.index === index &&
    Math.abs(now - before.now) < MOMENT &&
    !isChanged(snapshot, before.position, position);
  if (isSame) return before;
  const diagnosis = new Diagnosis(snapshot, isAtRest);
  const found = { position, now, index, isAtRest, diagnosis, view: diagnosis.view };
  last.known = found;
  return found;
}

/** Whether steps between two places changed anything that is looked at. */
function isChanged(snapshot: Snapshot, from: number, to: number): boolean {
  const { journal } = snapshot;
  const [first, last] = from < to ? [from, to] : [to, from];
  if (last - first > FEW_STEPS) return true;
  let changed = false;
  for (let seq = first + 1; seq <= last && !changed; seq += 1) {
    if (!journal.has(seq)) return true;
    journal.eachDelta(seq, (table) => {
      changed ||= LOOKED_AT.test(snapshot.tableName(table));
    });
  }
  return changed;
}

/** At the end, or before the next thing that somebody did: what was going on in between had come to an end. */
function isRestful(snapshot: Snapshot): boolean {
  if (snapshot.isAtRest) return true;
  const { journal, cursor } = snapshot;
  const end = Math.min(journal.end, cursor.position + MOST_BACKGROUND);
  for (let seq = Math.max(cursor.position + 1, journal.base); seq < end; seq += 1) {
    const story = journal.storyOf(seq);
    if (story >= 0) return story === seq;
  }
  return false;
}
