import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const SHORT = `apiVersion: v1
kind: Pod
metadata: {name: short}
spec:
  activeDeadlineSeconds: 5
  containers: [{name: c, image: 'nginx:1.27'}]
`;

it('KL22: a Pod that is active for longer than it may be is stopped and has failed', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(SHORT);
  cluster.wait(4);
  expect(cluster.path('pod short', '{.status.phase}')).toBe('Running');
  cluster.wait(4);
  expect(cluster.path('pod short', '{.status.phase} {.status.reason}: {.status.message}')).toBe(
    'Failed DeadlineExceeded: Pod was active on the node longer than the specified deadline',
  );
  expect(cluster.path('pod short', '{.status.conditions[?(@.type=="Ready")].reason}')).toBe('PodFailed');
  expect(cluster.events('short')).toEqual(
    expect.arrayContaining([
      'Normal DeadlineExceeded Pod was active on the node longer than the specified deadline',
      'Normal Killing Stopping container c',
    ]),
  );
});

it('KL22: a running Pod may get a deadline, or an earlier one', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(SHORT.replace('activeDeadlineSeconds: 5', 'activeDeadlineSeconds: 500'));
  cluster.wait(10);
  cluster.words(['patch', 'pod', 'short', '-p', '{"spec":{"activeDeadlineSeconds":20}}']);
  cluster.wait(5);
  expect(cluster.path('pod short', '{.status.phase}')).toBe('Running');
  cluster.wait(8);
  expect(cluster.path('pod short', '{.status.reason}')).toBe('DeadlineExceeded');
});
