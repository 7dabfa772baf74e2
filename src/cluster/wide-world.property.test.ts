import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../base/time/units.ts';
import type { Run, TableName } from '../engine/index.ts';
import { Cursor } from '../engine/index.ts';
import type { Given } from './inputs/inputs.ts';
import { problemsAtRest, storageProblems } from './invariants/index.ts';
import type { Faults } from './ports/environment.ts';
import { startedRun } from './testing/started-run.ts';
import { type Deed, MENDED, wideWorld } from './testing/wide-world.ts';

const SEED = 20_260_115;
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

/** All tables, keys in order. */
function shown(names: readonly string[], entries: (id: number) => Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(
    names.map((name, id) => [name, Object.fromEntries([...entries(id)].sort(([a], [b]) => (a < b ? -1 : 1)))]),
  );
}

describe('a cluster to which everything happens', () => {
  it('shows at every step, gone back to, what it had there, and goes on from there as it did', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), wideWorld(12), fc.nat({ max: 999 }), (seed, deeds, at) => {
        const run = startedRun({ nodes: 3, latencies: 'realistic' }, { seed });
        for (const { given, after } of deeds) {
          run.give(given);
          run.advance({ time: run.engine.now + after });
        }
        const { journal, now } = run.engine;
        const last = journal.end - 1;
        const fork = run.fork(Math.floor((last * at) / 1000));
        const stands = Math.min(fork.engine.stepCount - 1, last);
        const cursor = new Cursor(journal);
        for (const step of [last, Math.max(0, stands - 50), stands]) cursor.seek(step);
        const { tableNames } = fork.engine;
        const ids = tableNames.map((name) => run.engine.tableNames.indexOf(name));
        expect(shown(tableNames, (id) => cursor.table(ids[id] as number))).toEqual(
          shown(tableNames, (id) => fork.engine.table(tableNames[id] as TableName).entries()),
        );
        for (const given of run.inputs.slice(fork.inputs.length)) fork.replay(given);
        fork.advance({ time: now });
        expect(fork.engine.digest).toBe(run.engine.digest);
      }),
      { seed: SEED, numRuns: 4 },
    );
  }, 120_000);

  it('shows to whoever asks late what it showed to whoever looked on', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), wideWorld(12), fc.integer({ min: 40, max: 200 }), (seed, deeds, pause) => {
        const [seen, unseen] = (['full', 'off'] as const).map((recording) =>
          startedRun({ nodes: 3, latencies: 'realistic' }, { seed, recording }),
        ) as [Run<Given>, Run<Given>];
        const { tableNames } = seen.engine;
        const tables = ({ engine }: Run<Given>) =>
          shown(tableNames, (id) => engine.table(tableNames[id] as TableName).entries());
        for (const { given, after } of deeds) {
          for (const run of [seen, unseen]) run.give(given);
          const stop = { occurrences: pause, time: seen.engine.now + after };
          let stopped: string;
          do {
            stopped = seen.advance(stop);
            unseen.advance(stop);
            expect(tables(unseen)).toEqual(tables(seen));
          } while (stopped !== 'time');
        }
        expect(unseen.engine.digest).toBe(seen.engine.digest);
      }),
      { seed: SEED, numRuns: 5 },
    );
  }, 120_000);

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
