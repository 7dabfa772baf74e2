import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const CLASS = `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
---
`;
const device = (name: string, memory: string, more = '') =>
  `{name: ${name}, attributes: {model: {string: a100}, numa: {int: ${name.endsWith('0') ? 0 : 1}}, driverVersion: {version: 1.2.3}}, capacity: {memory: {value: ${memory}}}${more}}`;
const slice = (node: string, devices: string) => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: ${node}-gpus}
spec: {driver: gpu.example.com, nodeName: ${node}, pool: {name: ${node}, generation: 1, resourceSliceCount: 1}, devices: [${devices}]}
---
`;
const template = (request: string, more = '') => `apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec: {metadata: {labels: {a: b}}, spec: {devices: {requests: [${request}]${more}}}}
---
`;
const ONE = '{name: gpu, exactly: {deviceClassName: gpu.example.com}}';
const claim = (name: string, request = ONE) => `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: ${name}}
spec: {devices: {requests: [${request}]}}
---
`;
const pod = (name: string, source = 'resourceClaimTemplateName: one', more = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 1
  ${more}
  resourceClaims: [{name: gpu, ${source}}]
  containers: [{name: c, image: "nginx:1.27", resources: {claims: [{name: gpu}]}}]
---
`;
const BOTH = slice('node-1', device('gpu-0', '40Gi')) + slice('node-2', device('gpu-0', '80Gi'));

function wanting(request: string, more = ''): TypedCluster {
  const cluster = new TypedCluster();
  cluster.apply(CLASS + BOTH + template(request, more));
  cluster.apply(pod('a'));
  cluster.wait(10);
  return cluster;
}

it('SCH35, SCH36, RC1, RC2: a claim is made out of the template, allocated, reserved and given back', () => {
  const cluster = wanting(ONE);
  expect(cluster.path('pod a', '{.status.phase} {.spec.nodeName}')).toMatch(/^Running node-[12]$/);
  const node = cluster.path('pod a', '{.spec.nodeName}');
  const name = cluster.path('pod a', '{.status.resourceClaimStatuses[0].resourceClaimName}');
  expect(name).toMatch(/^a-gpu-[a-z0-9]{5}$/);
  const of = `resourceclaim ${name}`;
  expect(cluster.path(of, '{.metadata.labels.a} {.metadata.annotations} {.metadata.finalizers}')).toBe(
    'b {"resource.kubernetes.io/pod-claim-name":"gpu"} ["resource.kubernetes.io/delete-protection"]',
  );
  expect(cluster.path(of, '{.status.allocation.devices.results}')).toBe(
    `[{"device":"gpu-0","driver":"gpu.example.com","pool":"${node}","request":"gpu"}]`,
  );
  expect(cluster.path(of, '{.status.allocation.nodeSelector}')).toBe(
    `{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["${node}"]}]}]}`,
  );
  expect(cluster.path(of, '{.status.reservedFor[*].name} {.status.allocation.allocationTimestamp}')).toMatch(/^a 20/);
  expect(cluster.type('kubectl get resourceclaims').stdout).toContain('allocated,reserved');
  cluster.type('kubectl delete pod a');
  cluster.wait(10);
  expect(cluster.path('resourceclaims', '{.items[*].metadata.name}')).toBe('');
});

it('SCH35: no more Pods than devices; the next one comes when a device is free', () => {
  const cluster = wanting(ONE);
  cluster.apply(pod('b') + pod('c'));
  cluster.wait(10);
  expect(cluster.path('pod b', '{.status.phase}')).toBe('Running');
  expect(cluster.events('c')).toContain(
    'Warning FailedScheduling 0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  );
  cluster.type('kubectl delete pod b');
  cluster.wait(20);
  expect(cluster.path('pod c', '{.status.phase}')).toBe('Running');
});

it('SCH37: selectors choose by attributes and capacity; a missing attribute stops the cycle', () => {
  const wants = (expression: string) =>
    `{name: gpu, exactly: {deviceClassName: gpu.example.com, selectors: [{cel: {expression: '${expression}'}}]}}`;
  const own = 'device.attributes["gpu.example.com"]';
  const memory = 'device.capacity["gpu.example.com"].memory.compareTo(quantity("60Gi")) > 0';
  const cluster = wanting(
    wants(`${own}.model == "a100" && ${memory} && ${own}.driverVersion.isGreaterThan(semver("1.0.0"))`),
  );
  expect(cluster.path('pod a', '{.spec.nodeName}')).toBe('node-2');
  cluster.apply(claim('odd', wants(`${own}.colour == "red"`)) + pod('odd', 'resourceClaimName: odd'));
  cluster.wait(5);
  expect(cluster.events('odd')[0]).toBe(
    'Warning FailedScheduling running "DynamicResources" filter plugin: claim default/odd: selector #0: CEL runtime error: no such key: colour',
  );
  expect(cluster.path('pod odd', '{.status.conditions[0].reason}')).toBe('SchedulerError');
});

it('SCH13: a Pod waits silently for a claim, and says that a class is missing', () => {
  const cluster = new TypedCluster();
  cluster.apply(pod('a', 'resourceClaimName: mine') + BOTH);
  cluster.wait(5);
  expect(cluster.events('a')).toEqual([]);
  expect(cluster.path('pod a', '{.status.conditions}')).toBe('');
  cluster.apply(claim('mine'));
  cluster.wait(5);
  expect(cluster.events('a')[0]).toBe(
    'Warning FailedScheduling 0/2 nodes are available: request gpu: device class gpu.example.com does not exist. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  );
  cluster.apply(CLASS);
  cluster.wait(15);
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Running');
});

it('SCH35: two Pods share a claim on one node; it is freed after the last, and stays', () => {
  const cluster = new TypedCluster();
  cluster.apply(
    CLASS + BOTH + claim('mine') + pod('a', 'resourceClaimName: mine') + pod('b', 'resourceClaimName: mine'),
  );
  cluster.wait(15);
  expect(cluster.path('resourceclaim mine', '{.status.reservedFor[*].name}')).toBe('a b');
  expect(cluster.path('pod a', '{.spec.nodeName}')).toBe(cluster.path('pod b', '{.spec.nodeName}'));
  cluster.type('kubectl delete pod a b');
  cluster.wait(10);
  expect(cluster.path('resourceclaim mine', '{.metadata.finalizers}{.status}')).toBe('{}');
});

it('SCH14: count, constraints, alternatives, All and taints', () => {
  const four = ['gpu-0', 'gpu-1', 'gpu-10', 'gpu-11'].map((name) => device(name, '40Gi')).join(', ');
  const cluster = new TypedCluster();
  cluster.apply(
    CLASS +
      slice('node-1', four) +
      slice('node-2', device('gpu-0', '40Gi', ', taints: [{key: broken, effect: NoSchedule}]')),
  );
  const two = '{name: gpu, exactly: {deviceClassName: gpu.example.com, count: 2}}';
  const same = ', constraints: [{requests: [gpu], matchAttribute: gpu.example.com/numa}]';
  cluster.apply(template(two, same) + pod('a'));
  cluster.wait(5);
  const devices = (of: string) => cluster.path(`resourceclaim ${of}`, '{.status.allocation.devices.results[*].device}');
  expect(devices(cluster.path('pod a', '{.status.resourceClaimStatuses[0].resourceClaimName}'))).toBe('gpu-0 gpu-10');
  const asked =
    '{name: gpu, firstAvailable: [{name: many, deviceClassName: gpu.example.com, count: 3}, {name: few, deviceClassName: gpu.example.com, count: 2}]}';
  cluster.apply(claim('some', asked) + pod('b', 'resourceClaimName: some'));
  cluster.wait(5);
  expect(devices('some')).toBe('gpu-1 gpu-11');
  expect(cluster.path('resourceclaim some', '{.status.allocation.devices.results[*].request}')).toBe('gpu/few gpu/few');
  const tolerant =
    '{name: gpu, exactly: {deviceClassName: gpu.example.com, allocationMode: All, tolerations: [{operator: Exists}]}}';
  cluster.apply(claim('all', tolerant) + pod('c', 'resourceClaimName: all'));
  cluster.wait(5);
  expect(cluster.path('pod c', '{.spec.nodeName}') + devices('all')).toBe('node-2gpu-0');
});

it('KL56, RC1: a Pod that nobody scheduled is not allowed to use its claim; without a template none is made', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS + BOTH + claim('mine') + pod('a', 'resourceClaimName: mine', 'nodeName: node-1') + pod('b'));
  cluster.wait(5);
  const uid = (what: string) => cluster.path(what, '{.metadata.uid}');
  expect(cluster.events('a')).toContain(
    `Warning FailedPrepareDynamicResources Failed to prepare dynamic resources: prepare dynamic resources: pod a (${uid('pod a')}) is not allowed to use ResourceClaim mine (${uid('resourceclaim mine')})`,
  );
  expect(cluster.events('b')[0]).toBe(
    'Warning FailedResourceClaimCreation PodResourceClaim gpu: resource claim template "one": resourceclaimtemplate.resource.k8s.io "one" not found',
  );
});

it('RC3: the claim of a Pod that is done goes before the Pod does', () => {
  const cluster = new TypedCluster();
  const done = pod('a', 'resourceClaimTemplateName: one', 'restartPolicy: Never').replace(
    'nginx:1.27',
    'busybox:1.36", command: ["true"], imagePullPolicy: "IfNotPresent',
  );
  cluster.apply(CLASS + BOTH + template(ONE) + done);
  cluster.wait(15);
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Succeeded');
  expect(cluster.path('resourceclaims', '{.items[*].metadata.name}')).toBe('');
});

it('RC4: a claim that is allocated is reserved for a Pod that somebody put on a node', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS + BOTH + claim('mine') + pod('a', 'resourceClaimName: mine'));
  cluster.wait(10);
  const node = cluster.path('pod a', '{.spec.nodeName}');
  cluster.apply(pod('b', 'resourceClaimName: mine', `nodeName: ${node}`));
  cluster.wait(10);
  expect(cluster.path('resourceclaim mine', '{.status.reservedFor[*].name}')).toBe('a b');
});
