import type { BeatView } from './beat-view.ts';
import { isByBeats } from './filter-check.ts';
import type { Filter } from './messages.ts';
import type { StepDetailView, StepView } from './views.ts';

/** The beat that stands at the cursor, where beats are what one goes through. */
export function toldBeat(detail: StepDetailView | undefined, filter: Filter): BeatView | undefined {
  return isByBeats(filter) && detail?.beat?.seq === detail?.step.seq ? detail?.beat : undefined;
}

/** A step in the words of its beat, where one is told. */
export function inWordsOf(beat: Pick<BeatView, 'insight'> | undefined, step: StepView): StepView {
  return beat === undefined ? step : { ...step, ...beat.insight };
}
