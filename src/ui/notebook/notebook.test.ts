import { expect, it } from 'vitest';
import { createNotebook, type KeptPin, openPins, pinsOf } from '../../debugger/notebook.ts';
import { arePins } from '../../protocol/link/pin-check.ts';
import type { BranchInfo } from '../../protocol/messages.ts';
import { printRun, readRun } from '../../protocol/run-file.ts';
import { moved } from './order.ts';

const anchorAt = (seq: number) => ({
  seq,
  story: 1,
  by: 'beat' as const,
  kind: 'insight.stored',
  subject: 'pods/default/x',
  actor: 'etcd',
  nth: 1,
  like: 1,
  says: '0k3fmx2',
  before: '1p7vq0a',
});
const pin = (id: number, branch: number, seq: number): KeptPin => ({
  id,
  branch,
  edition: 0,
  at: anchorAt(seq),
  time: seq,
});
const branch = (id: number, parent?: number, forkedAt?: number): BranchInfo => ({
  id,
  name: `${id}`,
  forkedAt,
  forkedTime: forkedAt,
  parent,
  steps: 100,
});

it('a file has the pins of its branch, and those in the past that it shares with the ones before', () => {
  const branches = [branch(0), branch(1, 0, 20), branch(2, 1, 40), branch(3)];
  const pins = [pin(0, 0, 10), pin(1, 0, 30), pin(2, 1, 35), pin(3, 1, 50), pin(4, 2, 90), pin(5, 3, 5)];
  const notebook = createNotebook();
  notebook.setState({ pins });
  const seqs = (of: number) => pinsOf(notebook, { branch: of, branches }).map(({ time }) => time);
  expect(seqs(0)).toEqual([10, 30]);
  expect(seqs(1)).toEqual([10, 35, 50]);
  expect(seqs(2)).toEqual([10, 35, 90]);
  expect(seqs(3)).toEqual([5]);
  // The branch before is deleted: its pins are of nobody any more.
  expect(pinsOf(notebook, { branch: 2, branches: [branch(2)] }).map(({ time }) => time)).toEqual([90]);
});

it('pins travel in a saved run, and come back as those of its one branch', () => {
  const notebook = createNotebook();
  notebook.setState({
    pins: [
      { ...pin(7, 0, 10), note: 'Look here.', told: 'It is stored' },
      { ...pin(8, 0, 11), note: '' },
    ],
  });
  const pins = pinsOf(notebook, { branch: 0, branches: [branch(0)] });
  const run = { v: 1 as const, build: 'b', seed: 1, cluster: { nodes: 1, latencies: 'zero' as const }, inputs: [] };
  const read = readRun(printRun({ run, position: 1, pins }));
  if (typeof read === 'string') throw new Error(read);
  expect(read.pins).toEqual(pins);
  openPins(notebook, read.pins);
  expect(notebook.getState().pins.map(({ note, branch: of }) => [note, of])).toEqual([
    ['Look here.', 0],
    [undefined, 0],
  ]);
  openPins(notebook);
  expect(notebook.getState().pins).toEqual([]);
});

it('what is no list of pinned moments is refused as a whole', () => {
  const good = { at: anchorAt(3), told: 'x', note: 'y', time: -5 };
  expect(arePins([good, { at: 'start' }])).toBe(true);
  for (const bad of [
    { ...good, at: 'end' },
    { ...good, at: { ...anchorAt(3), nth: 0 } },
    { ...good, note: 7 },
    { ...good, note: 'x'.repeat(4_001) },
    { ...good, time: 0.5 },
    { ...good, more: 1 },
    { note: 'without a place' },
    'pin',
  ])
    expect(arePins([bad]), JSON.stringify(bad).slice(0, 60)).toBe(false);
  expect(arePins(Array(201).fill(good))).toBe(false);
  expect(
    readRun(JSON.stringify({ v: 1, seed: 1, cluster: { nodes: 1, latencies: 'zero' }, inputs: [], pins: [{}] })),
  ).toBe('pins is not a list of pinned moments');
});

it('a pin moves by one place, and stays at the ends', () => {
  const pins = [pin(0, 0, 1), pin(1, 0, 2), pin(2, 0, 3)];
  const ids = (list: readonly KeptPin[]) => list.map(({ id }) => id);
  expect(ids(moved(pins, 1, -1))).toEqual([1, 0, 2]);
  expect(ids(moved(pins, 1, 1))).toEqual([0, 2, 1]);
  expect(ids(moved(pins, 0, -1))).toEqual([0, 1, 2]);
  expect(ids(moved(pins, 2, 1))).toEqual([0, 1, 2]);
  expect(ids(moved(pins, 9, 1))).toEqual([0, 1, 2]);
});
