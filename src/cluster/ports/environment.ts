import type { Engine } from '../../engine/index.ts';
import type { Latencies } from './latency.ts';

/** Faults that may be set at a run's start or later; ratios are numerator of 1000. */
export interface Faults {
  readonly dropWatchPerMille: number;
  readonly requestErrorPerMille: number;
}

/** What every component is given: the engine and the options of the run. */
export interface Environment {
  readonly engine: Engine;
  readonly latencies: Latencies;
  readonly faults: Faults;
}
