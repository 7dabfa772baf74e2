import type { InnerRoom } from './inner-room.ts';

// Inside the kubelet, from the bottom up.
export const KUBELET_ROOMS: readonly InnerRoom[] = [
  { folder: 'node', uses: {} },
  { folder: 'pods', uses: {} },
  { folder: 'objects', uses: { node: "informers run on the node's client" } },
  {
    folder: 'status',
    uses: {
      node: 'what the server is told, and the node that tells it',
      pods: 'what is known of a Pod becomes its status',
    },
  },
  {
    folder: 'process',
    uses: {
      node: 'the node tells a process its addresses and sizes',
      pods: 'a process is told of its Pod',
      objects: 'variables come from ConfigMaps and Secrets',
    },
  },
  {
    folder: 'volumes',
    uses: {
      node: 'the disk of the node, and what may be attached to it',
      pods: 'which volumes a Pod holds',
      objects: 'the files of ConfigMaps and Secrets',
      status: 'events name the Pod as its status does',
      process: 'what a downward file tells, and how much memory a Pod may fill',
    },
  },
  {
    folder: 'images',
    uses: {
      node: 'pulls for this node, and tells how full its disk is',
      pods: 'a container waits for its image',
      objects: 'a registry wants what a Secret holds',
    },
  },
  {
    folder: 'probes',
    uses: {
      node: 'asks over the network of the node',
      pods: 'the verdict is kept with the Pod',
      status: 'what a probe finds is told at once',
      process: 'commands of probes name variables',
      images: 'events name a container by its path in the Pod',
    },
  },
  {
    folder: 'admission',
    uses: {
      node: 'whether the node has what the Pod wants',
      pods: 'what other Pods here already take',
      status: 'a Pod that is refused is told of as failed',
    },
  },
  {
    folder: 'allocation',
    uses: {
      node: 'the sizes of the node',
      pods: 'what a Pod has, and what it wants now',
      admission: 'a larger Pod must fit as a new one must',
    },
  },
  {
    folder: 'containers',
    uses: {
      node: 'the runtime of the node',
      pods: 'which containers there are, and what became of them',
      status: 'how a container that waits or restarts is told of',
      process: 'the words, variables and user that a container starts with',
      volumes: 'what a container mounts',
      images: 'pulls the image before the start',
      probes: 'a container that runs is asked, and one that is condemned is stopped',
    },
  },
  {
    folder: 'eviction',
    uses: {
      node: 'under pressure the node says so',
      pods: 'ranks Pods by what they use',
      images: 'unused images go before Pods do',
      admission: 'critical Pods are spared',
      containers: 'ended containers go before Pods do',
    },
  },
  {
    folder: 'server',
    uses: {
      node: 'answers for this node',
      pods: 'which Pod is asked for',
      process: 'logs and commands need what a process is told',
    },
  },
  { folder: 'static-pods', uses: { node: 'the folder of manifests on the node' } },
  {
    folder: 'workers',
    uses: {
      node: 'what a sync of a Pod asks of the node',
      pods: 'a worker drives the state of its Pod',
      status: 'each sync begins and ends with a status',
      process: 'the facts that a sandbox is started with',
      volumes: 'waits for volumes before containers, and lets go of them after',
      images: 'finds the Secrets for pulling',
      allocation: 'writes a new size down before it is brought about',
      containers: 'starts and stops what the Pod wants',
    },
  },
];
