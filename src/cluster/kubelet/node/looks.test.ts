import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

it('KL74: that a node is closed to new Pods is told at the next look, if it still is', () => {
  const cluster = new TypedCluster();
  const told = () =>
    cluster
      .type('kubectl get events --field-selector involvedObject.kind=Node -o jsonpath={.items[*].reason}')
      .stdout.split(' ')
      .filter((reason) => reason.endsWith('Schedulable'));
  cluster.type('kubectl cordon node-1');
  cluster.type('kubectl uncordon node-1');
  cluster.wait(20);
  expect(told()).toEqual([]);
  cluster.type('kubectl cordon node-1');
  cluster.wait(11);
  expect(told()).toEqual(['NodeNotSchedulable']);
  cluster.type('kubectl uncordon node-1');
  cluster.type('kubectl cordon node-1');
  cluster.wait(11);
  expect(told()).toEqual(['NodeNotSchedulable']);
  cluster.type('kubectl uncordon node-1');
  cluster.wait(11);
  expect(told().sort()).toEqual(['NodeNotSchedulable', 'NodeSchedulable']);
});
