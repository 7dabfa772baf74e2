import { expect, it } from 'vitest';
import { withActualResources } from '../../api/pods/actual-resources.ts';
import type { Pod } from '../../api/types/core.ts';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { podRequests } from './objects/requests.ts';
import { SCHEDULER_NODES_TABLE } from './objects/rows.ts';

const asking = (name: string, cpu: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers: [{name: c, image: 'busybox:1.36', command: [sleep, '1000'], resources: {requests: {cpu: ${cpu}}}}]
---
`;
const resize = (cluster: TypedCluster, name: string, cpu: string) => {
  const containers = [{ name: 'c', resources: { requests: { cpu } } }];
  return cluster.type(`kubectl patch pod ${name} --subresource=resize -p ${JSON.stringify({ spec: { containers } })}`);
};
/** The server refuses what the Node does not say that it has: it says more for a moment. */
const resizeInVain = (cluster: TypedCluster, name: string) => {
  const say = (cpu: string) =>
    cluster.type(`kubectl patch node node-1 --subresource=status -p {"status":{"allocatable":{"cpu":"${cpu}"}}}`);
  say('1000');
  resize(cluster, name, '900');
  say('2');
  cluster.wait(2);
  expect(cluster.path(`pod ${name}`, '{.status.conditions[?(@.type=="PodResizePending")].reason}')).toBe('Infeasible');
};

it('SCH31: a wish that a node can never fulfil takes no room there, and one that must wait does', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(asking('one', '500m'));
  cluster.wait(5);
  resizeInVain(cluster, 'one');
  cluster.apply(asking('two', '1200m'));
  cluster.wait(5);
  expect(cluster.path('pod two', '{.spec.nodeName}')).toBe('node-1');
  resize(cluster, 'one', '1');
  cluster.wait(5);
  expect(cluster.path('pod one', '{.status.conditions[?(@.type=="PodResizePending")].reason}')).toBe('Deferred');
  cluster.apply(asking('three', '200m'));
  cluster.wait(5);
  expect(cluster.events('three').join()).toContain('Insufficient cpu');
});

it('SCH31: what a resized Pod takes is shown where the node is', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(asking('one', '500m'));
  cluster.wait(5);
  const taken = () => cluster.run.engine.table(SCHEDULER_NODES_TABLE).get('node-1')?.requestedCPU;
  const before = taken() ?? 0;
  resize(cluster, 'one', '700m');
  cluster.wait(5);
  expect(taken()).toBe(before + 200);
});

it('SCH31: quotas count what such a Pod has', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(asking('one', '500m'));
  cluster.wait(5);
  resizeInVain(cluster, 'one');
  cluster.apply(asking('two', '1200m'));
  cluster.type('kubectl create quota all --hard=requests.cpu=200');
  cluster.wait(5);
  expect(cluster.path('quota all', '{.status.used.requests\\.cpu}')).toBe('1700m');
});

const bare = (spec: object, status: object) => ({ metadata: {}, spec, status }) as Pod;

it('SCH31: what a container has counts until it has been taken away, of sidecars too, and never that of others that start', () => {
  const cpu = (amount: string) => ({ requests: { cpu: amount }, limits: { cpu: amount } });
  const containers = [{ name: 'a', resources: cpu('100m') }];
  const initContainers = [
    { name: 'first', resources: cpu('50m') },
    { name: 'side', resources: cpu('200m'), restartPolicy: 'Always' },
  ];
  const has = (name: string, amount: string, allocated = amount) => ({
    name,
    resources: cpu(amount),
    allocatedResources: { cpu: allocated },
  });
  const total = (status: object) =>
    podRequests(withActualResources(bare({ containers, initContainers }, status))).milliCPU;
  expect(total({})).toBe(300);
  expect(total({ containerStatuses: [has('a', '400m', '100m')] })).toBe(600);
  expect(total({ containerStatuses: [has('a', '100m', '300m')] })).toBe(500);
  expect(total({ initContainerStatuses: [has('first', '900m'), has('side', '300m')] })).toBe(400);
  const conditions = [{ type: 'PodResizePending', reason: 'Infeasible' }];
  expect(total({ conditions, containerStatuses: [has('a', '50m')] })).toBe(250);
  const same = bare({ containers }, { containerStatuses: [has('a', '100m')] });
  expect(withActualResources(same)).toBe(same.spec);
});

it('SCH31: an init container needs what the sidecars before it have, of any resource', () => {
  const gpu = (amount: number) => ({ requests: { 'example.com/gpu': amount } });
  const spec = {
    containers: [{ name: 'a', resources: gpu(1) }],
    initContainers: [
      { name: 'side', resources: gpu(2), restartPolicy: 'Always' },
      { name: 'first', resources: gpu(3) },
    ],
  };
  expect(podRequests(bare(spec, {}).spec).extended.get('example.com/gpu')).toBe(5);
});
