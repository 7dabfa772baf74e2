import { expect, it } from 'vitest';
import { internalError } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ControllerBench } from '../testing.ts';

const volume = (name: string, size: string, more = '') => `apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec: {capacity: {storage: ${size}}, accessModes: [ReadWriteOnce], storageClassName: manual, hostPath: {path: /data/${name}}${more}}
---
`;
const claim = (name: string, more: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 500Mi}}${more}}
---
`;
const user = (name: string, of: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers: [{name: c, image: 'nginx:1.27', volumeMounts: [{name: d, mountPath: /d}]}]
  volumes: [{name: d, persistentVolumeClaim: {claimName: ${of}}}]
---
`;

it('PV1 PV2 PV3: the smallest volume that suits is bound; who waits is told why', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('small', '1Gi') + volume('big', '10Gi'));
  cluster.wait(1);
  cluster.apply(
    claim('data', ', storageClassName: manual') + claim('none', '') + claim('lost', ', storageClassName: nope'),
  );
  cluster.wait(2);
  expect(cluster.path('pvc data', '{.status.phase} {.spec.volumeName} {.status.capacity.storage}')).toBe(
    'Bound small 1Gi',
  );
  expect(cluster.path('pv small', '{.status.phase} {.spec.claimRef.name}')).toBe('Bound data');
  expect(cluster.path('pv big', '{.status.phase}')).toBe('Available');
  expect(cluster.events('none')).toEqual([
    'Normal FailedBinding no persistent volumes available for this claim and no storage class is set',
  ]);
  expect(cluster.events('lost')).toEqual(['Warning ProvisioningFailed storageclass.storage.k8s.io "nope" not found']);
});

it('PV1: volumes with the fewest access modes come first, also before smaller ones; one that is reserved must be large enough', () => {
  const cluster = new TypedCluster();
  const shared = volume('shared', '1Gi').replace('[ReadWriteOnce]', '[ReadWriteOnce, ReadWriteMany]');
  cluster.apply(
    shared + volume('single', '5Gi') + volume('held', '100Mi', ', claimRef: {namespace: default, name: big}'),
  );
  cluster.wait(1);
  cluster.apply(claim('data', ', storageClassName: manual') + claim('big', ", storageClassName: ''"));
  cluster.wait(2);
  expect(cluster.path('pvc data', '{.spec.volumeName}')).toBe('single');
  expect(cluster.path('pvc big', '{.status.phase}')).toBe('Pending');
});

it('PV3: what was a part of Kubernetes once is asked of its driver', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: gp2}
provisioner: kubernetes.io/aws-ebs
`);
  cluster.apply(claim('data', ', storageClassName: gp2'));
  cluster.wait(2);
  expect(cluster.events('data').at(-1)).toContain("either by the external provisioner 'ebs.csi.aws.com' or manually");
  expect(cluster.path('pvc data', '{.metadata.annotations.volume\\.kubernetes\\.io/storage-provisioner}')).toBe(
    'ebs.csi.aws.com',
  );
});

it('PV4 PV13: before a volume is released the server is asked for its claim; without an answer nothing is done until all are looked at', () => {
  const bench = new ControllerBench();
  let answers = false;
  bench.server.refuse = ({ path, method }) =>
    method === 'GET' && path.endsWith('/persistentvolumeclaims/data') && !answers ? internalError('busy') : undefined;
  const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', uid: 'data' };
  const spec = { capacity: { storage: '1Gi' }, claimRef, persistentVolumeReclaimPolicy: 'Retain' };
  bench.put('persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'one', uid: 'one', finalizers: ['kubernetes.io/pv-protection'] },
    spec,
    status: { phase: 'Bound' },
  } as KObject);
  bench.run(10);
  answers = true;
  expect(bench.writes('persistent-volume-binder')).toEqual([]);
  bench.run(10);
  expect(bench.writes('persistent-volume-binder')).toEqual(['PUT persistentvolumes/one/status 200']);
});

it('PV11: a claim that names a volume which will not do is told what is wrong with it', () => {
  const cluster = new TypedCluster();
  cluster.apply(
    volume('small', '100Mi') +
      volume('other', '1Gi') +
      volume('taken', '1Gi', ', claimRef: {namespace: default, name: owner}'),
  );
  cluster.wait(1);
  const naming = (name: string, of: string, storageClass = 'manual') =>
    claim(name, `, storageClassName: ${storageClass}, volumeName: ${of}`);
  cluster.apply(claim('owner', ', storageClassName: manual'));
  cluster.wait(2);
  cluster.apply(naming('big', 'small') + naming('odd', 'other', 'gold') + naming('late', 'taken'));
  cluster.wait(2);
  const told = (name: string) => cluster.events(name);
  expect(told('big')).toEqual([
    'Warning VolumeMismatch Cannot bind to requested volume "small": requested PV is too small',
  ]);
  expect(told('odd')).toEqual([
    'Warning VolumeMismatch Cannot bind to requested volume "other": storageClassName does not match',
  ]);
  expect(told('late')).toEqual(['Warning FailedBinding volume "taken" already bound to a different claim.']);
  expect(cluster.path('pvc', '{.items[*].status.phase}')).toBe('Pending Pending Pending Bound');
});

it('PV5: a claim whose volume has gone to another is lost, and shows no size any more', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('one', '1Gi'));
  cluster.wait(1);
  cluster.apply(claim('mine', ', storageClassName: manual'));
  cluster.wait(2);
  cluster.type('kubectl patch pv one --type=merge -p {"spec":{"claimRef":{"name":"else","uid":"1-2"}}}');
  cluster.wait(20);
  expect(cluster.events('mine')).toContain(
    'Warning ClaimMisbound Two claims are bound to the same volume, this one is bound incorrectly',
  );
  expect(cluster.path('pvc mine', '{.status}')).toBe('{"phase":"Lost"}');
});

it('PV12: a claim that asked for no class gets the one that is made the default later', () => {
  const cluster = new TypedCluster();
  cluster.apply(claim('early', '') + claim('none', ", storageClassName: ''"));
  cluster.wait(2);
  cluster.apply(`apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: usual, annotations: {storageclass.kubernetes.io/is-default-class: 'true'}}
provisioner: disk.example
`);
  cluster.wait(20);
  expect(cluster.path('pvc', '{.items[*].spec.storageClassName}')).toBe('usual ');
  expect(cluster.events('early').at(-1)).toContain('Normal ExternalProvisioning Waiting for a volume to be created');
});

it('PV3: several Pods that wait for the same claim are all named', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl cordon node-1');
  cluster.type('kubectl cordon node-2');
  cluster.apply(LOCAL + claim('late', ', storageClassName: local') + user('a', 'late') + user('b', 'late'));
  cluster.wait(20);
  expect(cluster.events('late')).toContain('Normal WaitForPodScheduled waiting for pods a,b to be scheduled');
});

it('PV2 PV8: what it wrote itself and has not heard of yet is not old to it', () => {
  const bench = new ControllerBench();
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'manual' };
  const capacity = { storage: '1Gi' };
  const finalizers = ['kubernetes.io/pv-protection', 'kubernetes.io/pvc-protection'];
  const meta = (name: string) => ({ name, uid: name, generation: 1, finalizers });
  const volume = { ...spec, capacity, persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' };
  bench.put('persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: meta('small'),
    spec: { ...volume, hostPath: { path: '/data' } },
  } as KObject);
  bench.settle();
  bench.put('persistentvolumeclaims', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...meta('data'), namespace: 'default' },
    spec: { ...spec, resources: { requests: { storage: '500Mi' } }, volumeMode: 'Filesystem' },
  } as KObject);
  bench.settle();
  expect(bench.writes('persistent-volume-binder')).toEqual([
    'PUT persistentvolumes/small/status 200',
    'PUT v1/persistentvolumes/small 200',
    'PUT persistentvolumes/small/status 200',
    'PUT default/persistentvolumeclaims/data 200',
    'PUT persistentvolumeclaims/data/status 200',
  ]);
});

it('PV4 PV5 PV6: a claim in use stays, then its volume is released, or cannot be deleted', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('kept', '1Gi', ', persistentVolumeReclaimPolicy: Delete'));
  cluster.wait(1);
  cluster.apply(claim('data', ', storageClassName: manual') + user('pod', 'data'));
  cluster.wait(5);
  cluster.type('kubectl delete pvc data --wait=false');
  cluster.wait(2);
  expect(cluster.path('pvc data', '{.status.phase}')).toBe('Bound');
  cluster.type('kubectl delete pod pod');
  cluster.wait(2);
  expect(cluster.type('kubectl get pvc data').exitCode).toBe(1);
  expect(cluster.path('pv kept', '{.status.phase} {.status.message}')).toBe(
    'Failed host_path deleter only supports /tmp/.+ but received provided /data/kept',
  );
  cluster.apply(volume('gone', '1Gi'));
  cluster.wait(1);
  cluster.apply(claim('poor', ', storageClassName: manual'));
  cluster.wait(2);
  cluster.type('kubectl delete pv gone --wait=false');
  cluster.type('kubectl patch pv gone -p {"metadata":{"finalizers":null}} --type=merge');
  cluster.wait(20);
  expect(cluster.path('pvc poor', '{.status.phase}')).toBe('Lost');
});

it('PV4: a folder below /tmp is deleted with its volume, which is told so once', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('brief', '1Gi', ', persistentVolumeReclaimPolicy: Delete').replace('/data/', '/tmp/'));
  cluster.apply(claim('data', ', storageClassName: manual'));
  cluster.wait(5);
  cluster.type('kubectl delete pvc data');
  cluster.wait(20);
  expect(cluster.type('kubectl get pv brief').exitCode).toBe(1);
  const { journal } = cluster.run.engine;
  let told = 0;
  for (let seq = journal.base; seq < journal.end; seq += 1) {
    const { kind, args } = journal.step(seq);
    const isDeletion = kind === apiserver.received && args.method === 'DELETE';
    if (isDeletion && String(args.path).startsWith('/api/v1/persistentvolumes/brief')) told += 1;
  }
  expect(told).toBe(1);
});

const BATCH = `apiVersion: v1
kind: Pod
metadata: {name: batch}
spec:
  restartPolicy: Never
  containers: [{name: c, image: 'busybox:1.36', command: ['true'], volumeMounts: [{name: d, mountPath: /d}]}]
  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]
`;

it('PV6: a Pod that has ended still holds its claim, until it is deleted', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('one', '1Gi'));
  cluster.wait(1);
  cluster.apply(claim('data', ', storageClassName: manual') + BATCH);
  cluster.wait(10);
  expect(cluster.path('pod batch', '{.status.phase}')).toBe('Succeeded');
  cluster.type('kubectl delete pvc data --wait=false');
  cluster.wait(5);
  expect(cluster.type('kubectl get pvc data').stdout).toContain('Terminating');
  cluster.type('kubectl delete pod batch');
  cluster.wait(2);
  expect(cluster.type('kubectl get pvc data').exitCode).toBe(1);
});

it('PV6: a finalizer that somebody takes off what is not deleted comes back', () => {
  const cluster = new TypedCluster();
  cluster.apply(volume('one', '1Gi') + claim('data', ', storageClassName: other'));
  for (const what of ['pv one', 'pvc data']) {
    cluster.type(`kubectl patch ${what} --type=merge -p {"metadata":{"finalizers":null}}`);
    cluster.wait(1);
  }
  expect(cluster.path('pv one', '{.metadata.finalizers}')).toBe('["kubernetes.io/pv-protection"]');
  expect(cluster.path('pvc data', '{.metadata.finalizers}')).toBe('["kubernetes.io/pvc-protection"]');
});

const LOCAL = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: local}
provisioner: kubernetes.io/no-provisioner
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: there}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: local
  local: {path: /mnt}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-2]}]}]}}
---
`;

it('SCH11: a claim that waits for its Pod is bound where the Pod is placed', () => {
  const cluster = new TypedCluster();
  cluster.apply(LOCAL + claim('late', ', storageClassName: local'));
  cluster.wait(2);
  expect(cluster.events('late')).toEqual([
    'Normal WaitForFirstConsumer waiting for first consumer to be created before binding',
  ]);
  cluster.apply(user('first', 'late'));
  cluster.wait(5);
  expect(cluster.path('pod first', '{.spec.nodeName} {.status.phase}')).toBe('node-2 Running');
  cluster.apply(claim('more', ', storageClassName: local') + user('second', 'more'));
  cluster.wait(2);
  expect(cluster.path('pod second', '{.status.conditions[0].message}')).toContain(
    "2 node(s) didn't find available persistent volumes to bind.",
  );
});

it('SCH26: a volume that is labelled with a zone is in the reach of its nodes alone, and of those that tell of none', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl label node node-1 topology.kubernetes.io/zone=a');
  cluster.type('kubectl label node node-2 topology.kubernetes.io/zone=c');
  const labelled = volume('far', '1Gi').replace(
    '{name: far}',
    '{name: far, labels: {topology.kubernetes.io/zone: b__d}}',
  );
  cluster.apply(labelled);
  cluster.wait(1);
  cluster.apply(claim('data', ', storageClassName: manual') + user('web', 'data'));
  cluster.wait(3);
  expect(cluster.path('pod web', '{.status.conditions[0].message}')).toContain(
    '0/2 nodes are available: 2 node(s) had no available volume zone.',
  );
  cluster.type('kubectl label node node-2 topology.kubernetes.io/zone=d --overwrite');
  cluster.wait(3);
  expect(cluster.path('pod web', '{.spec.nodeName}')).toBe('node-2');
});

const GROWING = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: growing}
provisioner: kubernetes.io/no-provisioner
allowVolumeExpansion: true
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: there}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: growing, hostPath: {path: /mnt}}
---
`;

it('PV7: a claim that wants more is told to wait for a driver', () => {
  const cluster = new TypedCluster();
  cluster.apply(GROWING + claim('data', ', storageClassName: growing'));
  cluster.wait(20);
  const more = '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}';
  cluster.type(`kubectl patch pvc data -p ${more}`);
  cluster.wait(2);
  expect(cluster.events('data')).toContain(
    'Normal ExternalExpanding waiting for an external controller to expand this PVC',
  );
});

it('PV10: a class of attributes stays while somebody has it', () => {
  const cluster = new TypedCluster();
  const gold = `apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
metadata: {name: gold}
driverName: disk.example
parameters: {iops: "4000"}
---
`;
  cluster.apply(gold + claim('data', ', storageClassName: manual, volumeAttributesClassName: gold'));
  cluster.wait(2);
  expect(cluster.path('vac gold', '{.metadata.finalizers[*]}')).toBe('kubernetes.io/vac-protection');
  cluster.type('kubectl delete vac gold --wait=false');
  cluster.wait(5);
  expect(cluster.path('vac', '{.items[*].metadata.name}')).toBe('gold');
  cluster.type('kubectl delete pvc data');
  cluster.wait(5);
  expect(cluster.path('vac', '{.items[*].metadata.name}')).toBe('');
});

const capacity = (name: string, zone: string, room: string) => `apiVersion: storage.k8s.io/v1
kind: CSIStorageCapacity
metadata: {name: ${name}, namespace: kube-system}
storageClassName: late
nodeTopology: {matchLabels: {topology.kubernetes.io/zone: ${zone}}}
${room}
---
`;

it('SCH30: a volume is made where its driver has room for it', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl label node node-1 topology.kubernetes.io/zone=a');
  cluster.type('kubectl label node node-2 topology.kubernetes.io/zone=b');
  cluster.apply(`apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disks.example.com}
spec: {storageCapacity: true, attachRequired: false}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: late}
provisioner: disks.example.com
volumeBindingMode: WaitForFirstConsumer
---
${capacity('a', 'a', 'capacity: 100Mi')}${capacity('b', 'b', 'capacity: 10Gi\nmaximumVolumeSize: 200Mi')}`);
  cluster.apply(claim('data', ', storageClassName: late') + user('web', 'data'));
  cluster.wait(5);
  expect(cluster.path('pod web', '{.status.conditions[0].message}')).toContain(
    '0/2 nodes are available: 2 node(s) did not have enough free storage.',
  );
  cluster.apply(capacity('b', 'b', 'capacity: 10Gi\nmaximumVolumeSize: 1Gi'));
  cluster.wait(30);
  expect(cluster.path('pod web', '{.spec.nodeName}')).toBe('node-2');
});
