import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const HANDLE = 'vol-1';
const STORAGE = (driver: string) => `apiVersion: v1
kind: PersistentVolume
metadata: {name: vol}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: manual, csi: {driver: ${driver}, volumeHandle: ${HANDLE}}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], storageClassName: manual, volumeName: vol, resources: {requests: {storage: 1Gi}}}
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: installed.csi.k8s.io}
spec: {attachRequired: true}
---
`;
const attachment = (
  name: string,
  volume: string,
  node: string,
  driver = 'installed.csi.k8s.io',
) => `apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: ${name}}
spec: {attacher: ${driver}, nodeName: ${node}, source: {persistentVolumeName: ${volume}}}
---
`;
const pod = (name: string, node: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: ${node}
  terminationGracePeriodSeconds: 1
  containers: [{name: c, image: "busybox:1.36", command: [sleep, "3600"], volumeMounts: [{name: v, mountPath: /data}]}]
  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]
`;
const ATTACHED = '{range .items[*]}{.metadata.name} {.status.attached}{"\\n"}{end}';
const attachments = (cluster: TypedCluster): readonly string[] =>
  cluster
    .path('volumeattachments', ATTACHED)
    .split('\n')
    .filter((line) => line !== '');

it('CSI9: what others attach stays, whichever volume and node it is about', () => {
  const cluster = new TypedCluster();
  const foreign = attachment('theirs', 'vol', 'node-1') + attachment('gone', 'no-such', 'nowhere');
  cluster.apply(STORAGE('installed.csi.k8s.io'));
  cluster.wait(5);
  cluster.apply(foreign);
  cluster.wait(30);
  expect(attachments(cluster)).toEqual(['gone true', 'theirs true']);
  cluster.type('kubectl taint node node-1 a=b:NoSchedule');
  cluster.apply(pod('a', 'node-1'));
  cluster.wait(20);
  expect(cluster.path('pod a', '{.status.phase}')).toBe('Running');
  expect(attachments(cluster).length).toBe(3);
  // Theirs for node-1 is no reason to keep another node from the volume.
  cluster.type('kubectl delete pod a');
  cluster.wait(30);
  expect(attachments(cluster)).toEqual(['gone true', 'theirs true']);
  cluster.apply(pod('b', 'node-2'));
  cluster.wait(20);
  expect(cluster.events('b').filter((event) => event.includes('AttachVolume'))).toEqual([
    'Normal SuccessfulAttachVolume AttachVolume.Attach succeeded for volume "vol" ',
  ]);
});

it('CSI9: an attachment of the right name is taken over by the first Pod that needs it', () => {
  const cluster = new TypedCluster();
  cluster.apply(STORAGE('installed.csi.k8s.io') + pod('a', 'node-1'));
  cluster.wait(20);
  const name = cluster.path('volumeattachments', '{.items[*].metadata.name}');
  cluster.type('kubectl delete pod a');
  cluster.wait(30);
  expect(attachments(cluster)).toEqual([]);
  cluster.apply(attachment(name, 'vol', 'node-1'));
  cluster.wait(100);
  expect(attachments(cluster)).toEqual([`${name} true`]);
  cluster.apply(pod('b', 'node-1'));
  cluster.wait(20);
  expect(cluster.path('pod b', '{.status.phase}')).toBe('Running');
  expect(cluster.events('b')).toContain(
    'Normal SuccessfulAttachVolume AttachVolume.Attach succeeded for volume "vol" ',
  );
  cluster.type('kubectl delete pod b');
  cluster.wait(30);
  expect(attachments(cluster)).toEqual([]);
});

it('CSI10: what somebody takes away is asked for again', () => {
  const cluster = new TypedCluster();
  cluster.apply(STORAGE('installed.csi.k8s.io') + pod('a', 'node-1'));
  cluster.wait(20);
  cluster.type('kubectl delete volumeattachments --all --wait=false');
  cluster.wait(65);
  expect(attachments(cluster).map((line) => line.split(' ')[1])).toEqual(['true']);

  const alone = new TypedCluster();
  alone.apply(STORAGE('nobody.csi.k8s.io') + pod('a', 'node-1'));
  alone.wait(20);
  const [name] = (attachments(alone)[0] ?? '').split(' ');
  alone.type('kubectl delete volumeattachments --all --wait=false');
  alone.wait(5);
  const failed = (why: string): string =>
    `Warning FailedAttachVolume AttachVolume.Attach failed for volume "vol" : ${why}`;
  expect(alone.events('a')).toContain(failed('volume attachment has been deleted'));
  expect(attachments(alone)).toEqual([`${name} false`]);
  const error = '{"status":{"attached":false,"attachError":{"message":"no such disk"}}}';
  alone.words(['patch', 'volumeattachment', name as string, '--subresource=status', '--type=merge', '-p', error]);
  alone.wait(5);
  expect(alone.events('a')).toContain(failed('no such disk'));
});
