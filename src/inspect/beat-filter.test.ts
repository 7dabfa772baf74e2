import { beforeAll, expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import type { Filter } from '../protocol/messages.ts';
import { answer } from './answer.ts';
import { Snapshot } from './snapshot.ts';
import { stepView } from './views/step.ts';
import { timelineView } from './views/timeline.ts';

const BEATS: Filter = { grain: 'beat', scope: 'story' };

let run: ReturnType<typeof startedRun>;
let snapshot: Snapshot;

function seqsOf({ index }: Snapshot): readonly number[] {
  return Array.from({ length: index.size }, (_, place) => index.at(place) as number);
}

beforeAll(() => {
  run = startedRun({ nodes: 1, latencies: 'zero' });
  snapshot = new Snapshot(run.engine, BEATS);
  run.give({ type: 'kubectl', argv: ['create', 'configmap', 'one'], files: {} });
  // The index grows with the run.
  for (let slice = 0; slice < 20; slice += 1) {
    run.advance({ quiescent: true, occurrences: 5 });
    snapshot.refresh();
  }
  run.advance({ quiescent: true, steps: 10_000 });
  snapshot.refresh();
});

it('IN25: at the grain of beats one steps from beat to beat', () => {
  const { beats } = snapshot;
  expect(snapshot.index.size).toBeGreaterThan(4);
  expect(seqsOf(snapshot)).toEqual(Array.from({ length: beats.size }, (_, place) => beats.at(place)?.last));
  expect(timelineView(snapshot).beats).toHaveLength(beats.size);
});

it('IN25: a list of beats has their sentences, and the step at the cursor its beat', () => {
  const told = answer(snapshot, { type: 'steps', fromIndex: 1, count: 3 });
  expect(told.type === 'steps' && told.steps.map(({ kind }) => kind)).toContain('insight.asked');
  snapshot.cursor.seek(snapshot.index.at(0) as number);
  expect(stepView(snapshot)?.beat).toMatchObject({
    index: 1,
    count: snapshot.beats.size,
    insight: { kind: 'insight.asked' },
  });
});

it('IN25: within a beat the steps are its own, in order, and end where it stands', () => {
  const last = snapshot.index.at(1) as number;
  const inside = new Snapshot(run.engine, { ...BEATS, within: last });
  inside.refresh();
  const seqs = seqsOf(inside);
  expect(seqs.length).toBeGreaterThan(1);
  expect(seqs).toEqual(inside.beats.at(1)?.steps.filter((seq) => seqs.includes(seq)));
  expect(seqs.at(-1)).toBe(last);
  inside.cursor.seek(seqs[0] as number);
  expect(stepView(inside)?.beat?.index).toBe(2);
});

it('IN25: who looks at everything, or at one actor, sees steps', () => {
  for (const more of [{ scope: 'everything' }, { actor: 'kubectl' }] as const) {
    const byBeat = new Snapshot(run.engine, { ...BEATS, ...more });
    const byStep = new Snapshot(run.engine, { ...BEATS, grain: 'step', ...more });
    for (const each of [byBeat, byStep]) each.refresh();
    expect(seqsOf(byBeat)).toEqual(seqsOf(byStep));
  }
});

it('IN30: who follows an object steps from beat to beat of what touched it, also of those that are folded', () => {
  const two = startedRun({ nodes: 2, latencies: 'zero' });
  two.give({ type: 'kubectl', argv: ['create', 'deployment', 'web', '--image=nginx:1.27', '--replicas=2'], files: {} });
  two.advance({ quiescent: true, steps: 60_000 });
  const { journal } = two.engine;
  const pods = new Set<string>();
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq).name === 'kubelet.containerStarted' || journal.kindOf(seq).name === 'kubelet.containersRun')
      pods.add(journal.subjectOf(seq));
  expect(pods.size).toBe(2);
  for (const object of pods) {
    const followed = new Snapshot(two.engine, { ...BEATS, object });
    followed.refresh();
    const seqs = seqsOf(followed);
    expect([...seqs].sort((a, b) => a - b)).toEqual(seqs);
    const kinds = seqs.map((seq) => journal.kindOf(seq).name);
    for (const kind of ['scheduler.selected', 'kubelet.volumesMounted']) expect(kinds, object).toContain(kind);
    expect(kinds.filter((kind) => kind.startsWith('kubectl.'))).toEqual([]);
    expect(timelineView(followed).beats).toHaveLength(seqs.length);
    const told = answer(followed, { type: 'steps', fromIndex: 1, count: 99 });
    expect(told.type === 'steps' && told.steps.map(({ seq }) => seq)).toEqual(seqs);
    followed.cursor.seek(seqs[0] as number);
    expect(stepView(followed)?.beat?.seq ?? seqs[0]).toBe(seqs[0]);
  }
});
