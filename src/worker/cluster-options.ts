import { MINUTE } from '../base/time/units.ts';
import { CLUSTER_SETTLE_MICROS, clusterKinds, clusterProgram, startTimeOf } from '../cluster/program.ts';
import type { SimulationOptions } from './simulation.ts';

/** How the engine of a build runs clusters, wherever it runs. */
export function clusterOptions(build: string): SimulationOptions {
  return {
    kinds: clusterKinds,
    program: (run) => clusterProgram(run.cluster),
    startTime: (run) => startTimeOf(run.cluster),
    settleMicros: CLUSTER_SETTLE_MICROS,
    maxSteps: 2_000_000,
    // Whoever begins a story follows its beginning step by step.
    thinning: { whole: 200_000, newest: 60_000, most: 1_000_000 },
    restlessAfter: 200_000,
    restlessMicros: 30 * MINUTE,
    mostSteps: 50_000_000,
    build,
  };
}
