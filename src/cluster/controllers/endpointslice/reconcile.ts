import type { Node, Pod, Service } from '../../../api/types/core.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from '../../../api/types/discovery.ts';
import { equalJson } from '../../../base/equality.ts';
import { controllerReference } from '../shared/owner.ts';
import {
  belongsInEndpoints,
  HEADLESS,
  isHeadless,
  MANAGED_BY,
  podIPs,
  SERVICE_NAME,
  TRIGGER_TIME,
} from '../shared/service-endpoints.ts';
import { endpointKey, endpointOf, portsKey, portsOf, sameEndpoint } from './endpoint.ts';
import { followsTopology, SLICE_MANAGER, ZONE } from './names.ts';
import type { Notice, Topology } from './topology.ts';

const MAX_ENDPOINTS = 100;

/** What must be written so that the slices say what the pods are. */
export interface Plan {
  readonly create: EndpointSlice[];
  readonly update: EndpointSlice[];
  readonly remove: EndpointSlice[];
  /** What is to be told on the Service. */
  readonly notices: Notice[];
  /** Why this is not the whole truth yet: it comes again. */
  readonly problems: string[];
}

interface Group {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

type Labels = { readonly [key: string]: string };

/** What slices are planned by. */
export interface Surroundings {
  readonly trigger: string | undefined;
  /** The node of this name, if it is known. */
  readonly nodeOf: (name: string) => Node | undefined;
  readonly topology: Topology | undefined;
}

/**
 * Changes as few slices as possible: endpoints stay in the slice in which they are.
 * Models staging/src/k8s.io/endpointslice/reconciler.go (v1.36).
 */
export function planSlices(
  service: Service,
  pods: readonly Pod[],
  existing: readonly EndpointSlice[],
  around: Surroundings,
): Plan {
  const whole: Plan = { create: [], update: [], remove: [], notices: [], problems: [] };
  const families = service.spec.ipFamilies ?? ['IPv4'];
  for (const family of families) {
    const own = existing.filter(({ addressType }) => addressType === family);
    planFamily(whole, { service, pods, existing: own, around, family });
  }
  whole.remove.push(...existing.filter(({ addressType }) => !families.includes(addressType)));
  return whole;
}

/** One family's part of the work. */
interface FamilyWork {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly existing: readonly EndpointSlice[];
  readonly around: Surroundings;
  readonly family: string;
}

function planFamily(whole: Plan, work: FamilyWork): void {
  const { service, existing, around, family } = work;
  const plan: Plan = { ...whole, create: [], update: [], remove: [] };
  const groups = groupByPorts(plan, work);
  const labels = labelsOf(service);
  const byPorts = new Map<string, EndpointSlice[]>();
  for (const slice of existing) {
    if (!ownedBy(slice, service)) {
      plan.remove.push(slice);
      continue;
    }
    const key = portsKey(slice.ports ?? []);
    const known = byPorts.get(key);
    if (known === undefined) byPorts.set(key, [slice]);
    else known.push(slice);
  }
  for (const [key, group] of groups) planGroup(plan, work, labels, group, byPorts.get(key) ?? []);
  for (const [key, slices] of byPorts) if (!groups.has(key)) plan.remove.push(...slices);
  keepPlaceholder(plan, service, labels, existing, family);
  hint(plan, work);
  reuse(plan, service);
  whole.create.push(...plan.create.map((slice) => withTrigger(slice, around.trigger)));
  whole.update.push(...plan.update.map((slice) => withTrigger(slice, around.trigger)));
  whole.remove.push(...plan.remove);
}

/** Endpoints are for zones as processors are spread over them, where the Service asks for that. */
function hint(plan: Plan, { service, existing, around, family }: FamilyWork): void {
  const { topology } = around;
  if (topology === undefined) return;
  const key = `${service.metadata.namespace}/${service.metadata.name}`;
  if (!followsTopology(service)) {
    plan.notices.push(...topology.disabled(key, family));
    return;
  }
  const touched = new Set([...plan.update, ...plan.remove].map(({ metadata }) => metadata.name));
  const unchanged = existing.filter(({ metadata }) => !touched.has(metadata.name));
  const { create, update, notices } = topology.hint(key, family, { ...plan, unchanged });
  plan.create.splice(0, plan.create.length, ...create);
  plan.update.splice(0, plan.update.length, ...update);
  plan.notices.push(...notices);
}

function planGroup(
  plan: Plan,
  { service, family }: FamilyWork,
  labels: Labels,
  { ports, endpoints: desired }: Group,
  slices: readonly EndpointSlice[],
): void {
  const updated: EndpointSlice[] = [];
  const unchanged: EndpointSlice[] = [];
  const own = !followsTopology(service);
  for (const slice of slices) {
    const before = slice.endpoints ?? [];
    const kept: Endpoint[] = [];
    let changed = !equalJson(slice.metadata.labels ?? {}, labels);
    for (const endpoint of before) {
      const key = endpointKey(endpoint);
      const wanted = desired.get(key);
      if (wanted === undefined) continue;
      desired.delete(key);
      if (!sameEndpoint(endpoint, wanted, own)) changed = true;
      kept.push(wanted);
    }
    if (kept.length === 0) plan.remove.push(slice);
    else if (changed || kept.length !== before.length) updated.push(withEndpoints(slice, kept, labels));
    else unchanged.push(slice);
  }
  const rest = [...desired.values()];
  if (rest.length > 0) updated.sort((a, b) => b.endpoints.length - a.endpoints.length);
  for (const [index, slice] of updated.entries()) updated[index] = fill(slice, rest, labels);
  while (rest.length > 0) {
    const room = rest.length < MAX_ENDPOINTS ? fullestWithRoom(unchanged, rest.length) : undefined;
    if (room !== undefined) updated.push(fill(room, rest, labels));
    else plan.create.push(newSlice(service, labels, ports, rest.splice(0, MAX_ENDPOINTS), family));
  }
  plan.update.push(...updated);
}

/** The slice that is fullest when so many endpoints have come. */
function fullestWithRoom(slices: readonly EndpointSlice[], more: number): EndpointSlice | undefined {
  let found: EndpointSlice | undefined;
  for (const slice of slices) {
    const { length } = slice.endpoints;
    if (length + more <= MAX_ENDPOINTS && length > (found?.endpoints.length ?? 0)) found = slice;
  }
  return found;
}

function fill(slice: EndpointSlice, rest: Endpoint[], labels: Labels): EndpointSlice {
  const endpoints = slice.endpoints ?? [];
  const more = rest.splice(0, MAX_ENDPOINTS - endpoints.length);
  return more.length === 0 ? slice : withEndpoints(slice, [...endpoints, ...more], labels);
}

/** A Service without endpoints has one slice that is empty, so that everybody can see that there are none. */
function keepPlaceholder(
  plan: Plan,
  service: Service,
  labels: Labels,
  existing: readonly EndpointSlice[],
  family: string,
): void {
  if (plan.create.length > 0 || plan.remove.length < existing.length) return;
  const only = existing[0];
  if (
    existing.length === 1 &&
    only !== undefined &&
    isPlaceholder(only) &&
    equalJson(only.metadata.labels ?? {}, labels)
  ) {
    plan.remove.splice(0);
    return;
  }
  plan.create.push(newSlice(service, labels, undefined, undefined, family));
}

function isPlaceholder({ endpoints, ports }: EndpointSlice): boolean {
  return (endpoints ?? []).length === 0 && (ports ?? []).length === 0;
}

/** A Service that had the name before may have left slices, which the garbage collector takes away. */
function ownedBy({ metadata }: EndpointSlice, { metadata: { uid } }: Service): boolean {
  return metadata.ownerReferences?.some((owner) => owner.kind === 'Service' && owner.uid === uid) === true;
}

/** Instead of deleting one slice and creating another, the one is written over, without regard to its revision. */
function reuse(plan: Plan, service: Service): void {
  for (const old of plan.remove.filter((slice) => ownedBy(slice, service))) {
    const slice = plan.create.pop();
    if (slice === undefined) return;
    const { name } = old.metadata;
    plan.update.push({ ...slice, metadata: { name, ...slice.metadata } });
    plan.remove.splice(plan.remove.indexOf(old), 1);
  }
}

function groupByPorts(plan: Plan, { service, pods, around, family }: FamilyWork): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, true)) continue;
    const { nodeName = '' } = pod.spec;
    const node = around.nodeOf(nodeName);
    if (node === undefined && service.spec.publishNotReadyAddresses !== true) {
      const { name, namespace } = service.metadata;
      const problem = `skipping Pod ${pod.metadata.name} for Service ${namespace}/${name}: Node ${nodeName} Not Found`;
      plan.problems.push(problem);
      continue;
    }
    const address = podIPs(pod).find((ip) => ip.includes(':') === (family === 'IPv6'));
    if (address === undefined) continue;
    const ports = portsOf(service, pod);
    const key = portsKey(ports);
    let group = groups.get(key);
    if (group === undefined) {
      group = { ports, endpoints: new Map() };
      groups.set(key, group);
    }
    const endpoint = endpointOf(service, pod, address, node?.metadata.labels?.[ZONE]);
    group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return groups;
}

function newSlice(
  service: Service,
  labels: Labels,
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
  } as EndpointSlice;
}

function withEndpoints(slice: EndpointSlice, endpoints: readonly Endpoint[], labels: Labels): EndpointSlice {
  return { ...slice, metadata: { ...slice.metadata, labels }, endpoints };
}

function withTrigger(slice: EndpointSlice, trigger: string | undefined): EndpointSlice {
  const { [TRIGGER_TIME]: _, ...kept } = slice.metadata.annotations ?? {};
  const annotations = trigger === undefined ? kept : { ...kept, [TRIGGER_TIME]: trigger };
  const { annotations: __, ...metadata } = slice.metadata;
  return { ...slice, metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations } };
}

function labelsOf(service: Service): Labels {
  const { [HEADLESS]: _, [SERVICE_NAME]: __, [MANAGED_BY]: ___, ...labels } = service.metadata.labels ?? {};
  const own = { ...labels, [MANAGED_BY]: SLICE_MANAGER, [SERVICE_NAME]: service.metadata.name ?? '' };
  return isHeadless(service) ? { ...own, [HEADLESS]: '' } : own;
}
