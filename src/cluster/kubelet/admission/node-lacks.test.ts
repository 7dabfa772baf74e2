import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { VOLUME_TABLES } from '../pods/rows.ts';

const pod = (name: string, spec: string, container = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  ${spec}
  containers: [{name: c, image: "busybox:1.36", command: [sleep, "3600"]${container === '' ? '' : `, ${container}`}}]
---
`;
const runtimeClass = (name: string, handler: string) => `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: ${name}}
handler: ${handler}
---
`;

it('KL67: a sandbox needs its runtime, a container the profiles that it names', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(runtimeClass('gvisor', 'runsc') + runtimeClass('usual', 'runc'));
  const localhost = (type: string) =>
    `securityContext: {${type}: {type: Localhost, localhostProfile: profiles/own.json}}`;
  cluster.apply(
    pod('boxed', 'runtimeClassName: gvisor') +
      pod('usual', 'runtimeClassName: usual') +
      pod('audited', localhost('seccompProfile')) +
      pod('armored', '', localhost('appArmorProfile')) +
      pod('default', 'securityContext: {seccompProfile: {type: RuntimeDefault}}'),
  );
  cluster.wait(25);
  const failed = cluster.events('boxed').filter((line) => line.includes('FailedCreatePodSandBox'));
  expect(failed[0]).toBe(
    'Warning FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "runsc" is configured',
  );
  expect(cluster.path('pod boxed', '{.status.containerStatuses[0].state.waiting.reason}')).toBe('ContainerCreating');
  expect(cluster.path('pod usual default', '{range .items[*]}{.status.phase} {end}')).toBe('Running Running ');
  const why = (name: string) => cluster.path(`pod ${name}`, '{.status.containerStatuses[0].state.waiting}');
  const file = '/var/lib/kubelet/seccomp/profiles/own.json';
  expect(JSON.parse(why('audited'))).toEqual({
    reason: 'CreateContainerError',
    message: `failed to create containerd container: cannot load seccomp profile "${file}": open ${file}: no such file or directory`,
  });
  expect(why('armored')).toContain('apparmor profile not found profiles/own.json');
  const script = `mkdir -p /host/profiles; echo "{}" > /host/profiles/own.json; sleep 3600`;
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: writer}
spec:
  volumes: [{name: host, hostPath: {path: /var/lib/kubelet/seccomp}}]
  containers: [{name: c, image: "busybox:1.36", command: [sh, -c, '${script}'], volumeMounts: [{name: host, mountPath: /host}]}]
`);
  cluster.wait(25);
  expect(cluster.path('pod audited', '{.status.phase}')).toBe('Running');
});

it('KL95: a pod gets no users of its own', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(runtimeClass('usual', 'runc') + pod('own', 'hostUsers: false') + pod('shared', 'hostUsers: true'));
  cluster.apply(pod('classed', 'hostUsers: false\n  runtimeClassName: usual'));
  cluster.wait(15);
  const why = "Warning FailedCreatePodSandBox Failed to create pod sandbox: can't set `spec.hostUsers: false`,";
  expect(cluster.events('own')).toContain(
    `${why} runtime does not support user namespaces: the handler "" is not known`,
  );
  expect(cluster.events('classed')).toContain(
    `${why} RuntimeClass handler "runc" does not support user namespaces: the handler "runc" is not known`,
  );
  expect(cluster.path('pod own shared', '{range .items[*]}{.status.phase} {end}')).toBe('Pending Running ');
});

it('KL68: pulls of one node wait for one another', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const image = (name: string, of: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {containers: [{name: c, image: "${of}", imagePullPolicy: Always}]}
---
`;
  cluster.apply(image('first', 'redis:7') + image('second', 'postgres:16'));
  cluster.wait(120);
  const waited = ['first', 'second'].filter((name) => {
    const pulled = cluster.events(name).find((line) => line.includes('Successfully pulled')) ?? '';
    const [, took, all] = /in (\S+) \((\S+) including waiting\)/.exec(pulled) ?? [];
    return took !== all;
  });
  expect(waited).toHaveLength(1);
});

it('KL70: an image that is a volume is pulled, and not mounted by a runtime of this age', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const volume = (image: string) => `volumes: [{name: v, image: {reference: "${image}"}}]`;
  const mounts = 'volumeMounts: [{name: v, mountPath: /v}]';
  cluster.apply(pod('old', volume('redis:7'), mounts) + pod('missing', volume('registry.example/none:1'), mounts));
  cluster.wait(8);
  expect(cluster.path('pod old', '{.spec.volumes[0].image.pullPolicy}')).toBe('IfNotPresent');
  const why = (name: string, field: string) =>
    cluster.path(`pod ${name}`, `{.status.containerStatuses[0].state.waiting.${field}}`);
  expect(why('old', 'reason')).toBe('CreateContainerError');
  expect(why('old', 'message')).toMatch(/^failed to generate container "[0-9a-f]{64}" spec: .*failed to mkdir ""/);
  expect(cluster.events('old').findIndex((line) => line.includes('image "redis:7"'))).toBe(1);
  expect(why('missing', 'reason')).toMatch(/^(ErrImagePull|ImagePullBackOff)$/);
});

it('KL75: nothing stays of the volumes of a Pod that never had them all', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const rows = cluster.run.engine.table(VOLUME_TABLES.of('node-1'));
  const mounts = 'volumeMounts: [{name: there, mountPath: /a}, {name: missing, mountPath: /b}]';
  const volumes = 'volumes: [{name: there, emptyDir: {}}, {name: missing, configMap: {name: nobody}}]';
  cluster.apply(pod('waits', volumes, mounts));
  cluster.wait(5);
  expect(rows.size).toBe(3);
  cluster.type('kubectl delete pod waits --wait=false');
  cluster.wait(40);
  expect(cluster.path('pods', '{.items[*].metadata.name}')).toBe('');
  expect([...rows.keys()]).toEqual([]);
});

it('KL25: a volume whose next try came while the others were waited for is tried at once', () => {
  const mounts = 'volumeMounts: [{name: missing, mountPath: /a}, {name: also, mountPath: /b}]';
  const volumes = 'volumes: [{name: missing, configMap: {name: nobody}}, {name: also, secret: {secretName: nobody}}]';
  const cluster = new TypedCluster({ nodes: 1, delays: { network: [1000, 1000] } });
  cluster.apply(pod('waits', volumes, mounts));
  cluster.wait(60);
  const told = cluster.events('waits').filter((event) => event.includes('FailedMount'));
  for (const name of ['missing', 'also'])
    expect(told).toContainEqual(expect.stringContaining(`SetUp failed for volume "${name}"`));
  cluster.type('kubectl create configmap nobody');
  cluster.type('kubectl create secret generic nobody');
  cluster.wait(180);
  expect(cluster.path('pod waits', '{.status.phase}')).toBe('Running');
});
