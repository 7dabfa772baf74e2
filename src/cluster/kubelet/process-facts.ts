// Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)

import type { Container, Pod } from '../../api/types/core.ts';
import type { ProcessFacts } from '../ports/cri.ts';
import type { NodeSpec } from './node-spec.ts';
import type { PodState } from './pod-state.ts';

type Variables = readonly (readonly [name: string, value: string])[];

/** The Service of the API server, which every container is told about. */
const OF_THE_CLUSTER: Variables = [
  ['KUBERNETES_SERVICE_HOST', '10.96.0.1'],
  ['KUBERNETES_SERVICE_PORT', '443'],
  ['KUBERNETES_SERVICE_PORT_HTTPS', '443'],
  ['KUBERNETES_PORT', 'tcp://10.96.0.1:443'],
  ['KUBERNETES_PORT_443_TCP', 'tcp://10.96.0.1:443'],
  ['KUBERNETES_PORT_443_TCP_PROTO', 'tcp'],
  ['KUBERNETES_PORT_443_TCP_PORT', '443'],
  ['KUBERNETES_PORT_443_TCP_ADDR', '10.96.0.1'],
];

export function factsOf({ pod, ip, sandbox }: PodState, node: NodeSpec, container: string): ProcessFacts {
  const { containers, initContainers = [], ephemeralContainers = [], hostNetwork } = pod.spec;
  const spec = [...containers, ...initContainers, ...ephemeralContainers].find(({ name }) => name === container);
  const address = hostNetwork === true ? node.internalIP : (ip ?? sandbox?.ip ?? '');
  const hostname = hostNetwork === true ? node.name : (pod.spec.hostname ?? pod.metadata.name ?? '');
  const namespace = pod.metadata.namespace ?? '';
  return { hostname, namespace, address, variables: [...variablesOf(spec, pod, node, address), ...OF_THE_CLUSTER] };
}

function variablesOf(container: Container | undefined, pod: Pod, node: NodeSpec, address: string): Variables {
  const known = new Map<string, string>();
  for (const { name, value, valueFrom } of container?.env ?? []) {
    const path = valueFrom?.fieldRef?.fieldPath;
    if (path !== undefined) known.set(name, fieldOf(path, pod, node, address));
    else if (valueFrom === undefined) known.set(name, expanded(value ?? '', known));
  }
  return [...known];
}

/** `$(NAME)` of a variable that was set before; `$$(NAME)` stays. */
function expanded(value: string, known: ReadonlyMap<string, string>): string {
  return value.replace(/\$?\$\((\w+)\)/g, (all, name: string) =>
    all.startsWith('$$') ? all.slice(1) : (known.get(name) ?? all),
  );
}

function fieldOf(path: string, { metadata, spec }: Pod, node: NodeSpec, address: string): string {
  const key = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path);
  if (key !== null) return metadata[key[1] as 'labels' | 'annotations']?.[key[2] as string] ?? '';
  if (path === 'metadata.name') return metadata.name ?? '';
  if (path === 'metadata.namespace') return metadata.namespace ?? '';
  if (path === 'metadata.uid') return metadata.uid ?? '';
  if (path === 'spec.nodeName') return spec.nodeName ?? '';
  if (path === 'spec.serviceAccountName') return spec.serviceAccountName ?? '';
  if (path === 'status.hostIP') return node.internalIP;
  if (path === 'status.hostIPs')
    return [node.internalIP, ...(node.six === undefined ? [] : [node.six.internalIP])].join();
  return path.startsWith('status.podIP') ? address : '';
}
