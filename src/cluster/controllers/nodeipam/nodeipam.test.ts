import { describe, expect, it } from 'vitest';
import type { Node } from '../../../api/types/core.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { CidrSet } from './cidr-set.ts';

const node = (name: string, podCIDR?: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  ...(podCIDR === undefined ? {} : { spec: { podCIDR } }),
});
const rangesOf = (bench: ClusterBench, name: string) => bench.object<Node>(`minions/${name}`)?.spec?.podCIDRs;

describe('addresses of Pods', () => {
  it('IPAM1: a Node that somebody makes gets a range, and the one that comes after it the next', () => {
    const bench = new ClusterBench();
    expect(rangesOf(bench, 'node-2')).toEqual(['10.244.2.0/24']);
    bench.apply(node('hand-1'));
    bench.apply(node('hand-2', '10.244.4.0/24'));
    bench.apply(node('hand-3'));
    expect(rangesOf(bench, 'hand-1')).toEqual(['10.244.3.0/24']);
    expect(rangesOf(bench, 'hand-2')).toEqual(['10.244.4.0/24']);
    expect(rangesOf(bench, 'hand-3')).toEqual(['10.244.5.0/24']);
    const managers = bench.object('minions/hand-1')?.metadata.managedFields?.map(({ manager }) => manager);
    expect(managers).toContain('kube-controller-manager');
    bench.kubectl('delete', 'node', 'hand-1', 'hand-3');
    bench.apply(node('hand-4'));
    expect(rangesOf(bench, 'hand-4')).toEqual(['10.244.6.0/24']);
  });

  it('IPAM1: ranges go round, those of both families', () => {
    const set = new CidrSet('10.0.0.0/14', 16);
    set.occupy('10.1.128.0/24');
    expect([set.allocate(), set.allocate(), set.allocate(), set.allocate()]).toEqual([
      '10.0.0.0/16',
      '10.2.0.0/16',
      '10.3.0.0/16',
      undefined,
    ]);
    set.release('10.2.0.0/16');
    expect(set.allocate()).toBe('10.2.0.0/16');
    const six = new CidrSet('fd00:10:244::/48', 64);
    six.occupy('fd00:10:244:1::/64');
    six.goOnAfterTheLast();
    expect(six.allocate()).toBe('fd00:10:244:2::/64');
    const other = new CidrSet('10.0.0.0/15', 16);
    other.occupy('11.0.0.0/16');
    other.occupy('fd00:10:244:1::/64');
    expect(other.allocate()).toBe('10.0.0.0/16');
    other.occupy('10.0.0.0/8');
    expect(other.allocate()).toBeUndefined();
  });

  it('IPAM2: with no range left the Node is told so', () => {
    const bench = new ClusterBench();
    bench.apply(node('greedy', '10.244.0.0/16'));
    bench.apply(node('poor'));
    bench.seconds(1);
    expect(rangesOf(bench, 'poor')).toBeUndefined();
    expect(bench.events('default', 'Node')).toContain('CIDRNotAvailable Node poor status is now: CIDRNotAvailable');
    bench.kubectl('delete', 'node', 'greedy');
    bench.seconds(30);
    expect(rangesOf(bench, 'poor')).toEqual(['10.244.3.0/24']);
  });
});
