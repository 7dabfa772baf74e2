import { expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { Snapshot } from '../snapshot.ts';
import { objectsView } from '../views/objects.ts';

const FILES = {
  'all.yaml': `
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
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: v1
kind: Service
metadata: { name: nobody }
spec: { selector: { app: gone }, ports: [{ port: 80 }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: budget }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: disk }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  storageClassName: hand
  hostPath: { path: /data }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], storageClassName: hand, resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: Pod
metadata: { name: reader }
spec:
  containers: [{ name: c, image: nginx:1.27, volumeMounts: [{ name: v, mountPath: /v }] }]
  volumes: [{ name: v, persistentVolumeClaim: { claimName: data } }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: door }
spec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }
`,
};

function told() {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'all.yaml'], files: FILES });
  run.advance({ quiescent: true, steps: 60_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  return { snapshot, run };
}

it('IN31: objects are tied by who owns, lists, selects, claims, binds and routes to whom, as it is at the cursor', () => {
  const { snapshot, run } = told();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const { objects, ties, more } = objectsView(snapshot);
  const short = (subject: string) =>
    subject
      .replace(/^([a-z]+)\S*?\//, '$1/')
      .replace(/(web|nobody)-[\w-]+/, '$1-*')
      .replace('default/', '');
  const lines = ties.map(({ from, to, sort }) => `${short(from)} ${sort} ${short(to)}`);
  expect([...new Set(lines)].sort()).toEqual([
    'deployments/web owns replicasets/web-*',
    'endpointslices/web-* lists pods/web-*',
    'ingresses/door routes services/web',
    'persistentvolumeclaims/data binds persistentvolumes/disk',
    'poddisruptionbudgets/budget selects pods/web-*',
    'pods/reader claims persistentvolumeclaims/data',
    'replicasets/web-* owns pods/web-*',
    'services/nobody owns endpointslices/nobody-*',
    'services/web owns endpointslices/web-*',
  ]);
  expect(more).toBe(0);
  const state = (name: string) => objects.find((one) => `${one.resource} ${one.name}` === name)?.state;
  expect(state('deployments.apps web')).toBe('2/2');
  expect(state('persistentvolumeclaims data')).toBe('Bound');
  expect(objects.map(({ column }) => column)).toEqual([...objects.map(({ column }) => column)].sort((a, b) => a - b));
  expect(objects.some(({ namespace }) => namespace.startsWith('kube-'))).toBe(false);
});

it('IN31: that a Service selects a Pod is told as long as no slice lists it; before anything is stored there is nothing', () => {
  const { snapshot, run } = told();
  const { journal } = run.engine;
  const seen = new Set<string>();
  for (let seq = journal.base; seq < journal.end; seq += 7) {
    if (journal.storyOf(seq) < 0) continue;
    snapshot.cursor.seek(seq);
    const { objects, ties } = objectsView(snapshot);
    for (const { from, to, sort } of ties)
      if (from === 'services/default/web' && to.startsWith('pods/')) {
        seen.add(sort);
        expect(ties.some((tie) => tie.sort === 'lists' && tie.to === to)).toBe(false);
      }
    if (objects.length === 0) seen.add('nothing');
    const subjects = new Set(objects.map(({ subject }) => subject));
    for (const { from, to } of ties) expect(subjects.has(from) && subjects.has(to)).toBe(true);
  }
  expect([...seen].sort()).toEqual(['nothing', 'selects']);
});
