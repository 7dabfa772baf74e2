import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { contains } from './ranges.ts';

const range = (name: string, cidr: string) => `apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: {name: ${name}}
spec: {cidrs: ["${cidr}"]}
---
`;

function shown(cluster: TypedCluster, name: string): string {
  const ready = "{.metadata.finalizers[*]} {.status.conditions[?(@.type=='Ready')].status}";
  return cluster.path(`servicecidr ${name}`, `${ready} {.status.conditions[0].reason}`);
}

it('SCR1, SCR2: a new range becomes ready, and goes ten seconds after its deletion', () => {
  const cluster = new TypedCluster();
  cluster.apply(range('more', '10.200.0.0/16'));
  cluster.wait(3);
  expect(shown(cluster, 'more')).toBe('networking.k8s.io/service-cidr-finalizer True ');
  const before = cluster.path('servicecidr more', '{.metadata.resourceVersion}');
  cluster.wait(30);
  expect(cluster.path('servicecidr more', '{.metadata.resourceVersion}')).toBe(before);
  cluster.type('kubectl delete servicecidr more --wait=false');
  cluster.wait(8);
  expect(cluster.path('servicecidr', '{.items[*].metadata.name}')).toBe('kubernetes more');
  cluster.wait(5);
  expect(cluster.path('servicecidr', '{.items[*].metadata.name}')).toBe('kubernetes');
});

it('SCR2, SCR3: the range of addresses that are in use stays until another one has them', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl delete servicecidr kubernetes --wait=false');
  cluster.wait(20);
  expect(shown(cluster, 'kubernetes')).toBe('networking.k8s.io/service-cidr-finalizer False Terminating');
  cluster.apply(range('all', '10.0.0.0/8'));
  cluster.wait(20);
  expect(cluster.path('servicecidr', '{.items[*].metadata.name}')).toBe('all');
});

it('SCR2: ranges and addresses of both families', () => {
  expect(contains('10.96.0.0/12', '10.111.255.255')).toBe(true);
  expect(contains('10.96.0.0/12', '10.112.0.0')).toBe(false);
  expect(contains('0.0.0.0/0', 'fd00::1')).toBe(false);
  expect(contains('fd00:10:96::/112', 'fd00:10:96::ff')).toBe(true);
  expect(contains('fd00:10:96::/112', 'fd00:10:97::ff')).toBe(false);
});
