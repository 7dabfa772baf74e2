import type { csi as kinds } from '../../steps/csi.ts';
import type { Texts } from '../text.ts';

export const csi: Texts<typeof kinds> = {
  claimTaken: {
    say: 'The provisioner of **{driver}** sees that {subject} waits for a volume of its class.',
    why: 'Kubernetes makes no volumes itself. The volume controller has written the name of the driver on the claim; a sidecar beside the driver, the external provisioner, follows claims and takes those with its own name.',
  },
  createVolume: {
    say: 'The driver **{driver}** makes a volume of **{size}**: CreateVolume, {volume}.',
    why: 'What the storage has made becomes a PersistentVolume that is promised to this claim alone from the start. The volume controller then binds the two, as it would with a volume that a person made.',
  },
  registered: {
    say: 'The driver **{driver}** is **registered** on {subject}.',
    why: 'The driver’s part on the node has a socket in the kubelet’s folder of plugins. The kubelet finds it, asks the driver for its name and its limits, and writes both into the CSINode of its node, where the scheduler reads how many volumes it can take.',
  },
  attachAsked: {
    say: 'The attach/detach controller asks for **{volume}** to be attached to **{node}**.',
    why: 'A Pod with this volume has been bound to the node, and the driver says that its volumes are attached before they are mounted. The controller writes a VolumeAttachment and does nothing else: attaching is for the driver.',
  },
  attachFailed: {
    say: '**{volume}** has not been attached to **{node}** in two minutes: {error}.',
    why: 'The request, a VolumeAttachment, is there, but nobody has answered it. That is the work of a program beside the driver: it is not installed, or it does not run. The Pod keeps waiting, and it is told each time.',
  },
  multiAttach: {
    say: '**{volume}** is still attached to **{node}**: a second node cannot have it (**Multi-Attach error**).',
    why: 'The volume may be written by one node at a time (ReadWriteOnce). The Pod here waits until the last Pod there has gone and the volume is detached: a rolling update across nodes stands still on this.',
  },
  growing: {
    say: 'The resizer of **{driver}** sees that {subject} wants **{size}**: more than {volume} has.',
    why: 'Somebody has raised the request of a bound claim, and its class allows that. The resizer is another sidecar beside the driver; it notes on the claim how far it has come, so that what fails can be taken up again.',
  },
  grown: {
    say: 'The driver **{driver}** makes {volume} larger: **ControllerExpandVolume**, {size}.',
    why: 'The storage has grown, and the PersistentVolume says so. The file system in it is still as small as before: that is for the node which has the volume mounted, so the claim gets the condition FileSystemResizePending.',
  },
  fileSystemGrown: {
    say: 'The file system of **{volume}** grows to {size} while {subject} uses it: **NodeExpandVolume**.',
    why: 'The kubelet looks its Pods’ claims up at every sync, once in a minute or so. It finds that the volume has grown, has the driver stretch the file system in place, and writes the new capacity on the claim.',
  },
  stillInUse: {
    say: '**{subject}** says that it still uses **{volume}**: the volume stays attached for now.',
    why: 'A volume that is taken off while it is mounted may lose what was written. The controller waits until the kubelet has unmounted it and taken it out of volumesInUse; for a node that is not ready it waits for six minutes, and not at all when a person has put the taint out-of-service on it.',
  },
  forcedOff: {
    say: '**{subject}** has been silent for six minutes: **{volume}** is taken off **by force**.',
    why: 'The node cannot say any more that it has unmounted the volume. Waiting for ever would keep the Pod that follows from starting, so after six minutes the controller takes the risk.',
  },
  attached: {
    say: 'The driver **{driver}** attaches **{volume}** to {node}: ControllerPublishVolume.',
    why: 'The sidecar beside the driver, the external attacher, follows VolumeAttachments. When the storage has done its part it writes attached into the status; the kubelet of the node waits for that before it mounts anything.',
  },
  detached: {
    say: 'The driver **{driver}** takes **{volume}** off {node}: ControllerUnpublishVolume.',
    why: 'No Pod of the node uses the volume any more, and the kubelet has unmounted it. When the finalizer of the attacher goes the VolumeAttachment goes, and another node may have the volume.',
  },
  staged: {
    say: 'The volume **{volume}** is put in order on the node: **NodeStageVolume** of {driver}.',
    why: 'Once for a node: the driver formats the device if it is new and mounts it at a place of its own. Every Pod of the node that uses the volume shares that.',
  },
  published: {
    say: 'The volume **{volume}** is mounted for {subject}: **NodePublishVolume** of {driver}.',
    why: 'Once for a Pod: what was staged is mounted in the Pod’s folder, read-only if the Pod wants so. The containers find it where they mount it.',
  },
  unpublished: {
    say: 'The volume **{volume}** is taken off {subject}: NodeUnpublishVolume of {driver}.',
    why: 'Only the Pod’s own mount goes. What was written stays in the volume, which belongs to the claim and not to the Pod.',
  },
  unstaged: {
    say: 'Nobody on the node uses **{volume}** any more: NodeUnstageVolume of {driver}.',
    why: 'The last Pod of the node has gone, so the node lets go of the volume, and another node may have it.',
  },
  deleteVolume: {
    say: 'The driver **{driver}** deletes what is behind **{volume}**: DeleteVolume.',
    why: 'The claim is gone and the class says Delete. The storage goes first and the PersistentVolume after it; the provisioner’s finalizer on it keeps the order.',
  },
};
