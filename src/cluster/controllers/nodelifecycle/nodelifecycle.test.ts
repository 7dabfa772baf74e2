import { expect, it } from 'vitest';
import { internalError } from '../../../api/errors/status.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ControllerBench } from '../testing.ts';
import { NodeHealth } from './node-health.ts';

it('NL1: a lease that goes is no sign of life, and a node that never reported is counted from its creation', () => {
  const health = new NodeHealth();
  const node = (heartbeat?: string): Node =>
    ({
      metadata: { name: 'n', creationTimestamp: '1970-01-01T00:00:10Z' },
      status: heartbeat === undefined ? {} : { conditions: [{ type: 'Ready', lastHeartbeatTime: heartbeat }] },
    }) as Node;
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

it('NL1: the tenth look after the last sign of life finds the silence', () => {
  const health = new NodeHealth();
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: 'a' }];
  const node = { metadata: { name: 'n' }, status: { conditions } } as unknown as Node;
  const looks = Array.from({ length: 11 }, (_, look) => health.silentSince(node, 'renewed', look * 5 * SECOND));
  expect(looks.map((since) => since !== undefined)).toEqual([...new Array(10).fill(false), true]);
});

it('NL13: a silent node is found because its kubelet was killed, and that node is gone because it was deleted', () => {
  const cluster = new TypedCluster();
  const { engine } = cluster.run;
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(70);
  cluster.type('kubectl delete node node-2');
  cluster.wait(10);
  const { journal } = engine;
  const rootOf = (kind: string): string => {
    let at = journal.base;
    while (journal.kindOf(at).name !== kind) at += 1;
    while (journal.causeOf(at) >= 0) at = journal.causeOf(at);
    return journal.kindOf(at).name;
  };
  expect(rootOf('controllers.nodeSilent')).toBe('kubelet.fault');
  expect(rootOf('controllers.nodeNotReady')).toBe('kubelet.fault');
  expect(rootOf('controllers.nodeKnown')).toBe('kubectl.command');
});

it('NL4: a node that fell silent has both taints a tenth of a second later', () => {
  const cluster = new TypedCluster();
  cluster.setKubelet('node-1', 'stopped');
  const taints = () => cluster.path('node node-1', '{.spec.taints[*].effect}');
  let waited = 0;
  for (; taints() === ''; waited += 1) cluster.wait(0.5);
  expect(waited).toBeLessThan(2 * 56);
  expect(taints()).toBe('NoSchedule NoExecute');
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

it('NL4: a silent node gets its taint whatever others it has', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl taint node node-1 maint=now:NoExecute');
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(70);
  expect(cluster.path('node node-1', '{.spec.taints[?(@.effect=="NoExecute")].key}').split(' ').sort()).toEqual([
    'maint',
    'node.kubernetes.io/unreachable',
  ]);
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

const marked = (cluster: TypedCluster): string =>
  cluster.path('events', '{.items[?(@.reason=="TaintManagerEviction")].count}');

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

it('TE6: who was evicted and is not gone yet is evicted again when other taints come', () => {
  const cluster = new TypedCluster();
  cluster.apply(PATIENT(', tolerationSeconds: 5'));
  cluster.wait(5);
  cluster.setKubelet('node-1', 'stopped');
  cluster.type('kubectl taint node node-1 maint=1:NoExecute');
  cluster.wait(8);
  expect(marked(cluster)).toBe('1');
  cluster.type('kubectl taint node node-1 maint=2:NoExecute --overwrite');
  cluster.wait(4);
  expect(marked(cluster)).toBe('1');
  cluster.wait(4);
  expect(marked(cluster)).toBe('2');
});

const FAILED = internalError('etcd is busy');

it('TE7: an eviction that fails is tried five times and then left alone', () => {
  const bench = new ControllerBench();
  const spec = { taints: [{ key: 'maint', effect: 'NoExecute' }] };
  bench.put('nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'n1' }, spec });
  bench.server.refuse = ({ method, path }) => (method === 'DELETE' && path.endsWith('/p') ? FAILED : undefined);
  const metadata = { name: 'p', namespace: 'default', uid: 'p' };
  bench.put('pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: 'n1', containers: [] } } as KObject);
  bench.run(60);
  expect(bench.server.writes.filter(({ method }) => method === 'DELETE')).toHaveLength(5);
  expect(bench.events().filter((message) => message.startsWith('Marking'))).toEqual([
    'Marking for deletion Pod default/p',
  ]);
});

it('NL12: eight nodes are looked after at a time, and what cannot be written is tried again at once', () => {
  const bench = new ControllerBench();
  for (let i = 1; i <= 9; i += 1) {
    const status = { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-11-21T02:22:48Z' }] };
    const metadata = { name: `n${i}`, uid: `n${i}` };
    bench.put('nodes', { apiVersion: 'v1', kind: 'Node', metadata, spec: {}, status });
  }
  const refused: Record<string, number> = { '/api/v1/nodes/n1/status': 2, '/api/v1/nodes/n9/status': 5 };
  bench.server.refuse = ({ method, path }) => {
    const left = refused[path] ?? 0;
    if (method !== 'PUT' || left === 0) return undefined;
    refused[path] = left - 1;
    return FAILED;
  };
  bench.run(57);
  const written = bench.server.writes.flatMap(({ method, path }) =>
    method === 'PUT' && path.startsWith('/api/v1/nodes/') ? [path.split('/')[4]] : [],
  );
  expect(written.slice(0, 8)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8']);
  expect(written.filter((name) => name === 'n1')).toHaveLength(3);
  expect(written.filter((name) => name === 'n9')).toHaveLength(5);
});
