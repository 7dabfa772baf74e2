import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { SCHEDULING_QUEUE_TABLE } from './objects/rows.ts';

const PENDING = `apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  nodeSelector: {disk: ssd}
  containers: [{name: c, image: nginx:1.27}]
`;

it('SCH10: a promise that cannot be kept is taken back', () => {
  const cluster = new TypedCluster();
  cluster.apply(PENDING);
  cluster.wait(2);
  const status = JSON.stringify({ status: { nominatedNodeName: 'worker-1' } });
  cluster.type(`kubectl patch pod big --subresource=status --type=merge -p ${status}`);
  expect(cluster.path('pod big', '{.status.nominatedNodeName}')).toBe('worker-1');
  cluster.type('kubectl label node worker-1 disk=hdd');
  cluster.type('kubectl label node worker-1 colour=blue');
  cluster.wait(400);
  expect(cluster.path('pod big', '{.status.nominatedNodeName}')).toBe('');
});

const near = (name: string, namespace: string, affinity: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: ${namespace}, labels: {app: ${name}}}
spec:
  affinity: ${affinity}
  containers: [{name: c, image: nginx:1.27}]
`;

it('SCH5: Pods of labelled namespaces are followed from the first Pod on that asks for them', () => {
  const cluster = new TypedCluster({ nodes: 3 });
  cluster.type('kubectl create namespace shop');
  cluster.type('kubectl label namespace shop tier=front');
  cluster.apply(near('web', 'shop', '{}'));
  cluster.wait(3);
  const term =
    '{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}, namespaceSelector: {matchLabels: {tier: front}}}';
  for (let at = 0; at < 3; at += 1) {
    cluster.apply(
      near(`cache-${at}`, 'default', `{podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [${term}]}}`),
    );
  }
  cluster.wait(3);
  const home = cluster.path('pod web -n shop', '{.spec.nodeName}');
  expect(home).not.toBe('');
  expect(cluster.path('pods', '{.items[*].spec.nodeName}')).toBe([home, home, home].join(' '));
});

it('SCH8: who has waited for five minutes is tried again at the next look, of which there is one in thirty seconds', () => {
  const cluster = new TypedCluster();
  cluster.apply(PENDING);
  cluster.wait(299);
  expect(cluster.events('big')).toHaveLength(1);
  cluster.wait(34);
  expect(cluster.events('big')).toHaveLength(2);
});

const FULL = (name: string, priority: string, grace: number, cpu: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: ${name.startsWith('low') ? 'node-1' : "''"}
  priorityClassName: ${priority}
  terminationGracePeriodSeconds: ${grace}
  containers: [{name: c, image: 'busybox:1.36', command: [sleep, '1000'], resources: {requests: {cpu: ${cpu}}}}]
---
`;
const CLASSES = ['low', 'high'].map(
  (name, at) =>
    `{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: ${name}}, value: ${at}}\n---\n`,
);
const preempted = (cluster: TypedCluster, name: string) =>
  cluster.events(name).filter((event) => event.includes('Preempted'));

it('SCH3: who goes already is not told again, nor counted as preempted; the Pod waits for its end', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(CLASSES.join('') + FULL('low', 'low', 20, '1500m'));
  cluster.wait(5);
  cluster.type('kubectl delete pod low --wait=false');
  cluster.apply(FULL('high', 'high', 1, '1500m'));
  cluster.wait(5);
  expect(cluster.path('pod high', '{.status.nominatedNodeName}')).toBe('node-1');
  expect(preempted(cluster, 'low')).toEqual([]);
  expect(cluster.path('pod low', '{.status.conditions[?(@.type=="DisruptionTarget")].reason}')).toBe('');
  cluster.wait(25);
  expect(cluster.path('pod high', '{.spec.nodeName}')).toBe('node-1');
});

it('SCH3: the last of several victims goes when the others have been told', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(CLASSES.join('') + ['low-a', 'low-b', 'low-c'].map((name) => FULL(name, 'low', 5, '600m')).join(''));
  cluster.wait(5);
  cluster.apply(FULL('high', 'high', 1, '1500m'));
  cluster.wait(3);
  const going = cluster.path('pods', '{range .items[*]}{.metadata.name} {.metadata.deletionTimestamp}{"\\n"}{end}');
  expect(going.match(/low-. 2/g)).toHaveLength(3);
  expect(['low-a', 'low-b', 'low-c'].map((name) => preempted(cluster, name).length)).toEqual([1, 1, 1]);
});

it('SCH25: without any node a Pod is tried again after its back-off, and nobody waits for that', () => {
  const cluster = new TypedCluster({ nodes: 0 });
  cluster.apply(PENDING);
  expect(cluster.run.advance({ quiescent: true, steps: cluster.run.engine.stepCount + 20_000 })).toBe('quiescent');
  const row = () => cluster.run.engine.table(SCHEDULING_QUEUE_TABLE).get('default/big');
  expect((row()?.readyAt ?? 1) % 1_000_000).toBe(0);
  cluster.wait(44);
  // After one, two, four, eight, ten and ten seconds, each when its last second is over.
  expect(row()?.attempts).toBe(7);
  expect(cluster.path('events.events.k8s.io', '{.items[0].note}')).toBe('no nodes available to schedule pods');
});

it('SCH8, SCH25: of two whose back-offs end in the same second the more important comes first', () => {
  const cluster = new TypedCluster({ nodes: 0 });
  const tolerant = (name: string, priority: string) =>
    FULL(name, priority, 1, '700m').replace('spec:', 'spec:\n  tolerations: [{operator: Exists}]');
  cluster.apply(CLASSES.join('') + tolerant('first', 'low') + tolerant('second', 'high'));
  cluster.apply(`apiVersion: v1
kind: Node
metadata: {name: small}
status: {capacity: {cpu: '1', memory: 1Gi, pods: '10'}, allocatable: {cpu: '1', memory: 1Gi, pods: '10'}}
`);
  cluster.wait(4);
  expect(cluster.path('pods', '{range .items[*]}{.metadata.name}={.spec.nodeName} {end}')).toBe('first= second=small ');
  const told = cluster.events('first');
  expect(told).toHaveLength(2);
  expect(cluster.events('second').at(-1)).toMatch(/^Normal Scheduled/);
});
