import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { Snapshot } from './snapshot.ts';
import { terminalView } from './views/terminal.ts';

it('lines stand as they were typed, also one that begins with an assignment', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  for (const argv of [
    ['TOKEN=$(kubectl create token default)'],
    ['curl', '-k', '-H', 'Authorization: Bearer $TOKEN', 'https://10.123.0.1:6443/api'],
    ['get', 'pods', '-o', 'jsonpath={.items}'],
  ]) {
    run.give({ type: 'kubectl', argv, files: {} });
    run.advance({ time: run.engine.now + 1_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  expect(terminalView(snapshot).commands.map(({ line }) => line)).toEqual([
    'TOKEN=$(kubectl create token default)',
    'curl -k -H "Authorization: Bearer $TOKEN" https://10.123.0.1:6443/api',
    "kubectl get pods -o 'jsonpath={.items}'",
  ]);
});
