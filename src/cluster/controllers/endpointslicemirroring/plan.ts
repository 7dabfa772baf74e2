// Models pkg/controller/endpointslicemirroring/reconciler.go, reconciler_helpers.go and utils.go (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type {
  EndpointAddress,
  EndpointSubset,
  Endpoints,
  EndpointPort as PortOfEndpoints,
} from '../../../api/types/core.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from '../../../api/types/discovery.ts';
import { isAddress } from '../../../api/validation/common/addresses.ts';
import { LAST_APPLIED } from '../../../api/values/annotations.ts';
import { familyOfText } from '../../../base/address.ts';
import { formatAddress6, parseAddress6 } from '../../../base/address6.ts';
import { inHashOrder } from '../shared/hash-order.ts';
import { controllerReference } from '../shared/owner.ts';
import { MANAGED_BY, SERVICE_NAME, TRIGGER_TIME } from '../shared/service-endpoints.ts';
import { MIRROR_MANAGER, MOST_ADDRESSES } from './names.ts';

type Texts = { readonly [key: string]: string };

/** What must be written so that the slices say what the Endpoints say. */
export interface MirrorPlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
  readonly invalid: number;
  readonly skipped: number;
}

interface Group {
  readonly family: string;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

export function planMirror(endpoints: Endpoints, existing: readonly EndpointSlice[]): MirrorPlan {
  const { groups, invalid, skipped } = groupsOf(repacked(endpoints.subsets ?? []));
  const byKey = new Map<string, EndpointSlice[]>();
  for (const slice of existing) {
    const key = keyOf(slice.addressType, slice.ports ?? []);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [slice]);
    else known.push(slice);
  }
  const create: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  const remove: EndpointSlice[] = [];
  for (const [key, group] of groups) {
    const [first, ...others] = byKey.get(key) ?? [];
    remove.push(...others);
    if (first === undefined) create.push(newSlice(endpoints, group, undefined));
    else if (!says(first, endpoints, group)) update.push(newSlice(endpoints, group, first));
  }
  for (const [key, slices] of byKey) if (!groups.has(key)) remove.push(...slices);
  const reused = create.map((slice) => {
    const at = remove.findIndex(({ addressType }) => addressType === slice.addressType);
    return at < 0 ? undefined : inPlaceOf(remove.splice(at, 1)[0] as EndpointSlice, slice);
  });
  return {
    create: create.filter((_, at) => reused[at] === undefined),
    update: [...update, ...reused.filter((slice) => slice !== undefined)],
    remove,
    invalid,
    skipped,
  };
}

/** Of each subset so many addresses, ready ones first. */
function groupsOf(subsets: readonly EndpointSubset[]): {
  readonly groups: ReadonlyMap<string, Group>;
  readonly invalid: number;
  readonly skipped: number;
} {
  const groups = new Map<string, Group>();
  let invalid = 0;
  let skipped = 0;
  for (const { ports = [], addresses = [], notReadyAddresses = [] } of subsets) {
    const slicePorts = slicePortsOf(ports);
    let added = 0;
    for (const { address, ready } of [...marked(addresses, true), ...marked(notReadyAddresses, false)]) {
      if (added >= MOST_ADDRESSES) break;
      const ip = canonicalAddress(address.ip);
      if (ip === undefined) {
        invalid += 1;
        continue;
      }
      const family = familyOfText(ip);
      const key = keyOf(family, slicePorts);
      const group = groups.get(key) ?? { family, ports: slicePorts, endpoints: new Map<string, Endpoint>() };
      groups.set(key, group);
      group.endpoints.set(`${ip} ${address.hostname ?? ''}`, endpointOf(address, ip, ready));
      added += 1;
    }
    skipped += addresses.length + notReadyAddresses.length - added;
  }
  return { groups, invalid, skipped };
}

/** Who offers a port, and whether each of them is ready there. */
interface Offer {
  readonly port: PortOfEndpoints | undefined;
  readonly ready: Map<EndpointAddress, boolean>;
}

/**
 * Ports that the same addresses offer belong together, however they were written down; who is not ready in one place is
 * ready in none. Models pkg/api/v1/endpoints/util.go RepackSubsets (v1.36), without its order.
 */
function repacked(subsets: readonly EndpointSubset[]): readonly EndpointSubset[] {
  const together = new Map<string, { readonly offer: Offer; readonly ports: PortOfEndpoints[] }>();
  for (const offer of offersIn(subsets)) {
    const who = [...offer.ready].map(([address, ready]) => `${placeOf(address)} ${ready}`);
    const key = who.sort().join();
    const known = together.get(key) ?? { offer, ports: [] };
    together.set(key, known);
    if (offer.port !== undefined) known.ports.push(offer.port);
  }
  return [...together.values()].map(({ offer, ports }) => {
    const addresses = (ready: boolean) => [...offer.ready].filter(([, is]) => is === ready).map(([address]) => address);
    return { ports, addresses: addresses(true), notReadyAddresses: addresses(false) };
  });
}

function offersIn(subsets: readonly EndpointSubset[]): Iterable<Offer> {
  const known = new Map<string, EndpointAddress>();
  const offers = new Map<string, Offer>();
  for (const { ports = [], addresses = [], notReadyAddresses = [] } of subsets) {
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const key = port === undefined ? '' : portText(port);
      const offer = offers.get(key) ?? { port, ready: new Map<EndpointAddress, boolean>() };
      offers.set(key, offer);
      for (const { address, ready } of [...marked(addresses, true), ...marked(notReadyAddresses, false)]) {
        const place = placeOf(address);
        const same = known.get(place) ?? address;
        known.set(place, same);
        offer.ready.set(same, ready && offer.ready.get(same) !== false);
      }
    }
  }
  return offers.values();
}

function placeOf({ ip, targetRef }: EndpointAddress): string {
  return `${ip} ${targetRef?.uid ?? ''}`;
}

function slicePortsOf(ports: readonly PortOfEndpoints[]): readonly EndpointPort[] {
  const named = ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
    name,
    port,
    protocol,
    ...(appProtocol === undefined ? undefined : { appProtocol }),
  }));
  return inHashOrder('discovery.k8s.io/v1', 'EndpointPort', named);
}

/** As it is written usually; undefined for what is none. */
function canonicalAddress(text: string): string | undefined {
  if (!isAddress(text)) return undefined;
  const six = text.includes(':') ? parseAddress6(text) : undefined;
  return six === undefined ? text : formatAddress6(six);
}

function marked(addresses: readonly EndpointAddress[], ready: boolean) {
  return addresses.map((address) => ({ address, ready }));
}

function endpointOf({ hostname, nodeName, targetRef }: EndpointAddress, ip: string, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname === undefined ? undefined : { hostname }),
    ...(targetRef === undefined ? undefined : { targetRef }),
    ...(nodeName === undefined ? undefined : { nodeName }),
  };
}

function keyOf(family: string, ports: readonly EndpointPort[]): string {
  return `${family} ${ports.map(portText).sort().join(' ')}`;
}

function portText({ name = '', port, protocol = 'TCP', appProtocol = '' }: PortOfEndpoints | EndpointPort): string {
  return `${name}/${port}/${protocol}/${appProtocol}`;
}

/** Whether a slice already holds these endpoints, labels and annotations. */
function says({ metadata, endpoints }: EndpointSlice, { metadata: source }: Endpoints, group: Group): boolean {
  const before = endpoints ?? [];
  if (before.length !== group.endpoints.size) return false;
  for (const endpoint of before) {
    const wanted = group.endpoints.get(`${endpoint.addresses[0]} ${endpoint.hostname ?? ''}`);
    if (wanted === undefined || !equalJson(wanted, endpoint)) return false;
  }
  const { [MANAGED_BY]: _, [SERVICE_NAME]: __, ...labels } = metadata.labels ?? {};
  return (
    equalJson(labels, source.labels ?? {}) && equalJson(metadata.annotations ?? {}, annotationsOf(source.annotations))
  );
}

function annotationsOf(annotations: Texts | undefined): Texts {
  const { [TRIGGER_TIME]: _, [LAST_APPLIED]: __, ...others } = annotations ?? {};
  return others;
}

function newSlice(
  source: Endpoints,
  { family, ports, endpoints }: Group,
  former: EndpointSlice | undefined,
): EndpointSlice {
  const { name = '', namespace, labels, annotations } = source.metadata;
  const kept = annotationsOf(annotations);
  const metadata = {
    ...(former === undefined ? { generateName: `${name}-` } : { name: former.metadata.name }),
    namespace,
    labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MIRROR_MANAGER },
    ...(Object.keys(kept).length > 0 && { annotations: kept }),
    ownerReferences: [controllerReference(source, 'v1', 'Endpoints')],
  };
  const listed = [...endpoints.values()].slice(0, MOST_ADDRESSES);
  return {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata,
    addressType: family,
    endpoints: listed,
    ports,
  };
}

function inPlaceOf(former: EndpointSlice, slice: EndpointSlice): EndpointSlice {
  const { generateName: _, ...metadata } = slice.metadata;
  return { ...slice, metadata: { ...metadata, name: former.metadata.name } };
}
