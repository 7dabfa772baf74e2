import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const CLASS = (mode: string) => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: hostpath.csi.k8s.io
volumeBindingMode: ${mode}
---
`;
const DRIVER = (limit = '') => `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: hostpath.csi.k8s.io${limit === '' ? '' : `, annotations: {csi.kubestep.dev/max-volumes: "${limit}"}`}}
spec: {attachRequired: false}
---
`;
const claim = (name: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
`;
const pod = (name: string, of: string, command: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 1
  containers: [{name: c, image: "busybox:1.36", command: [sh, -c, "${command}"], volumeMounts: [{name: v, mountPath: /data}]}]
  volumes: [{name: v, persistentVolumeClaim: {claimName: ${of}}}]
---
`;

it('CSI1, CSI2, CSI4, SCH11: a claim gets a volume of its driver, whose files outlive Pods on any node, and loses it', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS('WaitForFirstConsumer') + claim('data'));
  cluster.wait(20);
  expect(cluster.path('pvc data', '{.status.phase}')).toBe('Pending');
  cluster.apply(pod('a', 'data', 'echo of a > /data/x; sleep 3600'));
  cluster.wait(20);
  expect(cluster.events('data').some((event) => event.startsWith('Normal ExternalProvisioning'))).toBe(true);
  expect(cluster.path('pod a', '{.spec.nodeName}')).toBe('');
  expect(cluster.path('pod a', '{.status.nominatedNodeName}')).toMatch(/^node-/);
  cluster.apply(DRIVER());
  cluster.wait(30);
  expect(cluster.path('pvc data', '{.status.phase}')).toBe('Bound');
  const uid = cluster.path('pvc data', '{.metadata.uid}');
  expect(cluster.events('data')).toEqual(
    expect.arrayContaining([
      'Normal Provisioning External provisioner is provisioning volume for claim "default/data"',
      `Normal ProvisioningSucceeded Successfully provisioned volume pvc-${uid}`,
    ]),
  );
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Running');
  expect(cluster.path('pod a', '{.status.nominatedNodeName}')).toBe('');
  const node = cluster.path('pod a', '{.spec.nodeName}');
  cluster.type('kubectl delete pod a');
  cluster.type(`kubectl cordon ${node}`);
  cluster.apply(pod('b', 'data', 'cat /data/x; sleep 3600'));
  cluster.wait(15);
  expect(cluster.path('pod b', '{.spec.nodeName}')).not.toBe(node);
  expect(cluster.type('kubectl logs b').stdout).toBe('of a\n');
  cluster.type('kubectl delete pod b');
  cluster.type('kubectl delete pvc data');
  cluster.wait(20);
  expect(cluster.type('kubectl get pv').stderr).toBe('No resources found\n');
});

it('CSI3: a node takes as many volumes as its driver says', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(DRIVER('2') + CLASS('Immediate') + claim('one') + claim('two') + claim('three'));
  cluster.wait(20);
  expect(cluster.path('csinode node-1', '{.spec.drivers[0].allocatable.count}')).toBe('2');
  cluster.apply(pod('a', 'one', 'sleep 3600') + pod('b', 'two', 'sleep 3600') + pod('again', 'one', 'sleep 3600'));
  cluster.wait(10);
  cluster.apply(pod('c', 'three', 'sleep 3600'));
  cluster.wait(10);
  expect(cluster.path('pod again', '{.status.phase}')).toBe('Running');
  expect(cluster.path('pod c', '{.status.phase}')).toBe('Pending');
  expect(cluster.events('c')).toContainEqual(expect.stringContaining('1 node(s) exceed max volume count'));
  cluster.type('kubectl delete pod b');
  cluster.wait(20);
  expect(cluster.path('pod c', '{.status.phase}')).toBe('Running');
});

it('CSI4, CSI5: a volume is attached to one node at a time', () => {
  const cluster = new TypedCluster();
  cluster.apply(DRIVER().replace('attachRequired: false', 'podInfoOnMount: true') + CLASS('Immediate') + claim('data'));
  cluster.wait(10);
  const on = (name: string, node: string): string =>
    pod(name, 'data', `echo of ${name} >> /data/x; sleep 3600`).replace('spec:', `spec:\n  nodeName: ${node}`);
  cluster.apply(on('a', 'node-1'));
  cluster.wait(15);
  const volume = `pvc-${cluster.path('pvc data', '{.metadata.uid}')}`;
  expect(cluster.events('a')).toContain(
    `Normal SuccessfulAttachVolume AttachVolume.Attach succeeded for volume "${volume}" `,
  );
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Running');
  expect(cluster.path('volumeattachments', '{.items[*].spec.nodeName} {.items[*].status.attached}')).toBe(
    'node-1 true',
  );
  cluster.apply(on('b', 'node-2'));
  cluster.wait(15);
  expect(cluster.path('pod b', '{.status.phase}')).toBe('Pending');
  expect(cluster.events('b')).toContain(
    `Warning FailedAttachVolume Multi-Attach error for volume "${volume}" Volume is already used by pod(s) a`,
  );
  cluster.type('kubectl delete pod a');
  cluster.wait(60);
  expect(cluster.path('pod b', '{.status.phase}')).toBe('Running');
  expect(cluster.type('kubectl exec b -- cat /data/x').stdout).toBe('of a\nof b\n');
  cluster.type('kubectl delete pod b');
  cluster.wait(20);
  expect(cluster.type('kubectl get volumeattachments').stderr).toBe('No resources found\n');
});

it('CSI6, PGC4: a silent node keeps its volume for six minutes, one that is out of service loses it at once', () => {
  const cluster = new TypedCluster();
  cluster.apply(DRIVER().replace('attachRequired: false', 'podInfoOnMount: true') + CLASS('Immediate') + claim('data'));
  const on = (name: string, node: string): string =>
    pod(name, 'data', 'sleep 3600').replace('spec:', `spec:\n  nodeName: ${node}`);
  cluster.apply(on('a', 'node-1'));
  cluster.wait(30);
  const named = cluster.path('node node-1', '{.status.volumesAttached[*].name}');
  expect(named).toContain('kubernetes.io/csi/hostpath.csi.k8s.io^hostpath.csi.k8s.io-');
  expect(cluster.path('node node-1', '{.status.volumesInUse[*]}')).toBe(named);
  cluster.setKubelet('node-1', 'stopped');
  cluster.wait(70);
  cluster.type('kubectl delete pod a --force');
  cluster.apply(on('b', 'node-2'));
  cluster.wait(340);
  const places = () => cluster.path('volumeattachments', '{.items[*].spec.nodeName}');
  expect(places()).toBe('node-1');
  cluster.wait(60);
  expect(places()).toBe('node-2');
  expect(cluster.path('node node-1', '{.status.volumesAttached[*].name}')).toBe('');
  cluster.wait(30);
  expect(cluster.path('pod b', '{.status.phase}')).toBe('Running');
  cluster.setKubelet('node-2', 'stopped');
  cluster.wait(70);
  cluster.type('kubectl taint node node-2 node.kubernetes.io/out-of-service=down:NoExecute');
  cluster.wait(45);
  expect(places()).toBe('');
  expect(cluster.path('pods', '{.items[*].metadata.name}')).toBe('');
});

it('CSI7: a claim that wants more gets it, from its driver and then from the kubelet', () => {
  const cluster = new TypedCluster();
  const grows = CLASS('Immediate').replace('volumeBindingMode', 'allowVolumeExpansion: true\nvolumeBindingMode');
  cluster.apply(DRIVER() + grows + claim('data') + pod('a', 'data', 'sleep 3600'));
  cluster.wait(20);
  cluster.apply(claim('data').replace('1Gi', '2Gi'));
  cluster.wait(10);
  const condition = () => cluster.path('pvc data', '{.status.conditions[*].type} {.status.capacity.storage}');
  expect(condition()).toBe('FileSystemResizePending 1Gi');
  const volume = cluster.path('pvc data', '{.spec.volumeName}');
  expect(cluster.path(`pv ${volume}`, '{.spec.capacity.storage}')).toBe('2Gi');
  expect(cluster.events('data')).toEqual(
    expect.arrayContaining([
      'Normal ExternalExpanding waiting for an external controller to expand this PVC',
      `Normal Resizing External resizer is resizing volume ${volume}`,
      'Normal FileSystemResizeRequired Require file system resize of volume on node',
    ]),
  );
  cluster.wait(100);
  expect(condition()).toBe(' 2Gi');
  const node = cluster.path('pod a', '{.spec.nodeName}');
  expect(cluster.events('a')).toContain(
    `Normal FileSystemResizeSuccessful MountVolume.NodeExpandVolume succeeded for volume "${volume}" ${node}`,
  );
});

it('SCH15: a Pod that goes while its volume is awaited is told of, and its room is free', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS('WaitForFirstConsumer') + claim('data') + pod('a', 'data', 'sleep 3600'));
  cluster.wait(5);
  cluster.type('kubectl delete pod a --wait=false');
  cluster.wait(5);
  expect(cluster.events('a')).toEqual([
    'Warning FailedScheduling running PreBind plugin "VolumeBinding": binding volumes: pod does not exist any more: pod "a" not found',
  ]);
});

it('CSI8: a volume whose driver nobody installed is waited for', () => {
  const cluster = new TypedCluster();
  const bound = `apiVersion: v1
kind: PersistentVolume
metadata: {name: vol}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: manual, csi: {driver: ebs.csi.aws.com, volumeHandle: vol-1}}
---
${claim('data').replace('spec: {', 'spec: {storageClassName: manual, volumeName: vol, ')}`;
  cluster.apply(bound);
  cluster.wait(5);
  cluster.apply(pod('a', 'data', 'sleep 3600'));
  cluster.wait(100);
  expect(cluster.path('volumeattachments', '{.items[*].spec.attacher} {.items[*].status.attached}')).toBe(
    'ebs.csi.aws.com false',
  );
  cluster.wait(30);
  const failed =
    'Warning FailedAttachVolume AttachVolume.Attach failed for volume "vol" : timed out waiting for external-attacher of ebs.csi.aws.com CSI driver to attach volume vol-1';
  expect(cluster.events('a').slice(1)).toEqual([failed]);
  expect(cluster.path('pod a', '{.status.containerStatuses[0].state.waiting.reason}')).toBe('ContainerCreating');
  cluster.wait(125);
  expect(cluster.type('kubectl describe pod a').stdout).toMatch(/FailedAttachVolume +\S+ \(x2 over /);
  cluster.apply(`apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: ebs.csi.aws.com}
spec: {attachRequired: true}
`);
  cluster.wait(60);
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Running');
});
