import { describe, expect, it, vi } from 'vitest';
import type { Engine, Program } from '../engine/index.ts';
import { bank, bankKinds } from '../engine/toy.ts';
import { hitsOf } from '../inspect/breakpoints/hits.ts';
import type { Snapshot } from '../inspect/snapshot.ts';
import type { FromWorker, SentFrame } from '../protocol/messages.ts';
import type { Input } from '../protocol/run-description.ts';
import { Pump } from './pump.ts';

vi.mock('../inspect/views/index.ts', () => ({
  viewBuilders: {
    breakpoints: (snapshot: Snapshot) => ({ times: hitsOf(snapshot).view().times.length }),
    node: () => {
      throw new Error('no such node');
    },
    etcd: () => ({ revision: 7, keys: [] }),
    terminal: (snapshot: { readonly cursor: { readonly position: number } }) => ({ at: snapshot.cursor.position }),
  },
}));

function program(disturb: (engine: Engine) => void): Program<Input> {
  const toy = bank();
  return {
    boot: (engine: Engine) => toy.boot(engine),
    give: (engine) => {
      toy.give(engine, { account: 'a', amount: 640, hops: 5 });
      disturb(engine);
    },
  };
}

/** A pump whose later turns are taken by hand. */
function started(disturb: (engine: Engine) => void = () => undefined) {
  const posted: FromWorker[] = [];
  const turns: (() => void)[] = [];
  const pump = new Pump(
    { post: (message) => posted.push(message), later: (turn) => turns.push(turn), now: () => 0 },
    {
      kinds: bankKinds as never,
      program: () => program(disturb),
      startTime: () => 0,
      settleMicros: 10,
      maxSteps: 10_000,
      restlessAfter: 1_000,
      build: 'test',
    },
  );
  const settle = () => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) turn();
  };
  pump.receive({
    type: 'open',
    id: 1,
    run: { v: 1, build: '', seed: 1, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] },
  });
  settle();
  const frames = () => posted.filter((message) => message.type === 'frame').map(({ frame }) => frame as SentFrame);
  return { pump, settle, posted, frames };
}

describe('the frames of a pump', () => {
  it('a view that cannot be computed says so, and the others live', () => {
    const { pump, settle, posted, frames } = started();
    pump.receive({ type: 'subscribe', id: 2, view: 'node' });
    pump.receive({ type: 'subscribe', id: 3, view: 'etcd' });
    settle();
    expect(frames().at(-1)?.failedViews).toEqual({ node: 'no such node' });
    expect(frames().at(-1)?.views).toEqual({ etcd: { to: { revision: 7, keys: [] } } });
    expect(posted.some(({ type }) => type === 'broken')).toBe(false);
  });

  it('bring what changed, and the run once for each input', () => {
    const { pump, settle, frames } = started();
    pump.receive({ type: 'subscribe', id: 2, view: 'etcd' });
    pump.receive({ type: 'subscribe', id: 3, view: 'terminal' });
    settle();
    pump.receive({ type: 'give', id: 4, input: { type: 'kubectl', argv: ['get', 'pods'], files: {} } });
    settle();
    pump.receive({ type: 'step', id: 5, by: 1 });
    settle();
    const last = frames().at(-1);
    expect(Object.keys(last?.views ?? {})).toEqual(['terminal']);
    expect(frames().filter(({ run }) => run !== undefined)).toHaveLength(2);
    expect(last?.run).toBeUndefined();
  });
});

it('stops that are removed are not told any more, though nothing is left to look for', () => {
  const { pump, settle, frames } = started();
  pump.receive({ type: 'subscribe', id: 2, view: 'breakpoints' });
  pump.receive({ type: 'give', id: 3, input: { type: 'kubectl', argv: [], files: {} } });
  pump.receive({ type: 'breakpoints', id: 4, list: [{ id: 'b1', enabled: true, kind: 'bank.deposit' }] });
  settle();
  const told = () => frames().filter(({ views }) => views.breakpoints !== undefined);
  const before = told().length;
  expect(before).toBeGreaterThan(0);
  pump.receive({ type: 'breakpoints', id: 5, list: [] });
  settle();
  expect(told()).toHaveLength(before + 1);
});

it('a run whose engine breaks says what is not as it must be, and which steps led there', () => {
  const { pump, settle, posted } = started((engine) => {
    const jump = () => {
      engine.now += 3_600_000_000;
    };
    engine.after(1, jump, false);
    engine.after(2, () => undefined, false);
  });
  pump.receive({ type: 'give', id: 2, input: { type: 'kubectl', argv: [], files: {} } });
  settle();
  const broken = posted.find((message) => message.type === 'broken');
  expect(broken?.message).toBe('time runs forward');
  expect(broken?.causes.at(-1)).toMatch(/^step \d+ bank\.deposit accounts\/a by customer$/);
});

describe('moves of a pump', () => {
  it('are answered by the frame that shows where they led; a question is answered at once, and changes nothing', () => {
    const { pump, settle, posted, frames } = started();
    pump.receive({ type: 'give', id: 2, input: { type: 'kubectl', argv: [], files: {} } });
    settle();
    const before = frames().length;
    pump.receive({ type: 'step', id: 3, by: 1 });
    pump.receive({ type: 'play', id: 4 });
    expect(frames()).toHaveLength(before);
    settle();
    expect(posted.at(-1)).toMatchObject({ type: 'frame', frame: { index: 3 }, done: [3, 4] });
    pump.receive({ type: 'query', id: 5, query: { type: 'steps', fromIndex: 1, count: 1 } });
    expect(posted.at(-1)).toMatchObject({ type: 'done', id: 5, result: { type: 'steps' } });
    settle();
    expect(frames()).toHaveLength(before + 1);
  });

  it('one that was under way when another run is opened is answered: keys that wait for it go on working', () => {
    const { pump, settle, posted } = started();
    const done = (id: number) => posted.some((message) => message.type === 'frame' && message.done?.includes(id));
    pump.receive({ type: 'give', id: 2, input: { type: 'kubectl', argv: [], files: {} } });
    pump.receive({ type: 'seek', id: 3, to: 'end' });
    expect(done(3)).toBe(false);
    const run = { v: 1, build: '', seed: 2, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] } as const;
    pump.receive({ type: 'open', id: 4, run });
    settle();
    expect([done(3), done(4)]).toEqual([true, true]);
  });

  it('wait while parts are told: each part begins at the end of the one before, and no key is overtaken or forks', () => {
    const { pump, settle, posted, frames } = started();
    const input = { type: 'kubectl', argv: [], files: {} } as const;
    pump.receive({
      type: 'parts',
      id: 2,
      inputs: [input, input, input],
      to: { index: 4, filter: { grain: 'step', scope: 'story' } },
    });
    pump.receive({ type: 'seek', id: 3, to: 'start' });
    pump.receive({ type: 'step', id: 4, by: 2 });
    pump.receive({ type: 'query', id: 5, query: { type: 'steps', fromIndex: 1, count: 1 } });
    expect(posted.at(-1)).toMatchObject({ type: 'done', id: 5 });
    settle();
    const last = frames().at(-1);
    expect(last).toMatchObject({ index: 2, quiescent: true });
    expect(frames().findLast(({ branches }) => branches !== undefined)?.branches).toHaveLength(1);
    const told = frames().findLast(({ run }) => run !== undefined)?.run;
    const begins = told?.inputs.map(({ afterStep }) => afterStep) ?? [];
    expect(begins).toHaveLength(3);
    expect(begins).toEqual([...new Set(begins)].sort((a, b) => a - b));
    const order = posted.flatMap((message) => (message.type === 'frame' ? (message.done ?? []) : []));
    expect(order.filter((id) => id >= 2)).toEqual([2, 3, 4]);
  });

  it('that waited for parts are answered when another run is opened instead', () => {
    const { pump, settle, posted, frames } = started();
    const input = { type: 'kubectl', argv: [], files: {} } as const;
    pump.receive({ type: 'parts', id: 2, inputs: [input, input] });
    pump.receive({ type: 'step', id: 3, by: -1 });
    const run = { v: 1, build: '', seed: 2, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] } as const;
    pump.receive({ type: 'open', id: 4, run });
    pump.receive({ type: 'give', id: 5, input });
    settle();
    const order = posted.flatMap((message) => (message.type === 'frame' ? (message.done ?? []) : []));
    expect(order.filter((id) => id >= 2)).toEqual([2, 3, 4, 5]);
    expect(frames().findLast((frame) => frame.run !== undefined)?.run?.inputs).toHaveLength(1);
  });
});
