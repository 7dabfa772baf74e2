import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

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
