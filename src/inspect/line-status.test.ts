import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { lineStatus } from './line-status.ts';
import { queueOwners, queuesOf } from './queue-owners.ts';
import { Snapshot } from './snapshot.ts';
import { thoughtsOf } from './thoughts.ts';

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

const CLOCK = `
apiVersion: batch/v1
kind: CronJob
metadata: { name: hourly }
spec:
  schedule: '0 * * * *'
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: busybox }] } } } }
`;
const THREE = MANIFEST.slice(0, MANIFEST.indexOf('---')).replace('replicas: 2', 'replicas: 3');

it('IN20: a controller tells what it expects, what it was refused and until when it waits', () => {
  const run = startedRun({ nodes: 3, latencies: 'realistic' });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  const files = { 'three.yaml': THREE, 'clock.yaml': CLOCK };
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'three.yaml'], files });
  const said = new Map<string, Set<string>>();
  const hear = () => {
    snapshot.refresh();
    snapshot.cursor.seek(run.engine.journal.end - 1);
    for (const actor of ['deployment-controller', 'replicaset-controller', 'cronjob-controller']) {
      const plate = lineStatus(snapshot, actor);
      const all = [plate, ...thoughtsOf(snapshot, actor)].flatMap((one) => (one === undefined ? [] : [one]));
      for (const { key, args } of all) {
        const words = said.get(key) ?? new Set();
        said.set(key, words.add(JSON.stringify(args)));
      }
    }
  };
  const tell = () => {
    for (let turn = 0; turn < 9_000 && !run.engine.quiescent; turn += 1) {
      run.advance({ quiescent: true, occurrences: 1 });
      hear();
    }
  };
  tell();
  // Both write the Deployment while its controller does.
  for (const replicas of [5, 2])
    run.give({ type: 'kubectl', argv: ['kubectl', 'scale', 'deployment', 'web', `--replicas=${replicas}`], files });
  tell();
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'clock.yaml'], files });
  tell();
  expect([...(said.get('line.expects1') ?? [])]).toEqual(['{"count":1}']);
  expect([...(said.get('thought.expects') ?? [])][0]).toMatch(/"key":"default\/web-\w+","adds":3,"deletions":0/);
  expect([...(said.get('line.retryingAfter') ?? [])]).toEqual(['{"code":409}']);
  expect([...(said.get('thought.retriesAfter') ?? [])][0]).toMatch(
    /"key":"default\/web","time":"09:..:..","failures":1,"code":409/,
  );
  expect([...(said.get('line.waits') ?? [])].at(-1)).toMatch(/^\{"time":"10:00:00"\}$/);
  expect([...(said.get('thought.queued') ?? [])][0]).toContain('"keys":"default/');
});

it('IN20: every work queue is known to be somebody’s', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const files = { 'all.yaml': MANIFEST, 'clock.yaml': CLOCK };
  for (const name of Object.keys(files)) {
    run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', name], files });
    run.advance({ quiescent: true, steps: 60_000 });
  }
  const { journal, tableNames } = run.engine;
  const strangers = new Set<string>();
  const seen = new Set<string>();
  for (let seq = journal.base; seq < journal.end; seq += 1) {
    if (journal.kindOf(seq).name !== 'clientgo.dequeued') continue;
    const queue = String(journal.step(seq).args.queue);
    seen.add(queue);
    if (!queuesOf(journal.actorOf(seq)).includes(queue)) strangers.add(`${queue} of ${journal.actorOf(seq)}`);
  }
  expect([...strangers]).toEqual([]);
  expect(seen.size).toBeGreaterThan(9);
  const owned = new Set(queueOwners.flatMap(queuesOf));
  const queues = tableNames.filter((name) => name.startsWith('workqueue/')).map((name) => name.slice(10));
  expect(queues.filter((queue) => !owned.has(queue) && queue !== 'csrapproving')).toEqual([]);
});
