import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const VOLUME = (name: string, mode = 'ReadWriteOnce') => `apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec:
  capacity: {storage: 1Gi}
  accessModes: [${mode}]
  hostPath: {path: /tmp/${name}}
---
`;
const POD = (name: string, source: string, more = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 1
  ${more}
  containers: [{name: c, image: "nginx:1.27", volumeMounts: [{name: v, mountPath: /data}]}]
  volumes: [{name: v, ${source}}]
---
`;
const OWN =
  'ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: b}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}';
const CLAIM = (name: string, mode: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [${mode}], resources: {requests: {storage: 1Gi}}}
---
`;
const WHY = '. no new claims to deallocate, preemption: 0/2 nodes are available: 2 ';

it('PV9, SCH12: a Pod brings a claim, which goes with it; one that is not its own is refused', () => {
  const cluster = new TypedCluster();
  cluster.apply(VOLUME('one') + CLAIM('other-v', 'ReadWriteMany') + POD('own', OWN) + POD('other', OWN));
  cluster.wait(20);
  expect(cluster.path('pod own', '{.status.phase}')).toBe('Running');
  expect(cluster.events('own')).toContain(
    `Warning FailedScheduling 0/2 nodes are available: waiting for ephemeral volume controller to create the persistentvolumeclaim "own-v". not found`,
  );
  const claim = cluster.path('pvc own-v', '{.metadata.labels.a} {.metadata.ownerReferences[*].name} {.status.phase}');
  expect(claim).toBe('b own Bound');
  expect(cluster.events('other')).toEqual(
    expect.arrayContaining([
      'Warning FailedBinding ephemeral volume v: PVC default/other-v was not created for pod default/other (pod is not owner)',
      `Warning FailedScheduling 0/2 nodes are available: PVC default/other-v was not created for pod default/other (pod is not owner). not found`,
    ]),
  );
  cluster.type('kubectl delete pod own');
  cluster.wait(10);
  expect(cluster.path('pvc', '{.items[*].metadata.name}')).toBe('other-v');
});

it('SCH12: a claim for one Pod alone keeps the next one waiting', () => {
  const cluster = new TypedCluster();
  cluster.apply(VOLUME('one', 'ReadWriteOncePod') + CLAIM('alone', 'ReadWriteOncePod'));
  cluster.wait(5);
  const source = 'persistentVolumeClaim: {claimName: alone}';
  cluster.apply(POD('first', source));
  cluster.wait(5);
  cluster.apply(POD('second', source));
  cluster.wait(5);
  expect(cluster.events('second')).toContain(
    `Warning FailedScheduling 0/2 nodes are available: 2 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode${WHY}No preemption victims found for incoming pod.`,
  );
  cluster.type('kubectl delete pod first');
  cluster.wait(10);
  expect(cluster.path('pod second', '{.status.phase}')).toBe('Running');
});
