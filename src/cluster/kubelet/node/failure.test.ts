import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
      containers: [{name: c, image: 'nginx:1.27'}]
---
apiVersion: v1
kind: Pod
metadata: {name: keep}
spec:
  nodeName: node-2
  containers: [{name: c, image: 'nginx:1.27'}]
`;

it('KL21: nobody speaks for the Pods of a dead kubelet; when it is back it says how they are', () => {
  const cluster = new TypedCluster();
  cluster.apply(WEB);
  cluster.wait(4);
  const ready = () => cluster.path('node node-2', '{.status.conditions[?(@.type=="Ready")].status}');
  cluster.setKubelet('node-2', 'stopped');
  cluster.wait(45);
  expect(ready()).toBe('True');
  cluster.wait(20);
  expect(ready()).toBe('Unknown');
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('False');
  const pods = '{range .items[*]}{.spec.nodeName}{.metadata.deletionTimestamp}{"\\n"}{end}';
  expect(cluster.path('pods -l app=web', pods)).toMatch(/node-2\d{4}-/);
  expect(cluster.path('pods -l app=web', pods).match(/node-1\n/g)).toHaveLength(2);
  cluster.setKubelet('node-2', 'running');
  cluster.wait(5);
  expect(ready()).toBe('True');
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('True');
  expect(cluster.path('pods -l app=web', pods)).toBe('node-1\nnode-1\n');
  expect(cluster.path('node node-2', '{.spec.taints}')).toBe('');
});

it('KL21: a kubelet that is killed does not say a last time that it lives', () => {
  const cluster = new TypedCluster();
  const renewed = () => cluster.path('lease node-2 -n kube-node-lease', '{.spec.renewTime}');
  cluster.wait(12);
  const before = renewed();
  cluster.setKubelet('node-2', 'stopped');
  cluster.wait(30);
  expect(renewed()).toBe(before);
});

const busybox = (name: string, command: string, more: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 2
  containers: [{name: c, image: 'busybox:1.36', command: [sh, -c, '${command}']${more}}]
---
`;

it('KL21: without a kubelet nothing is probed, stopped or started; afterwards it all happens', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const file = 'touch /tmp/a; sleep 10; rm /tmp/a; sleep 900';
  const probe = (name: string) => `, ${name}: {exec: {command: [cat, /tmp/a]}, periodSeconds: 2, failureThreshold: 1}`;
  cluster.apply(
    busybox('live', file, probe('livenessProbe')) +
      busybox('ready', file, probe('readinessProbe')) +
      busybox('crash', 'sleep 12; exit 1', '') +
      busybox('loops', 'exit 1', ''),
  );
  cluster.wait(7);
  const restarts = (name: string) => cluster.path(`pod ${name}`, '{.status.containerStatuses[0].restartCount}');
  expect(restarts('loops')).toBe('1');
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(35);
  cluster.setKubelet('node-1', 'running');
  cluster.wait(4);
  expect(restarts('crash')).toBe('1');
  expect(Number(restarts('loops'))).toBeLessThan(4);
  expect(cluster.path('pod ready', '{.status.containerStatuses[0].ready}')).toBe('false');
  const lines = '{range .items[*]}{.reason} {.involvedObject.name} {.count},{end}';
  expect(cluster.path('events', lines)).not.toContain('BackOff crash');
  cluster.wait(6);
  expect(restarts('live')).toBe('1');
  const ended = cluster.path('pod live', '{.status.containerStatuses[0].lastState.terminated.finishedAt}');
  const back = cluster.path('events --field-selector reason=Starting', '{.items[0].firstTimestamp}');
  expect(Date.parse(ended)).toBeGreaterThan(Date.parse(back));
});

it('KL21: nobody is evicted by a kubelet that is not there', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const volume = 'volumeMounts: [{name: v, mountPath: /v}]';
  cluster.apply(
    busybox('fills', 'sleep 8; fallocate -l 2G /v/file; sleep 900', `, ${volume}`).replace(
      'spec:',
      'spec:\n  volumes: [{name: v, emptyDir: {sizeLimit: 1Gi}}]',
    ),
  );
  cluster.wait(4);
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(35);
  cluster.setKubelet('node-1', 'running');
  cluster.wait(25);
  expect(cluster.path('pod fills', '{.status.reason}')).toBe('Evicted');
  const first = (reason: string) =>
    Date.parse(cluster.path(`events --field-selector reason=${reason}`, '{.items[0].firstTimestamp}'));
  expect(first('Evicted')).toBeGreaterThan(first('Starting'));
});
