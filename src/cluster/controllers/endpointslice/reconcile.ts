import { equalJson } from '../../../api/json.ts';
import type { Pod, Service } from '../../../api/types/core.ts';
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '../../../api/types/discovery.ts';
import { controllerReference } from '../shared/owner.ts';
import { isPodReady } from '../shared/pods.ts';
import {
  belongsInEndpoints,
  HEADLESS,
  isHeadless,
  MANAGED_BY,
  podIPs,
  SERVICE_NAME,
  TRIGGER_TIME,
  targetPortOf,
} from '../shared/service-endpoints.ts';
import { SLICE_MANAGER } from './names.ts';

const MAX_ENDPOINTS = 100;

/** What must be written so that the slices say what the pods are. */
export interface Plan {
  readonly create: EndpointSlice[];
  readonly update: EndpointSlice[];
  readonly remove: EndpointSlice[];
}

interface Group {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

/** Where a pod's node is. */
export type ZoneOf = (node: string) => string | undefined;

/**
 * Changes as few slices as possible: endpoints stay in the slice in which they are.
 * Models staging/src/k8s.io/endpointslice/reconciler.go (v1.36).
 */
export function planSlices(
  service: Service,
  pods: readonly Pod[],
  existing: readonly EndpointSlice[],
  trigger: string | undefined,
  zoneOf: ZoneOf,
): Plan {
  const { ipFamilies } = service.spec;
  if (ipFamilies === undefined || ipFamilies.length < 2) {
    const family = ipFamilies?.[0] ?? 'IPv4';
    const own = existing.filter(({ addressType }) => addressType === family);
    const plan = planFamily(service, pods, own, trigger, zoneOf, family);
    if (own.length < existing.length) plan.remove.push(...existing.filter(({ addressType }) => addressType !== family));
    return plan;
  }
  const whole: Plan = { create: [], update: [], remove: [] };
  for (const family of ipFamilies) {
    const own = existing.filter(({ addressType }) => addressType === family);
    const { create, update, remove } = planFamily(service, pods, own, trigger, zoneOf, family);
    whole.create.push(...create);
    whole.update.push(...update);
    whole.remove.push(...remove);
  }
  return whole;
}

function planFamily(
  service: Service,
  pods: readonly Pod[],
  existing: readonly EndpointSlice[],
  trigger: string | undefined,
  zoneOf: ZoneOf,
  family: string,
): Plan {
  const plan: Plan = { create: [], update: [], remove: [] };
  const groups = groupByPorts(service, pods, zoneOf, family);
  const labels = labelsOf(service);
  const byPorts = new Map<string, EndpointSlice[]>();
  for (const slice of existing) {
    const key = portsKey(slice.ports ?? []);
    const known = byPorts.get(key);
    if (known === undefined) byPorts.set(key, [slice]);
    else known.push(slice);
  }
  for (const [key, group] of groups) planGroup(plan, service, labels, group, byPorts.get(key) ?? [], family);
  for (const [key, slices] of byPorts) if (!groups.has(key)) plan.remove.push(...slices);
  keepPlaceholder(plan, service, labels, existing, family);
  reuse(plan);
  return {
    create: plan.create.map((slice) => withTrigger(slice, trigger)),
    update: plan.update.map((slice) => withTrigger(slice, trigger)),
    remove: plan.remove,
  };
}

function planGroup(
  plan: Plan,
  service: Service,
  labels: { readonly [key: string]: string },
  { ports, endpoints: desired }: Group,
  slices: readonly EndpointSlice[],
  family: string,
): void {
  const updated: EndpointSlice[] = [];
  const unchanged: EndpointSlice[] = [];
  for (const slice of slices) {
    const before = slice.endpoints ?? [];
    const kept: Endpoint[] = [];
    let changed = !sameLabels(slice.metadata.labels, labels);
    for (const endpoint of before) {
      const key = endpointKey(endpoint);
      const wanted = desired.get(key);
      if (wanted === undefined) continue;
      desired.delete(key);
      if (!sameEndpoint(endpoint, wanted)) changed = true;
      kept.push(wanted);
    }
    if (kept.length === 0) plan.remove.push(slice);
    else if (changed || kept.length !== before.length) updated.push(withEndpoints(slice, kept, labels));
    else unchanged.push(slice);
  }
  const rest = [...desired.values()];
  for (const [index, slice] of updated.entries()) updated[index] = fill(slice, rest, labels);
  const last = rest.length % MAX_ENDPOINTS;
  const room =
    last === 0 ? undefined : unchanged.find(({ endpoints }) => (endpoints ?? []).length + last <= MAX_ENDPOINTS);
  if (room !== undefined && rest.length <= MAX_ENDPOINTS) updated.push(fill(room, rest, labels));
  while (rest.length > 0) plan.create.push(newSlice(service, labels, ports, rest.splice(0, MAX_ENDPOINTS), family));
  plan.update.push(...updated);
}

function fill(slice: EndpointSlice, rest: Endpoint[], labels: { readonly [key: string]: string }): EndpointSlice {
  const endpoints = slice.endpoints ?? [];
  const more = rest.splice(0, MAX_ENDPOINTS - endpoints.length);
  return more.length === 0 ? slice : withEndpoints(slice, [...endpoints, ...more], labels);
}

/** A Service without endpoints has one slice that is empty, so that everybody can see that there are none. */
function keepPlaceholder(
  plan: Plan,
  service: Service,
  labels: { readonly [key: string]: string },
  existing: readonly EndpointSlice[],
  family: string,
): void {
  if (plan.create.length > 0 || plan.remove.length < existing.length) return;
  const placeholder = newSlice(service, labels, undefined, undefined, family);
  const only = existing[0];
  if (existing.length === 1 && only !== undefined && isPlaceholder(only) && sameLabels(only.metadata.labels, labels)) {
    plan.remove.splice(0);
    return;
  }
  plan.create.push(placeholder);
}

function isPlaceholder({ endpoints, ports }: EndpointSlice): boolean {
  return (endpoints ?? []).length === 0 && (ports ?? []).length === 0;
}

/** Instead of deleting one slice and creating another, the one is written over, without regard to its revision. */
function reuse(plan: Plan): void {
  while (plan.create.length > 0 && plan.remove.length > 0) {
    const slice = plan.create.pop() as EndpointSlice;
    const { name } = (plan.remove.shift() as EndpointSlice).metadata;
    plan.update.push({ ...slice, metadata: { name, ...slice.metadata } });
  }
}

function groupByPorts(service: Service, pods: readonly Pod[], zoneOf: ZoneOf, family: string): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, true)) continue;
    const address = podIPs(pod).find((ip) => ip.includes(':') === (family === 'IPv6'));
    if (address === undefined) continue;
    const ports = portsOf(service, pod);
    const key = portsKey(ports);
    let group = groups.get(key);
    if (group === undefined) {
      group = { ports, endpoints: new Map() };
      groups.set(key, group);
    }
    const endpoint = endpointOf(service, pod, address, zoneOf);
    group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return groups;
}

function portsOf(service: Service, pod: Pod): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec.ports ?? []) {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    ports.push({ name, protocol, port, ...(appProtocol === undefined ? undefined : { appProtocol }) } as EndpointPort);
  }
  return ports;
}

function endpointOf(service: Service, pod: Pod, address: string, zoneOf: ZoneOf): Endpoint {
  const { namespace, name, uid, deletionTimestamp } = pod.metadata;
  const { nodeName, hostname = '', subdomain } = pod.spec;
  const serving = isPodReady(pod);
  const terminating = deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const zone = nodeName === undefined ? undefined : zoneOf(nodeName);
  return {
    addresses: [address],
    conditions: { ready, serving, terminating },
    ...(hostname !== '' && subdomain === service.metadata.name ? { hostname } : undefined),
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(nodeName === undefined ? undefined : { nodeName }),
    ...(zone === undefined ? undefined : { zone }),
    ...(ready ? hintsFor(service.spec.trafficDistribution, nodeName, zone) : undefined),
  };
}

/** Ready endpoints are for whoever is near them. */
// Models staging/src/k8s.io/endpointslice/trafficdist/trafficdist.go (v1.36)
function hintsFor(
  distribution: string | undefined,
  node: string | undefined,
  zone: string | undefined,
): { readonly hints: EndpointHints } | undefined {
  if (distribution === undefined) return undefined;
  const forZones = zone === undefined ? undefined : { forZones: [{ name: zone }] };
  const forNodes = distribution !== 'PreferSameNode' || node === undefined ? undefined : { forNodes: [{ name: node }] };
  if (forZones === undefined && forNodes === undefined) return undefined;
  return { hints: { ...forZones, ...forNodes } };
}

function newSlice(
  service: Service,
  labels: { readonly [key: string]: string },
  ports: readonly EndpointPort[] | undefined,
  endpoints: readonly Endpoint[] | undefined,
  family: string,
): EndpointSlice {
  const { name, namespace } = service.metadata;
  return {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels,
      ownerReferences: [controllerReference(service, 'v1', 'Service')],
    },
    addressType: family,
    endpoints: endpoints ?? null,
    ports: ports ?? null,
  } as unknown as EndpointSlice;
}

function withEndpoints(
  slice: EndpointSlice,
  endpoints: readonly Endpoint[],
  labels: { readonly [key: string]: string },
): EndpointSlice {
  return { ...slice, metadata: { ...slice.metadata, labels }, endpoints };
}

function withTrigger(slice: EndpointSlice, trigger: string | undefined): EndpointSlice {
  const { [TRIGGER_TIME]: _, ...kept } = slice.metadata.annotations ?? {};
  const annotations = trigger === undefined ? kept : { ...kept, [TRIGGER_TIME]: trigger };
  const { annotations: __, ...metadata } = slice.metadata;
  return { ...slice, metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations } };
}

function labelsOf(service: Service): { readonly [key: string]: string } {
  const { [HEADLESS]: _, [SERVICE_NAME]: __, [MANAGED_BY]: ___, ...labels } = service.metadata.labels ?? {};
  const own = { ...labels, [MANAGED_BY]: SLICE_MANAGER, [SERVICE_NAME]: service.metadata.name ?? '' };
  return isHeadless(service) ? { ...own, [HEADLESS]: '' } : own;
}

function portsKey(ports: readonly EndpointPort[]): string {
  return ports.map(({ name, port, protocol }) => `${name ?? ''}:${port}/${protocol ?? 'TCP'}`).join();
}

function endpointKey({ targetRef, addresses }: Endpoint): string {
  return targetRef?.uid ?? addresses.join();
}

function sameEndpoint(a: Endpoint, b: Endpoint): boolean {
  return (
    a.addresses.join() === b.addresses.join() &&
    a.conditions?.ready === b.conditions?.ready &&
    a.conditions?.serving === b.conditions?.serving &&
    a.conditions?.terminating === b.conditions?.terminating &&
    a.nodeName === b.nodeName &&
    a.hostname === b.hostname &&
    a.zone === b.zone &&
    equalJson(a.hints, b.hints)
  );
}

function sameLabels(a: { readonly [key: string]: string } | undefined, b: { readonly [key: string]: string }): boolean {
  const keys = Object.keys(b);
  return keys.length === Object.keys(a ?? {}).length && keys.every((key) => a?.[key] === b[key]);
}
