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
import { inHashOrder } from '../shared/hash-order.ts';
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
  };
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

/** Who offers a port. */
interface Offered {
  readonly port: EndpointPort | undefined;
  readonly ready: EndpointAddress[];
  readonly notReady: EndpointAddress[];
}

/**
 * Ports that the same pods offer share a subset. Subsets and ports are in the order of their hashes, addresses in that of their text.
 * Models pkg/api/v1/endpoints/util.go RepackSubsets (v1.36)
 */
export function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const subsets = new Map<string, { readonly offered: Offered; readonly ports: EndpointPort[] }>();
  for (const offered of offers(service, pods)) {
    const { port, ready, notReady } = offered;
    const key = [ready, notReady].map((addresses) => addresses.map(addressKey).join()).join(';');
    const known = subsets.get(key) ?? { offered, ports: [] };
    subsets.set(key, known);
    if (port !== undefined) known.ports.push(port);
  }
  const made = [...subsets.values()].map(({ offered: { ready, notReady }, ports }) => ({
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports: inHashOrder('v1', 'EndpointPort', ports) }),
  }));
  return inHashOrder('v1', 'EndpointSubset', made);
}

/** A headless Service need not have ports: its pods are listed all the same. */
function offers(service: Service, pods: readonly Pod[]): Iterable<Offered> {
  const tolerant = service.spec.publishNotReadyAddresses === true;
  const portless = isHeadless(service) && (service.spec.ports ?? []).length === 0;
  const offered = new Map<string, Offered>();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, tolerant)) continue;
    const address = addressOf(service, pod);
    if (address === undefined) continue;
    for (const port of portless ? [undefined] : portsOf(service, pod)) {
      const key = port === undefined ? '' : portText(port);
      const known = offered.get(key) ?? { port, ready: [], notReady: [] };
      offered.set(key, known);
      (tolerant || isPodReady(pod) ? known.ready : known.notReady).push(address);
    }
  }
  for (const { ready, notReady } of offered.values()) {
    ready.sort(byAddress);
    notReady.sort(byAddress);
  }
  return offered.values();
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
  return [addresses.map(address), notReadyAddresses.map(address), ports.map(portText)]
    .map((part) => part.join())
    .join('|');
}

function addressKey({ ip, targetRef }: EndpointAddress): string {
  return `${ip} ${targetRef?.uid}`;
}

function portText({ name = '', port, protocol, appProtocol = '' }: EndpointPort): string {
  return `${name}:${port}/${protocol}/${appProtocol}`;
}
