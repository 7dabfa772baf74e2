import { expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/types/core.ts';
import { NodeInfo } from '../objects/node-info.ts';
import { type PodInfo, podInfo } from '../objects/pod-info.ts';
import { node, pod } from '../testing.ts';
import { type ClusterEvent, mayHelp } from './hints.ts';

function bare(one: Node): NodeInfo {
  const info = new NodeInfo(one.metadata.name ?? '', 0);
  info.setNode(one);
  return info;
}

const nodeEvent = (type: ClusterEvent['type'], now: Node, former?: Node): ClusterEvent => ({
  type,
  node: bare(now),
  ...(former && { formerNode: bare(former) }),
});
const podEvent = (type: ClusterEvent['type'], now: Pod, former?: Pod): ClusterEvent => ({
  type,
  pod: podInfo(now),
  ...(former && { formerPod: podInfo(former) }),
});
const helps = (plugin: string, waiting: PodInfo, event: ClusterEvent) => mayHelp([plugin], waiting, event);

const TAINTED = node('n', { taints: [{ key: 'k', effect: 'NoSchedule' }] });
const CORDONED = node('n', { unschedulable: true });

it('SCH8: a node that takes Pods again wakes who waits for nodes; one that is cordoned nobody', () => {
  const waiting = podInfo(pod('w'));
  expect(helps('NodeUnschedulable', waiting, nodeEvent('NodeUnschedulable', node('n'), CORDONED))).toBe(true);
  expect(helps('NodeResourcesFit', waiting, nodeEvent('NodeUnschedulable', node('n'), CORDONED))).toBe(true);
  expect(helps('NodeUnschedulable', waiting, nodeEvent('NodeTaint', CORDONED, node('n')))).toBe(false);
  expect(helps('NodeUnschedulable', waiting, nodeEvent('NodeAdd', CORDONED))).toBe(false);
});

it('SCH8: a taint that goes wakes, one that was tolerated before or has come does not', () => {
  const waiting = podInfo(pod('w'));
  expect(helps('TaintToleration', waiting, nodeEvent('NodeTaint', node('n'), TAINTED))).toBe(true);
  expect(helps('TaintToleration', waiting, nodeEvent('NodeTaint', TAINTED, node('n')))).toBe(false);
  const other = node('n', { taints: [{ key: 'k', effect: 'PreferNoSchedule' }] });
  expect(helps('TaintToleration', waiting, nodeEvent('NodeTaint', other, node('n')))).toBe(false);
  const tolerant = pod('w', { tolerations: [{ key: 'k', operator: 'Exists' }] });
  expect(helps('TaintToleration', waiting, podEvent('PodUpdate', tolerant, pod('w')))).toBe(true);
  expect(helps('NodeUnschedulable', podInfo(tolerant), podEvent('PodUpdate', tolerant, pod('w')))).toBe(false);
});

it('SCH8: a node counts when empty it would do and it has more of what is asked for', () => {
  const waiting = podInfo(pod('w', {}, { cpu: '2' }));
  const big = (memory: string) => node('n', {}, {}, { cpu: '4', memory, pods: '110' });
  expect(helps('NodeResourcesFit', waiting, nodeEvent('NodeAdd', node('n')))).toBe(false);
  expect(helps('NodeResourcesFit', waiting, nodeEvent('NodeAllocatable', big('1Gi'), node('n')))).toBe(true);
  expect(helps('NodeResourcesFit', waiting, nodeEvent('NodeAllocatable', big('2Gi'), big('1Gi')))).toBe(false);
});

it('SCH8: of Pods on nodes those count that ask for less, or whose labels matter', () => {
  const waiting = podInfo(pod('w', {}, { cpu: '2' }));
  const asking = (cpu: string, labels: object = { app: 'nginx' }) => pod('p', {}, { cpu }, { labels });
  expect(helps('NodeResourcesFit', waiting, podEvent('AssignedPodUpdate', asking('1'), asking('2')))).toBe(true);
  const relabelled = podEvent('AssignedPodUpdate', asking('1', { app: 'other' }), asking('1'));
  expect(helps('NodeResourcesFit', waiting, relabelled)).toBe(false);
  const constraint = { topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' };
  const labelSelector = { matchLabels: { app: 'nginx' } };
  const spread = podInfo(pod('w', { topologySpreadConstraints: [{ ...constraint, labelSelector }] }));
  expect(helps('PodTopologySpread', spread, relabelled)).toBe(true);
  expect(helps('PodTopologySpread', spread, podEvent('AssignedPodUpdate', asking('1'), asking('2')))).toBe(false);
  const term = { topologyKey: 'zone', labelSelector };
  const apart = podInfo(
    pod('w', { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }),
  );
  expect(helps('InterPodAffinity', apart, relabelled)).toBe(true);
  expect(helps('InterPodAffinity', apart, podEvent('AssignedPodUpdate', asking('1'), asking('1', {})))).toBe(false);
});

it('SCH8: spread Pods wait for the labels of domains, and for nodes that go', () => {
  const constraint = { topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' };
  const spread = podInfo(pod('w', { topologySpreadConstraints: [constraint] }));
  const zoned = (zone: string) => node('n', {}, { zone });
  expect(helps('PodTopologySpread', spread, nodeEvent('NodeDelete', zoned('a')))).toBe(true);
  expect(helps('PodTopologySpread', spread, nodeEvent('NodeDelete', node('n')))).toBe(false);
  expect(helps('PodTopologySpread', spread, nodeEvent('NodeLabel', zoned('b'), zoned('a')))).toBe(true);
  expect(helps('PodTopologySpread', spread, nodeEvent('NodeLabel', node('n', {}, { x: 'y' }), node('n')))).toBe(false);
});

it('SCH8: of Pods that come those count that it wants to be near, or that it need not avoid any more', () => {
  const term = { labelSelector: { matchLabels: { app: 'nginx' } }, topologyKey: 'kubernetes.io/hostname' };
  const affinity = (kind: string) =>
    podInfo(pod('w', { affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }));
  const other = pod('p', {}, undefined, { labels: { app: 'other' } });
  const near = affinity('podAffinity');
  expect(helps('InterPodAffinity', near, podEvent('AssignedPodAdd', pod('p')))).toBe(true);
  expect(helps('InterPodAffinity', near, podEvent('AssignedPodAdd', other))).toBe(false);
  const apart = affinity('podAntiAffinity');
  expect(helps('InterPodAffinity', apart, podEvent('AssignedPodAdd', other))).toBe(false);
  expect(helps('InterPodAffinity', apart, podEvent('AssignedPodUpdate', other, pod('p')))).toBe(true);
});
