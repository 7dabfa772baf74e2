import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { answer } from './answer.ts';
import { Snapshot } from './snapshot.ts';

it('IN18: an object is found by its words, also one that was there before the run began or is gone', () => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  for (const line of ['create configmap mine', 'delete configmap mine']) {
    run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
    run.advance({ time: run.engine.now + 2_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const found = (text: string) => {
    const result = answer(snapshot, { type: 'find', text });
    if (result.type !== 'find') throw new Error(result.type);
    return result;
  };
  const names = (text: string) => found(text).objects.map(({ subject }) => subject);
  for (const text of ['configmap mine', 'mine default', 'configmaps/default/mine', ' MINE '])
    expect(names(text), text).toContain('configmaps/default/mine');
  const mine = found('configmap mine').objects[0];
  expect(mine).toMatchObject({ exists: false });
  expect(mine?.firstWrite).toBeLessThan(mine?.lastWrite ?? 0);
  const node = found('nodes/node-2').objects.find(({ subject }) => subject === 'nodes/node-2');
  expect(node).toMatchObject({ exists: true });
  expect([names('mine nothing'), names('  '), found('mine').more, found('a').more]).toEqual([[], [], false, true]);
  expect(names('a')).toHaveLength(50);
});
