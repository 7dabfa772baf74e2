import { expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import type { Input } from '../protocol/run-description.ts';
import { manifestPart } from './manifest-part.ts';
import { Snapshot } from './snapshot.ts';

const manifest = (image: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: '${image}' }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: '* * * * *'
  jobTemplate:
    spec: { template: { spec: { restartPolicy: Never, containers: [{ name: tick, image: busybox }] } } }
`;
const apply = (image: string): Input => ({
  type: 'kubectl',
  argv: ['kubectl', 'apply', '-f', 'all.yaml'],
  files: { 'all.yaml': manifest(image) },
});

/** The parts that all steps of a kind are about, each once, by the resource of their subject. */
function partsOf(snapshot: Snapshot, kind: string, resource = ''): readonly string[] {
  const { journal, cursor } = snapshot;
  const found = new Set<string>();
  for (let seq = 0; seq < journal.end; seq += 1) {
    if (journal.kindOf(seq).name !== kind || !journal.subjectOf(seq).startsWith(resource)) continue;
    cursor.seek(seq);
    const { step } = snapshot;
    if (step === undefined) continue;
    const part = manifestPart(snapshot, step, snapshot.requests.of(seq));
    found.add(part === undefined ? 'none' : [part.subject, part.path, part.made].join(' ').trimEnd());
  }
  return [...found];
}

it('IN23: a step is about the part of a manifest from which its object was made', () => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  run.give(apply('nginx:1.27'));
  run.advance({ time: run.engine.now + 70_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const web = 'deployments.apps/default/web';
  const pods = [`${web} spec.template.spec Pod`, 'cronjobs.batch/default/tick spec.jobTemplate.spec.template.spec Pod'];
  expect(partsOf(snapshot, 'etcd.applied', 'deployments.apps/')).toEqual([web]);
  expect(partsOf(snapshot, 'apiserver.decoded', 'deployments.apps/')).toEqual([web]);
  expect(partsOf(snapshot, 'etcd.applied', 'replicasets.apps/')).toEqual([`${web} spec.template ReplicaSet`]);
  expect(partsOf(snapshot, 'replicaset.sync')).toEqual([`${web} spec.replicas ReplicaSet`]);
  // Also while they are on their way and have no name yet.
  expect(partsOf(snapshot, 'apiserver.decoded', 'pods/')).toEqual(expect.arrayContaining(pods));
  expect(partsOf(snapshot, 'scheduler.selected')).toEqual(pods);
  expect(partsOf(snapshot, 'cri.pullImage')).toContain(`${web} spec.template.spec.containers.0.image Pod`);
  expect(partsOf(snapshot, 'cri.startContainer')).toEqual([
    `${web} spec.template.spec.containers.0 Pod`,
    'cronjobs.batch/default/tick spec.jobTemplate.spec.template.spec.containers.0 Pod',
  ]);
});

it('IN23: what was made from an earlier template is not shown on the present one', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  for (const image of ['nginx:1.27', 'nginx:1.28']) {
    run.give(apply(image));
    run.advance({ time: run.engine.now + 8_000_000 });
  }
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  expect(partsOf(snapshot, 'kubelet.killing')).toEqual(['none']);
});
