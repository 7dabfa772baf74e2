import { expect, it } from 'vitest';
import { CLUSTER_START_TIME, clusterKinds, clusterProgram, type Given } from '../../cluster/assemble.ts';
import { Run } from '../../engine/index.ts';
import { Snapshot } from '../snapshot.ts';
import { stepView } from './step.ts';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colours }\ndata: { sky: blue }\n';

it('IN15: every step of a request but the last leads somewhere', () => {
  const run = new Run<Given>(() => clusterProgram({ nodes: 1, latencies: 'zero' }), {
    seed: 1,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 100_000,
    freeze: false,
  });
  run.advance({ time: CLUSTER_START_TIME + 2_000_000 });
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
