// Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)

import type { Container, Pod, Volume } from '../../../api/types/core.ts';
import type { StringMap } from '../../../api/types/meta.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';
import { joinHostPort } from '../../../base/address.ts';
import { sortedKeys } from '../../../base/order.ts';
import { ownValue } from '../../../base/own.ts';
import { hostsFile, kernelNameOf, resolvConf, resolverOf } from '../../dns/pod-files.ts';
import type { ProcessFacts } from '../../ports/cri.ts';
import { nodeUsage } from '../../ports/measured-usage.ts';
import type { NodeServices } from '../node/services.ts';
import type { NodeSpec } from '../node/spec.ts';
import { allContainers } from '../pods/all-containers.ts';
import { NOTHING_REFERRED } from '../pods/container-starts.ts';
import type { PodState } from '../pods/pod-state.ts';
import { VOLUME_TABLES } from '../pods/rows.ts';
import { cgroupsOf } from './cgroups.ts';
import { isTooMuch } from './exec-limits.ts';
import { expanded } from './expansion.ts';
import { procFiles } from './proc-files.ts';
import { serviceVariables } from './service-variables.ts';

type Variables = readonly (readonly [name: string, value: string])[];

/** The Service of the API server, which every container is told about. */
function ofTheCluster(address: string): Variables {
  const way = `tcp://${joinHostPort(address, 443)}`;
  return [
    ['KUBERNETES_SERVICE_HOST', address],
    ['KUBERNETES_SERVICE_PORT', '443'],
    ['KUBERNETES_SERVICE_PORT_HTTPS', '443'],
    ['KUBERNETES_PORT', way],
    ['KUBERNETES_PORT_443_TCP', way],
    ['KUBERNETES_PORT_443_TCP_PROTO', 'tcp'],
    ['KUBERNETES_PORT_443_TCP_PORT', '443'],
    ['KUBERNETES_PORT_443_TCP_ADDR', address],
  ];
}

const OF_THE_CLUSTER = ofTheCluster('10.96.0.1');

/** What a container is told of Services. One of its own namespace comes before that of the API server, should they share a name. */
function variablesOfServices(
  { pod, starts: { services } }: PodState,
  { kubernetesIP }: NodeSpec,
): ReadonlyMap<string, string> {
  const ofCluster = kubernetesIP === undefined ? OF_THE_CLUSTER : ofTheCluster(kubernetesIP);
  return new Map([...ofCluster, ...serviceVariables(pod, services)]);
}

/** What a process knows of itself, with the files that were mounted for it. */
export function factsOf(
  state: PodState,
  { engine, node, runtime, startedAt }: NodeServices,
  container: string,
): ProcessFacts {
  const {
    pod,
    seen: { ip, sandbox },
  } = state;
  const { hostNetwork } = pod.spec;
  const spec = allContainers(pod.spec).find(({ name }) => name === container);
  const address = hostNetwork === true ? node.internalIP : (ip ?? sandbox?.ip ?? '');
  const hostname = hostNetwork === true ? node.name : kernelNameOf(pod);
  const namespace = pod.metadata.namespace ?? '';
  const mounted = new Map<string, string>();
  for (const [key, { files = [] }] of engine.table(VOLUME_TABLES.of(node.name)).entries()) {
    if (key.startsWith(`${state.uid}/`)) for (const { path, text } of files) mounted.set(path, text);
  }
  const etc = etcFiles(pod, node, ip ?? sandbox?.ip, sandbox?.secondIP);
  const proc = spec === undefined ? [] : procFiles(pod, spec, runtime.imageUser(spec.image ?? ''));
  const files = new Map([...etc, ...cgroupFiles(state, container), ...proc]);
  return {
    hostname,
    namespace,
    address,
    variables: [...environmentOf(spec, state, node, address)],
    mounted,
    machine: {
      cpus: milliValue(node.capacity.cpu ?? '1') / 1000,
      kernel: node.nodeInfo.kernelVersion ?? '',
      memory: Math.floor(value(node.capacity.memory) / 1024),
      since: startedAt,
      used: nodeUsage(node.name),
    },
    files,
  };
}

const CGROUP = '/sys/fs/cgroup';

/** A container sees its own cgroup as the root of all. */
function cgroupFiles(
  { pod, allocation: { actual, resize, committed } }: PodState,
  container: string,
): readonly (readonly [path: string, text: string])[] {
  const spec = actual ?? (resize === undefined ? undefined : committed?.spec) ?? pod.spec;
  const own = cgroupsOf({ ...pod, spec }).find((values) => values.container === container);
  if (own === undefined) return [];
  return [
    [`${CGROUP}/cpu.max`, `${own.cpuMax}\n`],
    [`${CGROUP}/cpu.weight`, `${own.cpuWeight}\n`],
    [`${CGROUP}/memory.max`, `${own.memoryMax}\n`],
  ];
}

/** What a Pod asks to find below /etc, other than most do. */
function etcFiles(
  pod: Pod,
  { clusterDns }: NodeSpec,
  ip: string | undefined,
  second: string | undefined,
): ReadonlyMap<string, string> {
  const { hostAliases, subdomain, hostnameOverride, dnsConfig, dnsPolicy = 'ClusterFirst', hostNetwork } = pod.spec;
  const isNamed = subdomain !== undefined || hostnameOverride !== undefined;
  const hasHosts = isNamed || hostAliases !== undefined || hostNetwork === true || second !== undefined;
  const isUsual = dnsConfig === undefined && dnsPolicy === 'ClusterFirst' && hostNetwork !== true;
  const hasResolver = !isUsual || clusterDns !== undefined;
  const files = new Map<string, string>();
  if (!hasHosts && !hasResolver) return files;
  const podIPs = second === undefined ? [{ ip }] : [{ ip }, { ip: second }];
  const told = ip === undefined ? pod : ({ ...pod, status: { ...pod.status, podIPs } } as Pod);
  if (hasHosts) files.set('/etc/hosts', hostsFile(told));
  if (hasResolver) files.set('/etc/resolv.conf', resolvConf(resolverOf(pod, clusterDns)));
  return files;
}

/** What an item of a volume tells of its Pod, as it is now. */
export function toldBy(
  { fieldRef, resourceFieldRef }: DownwardItem,
  { pod, seen: { ip = '' } }: PodState,
  node: NodeSpec,
): string {
  if (resourceFieldRef !== undefined) return resourceText(resourceFieldRef, pod.spec, undefined, node);
  return fieldOf(fieldRef?.fieldPath ?? '', pod, node, ip);
}

/** `$(NAME)` in a command, or in the name of a folder. */
export function expandedBy(state: PodState, { node }: NodeServices, container: Container): (text: string) => string {
  const {
    seen: { ip, sandbox },
  } = state;
  const known = environmentOf(container, state, node, ip ?? sandbox?.ip ?? '');
  return (text) => expanded(text, (name) => known.get(name));
}

/** Why the folder that a container wants to mount has no proper name. Models pkg/kubelet/kubelet_pods.go makeMounts (v1.36) */
export function pathProblem(state: PodState, { node }: NodeServices, container: Container): string | undefined {
  const known = environmentOf(container, state, node, state.seen.ip ?? '');
  for (const { subPathExpr } of container.volumeMounts ?? []) {
    if (subPathExpr === undefined) continue;
    const missing = new Set<string>();
    const path = expanded(subPathExpr, (name) => {
      const value = known.get(name) ?? '';
      if (value === '') missing.add(name);
      return value;
    });
    if (missing.size > 0) return `missing value for ${sortedKeys([...missing]).join(', ')}`;
    if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`;
    if (path.split('/').includes('..')) return `unable to provision SubPath \`${path}\`: must not contain '..'`;
  }
  return undefined;
}

/**
 * All variables of a container. Its own come before those of Services, and may be made of both: of what `envFrom` brings, of
 * those that stand before them and of Services.
 */
function environmentOf(
  container: Container | undefined,
  state: PodState,
  node: NodeSpec,
  address: string,
): ReadonlyMap<string, string> {
  const { all, single } = state.starts.referred.get(container?.name ?? '') ?? NOTHING_REFERRED;
  const services = variablesOfServices(state, node);
  const known = new Map(all);
  for (const { name, value = '', valueFrom } of container?.env ?? []) {
    const path = valueFrom?.fieldRef?.fieldPath;
    const resource = valueFrom?.resourceFieldRef;
    const found = single.get(name);
    if (path !== undefined) known.set(name, fieldOf(path, state.pod, node, address));
    else if (resource !== undefined) known.set(name, resourceText(resource, state.pod.spec, container, node));
    else if (valueFrom === undefined)
      known.set(
        name,
        expanded(value, (each) => known.get(each) ?? services.get(each)),
      );
    else if (found !== undefined) known.set(name, found);
  }
  for (const [name, value] of services) if (!known.has(name)) known.set(name, value);
  return known;
}

type DownwardItem = NonNullable<NonNullable<Volume['downwardAPI']>['items']>[number];
type ResourceField = NonNullable<NonNullable<NonNullable<Container['env']>[number]['valueFrom']>['resourceFieldRef']>;

/** Rounded up to whole divisors; without a limit there is what the node has. Models pkg/api/v1/resource/helpers.go (v1.36) */
function resourceText(
  { resource, containerName, divisor }: ResourceField,
  spec: Pod['spec'],
  own: Container | undefined,
  node: NodeSpec,
): string {
  const isNamed = ({ name }: Container): boolean => name === containerName;
  const container = spec.containers.find(isNamed) ?? spec.initContainers?.find(isNamed) ?? own;
  const [kind = '', name = ''] = resource.split(/\.(.*)/s);
  const { limits, requests } = container?.resources ?? {};
  const amount =
    kind === 'limits'
      ? (ownValue(limits ?? {}, name) ?? ownValue(node.allocatable, name))
      : ownValue(requests ?? {}, name);
  const unit = divisor === undefined || String(divisor) === '0' ? '1' : divisor;
  return String(Math.ceil(milliValue(amount ?? '0') / milliValue(unit)));
}

/** Whether the kernel refuses to start it: its words and its environment are too long. */
export function isTooLong(
  state: PodState,
  { node }: NodeServices,
  container: Container,
  words: readonly string[],
): boolean {
  return isTooMuch(words, [...environmentOf(container, state, node, state.seen.ip ?? '')]);
}

/** All labels or annotations, one a line. Models pkg/fieldpath/fieldpath.go FormatMap (v1.36) */
function mapText(map: StringMap = {}): string {
  return sortedKeys(Object.keys(map))
    .map((key) => `${key}=${JSON.stringify(map[key])}`)
    .join('\n');
}

function fieldOf(path: string, { metadata, spec }: Pod, node: NodeSpec, address: string): string {
  const key = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path);
  if (key !== null) return ownValue(metadata[key[1] as 'labels' | 'annotations'] ?? {}, key[2] as string) ?? '';
  if (path === 'metadata.labels' || path === 'metadata.annotations')
    return mapText(metadata[path.slice('metadata.'.length) as 'labels' | 'annotations']);
  if (path === 'metadata.name') return metadata.name ?? '';
  if (path === 'metadata.namespace') return metadata.namespace ?? '';
  if (path === 'metadata.uid') return metadata.uid ?? '';
  if (path === 'spec.nodeName') return spec.nodeName ?? '';
  if (path === 'spec.serviceAccountName') return spec.serviceAccountName ?? '';
  if (path === 'status.hostIP') return node.internalIP;
  if (path === 'status.hostIPs')
    return [node.internalIP, ...(node.second === undefined ? [] : [node.second.internalIP])].join();
  return path.startsWith('status.podIP') ? address : '';
}
