import type { cni as kinds } from '../../steps/cni.ts';
import type { Texts } from '../text.ts';

export const cni: Texts<typeof kinds> = {
  add: {
    say: 'The runtime asks the network plugin to **connect** {subject} to the network.',
    why: 'Kubernetes has no network of its own. It only demands that every Pod gets an address under which all other Pods reach it, and leaves the how to a plugin. Without an installed plugin, nodes stay NotReady.',
  },
  allocate: {
    say: '{subject} gets the address **{ip}** out of {subnet}.',
    why: 'Each node has its own range of addresses, so it can hand them out without asking anybody. The address belongs to the Pod and not to a container, and ends with it: a replacement has another one, which is why Services exist.',
  },
  connect: {
    say: 'A virtual cable joins {subject} to the node: **{veth}** on the bridge **{bridge}**.',
    why: 'A veth is a pair of network cards: what enters one leaves the other. One end lies in the Pod as eth0, the other on a bridge that joins all Pods of this node. Traffic to other nodes leaves through the node’s own routes.',
  },
  mapPorts: {
    say: 'Ports of the node lead to {subject}: **{ports}** at {ip}.',
    why: 'A hostPort is no socket: no process listens at the node. A second plugin writes packet rules that give packets to this port of the node the address of the Pod. That is why two Pods that want the same port cannot share a node.',
  },
  unmapPorts: {
    say: 'Ports of the node lead to {subject} **no longer**: {ports}.',
    why: 'The rules go before the cable does. Were they left, packets to the node would be sent to an address that soon belongs to somebody else.',
  },
  exhausted: {
    say: '**No address is free** in {subnet} for {subject}.',
    why: 'The range of a node bounds how many Pods can run there, whatever CPU and memory allow. The sandbox fails, the Pod stays in ContainerCreating, and the scheduler learns nothing of it because addresses are not a resource it counts.',
  },
  del: {
    say: 'The cable of {subject} is taken away, and **{ip}** is free again.',
    why: 'The plugin must undo exactly what it did. An address that was not given back would be lost until somebody cleans up, and one day the range would be used up.',
  },
};
