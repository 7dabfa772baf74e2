import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const shell = (name: string, command: string, more = '') =>
  `{name: ${name}, image: "busybox:1.36", command: [sh, -c, '${command}']${more === '' ? '' : `, ${more}`}}`;
const pod = (name: string, spec: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {${spec}}
---
`;
const FAILS = '{exec: {command: ["false"]}, periodSeconds: 1, failureThreshold: 1';
const statuses = (cluster: TypedCluster, name: string, path: string): string =>
  cluster.path(`pod ${name}`, `{range .status.containerStatuses[*]}${path};{end}`);
const times = (cluster: TypedCluster, name: string, text: string): number =>
  cluster.events(name).filter((line) => line.includes(text)).length;

it('KL63: an exit with the rule RestartAllContainers removes every container, and the pod begins anew', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const rule = 'restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]';
  cluster.apply(
    pod(
      'gang',
      `restartPolicy: Never, initContainers: [${shell('prepare', 'true')}], containers: [
        ${shell('main', 'sleep 3600', 'lifecycle: {preStop: {exec: {command: ["true"]}}}')},
        ${shell('over', 'true')},
        ${shell('trigger', 'sleep 8; exit 42', `restartPolicy: Never, ${rule}`)}]`,
    ),
  );
  const condition = (): string =>
    cluster.path('pod gang', '{.status.conditions[?(@.type=="AllContainersRestarting")].status}');
  const address = (): string => cluster.path('pod gang', '{.status.podIP} {.metadata.uid}');
  cluster.wait(6);
  expect(condition()).toBe('False');
  const before = address();
  cluster.wait(5);
  expect(condition()).toBe('True');
  expect(cluster.path('pod gang', '{.status.phase}')).toBe('Running');
  expect(statuses(cluster, 'gang', '{.name} {.state.terminated.exitCode}')).toBe('main ;over 0;trigger 42;');
  cluster.wait(4);
  expect(condition()).toBe('False');
  expect(address()).toBe(before);
  expect(statuses(cluster, 'gang', '{.name} {.restartCount} {.lastState.terminated.reason}')).toBe(
    'main 1 RestartingAllContainers;over 1 RestartingAllContainers;trigger 1 RestartingAllContainers;',
  );
  expect(cluster.path('pod gang', '{.status.initContainerStatuses[0].restartCount}')).toBe('1');
  expect(cluster.path('pod gang', '{.status.conditions[?(@.type=="Initialized")].status}')).toBe('True');
  expect(times(cluster, 'gang', 'Killing killing')).toBe(1);
  expect(times(cluster, 'gang', 'BackOff')).toBe(0);
});

it('KL64: main containers go on while a sidecar of theirs waits to be started again', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    pod(
      'pair',
      `initContainers: [${shell('side', 'sleep 1; exit 1', 'restartPolicy: Always')}], containers: [
        ${shell('first', 'sleep 3600')}, ${shell('second', 'sleep 12; exit 3')}]`,
    ),
  );
  cluster.wait(20);
  expect(times(cluster, 'pair', 'BackOff')).toBeGreaterThan(0);
  expect(statuses(cluster, 'pair', '{.restartCount}')).toBe('0;1;');
});

it('KL65: what a probe condemns is ended in the words of its kind, in the time of its probe, and started again if its policy says so', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const probe = (name: string) => `${name}: ${FAILS}, terminationGracePeriodSeconds: 3}`;
  cluster.apply(
    pod('once', `restartPolicy: Never, containers: [${shell('c', 'sleep 3600', probe('livenessProbe'))}]`) +
      pod('ruled', `containers: [${shell('c', 'sleep 3600', `restartPolicy: Never, ${probe('livenessProbe')}`)}]`) +
      pod(
        'side',
        `initContainers: [${shell('s', 'sleep 3600', `restartPolicy: Always, ${probe('livenessProbe')}`)}], containers: [${shell('c', 'sleep 3600')}]`,
      ),
  );
  cluster.wait(14);
  expect(cluster.events('once')).toContain('Normal Killing Container c failed liveness probe');
  expect(cluster.path('pod once ruled', '{range .items[*]}{.status.phase} {end}')).toBe('Failed Failed ');
  expect(cluster.events('side')).toContain('Normal Killing Init container s failed liveness probe');
  expect(cluster.path('pod side', '{.status.initContainerStatuses[0].restartCount}')).not.toBe('0');
});

it('KL66: what must end, ends before anything starts; another image has no failures yet', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    pod('two', 'containers: [{name: a, image: "nginx:1.27"}, {name: b, image: "nginx:1.27"}]') +
      pod('bad', 'containers: [{name: c, image: "busybox:1.36"}]'),
  );
  cluster.wait(25);
  expect(times(cluster, 'bad', 'BackOff')).toBeGreaterThan(0);
  cluster.type('kubectl set image pod/bad c=nginx:1.27');
  cluster.wait(3);
  expect(statuses(cluster, 'bad', '{.restartCount} {.ready}')).toBe('3 true;');
  cluster.type('kubectl set image pod/two a=nginx:1.28 b=nginx:1.28');
  cluster.wait(10);
  const told = cluster.events('two').map((line) => line.split(' ')[1]);
  expect(told.slice(told.indexOf('Killing')).slice(0, 3)).toEqual(['Killing', 'Killing', 'Pulling']);
});

it('KL13: of a rejected pod nothing is said but why', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    pod(
      'out',
      'containers: [{name: c, image: "nginx:1.27"}], securityContext: {sysctls: [{name: kernel.msgmax, value: "1"}]}',
    ),
  );
  cluster.wait(2);
  const fields = JSON.parse(cluster.path('pod out', '{.status}')) as object;
  expect(Object.keys(fields).sort()).toEqual([
    'message',
    'observedGeneration',
    'phase',
    'qosClass',
    'reason',
    'startTime',
  ]);
});

it('KL3: a grace period that is shortened while it runs changes nothing for what is being killed', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(pod('slow', `terminationGracePeriodSeconds: 20, containers: [${shell('c', 'sleep 3600')}]`));
  cluster.wait(4);
  cluster.type('kubectl delete pod slow --wait=false');
  cluster.wait(3);
  cluster.type('kubectl delete pod slow --grace-period=1 --wait=false');
  cluster.wait(10);
  expect(cluster.path('pods', '{.items[*].metadata.deletionGracePeriodSeconds}')).toBe('1');
  cluster.wait(12);
  expect(cluster.path('pods', '{.items[*].metadata.name}')).toBe('');
});

it("KL69: a pod on its node's network has the address of the node before anything of it runs", () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const volume = 'volumes: [{name: v, configMap: {name: none}}]';
  const mounts = 'volumeMounts: [{name: v, mountPath: /v}]';
  cluster.apply(pod('host', `hostNetwork: true, ${volume}, containers: [${shell('c', 'sleep 3600', mounts)}]`));
  cluster.wait(3);
  expect(cluster.path('pod host', '{.status.phase} {.status.podIP}')).toBe(
    `Pending ${cluster.path('pod host', '{.status.hostIP}')}`,
  );
});
