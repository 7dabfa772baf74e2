import { expect, it } from 'vitest';
import { TypedCluster } from '../../cluster/testing/typed-cluster.ts';
import { Snapshot } from '../snapshot.ts';
import { nodeView } from './node.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: cache, emptyDir: {}}]
  containers:
  - name: web
    image: nginx:1.27
    volumeMounts: [{name: cache, mountPath: /cache}]
    resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {cpu: 200m, memory: 128Mi}}
`;

it('CRI13: what runc is given of a container, and which plugin set up its volumes', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(POD);
  cluster.wait(6);
  const snapshot = new Snapshot(cluster.run.engine, { grain: 'detail', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(snapshot.journal.end - 1);
  const { bundles = [], volumes = [], conditionsOf } = nodeView(snapshot, { name: 'node-1' });
  expect(conditionsOf).toBe('default/web');
  const [bundle] = bundles;
  const spec = JSON.parse(bundle?.text ?? '{}');
  expect(spec.process.args).toEqual(['/docker-entrypoint.sh', 'nginx', '-g', 'daemon off;']);
  expect(spec.process.oomScoreAdj).toBeGreaterThan(900);
  expect(spec.linux.resources).toEqual({
    cpu: { shares: 102, quota: 20_000, period: 100_000 },
    memory: { limit: 134_217_728 },
  });
  expect(spec.linux.cgroupsPath).toMatch(/^kubepods-burstable-pod[\w]+\.slice:cri-containerd:[0-9a-f]{64}$/);
  expect(spec.mounts).toContainEqual(
    expect.objectContaining({
      destination: '/cache',
      source: expect.stringMatching(/kubernetes\.io~empty-dir\/cache$/),
    }),
  );
  expect(bundle?.calls).toMatch(/^runc .* create --bundle \S+ [0-9a-f]{12}\nrunc .* start /);
  expect(volumes.map(({ plugin }) => plugin).sort()).toEqual(['kubernetes.io/empty-dir', 'kubernetes.io/projected']);
});
