import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOptions } from './options.ts';
import type { Serving } from './serve.ts';
import { serveForTest } from './testing.ts';

const WORK = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
      - name: db
        image: nginx
        volumeMounts: [{name: data, mountPath: /data}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      resources: {requests: {storage: 1Gi}}
---
apiVersion: v1
kind: Service
metadata: {name: front}
spec: {type: LoadBalancer, selector: {app: db}, ports: [{port: 80}]}
`;

let bare: Serving;
let furnished: Serving;

beforeAll(async () => {
  bare = await serveForTest({ nodes: 1, speed: 'events' });
  furnished = await serveForTest({ nodes: 1, speed: 'events', storage: true, loadBalancer: true });
  for (const { cluster } of [bare, furnished]) {
    await cluster.kubectl(['apply', '-f', 'work.yaml'], { 'work.yaml': WORK });
    await cluster.catchUpWith(cluster.engine.now + 20_000_000);
  }
}, 60_000);
afterAll(async () => {
  await bare?.close();
  await furnished?.close();
});

const seen = async ({ cluster }: Serving, path: string, what: string): Promise<string> =>
  (await cluster.kubectl(['get', what, '-o', `jsonpath={${path}}`])).stdout;

it('SV19: claims get a volume and Services an address where that was asked for, and wait where it was not', async () => {
  expect(await seen(furnished, '.status.phase', 'pvc/data-db-0')).toBe('Bound');
  expect(await seen(furnished, '.spec.storageClassName', 'pvc/data-db-0')).toBe('standard');
  expect(await seen(furnished, '.status.readyReplicas', 'statefulset/db')).toBe('1');
  expect(await seen(furnished, '.status.loadBalancer.ingress[0].ip', 'service/front')).toMatch(/^203\.0\.113\.\d+$/);

  expect((await bare.cluster.kubectl(['get', 'storageclasses'])).stderr).toBe('No resources found\n');
  expect(await seen(bare, '.status.phase', 'pvc/data-db-0')).toBe('Pending');
  expect(await seen(bare, '.status.loadBalancer', 'service/front')).toBe('{}');
});

it('SV16: what is switched on takes no value', () => {
  expect(readOptions(['--storage', '--port', '6443', '--load-balancer'])).toMatchObject({
    storage: true,
    loadBalancer: true,
    port: 6443,
  });
  expect(readOptions(['--storage=yes'])).toBe('--storage takes no value');
  expect(readOptions(['--storage', '--storage'])).toBe('--storage is given twice');
});
