import type { cni as steps } from '../../steps/cni.ts';
import type { Texts } from '../text.ts';

export const cni: Texts<typeof steps> = {
  add: {
    say: 'The runtime calls the network plugin: **ADD** a network for {subject}.',
    why: 'A new sandbox has a network namespace with nothing in it. The runtime runs a CNI plugin, a small program of the node, and hands it the namespace; Kubernetes itself does not wire pods.',
  },
  allocate: {
    say: 'The plugin takes the next free address of the node: **{ip}**.',
    why: 'Every node owns a range of addresses, its podCIDR, and gives them out in a circle. So no two nodes need to talk about addresses, and an address that was just freed is not reused at once.',
  },
  connect: {
    say: 'A cable is laid: **{veth}** on the bridge {bridge}, eth0 with **{ip}** in the pod.',
    why: 'A veth pair is a virtual cable with two ends. One end becomes eth0 inside the pod, the other hangs on the bridge of the node, which is also the gateway by which the pod reaches everything else.',
  },
  exhausted: {
    say: 'The node has **no address left** in {subnet}.',
    why: 'A range of 256 addresses holds 253 pods. Pods that are bound beyond that wait without a sandbox until others go.',
  },
  del: {
    say: 'The plugin gives back **{ip}** and removes the cable of {subject}.',
    why: 'The sandbox is going away. The address is free again, but the search for the next one starts after the last one given, so it will rest for a while.',
  },
};
