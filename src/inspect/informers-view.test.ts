import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { Snapshot } from './snapshot.ts';
import { informersView } from './views/informers.ts';

it('before anything has passed an informer, the one that is about to hear of the step’s object is shown', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: ['create', 'deployment', 'web', '--image=nginx'], files: {} });
  run.advance({ time: run.engine.now + 3_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  const { journal } = run.engine;
  const at = (kind: string) => {
    for (let seq = journal.base; seq < journal.end; seq += 1) {
      if (journal.kindOf(seq).name !== kind || journal.step(seq).subject !== 'deployments.apps/default/web') continue;
      snapshot.cursor.seek(seq);
      return informersView(snapshot, {}).informer;
    }
    throw new Error(`no ${kind}`);
  };
  expect(at('apiserver.cached')).toMatchObject({ name: expect.stringContaining('/deployments'), queue: [] });
  expect(at('clientgo.received')?.name).toContain('/deployments');
});
