import { expect, it } from 'vitest';
import { SECOND } from '../../base/time/units.ts';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { machineOf } from './clocks.ts';
import { CLOCKS_TABLE } from './rows.ts';

const HOUR = 3600;
const READY = '{.status.conditions[?(@.type=="Ready")].status}';
const HEARTBEAT = '{.status.conditions[?(@.type=="Ready")].lastHeartbeatTime}';
const STARTED = '{.status.containerStatuses[0].state.running.startedAt}';

const pod = (name: string, node: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {nodeName: ${node}, containers: [{name: c, image: 'nginx:1.27'}]}
`;

const setClock = (cluster: TypedCluster, machine: string, offsetSeconds: number, seconds?: number): void =>
  cluster.run.give({ type: 'clock', machine, offsetSeconds, ...(seconds === undefined ? {} : { seconds }) });

/** How many seconds a time that somebody has written is ahead of the run's. */
function ahead(cluster: TypedCluster, written: string): number {
  return Math.round(Date.parse(written) / 1000 - cluster.run.engine.now / SECOND);
}

it('MC11: a node writes the time of its own clock, and stays Ready with a wrong one', () => {
  const cluster = new TypedCluster();
  cluster.apply(pod('before', 'node-2'));
  cluster.wait(8);
  const before = cluster.path('pod before', STARTED);
  setClock(cluster, 'node-2', 2 * HOUR);
  cluster.apply(`${pod('after', 'node-2')}---\n${pod('other', 'node-1')}`);
  cluster.wait(60);
  expect(cluster.path('pod before', STARTED)).toBe(before);
  expect(ahead(cluster, cluster.path('pod after', STARTED))).toBeGreaterThan(2 * HOUR - 90);
  expect(ahead(cluster, cluster.path('pod after', '{.status.startTime}'))).toBeGreaterThan(2 * HOUR - 90);
  expect(ahead(cluster, cluster.path('pod after', '{.metadata.creationTimestamp}'))).toBeLessThan(0);
  expect(ahead(cluster, cluster.path('pod other', STARTED))).toBeLessThan(0);
  const lease = cluster.path('lease node-2 -n kube-node-lease', '{.spec.renewTime}');
  expect(ahead(cluster, lease)).toBeGreaterThan(2 * HOUR - 20);
  const event = '{.items[?(@.reason=="Started")].lastTimestamp}';
  expect(ahead(cluster, cluster.path('events --field-selector involvedObject.name=after', event))).toBeGreaterThan(
    HOUR,
  );
  expect(cluster.path('node node-2', READY)).toBe('True');
  cluster.wait(300);
  expect(ahead(cluster, cluster.path('node node-2', HEARTBEAT))).toBeGreaterThan(HOUR);
  expect(cluster.path('node node-2', READY)).toBe('True');
  expect(cluster.type('kubectl logs after --timestamps').exitCode).toBe(0);
});

it('MC11, MC5: a clock that was set for a while is right again when that is over', () => {
  const cluster = new TypedCluster();
  setClock(cluster, 'node-2', -600, 30);
  expect(cluster.run.engine.table(CLOCKS_TABLE).get('node-2')).toMatchObject({ offsetSeconds: -600 });
  cluster.wait(15);
  const lease = () => ahead(cluster, cluster.path('lease node-2 -n kube-node-lease', '{.spec.renewTime}'));
  expect(lease()).toBeLessThan(-590);
  cluster.wait(40);
  expect(lease()).toBeGreaterThan(-20);
  expect(cluster.run.engine.table(CLOCKS_TABLE).size).toBe(0);
});

it('MC12: the API server dates objects, and tokens that were minted ahead of its clock are not valid yet', () => {
  const cluster = new TypedCluster();
  setClock(cluster, 'kube-apiserver', HOUR);
  cluster.type('kubectl create configmap x --from-literal=a=b');
  expect(ahead(cluster, cluster.path('configmap x', '{.metadata.creationTimestamp}'))).toBeGreaterThan(HOUR - 20);
  expect(
    ahead(
      cluster,
      /time: "(.*)"/.exec(cluster.type('kubectl get configmap x -o yaml --show-managed-fields').stdout)?.[1] ?? '',
    ),
  ).toBeGreaterThan(HOUR - 20);
  expect(cluster.type('kubectl get configmap x').stdout).toMatch(/ {3}\ds\n/);
  const token = cluster.type('kubectl create token default').stdout.trim();
  const review = (): string => {
    const asked = `apiVersion: authentication.k8s.io/v1\nkind: TokenReview\nspec: {token: ${token}}\n`;
    return cluster.type('kubectl create -o yaml -f given.yaml', { 'given.yaml': asked }).stdout;
  };
  expect(review()).toContain('authenticated: true');
  setClock(cluster, 'kube-apiserver', 0);
  expect(review()).toContain('service account token is not valid yet');
  setClock(cluster, 'kube-apiserver', 3 * HOUR);
  expect(review()).toContain('service account token has expired');
});

it('MC12, KC235: a client certificate is refused by a server whose clock stands before or after its year', () => {
  for (const offset of [-HOUR, 400 * 24 * HOUR]) {
    const cluster = new TypedCluster();
    setClock(cluster, 'kube-apiserver', offset);
    const { exitCode, stderr } = cluster.type('kubectl get nodes');
    expect([exitCode, stderr]).toEqual([
      1,
      'error: You must be logged in to the server (the server has asked for the client to provide credentials)\n',
    ]);
  }
});

const CRON = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: '30 9 * * *'
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'busybox:1.37', command: [echo, hi]}]}}}}
`;

it('MC13: a CronJob is due by the clock of the controller manager', () => {
  const due = (offset: number): string => {
    const cluster = new TypedCluster();
    if (offset !== 0) setClock(cluster, 'kube-controller-manager', offset);
    cluster.apply(CRON);
    cluster.wait(400);
    return cluster.path('cronjob nightly', '{.status.lastScheduleTime}');
  };
  expect(due(0)).toBe('');
  expect(due(25 * 60)).toMatch(/T09:30:00Z$/);
});

it('MC13: Pods of a node that is ahead become available later', () => {
  const available = (offset: number): string => {
    const cluster = new TypedCluster({ nodes: 1 });
    if (offset !== 0) setClock(cluster, 'node-1', offset);
    cluster.apply(`apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  minReadySeconds: 5
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: 'nginx:1.27'}]}}
`);
    cluster.wait(60);
    return cluster.path('deployment web', '{.status.availableReplicas}');
  };
  expect(available(0)).toBe('1');
  expect(available(120)).toBe('');
});

it('MC14: a node behind the certificate of the API server goes on as long as its connection does, and is lost then', () => {
  const cluster = new TypedCluster();
  setClock(cluster, 'node-2', -HOUR);
  cluster.wait(70);
  expect(cluster.path('node node-2', READY)).toBe('True');
  cluster.setKubelet('node-2', 'stopped');
  cluster.wait(2);
  cluster.setKubelet('node-2', 'running');
  cluster.wait(70);
  expect(cluster.path('node node-2', READY)).toBe('Unknown');
  setClock(cluster, 'node-2', 0);
  cluster.wait(60);
  expect(cluster.path('node node-2', READY)).toBe('True');
});

it('MC11, MC14: a clock that stands apart from the beginning keeps the node out', () => {
  const cluster = new TypedCluster({ clocks: { 'node-1': -2 * HOUR, 'node-2': 30 } });
  cluster.wait(70);
  expect(cluster.path('node node-1', READY)).toBe('Unknown');
  expect(cluster.path('node node-2', READY)).toBe('True');
  expect(ahead(cluster, cluster.path('lease node-2 -n kube-node-lease', '{.spec.renewTime}'))).toBeGreaterThan(15);
});

it('MC15: a clock of nobody changes nothing, and a run with clocks is the same again', () => {
  const digest = (clocks: boolean): string => {
    const cluster = new TypedCluster();
    if (clocks) setClock(cluster, 'node-2', 77, 20);
    cluster.wait(60);
    return String(cluster.run.engine.digest);
  };
  expect(digest(true)).toBe(digest(true));
  expect(digest(true)).not.toBe(digest(false));
  const cluster = new TypedCluster();
  setClock(cluster, 'node-9', 77);
  expect(cluster.run.engine.table(CLOCKS_TABLE).size).toBe(0);
});

it('MC11: whose clock an actor reads', () => {
  expect(
    ['kubelet/node-1', 'cri/node-1', 'deployment-controller', 'garbage-collector', 'default-scheduler'].map(machineOf),
  ).toEqual(['node-1', 'node-1', 'kube-controller-manager', 'kube-controller-manager', 'kube-scheduler']);
  expect(['kubectl', 'service-lb-controller', 'coredns'].map(machineOf)).toEqual([
    'kubectl',
    'service-lb-controller',
    'coredns',
  ]);
});
