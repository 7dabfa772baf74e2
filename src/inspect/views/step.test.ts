import { expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { Snapshot } from '../snapshot.ts';
import { stageView } from './stage.ts';
import { stepView } from './step.ts';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colours }\ndata: { sky: blue }\n';

it('IN15: every step of a request but the last leads somewhere', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  for (const text of [CONFIG, CONFIG.replace('blue', 'grey')]) {
    run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'c.yaml'], files: { 'c.yaml': text } });
    run.advance({ time: run.engine.now + 2_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const patched: string[] = [];
  for (let at = 0; at < snapshot.index.size; at += 1) {
    snapshot.cursor.seek(snapshot.index.at(at) as number);
    const view = stepView(snapshot);
    if (view?.step.kind === 'apiserver.patched') patched.push(view.effects.map(({ kind }) => kind).join(' '));
  }
  expect(patched.length).toBeGreaterThan(0);
  expect(patched.every((kinds) => kinds !== '')).toBe(true);
});

it('IN42: before its first step a story has its whole cluster, and everything has nothing', () => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  const input = { type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'c.yaml'], files: { 'c.yaml': CONFIG } } as const;
  run.give(input);
  run.advance({ time: run.engine.now + 2_000_000 });
  for (const grain of ['scene', 'beat', 'step', 'detail'] as const) {
    const snapshot = new Snapshot(run.engine, { grain, scope: 'story' });
    snapshot.refresh();
    snapshot.cursor.seek(snapshot.beginning);
    expect(snapshot.index.countUpTo(snapshot.cursor.position)).toBe(0);
    expect([stepView(snapshot), snapshot.time, snapshot.deltas]).toEqual([undefined, 0, []]);
    const { nodes, vehicles, request, closeUp, scene } = stageView(snapshot);
    expect(nodes.map(({ ready }) => ready)).toEqual([true, true]);
    expect([vehicles, request, closeUp, scene]).toEqual([[], undefined, undefined, undefined]);
    snapshot.cursor.seek(snapshot.beginning + 1);
    expect(snapshot.step?.kind.name).toBe('kubectl.command');
  }
  const all = new Snapshot(run.engine, { grain: 'step', scope: 'everything' });
  all.refresh();
  all.cursor.seek(all.beginning);
  expect([stageView(all).nodes, all.step]).toEqual([[], undefined]);
});

it('IN2: what kubectl keeps of an answer is no change of an object', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'c.yaml'], files: { 'c.yaml': CONFIG } });
  run.advance({ time: run.engine.now + 2_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const kept: (readonly [readonly unknown[], readonly string[]])[] = [];
  for (let at = 0; at < snapshot.index.size; at += 1) {
    snapshot.cursor.seek(snapshot.index.at(at) as number);
    const view = stepView(snapshot);
    if (view?.step.kind === 'kubectl.discovered') kept.push([view.diff, view.writes.map(({ table }) => table)]);
  }
  expect(kept).toContainEqual([[], ['kubectl/cache']]);
  expect(kept.filter(([diff]) => diff.length > 0)).toEqual([]);
});
