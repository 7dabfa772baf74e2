import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../engine/index.ts';
import type { Given } from './inputs.ts';
import { problemsAtRest, storageProblems } from './invariants/index.ts';
import type { Faults } from './ports/environment.ts';
import { startedRun } from './testing/started-run.ts';
import { type Deed, MENDED, wideWorld } from './testing/wide-world.ts';

const SEED = 20_260_115;
const SECOND = 1_000_000;
/** Long enough for nodes to be trusted again, for evictions, and for what is tried again later and later. */
const HEALED = 700 * SECOND;

function lived(seed: number, deeds: readonly Deed[], faults: Partial<Faults>): Run<Given> {
  const run = startedRun({ nodes: 3, latencies: 'realistic', faults }, { seed, recording: 'thin' });
  for (const { given, after } of deeds) {
    run.give(given);
    run.advance({ time: run.engine.now + after });
    expect(storageProblems(run.engine)).toEqual([]);
  }
  for (const given of MENDED) run.give(given);
  run.advance({ time: run.engine.now + HEALED });
  return run;
}

/** Heartbeats, probes and tries go on: there is a moment soon at which none is under way. */
function problemsInTheEnd(run: Run<Given>): readonly string[] {
  let problems: readonly string[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    run.advance({ time: run.engine.now + 730_000 });
    problems = problemsAtRest(run.engine);
    if (problems.length === 0) break;
  }
  return problems;
}

describe('a cluster to which everything happens', () => {
  it('agrees with itself some time after what failed is mended', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), wideWorld(16), (seed, deeds) => {
        expect(problemsInTheEnd(lived(seed, deeds, {}))).toEqual([]);
      }),
      { seed: SEED, numRuns: 20 },
    );
  }, 120_000);

  it('agrees with itself although requests fail and watches break all the time', () => {
    const faults = { requestErrorPerMille: 40, dropWatchPerMille: 30 };
    fc.assert(
      fc.property(fc.nat({ max: 999 }), wideWorld(16), (seed, deeds) => {
        expect(problemsInTheEnd(lived(seed, deeds, faults))).toEqual([]);
      }),
      { seed: SEED, numRuns: 10 },
    );
  }, 120_000);
});
