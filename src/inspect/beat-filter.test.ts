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

it('IN25: who looks at everything, at one actor or object sees steps', () => {
  for (const more of [{ scope: 'everything' }, { actor: 'kubectl' }, { object: 'configmaps/default/one' }] as const) {
    const byBeat = new Snapshot(run.engine, { ...BEATS, ...more });
    const byStep = new Snapshot(run.engine, { ...BEATS, grain: 'step', ...more });
    for (const each of [byBeat, byStep]) each.refresh();
    expect(seqsOf(byBeat)).toEqual(seqsOf(byStep));
  }
});
