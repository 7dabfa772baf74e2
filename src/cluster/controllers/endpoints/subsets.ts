// Models the shaping half of pkg/controller/endpoint/endpoints_controller.go (v1.36)

import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Endpoints,
  Pod,
  Service,
} from '../../../api/types/core.ts';
import { compareStrings } from '../../../base/order.ts';
import { isPodReady } from '../shared/pods.ts';
import {
  belongsInEndpoints,
  HEADLESS,
  isHeadless,
  podIPs,
  TRIGGER_TIME,
  targetPortOf,
} from '../shared/service-endpoints.ts';

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const MANAGER = 'endpoint-controller';
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';
const MOST_ADDRESSES = 1000;

export type Labels = { readonly [key: string]: string };

export function desired(
  current: Endpoints | undefined,
  name: string,
  labels: Labels,
  trigger: string | undefined,
  subsets: readonly EndpointSubset[],
): Endpoints {
  const { [TRIGGER_TIME]: _, [OVER_CAPACITY]: ___, ...kept } = current?.metadata.annotations ?? {};
  const shown = truncated(subsets);
  const annotations = {
    ...kept,
    ...(trigger !== undefined && { [TRIGGER_TIME]: trigger }),
    ...(shown !== subsets && { [OVER_CAPACITY]: 'truncated' }),
  };
  const { annotations: __, ...metadata } = current?.metadata ?? { name };
  const bare = Object.keys(annotations).length === 0;
  return {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: bare ? { ...metadata, labels } : { ...metadata, labels, annotations },
    ...(shown.length === 0 ? undefined : { subsets: shown }),
  } as Endpoints;
}

/** The annotation says whether addresses are missing, and it must be right. */
export function saysCapacity(annotations: Labels | undefined, subsets: readonly EndpointSubset[]): boolean {
  return (annotations?.[OVER_CAPACITY] === 'truncated') === countOf(subsets) > MOST_ADDRESSES;
}

const readyIn = ({ addresses = [] }: EndpointSubset): number => addresses.length;
const unreadyIn = ({ notReadyAddresses = [] }: EndpointSubset): number => notReadyAddresses.length;

function countOf(subsets: readonly EndpointSubset[]): number {
  return subsets.reduce((sum, subset) => sum + readyIn(subset) + unreadyIn(subset), 0);
}

/** So many addresses at most, of each subset its share; those that are ready come first. Models truncateEndpoints (v1.36) */
function truncated(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  if (countOf(subsets) <= MOST_ADDRESSES) return subsets;
  const ready = subsets.reduce((sum, subset) => sum + readyIn(subset), 0);
  const cutsReady = ready > MOST_ADDRESSES;
  const total = cutsReady ? ready : countOf(subsets) - ready;
  const most = cutsReady ? MOST_ADDRESSES : MOST_ADDRESSES - ready;
  let left = most;
  return subsets.map(({ addresses = [], notReadyAddresses = [], ...rest }) => {
    const cut = cutsReady ? addresses : notReadyAddresses;
    const kept = cut.slice(0, Math.min(left, Math.ceil((cut.length / total) * most)));
    left -= kept.length;
    const [shown, others] = cutsReady ? [kept, []] : [addresses, kept];
    return {
      ...(shown.length > 0 && { addresses: shown }),
      ...(others.length > 0 && { notReadyAddresses: others }),
      ...rest,
    };
  });
}

export function labelsOf(service: Service): Labels {
  const { [HEADLESS]: _, ...labels } = service.metadata.labels ?? {};
  const own = { ...labels, [MANAGED_BY]: MANAGER };
  return isHeadless(service) ? { ...own, [HEADLESS]: '' } : own;
}

/** Pods that offer the same ports share a subset; addresses in the order of their text. */
export function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const tolerant = service.spec.publishNotReadyAddresses === true;
  const groups = new Map<
    string,
    { ports: readonly EndpointPort[]; ready: EndpointAddress[]; notReady: EndpointAddress[] }
  >();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, tolerant)) continue;
    const address = addressOf(service, pod);
    if (address === undefined) continue;
    const ports = portsOf(service, pod);
    if (ports.length === 0 && !(isHeadless(service) && (service.spec.ports ?? []).length === 0)) continue;
    const key = ports.map(({ name = '', port, protocol }) => `${name}:${port}/${protocol}`).join();
    let group = groups.get(key);
    if (group === undefined) {
      group = { ports, ready: [], notReady: [] };
      groups.set(key, group);
    }
    if (tolerant || isPodReady(pod)) group.ready.push(address);
    else if (mayBecomeReady(pod)) group.notReady.push(address);
  }
  return [...groups.values()]
    .filter(({ ready, notReady }) => ready.length + notReady.length > 0)
    .map(({ ports, ready, notReady }) => ({
      ...(ready.length === 0 ? undefined : { addresses: ready.sort(byAddress) }),
      ...(notReady.length === 0 ? undefined : { notReadyAddresses: notReady.sort(byAddress) }),
      ...(ports.length === 0 ? undefined : { ports }),
    }));
}

function portsOf(service: Service, pod: Pod): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec.ports ?? []) {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    ports.push({
      ...(name === '' ? undefined : { name }),
      port,
      protocol,
      ...(appProtocol === undefined ? undefined : { appProtocol }),
    });
  }
  return ports;
}

/** Endpoints have one family: the Service's first. */
function addressOf(service: Service, pod: Pod): EndpointAddress | undefined {
  const six = service.spec.ipFamilies?.[0] === 'IPv6';
  const { namespace, name, uid } = pod.metadata;
  const { nodeName, hostname = '', subdomain } = pod.spec;
  const ip = podIPs(pod).find((one) => one.includes(':') === six);
  if (ip === undefined) return undefined;
  return {
    ip,
    ...(hostname !== '' && subdomain === service.metadata.name ? { hostname } : undefined),
    ...(nodeName === undefined ? undefined : { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

function mayBecomeReady(pod: Pod): boolean {
  const { phase } = pod.status ?? {};
  if (pod.spec.restartPolicy === 'Never') return phase !== 'Failed' && phase !== 'Succeeded';
  return pod.spec.restartPolicy !== 'OnFailure' || phase !== 'Succeeded';
}

function byAddress(a: EndpointAddress, b: EndpointAddress): number {
  return compareStrings(a.ip, b.ip) || compareStrings(a.targetRef?.uid ?? '', b.targetRef?.uid ?? '');
}

export function sameSubsets(a: readonly EndpointSubset[] | undefined, b: readonly EndpointSubset[]): boolean {
  const text = (subsets: readonly EndpointSubset[]): string => subsets.map(subsetText).join(';');
  return text(a ?? []) === text(b);
}

function subsetText({ addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset): string {
  const address = ({ ip, nodeName, hostname, targetRef }: EndpointAddress): string =>
    `${ip} ${nodeName} ${hostname} ${targetRef?.name} ${targetRef?.uid}`;
  const port = ({ name = '', port, protocol }: EndpointPort): string => `${name}:${port}/${protocol}`;
  return [addresses.map(address), notReadyAddresses.map(address), ports.map(port)].map((part) => part.join()).join('|');
}

export function sameLabels(a: Labels | undefined, b: Labels): boolean {
  const keys = Object.keys(b);
  return keys.length === Object.keys(a ?? {}).length && keys.every((key) => a?.[key] === b[key]);
}
