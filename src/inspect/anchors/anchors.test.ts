import { expect, it } from 'vitest';
import type { ClusterConfig, Input } from '../../protocol/run-description.ts';
import { SAMPLES } from '../../ui/editor/samples.ts';
import { newRun, settledAt } from '../../worker/scenario-run.ts';
import { Snapshot } from '../snapshot.ts';
import { anchorAt, findAnchor } from './anchors.ts';

const SAMPLE = SAMPLES[0] as (typeof SAMPLES)[number];
const apply = (text = SAMPLE.text): Input => ({
  type: 'kubectl',
  argv: ['apply', '-f', SAMPLE.file],
  files: { [SAMPLE.file]: text },
});

function told(cluster: Partial<ClusterConfig> = {}, seed = 1, input = apply()): Snapshot {
  const run = newRun({ nodes: 3, latencies: 'realistic', ...cluster }, seed, 100_000);
  run.advance({ time: settledAt(run) });
  run.give(input);
  run.advance({ quiescent: true });
  const snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' }, settledAt(run));
  snapshot.refresh();
  return snapshot;
}

const here = told();
const beats = Array.from({ length: here.index.size }, (_, place) => here.index.at(place) as number);
const anchors = beats.map((seq) => anchorAt(here, seq, true) as NonNullable<ReturnType<typeof anchorAt>>);

it('AN1: every beat, and steps of every sort, are found again at themselves', () => {
  expect(beats.length).toBeGreaterThan(40);
  for (const [at, seq] of beats.entries())
    expect(findAnchor(here, anchors[at] as never)).toMatchObject({ seq, how: 'same', isStorySame: true, beat: seq });
  const { base, end } = here.journal;
  for (let seq = base; seq < end; seq += 211) {
    const anchor = anchorAt(here, seq, false);
    expect(findAnchor(here, anchor as never), String(seq)).toMatchObject({ seq, how: 'same', isStorySame: true });
  }
  expect(anchorAt(here, -1, true)).toBeUndefined();
});

it('AN2: in a slower cluster what happened is found at another number, and only what differs is said to', () => {
  const slower = told({ delays: { etcdCommit: [9, 12], kubeletSync: [3, 5] } });
  const found = anchors.map((anchor) => findAnchor(slower, anchor));
  // What is of other Pods may come in another order, and names with it.
  const kept = found.filter(({ how }) => how === 'same');
  expect(kept.length).toBeGreaterThan(anchors.length / 2);
  expect(kept.filter(({ seq }, at) => seq !== beats[at]).length).toBeGreaterThan(10);
  for (const [at, { how, seq }] of found.entries()) {
    const again = anchorAt(slower, seq, true);
    expect(how === 'same', anchors[at]?.kind).toBe(again?.says === anchors[at]?.says);
  }
});

it('AN3: other names are alike, other numbers otherwise, what is left out gone', () => {
  const other = told({}, 2);
  const hows = new Map<string, number>();
  for (const anchor of anchors) {
    const { how, seq } = findAnchor(other, anchor);
    hows.set(how, (hows.get(how) ?? 0) + 1);
    const again = anchorAt(other, seq, true);
    if (how === 'alike') expect(again?.kind).toBe(anchor.kind);
    if (how === 'alike') expect(again?.subject).not.toBe(anchor.subject);
    if (how === 'otherwise') expect(again).toMatchObject({ kind: anchor.kind, subject: anchor.subject });
  }
  expect(hows.get('alike')).toBeGreaterThan(3);
  expect(hows.get('same')).toBeGreaterThan(10);
  const empty = told({}, 1, { type: 'kubectl', argv: ['get', 'nodes'], files: {} });
  const last = anchors.at(-1) as NonNullable<(typeof anchors)[number]>;
  expect(findAnchor(empty, last)).toMatchObject({ how: 'gone', isStorySame: false });
  expect(findAnchor(here, { ...last, story: 7 })).toMatchObject({ how: 'gone', seq: last.seq });
});

it('AN4: what is told otherwise early is known late, though the place itself says the same', () => {
  const four = told({}, 1, apply(SAMPLE.text.replace(/^/, '# Written by somebody else.\n')));
  const third = told({ delays: { kubectlStart: [700, 701] } });
  for (const changed of [four, third]) {
    const found = anchors.map((anchor) => findAnchor(changed, anchor));
    const firstOther = found.findIndex(({ how }) => how !== 'same');
    const stories = found.map(({ isStorySame }) => isStorySame);
    if (firstOther >= 0) expect(stories.slice(firstOther + 1)).not.toContain(true);
    else expect(stories).not.toContain(false);
  }
});

it('AN5: the same is told whether or not links are made while the run goes on', () => {
  const run = newRun({ nodes: 3, latencies: 'realistic' }, 1, 100_000);
  run.advance({ time: settledAt(run) });
  run.give(apply());
  const snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' }, settledAt(run));
  while (run.advance({ quiescent: true, occurrences: 25 }) === 'occurrences') {
    snapshot.refresh();
    expect(anchorAt(snapshot, run.engine.journal.end - 1, true)).toBeDefined();
  }
  snapshot.refresh();
  expect(snapshot.told.all).toEqual(here.told.all);
  expect(snapshot.told.whole()).toBe(here.told.whole());
});
