import type { ComparedSide, Comparison } from '../../protocol/compare-view.ts';
import type { Snapshot } from '../snapshot.ts';
import { endsOf } from './ends.ts';
import { rowsOf, type Told, toldIn } from './rows.ts';

/** Two runs side by side, as far as both have come. */
export function compareRuns(left: Snapshot, right: Snapshot): Comparison {
  const [l, r] = [toldIn(left), toldIn(right)];
  return {
    rows: rowsOf(l, r),
    ...endsOf(left, right),
    left: sideOf(left, l),
    right: sideOf(right, r),
  };
}

function sideOf({ engine }: Snapshot, told: readonly Told[]): ComparedSide {
  const { stepCount, digest, quiescent } = engine;
  return { steps: stepCount, beats: told.length, digest: String(digest), isAtRest: quiescent };
}
