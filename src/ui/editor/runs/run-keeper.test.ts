// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotebook, type Notebook, openPins } from '../../../debugger/notebook.ts';
import type { Frame } from '../../../protocol/messages.ts';
import type { RunDescription } from '../../../protocol/run-description.ts';
import { createFrameStore } from '../../../session/frame-store.ts';
import { earlierRuns, putAside } from './earlier-runs.ts';
import { recallRun, recallRuns } from './kept-run.ts';
import { RunKeeper } from './run-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function memoryOf(room = Number.POSITIVE_INFINITY) {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('full');
      map.set(key, value);
    },
  };
}

function runOf(words: readonly string[], scenario?: string): RunDescription {
  const inputs = words.map((word, place) => ({
    afterStep: place,
    afterOccurrence: place,
    time: place,
    input: { type: 'kubectl' as const, argv: ['get', word], files: {} },
  }));
  const cluster = { nodes: 3, latencies: 'realistic' as const };
  return { v: 1, build: 'b', seed: 1, cluster, ...(scenario === undefined ? {} : { scenario }), inputs };
}

const named = (list: ReturnType<typeof earlierRuns>) =>
  list.map(({ run, position }) => [
    run.scenario ?? run.inputs.map(({ input }) => (input as { readonly argv?: readonly string[] }).argv?.[1]).join(''),
    position,
  ]);

function pageOf(own = memoryOf(), shared = memoryOf(), notebook?: Notebook) {
  const frames = createFrameStore();
  const keeper = new RunKeeper(frames, { own, shared }, 'x', notebook);
  const end = keeper.start();
  const show = (run: RunDescription, seq: number, branch = 0, begun = branch + 1, deleted: readonly number[] = []) => {
    const branches = Array.from({ length: begun }, (_, id) => ({ id })).filter(({ id }) => !deleted.includes(id));
    frames.setState({ frame: { run, seq, branch, branches, begun } as unknown as Frame });
  };
  return { own, shared, keeper, show, end };
}

test('the pins of a run stay with it when another one is opened, whose pins come before it is shown', () => {
  const notebook = createNotebook();
  const { keeper, show } = pageOf(memoryOf(), memoryOf(), notebook);
  show(runOf(['a']), 5);
  openPins(notebook, [{ at: 'start', note: 'of a' }]);
  keeper.putAside();
  openPins(notebook);
  show(runOf(['b']), 1, 0, 2);
  expect(keeper.earlier().map(({ pins }) => pins?.map(({ note }) => note))).toEqual([['of a']]);
});

test('what is done is kept while it plays on, the place in it once it rests or the page is left', () => {
  const { own, show } = pageOf();
  const run = runOf(['a']);
  show(run, 1);
  for (let seq = 2; seq < 40; seq += 1) {
    vi.advanceTimersByTime(100);
    show(run, seq);
  }
  expect(recallRun(own, 'x')?.run).toEqual(run);
  dispatchEvent(new Event('pagehide'));
  expect(recallRun(own, 'x')?.position).toBe(39);
});

test('a run that gives way to another is among the earlier ones, with its branches and its place, once', () => {
  const { keeper, show } = pageOf();
  show(runOf(['a']), 5);
  show(runOf(['b']), 7, 1);
  keeper.putAside();
  show(runOf([], 's'), 0);
  expect(named(keeper.earlier())).toEqual([
    ['b', 7],
    ['a', 5],
  ]);
  keeper.putAside();
  show(runOf(['b']), 9);
  expect(named(keeper.earlier()), 'what is open is no earlier one').toEqual([['a', 5]]);
  keeper.putAside();
  show(runOf(['c']), 1);
  expect(named(keeper.earlier())).toEqual([
    ['b', 9],
    ['a', 5],
  ]);
});

test('branches that an engine no longer has, after a reload or its end, are earlier runs', () => {
  const first = pageOf();
  first.show(runOf(['a']), 5);
  first.show(runOf(['b']), 7, 1);
  dispatchEvent(new Event('pagehide'));
  first.end();
  const reloaded = pageOf(first.own, first.shared);
  expect(reloaded.keeper.recall()).toMatchObject({ position: 7 });
  reloaded.show(runOf(['b']), 7);
  expect(named(reloaded.keeper.earlier())).toEqual([['a', 5]]);
  reloaded.show(runOf(['c']), 8, 1);
  reloaded.show(runOf(['c']), 8, 0); // the engine ended: it has the open branch alone
  expect(named(reloaded.keeper.earlier())).toEqual([
    ['b', 7],
    ['a', 5],
  ]);
});

test('a page without work of its own begins with what a closed one kept, and a link puts that aside', () => {
  const { own, shared, end, show } = pageOf();
  show(runOf(['mine']), 3);
  dispatchEvent(new Event('pagehide'));
  end();
  const linked = pageOf(own, shared);
  linked.keeper.putAside();
  linked.show(runOf(['theirs']), 1);
  expect(named(linked.keeper.earlier())).toEqual([['mine', 3]]);
});

test('a run that is left for a new one does not come back by itself', () => {
  const { own, keeper, show } = pageOf();
  show(runOf(['broken']), 3);
  keeper.leave();
  dispatchEvent(new Event('pagehide'));
  expect(recallRun(own, 'x')).toBeUndefined();
  expect(named(keeper.earlier())).toEqual([['broken', 3]]);
});

test('the list stays short, a scenario has one place in it and goes first, and a full storage keeps the newest', () => {
  const memory = memoryOf();
  const aside = (run: RunDescription, position = 0) => putAside(memory, [{ run, position }]);
  aside(runOf(['p'], 's'), 1);
  for (const word of 'abcdefghi') aside(runOf([word]));
  aside(runOf(['p', 'q'], 's'), 2);
  expect(named(earlierRuns(memory)).slice(0, 2)).toEqual([
    ['s', 2],
    ['i', 0],
  ]);
  expect(earlierRuns(memory)).toHaveLength(10);
  aside(runOf(['j']));
  expect(
    named(earlierRuns(memory))
      .map(([name]) => name)
      .join(''),
  ).toBe('jihgfedcba');
  aside(runOf(['k']));
  expect(
    named(earlierRuns(memory))
      .map(([name]) => name)
      .join(''),
  ).toBe('kjihgfedcb');
  const small = memoryOf(700);
  for (const word of 'abc') putAside(small, [{ run: runOf([word]), position: 0 }]);
  expect(
    named(earlierRuns(small))
      .map(([name]) => name)
      .join(''),
  ).toBe('c');
  putAside(memory, [{ run: runOf([]), position: 0 }]);
  expect(earlierRuns(memory), 'a run in which nothing was done is none').toHaveLength(10);
});

test('GV5: a story that was told anew in other words can still be had; a longer one takes nothing away', () => {
  const { keeper, show } = pageOf();
  show(runOf(['a']), 3);
  show(runOf(['a', 'b']), 5);
  expect(named(keeper.earlier())).toEqual([]);
  show(runOf(['a', 'c']), 4);
  expect(named(keeper.earlier())).toEqual([['ab', 5]]);
});

test('a branch that was deleted is not kept, and does not look like an engine that was started again', () => {
  const { own, shared, keeper, show } = pageOf();
  show(runOf(['a']), 1);
  show(runOf(['b']), 2, 1);
  show(runOf(['c']), 3, 2);
  show(runOf(['c']), 3, 2, 3, [1]);
  dispatchEvent(new Event('pagehide'));
  expect(earlierRuns(shared)).toEqual([]);
  expect(named(recallRuns(own, 'x.branches'))).toEqual([['a', 1]]);
  keeper.putAside();
  expect(named(earlierRuns(shared))).toEqual([
    ['c', 3],
    ['a', 1],
  ]);
});
