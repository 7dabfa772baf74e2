import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { taintOf } from './pools.ts';

const GPU = {
  name: 'gpu',
  nodes: 2,
  cpu: '8',
  memory: '16Gi',
  pods: 20,
  labels: { accelerator: 'a100' },
  taints: ['dedicated=gpu:NoSchedule'],
};
const pod = (name: string, more: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${more}containers: [{name: c, image: 'nginx:1.27'}]}\n`;

it('MC9: the machines of a pool have its size, labels, taints and zones', () => {
  const cluster = new TypedCluster({ nodes: 2, pools: [GPU], zones: ['a', 'b'] });
  expect(cluster.path('nodes', '{.items[*].metadata.name}')).toBe('gpu-1 gpu-2 node-1 node-2');
  const node = (path: string) => cluster.path('node gpu-2', path);
  expect(node('{.status.capacity.cpu} {.status.capacity.memory} {.status.capacity.pods}')).toBe('8 16777216Ki 20');
  expect(node('{.status.allocatable.cpu} {.status.allocatable.memory}')).toBe('8 16674816Ki');
  expect(node('{.spec.taints}')).toBe('[{"effect":"NoSchedule","key":"dedicated","value":"gpu"}]');
  expect(node('{.metadata.labels.accelerator} {.metadata.labels.topology\\.kubernetes\\.io/zone}')).toBe('a100 b');
  expect(cluster.path('nodes', '{.items[*].metadata.labels.topology\\.kubernetes\\.io/zone}')).toBe('a b a b');
  expect(cluster.path('nodes', '{.items[*].spec.podCIDR}')).toBe(
    '10.244.3.0/24 10.244.4.0/24 10.244.1.0/24 10.244.2.0/24',
  );
});

it('MC9: the scheduler, and a kubelet that registers anew, keep to them', () => {
  const cluster = new TypedCluster({ nodes: 0, pools: [{ ...GPU, nodes: 1 }] });
  cluster.apply(pod('plain', ''));
  cluster.wait(5);
  expect(cluster.path('pod plain', '{.status.conditions[0].message}')).toContain(
    '0/1 nodes are available: 1 node(s) had untolerated taint(s)',
  );
  cluster.apply(pod('gpu', 'tolerations: [{key: dedicated, operator: Exists}], '));
  cluster.wait(8);
  expect(cluster.path('pod gpu', '{.status.phase} {.spec.nodeName}')).toBe('Running gpu-1');
  cluster.type('kubectl delete node gpu-1');
  cluster.setKubelet('gpu-1', 'stopped');
  cluster.setKubelet('gpu-1', 'running');
  cluster.wait(5);
  expect(cluster.path('node gpu-1', '{.spec.taints[*].key}')).toContain('dedicated');
});

it('MC9: taints are read as kubectl reads them', () => {
  expect(taintOf('a=b:NoExecute')).toEqual({ key: 'a', value: 'b', effect: 'NoExecute' });
  expect(taintOf('a:NoSchedule')).toEqual({ key: 'a', effect: 'NoSchedule' });
});

it('MC10: what is no part of Kubernetes itself can be left out, and added', () => {
  const services = (config: object) =>
    new TypedCluster({ nodes: 1, proxy: 'iptables', ...config }).path('services -A', '{.items[*].metadata.name}');
  expect(services({})).toContain('kube-dns');
  expect(services({ addons: [] })).toBe('kubernetes');
  const leases = new TypedCluster({ nodes: 1, addons: ['component-leases'] });
  expect(leases.path('leases -n kube-system', '{.items[*].metadata.name}')).toContain('kube-scheduler');
});
