import { expect, it } from 'vitest';
import { TypedCluster } from '../../cluster/testing/typed-cluster.ts';
import { Snapshot } from '../snapshot.ts';
import { nodeView } from './node.ts';
import { stageView } from './stage.ts';

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

it('tells since when a kubelet has been stopped, at every step', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.wait(1);
  const { engine } = cluster.run;
  const before = engine.stepCount;
  cluster.setKubelet('node-1', 'stopped');
  const killed = engine.now;
  cluster.wait(2);
  cluster.setKubelet('node-1', 'running');
  cluster.wait(2);
  const snapshot = new Snapshot(engine, { grain: 'detail', scope: 'story' });
  snapshot.refresh();
  const stopped = (seq: number): number | undefined => {
    snapshot.cursor.seek(seq);
    return nodeView(snapshot, { name: 'node-1' }).stopped;
  };
  const last = snapshot.journal.end - 1;
  expect([stopped(before - 1), stopped(before), stopped(last)]).toEqual([undefined, killed, undefined]);
  const isSilent = (seq: number): boolean | undefined => {
    snapshot.cursor.seek(seq);
    return stageView(snapshot).nodes[0]?.isSilent;
  };
  expect([isSilent(before - 1), isSilent(before), isSilent(last)]).toEqual([undefined, true, undefined]);
});
