// Models staging/src/k8s.io/endpointslice/topologycache (v1.36)

import type { Node } from '../../../api/types/core.ts';
import type { Endpoint, EndpointSlice } from '../../../api/types/discovery.ts';
import { milliValue } from '../../../api/values/quantity.ts';
import { compareStrings } from '../../../base/order.ts';
import { ZONE } from './names.ts';

/** An endpoint may get so much more than its share. */
const OVERLOAD = 0.2;
const EXCLUDED = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
const DISABLED = 'TopologyAwareHintsDisabled';

/** What is told of on the Service. */
export interface Notice {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The slices of a Service and a family: what is to be written, and what would stay. */
export interface SliceSet {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly unchanged: readonly EndpointSlice[];
}

export interface Hinted {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly notices: readonly Notice[];
}

interface Allocation {
  readonly minimum: number;
  readonly desired: number;
  maximum: number;
}

type Counts = Map<string, number>;

/** How processors are spread over zones, and which Services have hints that follow it. */
export class Topology {
  /** The share of each zone; undefined while nodes do not say enough. */
  private shares: ReadonlyMap<string, number> | undefined;
  private readonly spread = new Map<string, Map<string, ReadonlyMap<string, number>>>();

  setNodes(nodes: readonly Node[]): void {
    this.shares = sharesOf(nodes);
  }

  has(service: string): boolean {
    return this.spread.has(service);
  }

  forget(service: string, family: string): void {
    const families = this.spread.get(service);
    families?.delete(family);
    if (families?.size === 0) this.spread.delete(service);
  }

  /** Services with a zone that has too few endpoints now. */
  overloaded(): readonly string[] {
    return [...this.spread]
      .filter(([, families]) => [...families.values()].some((counts) => isOverloaded(counts, this.shares)))
      .map(([service]) => service);
  }

  /** Hints were made for this Service, and it wants none any more. */
  disabled(service: string, family: string): readonly Notice[] {
    if (!this.has(service)) return [];
    this.forget(service, family);
    return [notice('Topology Aware Hints has been disabled', family)];
  }

  /** Each endpoint is for its own zone, but for those that a zone with too many gives away. */
  hint(service: string, family: string, slices: SliceSet): Hinted {
    const refuse = (problem: string): Hinted => {
      this.forget(service, family);
      return { ...withoutHints(slices), notices: [notice(problem, family)] };
    };
    const all = [...slices.create, ...slices.update, ...slices.unchanged];
    const total = all.reduce((sum, slice) => sum + endpointsOf(slice).filter(isReady).length, 0);
    const allocations = allocate(this.shares, total);
    if (typeof allocations === 'string') return refuse(allocations);
    const { changed, counts } = judgeUnchanged(slices.unchanged, allocations);
    const updated = [...slices.update, ...changed];
    const drafts = [...slices.create, ...updated].map((slice) => ({
      slice,
      zones: endpointsOf(slice).map(zoneOfReady),
    }));
    for (const zone of drafts.flatMap(({ zones }) => zones)) {
      if (zone === '') return refuse('One or more endpoints do not have a zone specified');
      if (zone !== undefined) add(counts, zone, 1);
    }
    redistribute(
      drafts.map(({ zones }) => zones),
      allocations,
      counts,
    );
    if (counts.size === 0) return refuse('No hints allocated for zones');
    const fresh = !this.has(service);
    const families = this.spread.get(service) ?? new Map<string, ReadonlyMap<string, number>>();
    this.spread.set(service, families.set(family, counts));
    const written = drafts.map(({ slice, zones }) => withZones(slice, zones));
    const enabled: Notice = {
      type: 'Normal',
      reason: 'TopologyAwareHintsEnabled',
      message: `Topology Aware Hints has been enabled, addressType: ${family}`,
    };
    return {
      create: written.slice(0, slices.create.length),
      update: written.slice(slices.create.length),
      notices: fresh ? [enabled] : [],
    };
  }
}

function notice(problem: string, family: string): Notice {
  return { type: 'Warning', reason: DISABLED, message: `${problem}, addressType: ${family}` };
}

/** Ready nodes alone count, and each of them must say where it is and what it has. */
function sharesOf(nodes: readonly Node[]): ReadonlyMap<string, number> | undefined {
  const byZone: Counts = new Map();
  let total = 0;
  for (const { metadata, status } of nodes) {
    if (EXCLUDED.some((label) => metadata.labels?.[label] !== undefined)) continue;
    if (status?.conditions?.find(({ type }) => type === 'Ready')?.status !== 'True') continue;
    const processors = milliValue(status.allocatable?.cpu ?? '0');
    const zone = metadata.labels?.[ZONE] ?? '';
    if (zone === '' || processors === 0) return undefined;
    add(byZone, zone, processors);
    total += processors;
  }
  if (byZone.size < 2) return undefined;
  const zones = [...byZone].sort(([a], [b]) => compareStrings(a, b));
  return new Map(zones.map(([zone, processors]) => [zone, processors / total]));
}

/** How many endpoints each zone should have; a text why that cannot be. */
function allocate(shares: ReadonlyMap<string, number> | undefined, total: number): Map<string, Allocation> | string {
  if (shares === undefined) {
    return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes';
  }
  const numbers = `(${total} endpoints, ${shares.size} zones)`;
  if (shares.size > total) return `Insufficient number of endpoints ${numbers}`;
  const allocations = new Map<string, Allocation>();
  let least = 0;
  for (const [zone, share] of shares) {
    const minimum = Math.ceil(share * total * (1 / (1 + OVERLOAD)));
    allocations.set(zone, { minimum, desired: Math.max(share * total, minimum), maximum: 0 });
    least += minimum;
  }
  if (least > total) {
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${numbers}`;
  }
  for (const allocation of allocations.values()) allocation.maximum = allocation.minimum + total - least;
  return allocations;
}

/** Which slices must be written for their hints; the others use up what their zones may have. */
function judgeUnchanged(unchanged: readonly EndpointSlice[], allocations: ReadonlyMap<string, Allocation>) {
  const counts: Counts = new Map();
  const changed: EndpointSlice[] = [];
  for (const slice of unchanged) {
    const hints = hintsIn(slice, counts, allocations);
    if (hints === undefined) changed.push(slice);
    else for (const [zone, count] of hints) add(counts, zone, count);
  }
  return { changed, counts };
}

function hintsIn(
  slice: EndpointSlice,
  counts: Counts,
  allocations: ReadonlyMap<string, Allocation>,
): Counts | undefined {
  const hints: Counts = new Map();
  for (const endpoint of endpointsOf(slice)) {
    if (!isReady(endpoint)) continue;
    const zones = endpoint.hints?.forZones ?? [];
    if (zones.length === 0) return undefined;
    for (const { name } of zones) add(hints, name, 1);
  }
  for (const [zone, count] of hints) {
    if (count + (counts.get(zone) ?? 0) > (allocations.get(zone)?.maximum ?? -1)) return undefined;
  }
  return hints;
}

/** Endpoints of zones that have more than they should are for zones that have fewer. */
function redistribute(
  drafts: readonly (string | undefined)[][],
  allocations: ReadonlyMap<string, Allocation>,
  counts: Counts,
) {
  const { giving, receiving } = exchange(allocations, counts);
  for (const zones of drafts) {
    for (const [at, zone] of zones.entries()) {
      const [to] = receiving.keys();
      if (zone === undefined || to === undefined || !giving.has(zone)) continue;
      zones[at] = to;
      take(giving, zone);
      take(receiving, to);
      add(counts, to, 1);
      add(counts, zone, -1);
    }
  }
}

function exchange(allocations: ReadonlyMap<string, Allocation>, counts: Counts) {
  const surplus: Counts = new Map();
  const need: Counts = new Map();
  for (const [zone, { desired }] of allocations) {
    const has = counts.get(zone) ?? 0;
    if (has > desired) surplus.set(zone, has - desired);
    else if (has < desired) need.set(zone, desired - has);
  }
  const giving: Counts = new Map();
  const receiving: Counts = new Map();
  for (;;) {
    const [from, more] = most(surplus);
    const [to, less] = most(need);
    if (from === undefined || to === undefined || (more < 1 && less < 1) || more < 0.5 || less < 0.5) break;
    add(giving, from, 1);
    add(surplus, from, -1);
    add(receiving, to, 1);
    add(need, to, -1);
  }
  return { giving, receiving };
}

function most(zones: Counts): readonly [zone: string | undefined, count: number] {
  let found: string | undefined;
  let count = 0;
  for (const [zone, value] of zones) {
    if (value <= count) continue;
    found = zone;
    count = value;
  }
  return [found, count];
}

function isOverloaded(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number> | undefined): boolean {
  if (counts.size === 0) return false;
  if (shares === undefined) return true;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...shares].some(
    ([zone, share]) => (counts.get(zone) ?? -1) < Math.ceil(total * share * (1 / (1 + OVERLOAD))),
  );
}

function withoutHints({ create, update, unchanged }: SliceSet): Omit<Hinted, 'notices'> {
  const bare = (slice: EndpointSlice) => withZones(slice, []);
  const hinted = unchanged.filter((slice) => endpointsOf(slice).some(({ hints }) => hints !== undefined));
  return { create: create.map(bare), update: [...update, ...hinted].map(bare) };
}

function withZones(slice: EndpointSlice, zones: readonly (string | undefined)[]): EndpointSlice {
  if ((slice.endpoints ?? []).length === 0) return slice;
  const endpoints = slice.endpoints.map(({ hints: _, ...endpoint }, at) => {
    const name = zones[at];
    return name === undefined ? endpoint : { ...endpoint, hints: { forZones: [{ name }] } };
  });
  return { ...slice, endpoints };
}

/** Placeholders have none. */
function endpointsOf(slice: EndpointSlice): readonly Endpoint[] {
  return slice.endpoints ?? [];
}

function isReady({ conditions }: Endpoint): boolean {
  return conditions?.ready === true;
}

/** Empty: it is ready and nobody knows where it is. */
function zoneOfReady(endpoint: Endpoint): string | undefined {
  return isReady(endpoint) ? (endpoint.zone ?? '') : undefined;
}

function add(counts: Counts, zone: string, count: number): void {
  counts.set(zone, (counts.get(zone) ?? 0) + count);
}

function take(counts: Counts, zone: string): void {
  const left = (counts.get(zone) ?? 0) - 1;
  if (left > 0) counts.set(zone, left);
  else counts.delete(zone);
}
