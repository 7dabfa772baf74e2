import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const CLASS = (name: string, provisioner: string, more = '') => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: ${name}}
provisioner: ${provisioner}
volumeBindingMode: WaitForFirstConsumer
${more}
---
`;
const LOCAL = (name: string, node: string, size = '1Gi') => `apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec:
  capacity: {storage: ${size}}
  accessModes: [ReadWriteOnce]
  storageClassName: local
  local: {path: /mnt}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [${node}]}]}]}}
---
`;
const CLAIM = (name: string, more: string, size = '500Mi') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}${more}}
---
`;
const POD = (name: string, ...claims: readonly string[]) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers: [{name: c, image: 'nginx:1.27'}]
  volumes: [${claims.map((each) => `{name: ${each}, persistentVolumeClaim: {claimName: ${each}}}`).join(', ')}]
---
`;
const OF = (storageClass: string) => `, storageClassName: ${storageClass}`;
const why = (cluster: TypedCluster, pod: string) => cluster.path(`pod ${pod}`, '{.status.conditions[0].message}');

it('SCH2, SCH11: who is refused before any node is looked at hears nothing of preemption', () => {
  const cluster = new TypedCluster();
  const clash = `apiVersion: v1
kind: Pod
metadata: {name: clash}
spec:
  containers: [{name: c, image: 'nginx:1.27'}]
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [
    {key: metadata.name, operator: In, values: [node-1]}, {key: metadata.name, operator: In, values: [node-2]}]}]}}}
`;
  cluster.apply(CLAIM('named', ', volumeName: nowhere') + POD('waits', 'named') + POD('lacks', 'nothing') + clash);
  cluster.wait(3);
  expect(why(cluster, 'waits')).toBe(
    '0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found',
  );
  expect(why(cluster, 'lacks')).toBe('0/2 nodes are available: persistentvolumeclaim "nothing" not found. not found');
  expect(why(cluster, 'clash')).toBe('0/2 nodes are available: pod affinity terms conflict. not found');
});

it('SCH32: two claims of a Pod do not share a volume, and the smaller one chooses first', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS('local', 'kubernetes.io/no-provisioner') + LOCAL('one', 'node-2') + LOCAL('other', 'node-1'));
  cluster.apply(CLAIM('big', OF('local'), '1Gi') + CLAIM('small', OF('local')) + POD('web', 'big', 'small'));
  cluster.wait(3);
  expect(why(cluster, 'web')).toContain("0/2 nodes are available: 2 node(s) didn't find available persistent volumes");
  cluster.apply(LOCAL('more', 'node-1', '800Mi'));
  cluster.wait(8);
  expect(cluster.path('pod web', '{.spec.nodeName}')).toBe('node-1');
  expect(cluster.path('pvc', '{.items[*].spec.volumeName}')).toBe('other more');
});

it('SCH34: a bound volume out of reach and a claim that finds nothing are both told', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS('local', 'kubernetes.io/no-provisioner') + LOCAL('one', 'node-2'));
  cluster.apply(CLAIM('data', OF('local')) + POD('first', 'data'));
  cluster.wait(8);
  cluster.type('kubectl cordon node-2');
  cluster.apply(CLAIM('more', OF('local')) + POD('second', 'data', 'more'));
  cluster.wait(3);
  expect(why(cluster, 'second')).toContain(
    "0/2 nodes are available: 1 node(s) didn't find available persistent volumes to bind, 1 node(s) didn't match PersistentVolume's node affinity, 1 node(s) were unschedulable. no new claims",
  );
});

it('SCH11, SCH32: a class is served where its topologies allow, and what is under way is waited for at its node', () => {
  const cluster = new TypedCluster();
  const places = 'allowedTopologies: [{matchLabelExpressions: [{key: place, values: [north, west]}]}]';
  cluster.apply(CLASS('placed', 'far.example.com', places));
  cluster.apply(CLAIM('data', OF('placed')) + POD('web', 'data'));
  cluster.wait(3);
  expect(why(cluster, 'web')).toContain("2 node(s) didn't find available persistent volumes to bind.");
  cluster.type('kubectl label node node-2 place=west');
  cluster.wait(3);
  const selected = '{.metadata.annotations.volume\\.kubernetes\\.io/selected-node}';
  expect(cluster.path('pvc data', selected)).toBe('node-2');
  cluster.type('kubectl cordon node-2');
  cluster.type('kubectl label node node-1 place=west');
  cluster.apply(POD('late', 'data'));
  cluster.wait(3);
  expect(why(cluster, 'late')).toContain(
    "1 node(s) didn't find available persistent volumes to bind, 1 node(s) were unschedulable.",
  );
});

it.each([
  [
    'the claim goes',
    'kubectl delete pvc data --wait=false',
    'failed to check provisioning pvc: could not find v1.PersistentVolumeClaim "default/data"',
  ],
  [
    'its maker gives up',
    'kubectl annotate pvc data volume.kubernetes.io/selected-node-',
    'provisioning failed for PVC "data"',
  ],
])('SCH33: a binding that waits for a volume fails when %s', (_, line, problem) => {
  const cluster = new TypedCluster();
  cluster.apply(CLASS('made', 'far.example.com') + CLAIM('data', OF('made')) + POD('web', 'data'));
  cluster.wait(3);
  cluster.type(line);
  cluster.wait(2);
  expect(cluster.events('web').join()).toContain(
    `FailedScheduling running PreBind plugin "VolumeBinding": binding volumes: ${problem}`,
  );
});
