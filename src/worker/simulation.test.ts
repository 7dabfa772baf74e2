import { describe, expect, it } from 'vitest';
import { type Engine, type Program, Run } from '../engine/index.ts';
import { bank, bankKinds } from '../engine/toy.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

const description: RunDescription = {
  v: 1,
  build: 'test',
  seed: 3,
  cluster: { nodes: 1, latencies: 'zero' },
  inputs: [],
};

/** The toy bank, told in the words of a kubectl command: the first file's text is the number of hops. */
function bankProgram(interestEvery?: number): Program<Input> {
  const program = bank(interestEvery === undefined ? {} : { interestEvery });
  return {
    boot: (engine: Engine) => program.boot(engine),
    give: (engine, input) =>
      program.give(engine, {
        account: 'a',
        amount: 640,
        hops: input.type === 'kubectl' ? Number(input.files.hops ?? 3) : 0,
      }),
  };
}

const options: SimulationOptions = {
  kinds: bankKinds as SimulationOptions['kinds'],
  program: () => bankProgram(),
  startTime: () => 0,
  settleMicros: 10,
  maxSteps: 10_000,
  restlessAfter: 50,
  build: 'test',
};

function typed(hops: number): Input {
  return { type: 'kubectl', argv: ['get', 'pods'], files: { hops: String(hops) } };
}

function started(hops = 5): Simulation {
  const simulation = new Simulation(description, options);
  simulation.give(typed(hops));
  while (!simulation.resting) simulation.runSlice(10);
  return simulation;
}

describe('opening', () => {
  const opened = (afterOccurrence: number, time: number) => {
    const inputs = [{ afterStep: 0, afterOccurrence, time, input: typed(5) }];
    const simulation = new Simulation({ ...description, inputs }, options);
    while (!simulation.resting) simulation.runSlice(10);
    return simulation;
  };

  it('a run is opened also where its inputs do not fit: time decides', () => {
    const fitting = started();
    const [given] = fitting.describe().inputs;
    const { afterOccurrence = 0, time = 0 } = given ?? {};
    expect(opened(afterOccurrence, time).engine.digest).toBe(fitting.engine.digest);
    for (const [occurrence, at] of [
      [0, time],
      [1e15, time],
      [afterOccurrence, time + 1_000],
      [afterOccurrence, 0],
      [-1, -1],
      [1e15, 1e15],
    ] as const) {
      const { engine, snapshot } = opened(occurrence, at);
      expect(engine.quiescent).toBe(true);
      expect(snapshot.index.size).toBe(7);
    }
  });
});

/** Steps of the customer alone are shown. */
function withDeposits(count: number): Simulation {
  const simulation = started();
  for (let more = 1; more < count; more += 1) {
    simulation.seekEnd();
    simulation.give(typed(5));
    while (!simulation.resting) simulation.runSlice(10);
  }
  simulation.setFilter({ grain: 'step', scope: 'story', actor: 'customer' });
  return simulation;
}

describe('moving', () => {
  it('IN6: forward and back comes back; at the ends it stays', () => {
    const simulation = started();
    const { cursor, index } = simulation.snapshot;
    expect(index.size).toBe(7);
    const visited = [cursor.position];
    for (let i = 0; i < 4; i += 1) {
      expect(simulation.stepBy(1)).toBe(true);
      visited.push(cursor.position);
    }
    for (let i = 3; i >= 0; i -= 1) {
      simulation.stepBy(-1);
      expect(cursor.position).toBe(visited[i]);
    }
    simulation.stepBy(-1);
    simulation.stepBy(-1);
    expect(cursor.position).toBe(-1);
    simulation.stepBy(100);
    const end = cursor.position;
    simulation.stepBy(1);
    expect([cursor.position, end]).toEqual([end, index.at(index.size - 1)]);
  });

  it('to the last step belongs what is hidden after it, so the next input makes no branch', () => {
    const simulation = withDeposits(2);
    const { cursor, index } = simulation.snapshot;
    const { journal } = simulation.engine;
    expect(index.at(index.size - 1)).toBeLessThan(journal.end - 1);
    simulation.seek(index.at(index.size - 2) as number);
    simulation.stepBy(1);
    expect(cursor.position).toBe(journal.end - 1);
    simulation.stepBy(1);
    expect(cursor.position, 'the end is the end').toBe(journal.end - 1);
    simulation.stepBy(-1);
    expect(cursor.position).toBe(index.at(index.size - 2));
    simulation.stepBy(1);
    simulation.give(typed(2));
    expect(simulation.branchList).toHaveLength(1);
  });

  it('what plays stops at a breakpoint, also at a step that the filter hides; a step by hand does not', () => {
    const simulation = withDeposits(3);
    const { engine, snapshot } = simulation;
    const stands = () => [engine.journal.kindOf(snapshot.cursor.position).name, simulation.hitBreakpoint];
    simulation.breakpoints = [{ id: 'b', enabled: true, kind: 'bank.transfer' }];
    simulation.seek(0);
    simulation.stepBy(1);
    expect([...stands(), snapshot.index.indexOf(snapshot.cursor.position)]).toEqual(['bank.deposit', undefined, 1]);
    const second = snapshot.cursor.position;
    simulation.seek(0);
    for (let place = 1; place < 4; place += 1) {
      expect(simulation.playOn()).toBe(true);
      expect([...stands(), snapshot.cursor.position]).toEqual(['bank.transfer', 'b', place]);
    }
    simulation.breakpoints = [];
    simulation.playOn();
    expect([simulation.hitBreakpoint, snapshot.cursor.position]).toEqual([undefined, second]);
  });

  it('IN7: an input in the past forks and leaves the old branch as it was', () => {
    const simulation = started();
    const digest = simulation.engine.digest;
    simulation.seekEnd();
    simulation.seek(2);
    simulation.give(typed(8));
    while (!simulation.resting) simulation.runSlice(10);
    expect(simulation.branchId).toBe(1);
    expect(simulation.branchList.map(({ forkedAt }) => forkedAt)).toEqual([undefined, 2]);
    expect(simulation.describe().inputs).toHaveLength(2);
    expect(simulation.engine.digest).not.toBe(digest);
    simulation.switchTo(0);
    expect(simulation.engine.digest).toBe(digest);
  });

  it('IN7: what describes a run is enough to have it again', () => {
    const simulation = started();
    const again = new Simulation(simulation.describe(), options);
    while (!again.resting) again.runSlice(10);
    expect(again.engine.digest).toBe(simulation.engine.digest);
  });

  it('IN8: a restless run is paused, says so, and may go on', () => {
    const simulation = started(120);
    expect(simulation.stoppedAfter).toBeGreaterThan(50);
    expect(simulation.engine.quiescent).toBe(false);
    simulation.allowMore();
    while (!simulation.resting) simulation.runSlice(10);
    simulation.allowMore();
    while (!simulation.resting) simulation.runSlice(10);
    expect(simulation.engine.quiescent).toBe(true);
  });
});

describe('a run that somebody else drives', () => {
  it('SV13: who steps back stays where he is, also while only what the filter hides goes on', () => {
    const run = new Run<Input>(() => bankProgram(5), {
      seed: 3,
      kinds: options.kinds,
      startTime: 0,
      recording: 'full',
      maxSteps: 10_000,
      freeze: false,
    });
    run.give(typed(5));
    run.advance({ time: 1_000 });
    const simulation = new Simulation(description, { ...options, live: run });
    const goOn = () => {
      run.advance({ time: run.engine.now + 20 });
      simulation.follow();
      return simulation.snapshot.cursor.position;
    };
    const { index } = simulation.snapshot;
    const last = index.at(index.size - 1);
    expect(goOn()).toBe(run.engine.stepCount - 1);
    expect(last).toBeLessThan(run.engine.stepCount - 1);

    simulation.stepBy(-1);
    expect([goOn(), goOn()]).toEqual([last, last]);
    simulation.stepBy(-1);
    expect(goOn()).toBe(index.at(index.size - 2));

    simulation.stepBy(1);
    expect(goOn(), 'at the end again, it goes along').toBe(run.engine.stepCount - 1);
  });
});

describe('a long run', () => {
  const long = {
    ...options,
    maxSteps: 1_000_000,
    restlessAfter: 100,
    thinning: { whole: 500, newest: 100, most: 300 },
  };
  const begun = (more: Partial<SimulationOptions>) => {
    const simulation = new Simulation(description, { ...long, ...more });
    simulation.give(typed(15_000));
    while (!simulation.resting) simulation.runSlice(50);
    return simulation;
  };

  it('EN29: goes on thinned, with its beginning and where the reader stands', () => {
    const simulation = begun({ restlessMicros: 3_600_000_000 });
    expect(simulation.stoppedAfter).toBeUndefined();
    const { journal, digest } = simulation.engine;
    expect(journal.thinned?.moments).toBeGreaterThan(10);
    const whole = new Run<Input>(() => bankProgram(), {
      seed: description.seed,
      kinds: bankKinds,
      startTime: 0,
      recording: 'off',
      maxSteps: 0,
      freeze: false,
    });
    for (const given of simulation.describe().inputs) whole.replay(given);
    whole.advance({ quiescent: true });
    expect(digest).toBe(whole.engine.digest);
    expect(simulation.snapshot.cursor.position).toBe(0);
    expect([0, 1, 499].every((seq) => journal.has(seq))).toBe(true);
    // Of what the filter lets through there is nothing that is gone, forwards and backwards.
    const { index } = simulation.snapshot;
    for (let place = 0; place < index.size; place += 1) expect(journal.has(index.at(place) as number)).toBe(true);
    simulation.seek(12_000);
    expect(simulation.snapshot.cursor.position).toBe(journal.momentAt(12_000));
    const { position } = simulation.snapshot.cursor;
    simulation.stepBy(-1);
    expect(simulation.snapshot.cursor.position).toBe(journal.momentAt(position - 1));
    simulation.stepBy(1);
    expect(simulation.snapshot.cursor.position).toBe(position);
  });

  it('EN29: is paused only when much time passes, too, or after very many steps', () => {
    expect(begun({}).stoppedAfter).toBeLessThan(300);
    expect(begun({ restlessMicros: 3_600_000_000, mostSteps: 5_000 }).stoppedAfter).toBeLessThan(5_300);
  });

  it('EN30: what is given at a moment of it begins a branch there', () => {
    const simulation = begun({ restlessMicros: 3_600_000_000 });
    simulation.seek(12_000);
    simulation.seekEnd();
    simulation.seek(9_000);
    const { position } = simulation.snapshot.cursor;
    simulation.give(typed(3));
    expect(simulation.branchList.map(({ forkedAt }) => forkedAt)).toEqual([undefined, position]);
    while (!simulation.resting) simulation.runSlice(50);
    expect(simulation.engine.journal.has(position)).toBe(true);
    expect(simulation.engine.journal.has(0)).toBe(true);
  });
});
