// Models pkg/kubelet/nodestatus/setters.go (v1.36)

import type { Node, NodeCondition, Taint } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { RuntimeImage } from '../../ports/cri.ts';

type Quantities = { readonly [resource: string]: string };

/** A machine of the cluster. */
export interface NodeSpec {
  readonly name: string;
  readonly internalIP: string;
  readonly podCIDR: string;
  /** Its address and range of the second family, where there is one. */
  readonly second?: { readonly internalIP: string; readonly podCIDR: string };
  /** The cluster IP of the API server's Service, of which containers are told; 10.96.0.1 unless told. */
  readonly kubernetesIP?: string;
  /** The address of the cluster's DNS, other than the usual one. */
  readonly clusterDns?: string;
  /** The place in the range of the address that was given last; the gateway's unless told. */
  readonly lastPodAddress?: number;
  readonly kind: 'real' | 'hollow';
  readonly capacity: Quantities;
  readonly allocatable: Quantities;
  readonly images: readonly RuntimeImage[];
  readonly nodeInfo: { readonly [name: string]: string };
  readonly labels?: { readonly [key: string]: string };
  /** With which it registers. */
  readonly taints?: readonly Taint[];
  readonly declaredFeatures?: readonly string[];
}

const DECLARED_FEATURES = [
  'ExtendWebSocketsToKubelet',
  'InPlacePodLevelResourcesVerticalScaling',
  'InPlacePodVerticalScalingInitContainers',
  'RestartAllContainersOnContainerExits',
];

export const DEFAULT_CAPACITY: Quantities = {
  cpu: '2',
  'ephemeral-storage': '264212084Ki',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: '24684084Ki',
  pods: '110',
};
export const DEFAULT_ALLOCATABLE: Quantities = {
  ...DEFAULT_CAPACITY,
  'ephemeral-storage': '243497856212',
  memory: '24581684Ki',
};

const DEFAULT_NODE_INFO: NodeSpec['nodeInfo'] = {
  machineID: '3d1219c7c4c5404aaa1f6d2a48adfda4',
  systemUUID: '3d1219c7c4c5404aaa1f6d2a48adfda4',
  bootID: '4e92ffda-e51e-4429-85b7-3a9acc890ed4',
  kernelVersion: '6.12.0-amd64',
  osImage: 'Debian GNU/Linux 12 (bookworm)',
  containerRuntimeVersion: 'containerd://1.6.20',
  kubeletVersion: 'v1.36.2',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
};

/** A node with what most machines of a small cluster have. */
export function nodeSpec(
  name: string,
  internalIP: string,
  podCIDR: string,
  images: readonly RuntimeImage[] = [],
): NodeSpec {
  return {
    name,
    internalIP,
    podCIDR,
    kind: 'real',
    capacity: DEFAULT_CAPACITY,
    allocatable: DEFAULT_ALLOCATABLE,
    images,
    nodeInfo: DEFAULT_NODE_INFO,
    declaredFeatures: DECLARED_FEATURES,
  };
}

/** In the order in which a kubelet reports them. */
function nodeConditions(now: number, since = now): readonly NodeCondition[] {
  const condition = (type: string, status: string, reason: string, message: string): NodeCondition => ({
    type,
    status,
    lastHeartbeatTime: rfc3339(now),
    lastTransitionTime: rfc3339(since),
    reason,
    message,
  });
  return [
    condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
  ];
}

/** The object with which a kubelet registers. Models pkg/kubelet/kubelet_node_status.go initialNode (v1.36) */
export function nodeObject(spec: NodeSpec, now: number, images: readonly RuntimeImage[] = spec.images): Node {
  const { name } = spec;
  const labels = {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    ...spec.labels,
  };
  return {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name, labels, annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' } },
    spec: spec.taints === undefined ? {} : { taints: spec.taints },
    status: {
      capacity: spec.capacity,
      allocatable: spec.allocatable,
      conditions: nodeConditions(now),
      addresses: [
        { type: 'InternalIP', address: spec.internalIP },
        ...(spec.second === undefined ? [] : [{ type: 'InternalIP', address: spec.second.internalIP }]),
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: spec.nodeInfo,
      ...(images.length === 0 ? {} : { images: nodeImages(images) }),
      declaredFeatures: spec.declaredFeatures ?? DECLARED_FEATURES,
    },
  } as unknown as Node;
}

/** Largest first, at most fifty. Models pkg/kubelet/nodestatus/setters.go Images (v1.36) */
export function nodeImages(
  images: readonly RuntimeImage[],
): readonly { names: readonly string[]; sizeBytes: number }[] {
  const sorted = [...images].sort((a, b) => b.sizeBytes - a.sizeBytes);
  return sorted.slice(0, 50).map((image) => ({ names: image.tags, sizeBytes: image.sizeBytes }));
}
