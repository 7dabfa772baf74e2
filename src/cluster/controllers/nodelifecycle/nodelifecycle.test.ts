import { expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/types/core.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { NodeHealth } from './node-health.ts';

const SECOND = 1_000_000;

it('NL1: a lease that goes is no sign of life, and a node that never reported is counted from its creation', () => {
  const health = new NodeHealth();
  const node = (heartbeat?: string): Node =>
    ({
      metadata: { name: 'n', creationTimestamp: '1970-01-01T00:00:10Z' },
      status: heartbeat === undefined ? {} : { conditions: [{ type: 'Ready', lastHeartbeatTime: heartbeat }] },
    }) as unknown as Node;
  const at = (seconds: number, lease: string | undefined, heartbeat: string | undefined = 'a') =>
    health.silentSince(node(heartbeat), lease, seconds * SECOND);
  expect(at(15, 'renewed 1')).toBeUndefined();
  expect(at(60, undefined)).toBeUndefined();
  expect(at(66, undefined)).toBe(15 * SECOND);
  expect(at(70, 'renewed 2')).toBeUndefined();
  // After a heartbeat the lease is new to it once more.
  expect(at(75, 'renewed 2', 'b')).toBeUndefined();
  expect(at(80, 'renewed 2', 'b')).toBeUndefined();
  expect(at(131, 'renewed 2', 'b')).toBe(80 * SECOND);
  health.forget('n');
  expect(health.silentSince(node(), undefined, 69 * SECOND)).toBeUndefined();
  expect(health.silentSince(node(), undefined, 71 * SECOND)).toBe(10 * SECOND);
});

const labels = (cluster: TypedCluster, name: string) =>
  cluster.path(
    `node ${name}`,
    '{.metadata.labels.beta\\.kubernetes\\.io/os} {.metadata.labels.beta\\.kubernetes\\.io/arch}',
  );

it('NL11: the old labels for system and architecture follow the new ones', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl label node node-1 kubernetes.io/os=plan9 --overwrite');
  cluster.apply('{apiVersion: v1, kind: Node, metadata: {name: made, labels: {kubernetes.io/arch: mips}}}');
  cluster.wait(1);
  expect(labels(cluster, 'node-1')).toBe('plan9 amd64');
  expect(labels(cluster, 'made')).toBe(' mips');
});

it('NL4: a new node is not taken for one that was lost before', () => {
  const cluster = new TypedCluster();
  const taint = '{key: node.kubernetes.io/unreachable, effect: NoExecute}';
  cluster.apply(`{apiVersion: v1, kind: Node, metadata: {name: made}, spec: {taints: [${taint}]}}`);
  cluster.wait(6);
  expect(cluster.path('node made', '{.spec.taints[*].effect}')).toBe('');
});

const PATIENT = (seconds: string) => `apiVersion: v1
kind: Pod
metadata: {name: patient}
spec:
  nodeName: node-1
  terminationGracePeriodSeconds: 600
  containers: [{name: c, image: 'nginx:1.27'}]
  tolerations: [{key: maint, operator: Exists, effect: NoExecute${seconds}}]
`;
const told = (cluster: TypedCluster): readonly string[] =>
  cluster.events('patient').filter((event) => event.includes('TaintManagerEviction'));

it('TE5: who tolerates for ever and then for a time only is evicted after that time', () => {
  const cluster = new TypedCluster();
  cluster.apply(PATIENT(''));
  cluster.type('kubectl taint node node-1 maint=1:NoExecute');
  cluster.wait(20);
  expect(told(cluster)).toEqual([]);
  const [own, ...others] = JSON.parse(
    cluster.path('pod patient', '{.spec.tolerations}'),
  ) as Pod['spec']['tolerations'] & object;
  const tolerations = [{ ...own, tolerationSeconds: 5 }, ...others];
  cluster.type(`kubectl patch pod patient --type=merge -p ${JSON.stringify({ spec: { tolerations } })}`);
  cluster.wait(7);
  expect(told(cluster)).toEqual(['Normal TaintManagerEviction Marking for deletion Pod default/patient']);
});

it('TE6: who was told to go, and is not gone yet, is not told again when other taints come that it tolerates for a time', () => {
  const cluster = new TypedCluster();
  cluster.apply(PATIENT(', tolerationSeconds: 5'));
  cluster.wait(5);
  cluster.setKubelet('node-1', 'stopped');
  cluster.type('kubectl taint node node-1 maint=1:NoExecute');
  cluster.wait(8);
  cluster.type('kubectl taint node node-1 maint=2:NoExecute --overwrite');
  cluster.wait(20);
  expect(told(cluster)).toHaveLength(1);
});
