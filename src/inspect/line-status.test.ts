import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { lineStatus } from './line-status.ts';
import { Snapshot } from './snapshot.ts';

const MANIFEST = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
---
apiVersion: batch/v1
kind: Job
metadata: { name: sum }
spec:
  completions: 3
  template:
    spec: { restartPolicy: Never, containers: [{ name: sum, image: busybox, command: ['true'] }] }
`;

it('IN20: a component at work tells at what, and at rest what it has brought about', () => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  const now = (actor: string) => {
    snapshot.refresh();
    snapshot.cursor.seek(run.engine.journal.end - 1);
    return lineStatus(snapshot, actor);
  };
  expect(now('deployment-controller')).toEqual({ key: 'line.idle' });
  expect(now('kube-scheduler')).toEqual({ key: 'line.placed', args: { count: 0 } });
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'all.yaml'], files: { 'all.yaml': MANIFEST } });
  const seen = new Set<string | undefined>();
  for (let turn = 0; turn < 4_000 && !run.engine.quiescent; turn += 1) {
    run.advance({ quiescent: true, occurrences: 4 });
    seen.add(now('replicaset-controller')?.key).add(now('kube-scheduler')?.key);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['line.syncing', 'line.ready', 'line.scheduling', 'line.placed']));
  expect(now('deployment-controller')).toEqual({ key: 'line.available', args: { have: 2, want: 2 } });
  expect(now('replicaset-controller')).toEqual({ key: 'line.ready', args: { have: 2, want: 2 } });
  expect(now('job-controller')).toEqual({ key: 'line.succeeded', args: { have: 3, want: 3 } });
  expect(now('kube-scheduler')).toEqual({ key: 'line.placed', args: { count: 2 } }); // what has ended is on no node
});
