import { expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { Snapshot } from '../snapshot.ts';
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
