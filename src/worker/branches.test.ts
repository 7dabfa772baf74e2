import { expect, it, vi } from 'vitest';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../cluster/program.ts';
import { firstDifference } from '../protocol/compare-view.ts';
import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import type { QueryResult } from '../protocol/queries.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';
import { Pump } from './pump.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

const FRESH: RunDescription = {
  v: 1,
  build: 'test',
  seed: 1,
  cluster: { nodes: 1, latencies: 'realistic' },
  inputs: [],
};

const options: SimulationOptions = {
  kinds: clusterKinds,
  program: (run) => clusterProgram(run.cluster),
  startTime: () => CLUSTER_START_TIME,
  settleMicros: CLUSTER_SETTLE_MICROS,
  maxSteps: 1_000_000,
  restlessAfter: 100_000,
  build: 'test',
};

const typed = (line: string): Input => ({ type: 'kubectl', argv: line.split(' '), files: {} });

function rest(simulation: Simulation): void {
  while (!simulation.resting) simulation.runSlice(200);
  simulation.seekEnd();
}

/** Two commands, and another second one in the past of the first story. */
function branched(): Simulation {
  const simulation = new Simulation(FRESH, options);
  for (const line of ['create configmap a', 'create configmap b']) {
    simulation.give(typed(line));
    rest(simulation);
  }
  simulation.seek((simulation.branch.inputs[1]?.afterStep ?? 0) - 5);
  simulation.give(typed('create configmap c'));
  rest(simulation);
  return simulation;
}

const namesIn = ({ branchList }: Simulation) => branchList.map(({ name }) => name);

it('GV18: a branch has a name that goes with its run, and an empty one gives it back the one that it had', () => {
  const simulation = branched();
  expect(namesIn(simulation)).toEqual(['main', 'branch 2']);
  expect(simulation.branchList[1]).toMatchObject({ parent: 0, parentName: 'main' });
  simulation.nameBranch(1, '  with c ');
  simulation.nameBranch(0, 'x'.repeat(200));
  expect(simulation.describe().name).toBe('with c');
  expect(namesIn(simulation)[0]).toHaveLength(60);
  const opened = new Simulation(simulation.describe(), options);
  expect(namesIn(opened)).toEqual(['with c']);
  expect(opened.engine.stepCount).toBeGreaterThan(100);
  simulation.nameBranch(1, ' ');
  expect(simulation.describe()).not.toHaveProperty('name');
  expect(namesIn(simulation)[1]).toBe('branch 2');
  // Who acts in the past of a named branch does not get a second one of that name.
  simulation.nameBranch(1, 'with c');
  simulation.seek(simulation.branch.inputs[0]?.afterStep ?? 0);
  simulation.give(typed('create configmap d'));
  expect(namesIn(simulation)[2]).toBe('branch 3');
});

it('GV18: deleting a branch leaves the others as they are, and its number is not used again', () => {
  const simulation = branched();
  const { digest, stepCount } = simulation.engine;
  expect([simulation.onlyIn(0), simulation.onlyIn(1)]).toEqual([1, 1]);
  simulation.nameBranch(0, 'first');
  simulation.deleteBranch(0);
  expect(simulation.branchList).toMatchObject([{ id: 1, parentName: 'first' }]);
  expect(simulation.branchList[0]).not.toHaveProperty('parent');
  // What grew from it has its whole past, and goes on.
  expect([simulation.engine.digest, simulation.engine.stepCount]).toEqual([digest, stepCount]);
  simulation.seekStart();
  expect(simulation.snapshot.seq).toBeUndefined();
  simulation.seekEnd();
  expect(() => simulation.deleteBranch(1)).toThrow('the last branch cannot be deleted');
  simulation.seek(simulation.branch.inputs[0]?.afterStep ?? 0);
  simulation.give(typed('create configmap d'));
  expect([simulation.branchId, simulation.begun]).toEqual([2, 3]);
  simulation.deleteBranch(2);
  expect(simulation.branchId).toBe(1);
  expect(() => simulation.deleteBranch(7)).toThrow('there is no branch 7');
});

it('GV19: another run stands beside, with a cluster of its own, and nothing else changes', () => {
  const other = new Simulation({ ...FRESH, cluster: { ...FRESH.cluster, nodes: 2 } }, options);
  other.give(typed('create configmap z'));
  rest(other);
  const simulation = branched();
  const before = [simulation.engine.digest, simulation.snapshot.seq, simulation.branchId];
  simulation.bring({ ...other.describe(), name: 'two nodes' });
  expect([simulation.engine.digest, simulation.snapshot.seq, simulation.branchId]).toEqual(before);
  expect(namesIn(simulation)).toEqual(['main', 'branch 2', 'two nodes']);
  simulation.switchTo(2);
  rest(simulation);
  expect(simulation.engine.digest).toBe(other.engine.digest);
  expect(simulation.describe()).toEqual({ ...other.describe(), name: 'two nodes' });
  expect(simulation.branch.isPast).toBe(false);
});

/** A page that sends and waits, without a clock. */
function pumpOf() {
  const posted: FromWorker[] = [];
  const soon: (() => void)[] = [];
  const pump = new Pump(
    { post: (message) => posted.push(message), later: (action) => soon.push(action), now: () => 0 },
    options,
  );
  let id = 0;
  const send = (message: Record<string, unknown>) => {
    id += 1;
    pump.receive({ ...message, id } as ToWorker);
    for (let next = soon.shift(); next !== undefined; next = soon.shift()) next();
    const answer = posted.findLast((each) => 'id' in each && each.id === id) as {
      readonly result?: QueryResult;
      readonly message?: string;
    };
    return answer;
  };
  return { send, posted };
}

it('GV20: two branches are compared at their rest, and nobody is moved', () => {
  const { send, posted } = pumpOf();
  send({ type: 'open', run: branched().describe() });
  send({ type: 'seek', to: 0 });
  const lastFrame = () =>
    posted.findLast((message) => message.type === 'frame') as Extract<FromWorker, { type: 'frame' }>;
  const at = lastFrame().frame.seq;
  const compared = send({ type: 'query', query: { type: 'compare', left: 0, right: 0 } }).result;
  if (compared?.type !== 'compare') throw new Error('no comparison');
  const { rows, left, right } = compared.comparison;
  expect(rows.length).toBeGreaterThan(5);
  expect(firstDifference(rows)).toBe(-1);
  expect([left.isAtRest, right.isAtRest]).toEqual([true, true]);
  send({ type: 'bring', run: FRESH });
  const other = send({ type: 'query', query: { type: 'compare', left: 0, right: 1 } }).result;
  if (other?.type !== 'compare') throw new Error('no comparison');
  expect(other.comparison.objects.filter(({ only }) => only === 'left').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['a', 'c']),
  );
  expect(lastFrame().frame.seq).toBe(at);
  expect(send({ type: 'query', query: { type: 'compare', left: 0, right: 9 } }).message).toBe('there is no branch 9');
  expect(send({ type: 'query', query: { type: 'lost', branch: 0 } }).result).toEqual({ type: 'lost', inputs: 2 });
});

it('GV18 GV19: what cannot be done is said, and the engine goes on', () => {
  const { send, posted } = pumpOf();
  send({ type: 'open', run: FRESH });
  expect(send({ type: 'deleteBranch', branch: 0 }).message).toContain('last branch');
  const broken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(send({ type: 'bring', run: { ...FRESH, cluster: undefined } }).message).toBeDefined();
  broken.mockRestore();
  expect(posted.some(({ type }) => type === 'broken')).toBe(false);
  send({ type: 'nameBranch', branch: 0, name: 'mine' });
  const named = posted.findLast((message) => message.type === 'frame') as Extract<FromWorker, { type: 'frame' }>;
  expect(named.frame.run?.name).toBe('mine');
  expect(named.frame.branches?.[0]?.name).toBe('mine');
});
