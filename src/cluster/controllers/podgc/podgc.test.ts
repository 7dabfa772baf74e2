import { expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { surplusEnded } from './collect.ts';

const ON_NODE = (name: string, node: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, finalizers: [example.org/hold]}
spec:
  nodeName: ${node}
  containers: [{name: c, image: 'nginx:1.27'}]
`;

it('PGC1: Pods of a node that is gone are failed and deleted after forty seconds', () => {
  const cluster = new TypedCluster();
  cluster.apply(ON_NODE('lost', 'nowhere'));
  cluster.wait(38);
  expect(cluster.path('pod lost', '{.status.phase}')).toBe('Pending');
  cluster.wait(45);
  expect(cluster.path('pod lost', '{.status.phase} {.metadata.deletionGracePeriodSeconds}')).toBe('Failed 0');
  expect(cluster.path('pod lost', '{.status.conditions[?(@.type=="DisruptionTarget")].reason}')).toBe(
    'DeletionByPodGC',
  );
});

const GATED = `apiVersion: v1
kind: Pod
metadata: {name: gated}
spec:
  schedulingGates: [{name: example.org/wait}]
  containers: [{name: c, image: 'nginx:1.27'}]
`;

it('PGC2: what was never placed goes at once when it is deleted; what hangs is taken by the collector', () => {
  const cluster = new TypedCluster();
  cluster.apply(GATED);
  expect(cluster.type('kubectl delete pod gated').stdout).toContain('deleted');
  cluster.wait(21);
  expect(cluster.type('kubectl get pods').stderr).toContain('No resources found');
});

it('PGC2: what was never placed and is held is failed before it is deleted', () => {
  const cluster = new TypedCluster();
  cluster.apply(GATED.replace('{name: gated}', '{name: gated, finalizers: [example.org/hold]}'));
  cluster.type('kubectl delete pod gated --wait=false');
  cluster.wait(21);
  expect(cluster.path('pod gated', '{.status.phase} {.metadata.generation} {.status.observedGeneration}')).toBe(
    'Failed 2 2',
  );
});

it('PGC4: of a node that is out of service and ready all the same nothing is taken', () => {
  const cluster = new TypedCluster();
  // The first process of a container that does not listen for it is not ended by a signal.
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: deaf}
spec:
  nodeName: node-1
  terminationGracePeriodSeconds: 600
  tolerations: [{operator: Exists}]
  containers: [{name: c, image: 'busybox:1.36', command: [sleep, '3600']}]
`);
  cluster.wait(10);
  cluster.type('kubectl taint node node-1 node.kubernetes.io/out-of-service=down:NoExecute');
  cluster.type('kubectl delete pod deaf --wait=false');
  cluster.wait(60);
  expect(cluster.path('pod deaf', '{.status.phase}')).toBe('Running');
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(90);
  expect(cluster.type('kubectl get pods').stderr).toContain('No resources found');
});

it('PGC3: of too many ended Pods the evicted and the oldest go', () => {
  const pod = (name: string, phase: string, created: string, reason?: string) =>
    ({ metadata: { name, creationTimestamp: created }, status: { phase, reason } }) as Pod;
  const pods = [
    pod('old', 'Succeeded', '2026-01-01T00:00:00Z'),
    pod('runs', 'Running', '2025-01-01T00:00:00Z'),
    pod('evicted', 'Failed', '2026-01-03T00:00:00Z', 'Evicted'),
    pod('new', 'Failed', '2026-01-02T00:00:00Z'),
  ];
  expect(surplusEnded(pods, 3)).toEqual([]);
  expect(surplusEnded(pods, 1).map(({ metadata }) => metadata.name)).toEqual(['evicted', 'old']);
});
