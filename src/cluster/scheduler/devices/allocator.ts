// Models staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go (v1.36)

import type {
  AllocatedDevice,
  AllocationResult,
  DeviceClass,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceSlice,
} from '../../../api/types/resource.ts';
import { objectKey } from '../../clientgo/index.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import { fitsConstraints, toleratesTaints } from './constraints.ts';
import { countersSuffice } from './counters.ts';
import { nodesOf } from './node-selector.ts';
import { type Pool, type PooledDevice, poolsFor } from './pools.ts';
import { matchesDevice } from './selectors.ts';

/** What is there to be allocated. */
export interface Offers {
  readonly slices: readonly ResourceSlice[];
  readonly classes: ReadonlyMap<string, DeviceClass>;
  /** Devices that other claims have, by id. */
  readonly taken: ReadonlySet<string>;
}

/** One way to meet a request: the request itself, or one of its alternatives. */
interface Way {
  readonly request: string;
  readonly wants: ExactDeviceRequest;
  /** Every device that is selectable; undefined: as many as are counted. */
  readonly all: readonly PooledDevice[] | undefined;
  readonly count: number;
  /** What is known of devices so far: whether class and request want them. */
  readonly known: Map<PooledDevice, boolean>;
}

interface Choice {
  readonly device: PooledDevice;
  readonly request: string;
  readonly wants: ExactDeviceRequest;
}

/** Ends the search on a node. */
class Stop {
  constructor(readonly why: string) {}
}

const MOST_DEVICES = 32;

/**
 * Devices for all claims, the first solution that is found; undefined: there is none. A text is what is wrong with a claim
 * or a pool. Deviation: devices are tried in the order of the names of their slices, where a real pool comes at random;
 * devices for several claims at once (`allowMultipleAllocations`) are given to one.
 */
export function allocate(
  node: NodeInfo,
  claims: readonly ResourceClaim[],
  offers: Offers,
): readonly AllocationResult[] | string | undefined {
  const search = new Search(node, claims, offers);
  try {
    return search.run();
  } catch (stop) {
    if (stop instanceof Stop) return stop.why;
    throw stop;
  }
}

class Search {
  private readonly pools: readonly Pool[];
  /** For each claim and each of its requests. */
  private ways: readonly (readonly (readonly Way[])[])[] = [];
  private readonly chosen: Choice[][];

  constructor(
    node: NodeInfo,
    private readonly claims: readonly ResourceClaim[],
    private readonly offers: Offers,
  ) {
    this.pools = poolsFor(node, offers.slices);
    this.chosen = claims.map(() => []);
  }

  run(): readonly AllocationResult[] | undefined {
    this.ways = this.claims.map((claim) => this.waysOf(claim));
    if (!this.request(0, 0)) return undefined;
    return this.claims.map((claim, at) => this.resultOf(claim, this.chosen[at] as readonly Choice[]));
  }

  private waysOf(claim: ResourceClaim): readonly (readonly Way[])[] {
    return (claim.spec.devices?.requests ?? []).map(({ name, exactly, firstAvailable = [] }) => {
      if (exactly !== undefined) return [this.wayOf(claim, name, exactly)];
      return firstAvailable.map((wants) => this.wayOf(claim, `${name}/${wants.name}`, wants));
    });
  }

  private wayOf(claim: ResourceClaim, request: string, wants: ExactDeviceRequest): Way {
    const way = { request, wants, all: undefined, count: wants.count ?? 1, known: new Map<PooledDevice, boolean>() };
    if (wants.allocationMode !== 'All') return way;
    for (const { id, isComplete, invalid } of this.pools) {
      const about = `claim ${objectKey(claim)}, request ${request}: asks for all devices, but resource pool ${id} is currently`;
      if (!isComplete) throw new Stop(`${about} being updated`);
      if (invalid !== undefined) throw new Stop(`${about} invalid`);
    }
    const all = this.devices().filter((device) => this.isSelectable(device, way, claim));
    return { ...way, all, count: Math.max(1, all.length) };
  }

  private devices(): readonly PooledDevice[] {
    return this.pools.flatMap(({ devices }) => devices);
  }

  private isSelectable(device: PooledDevice, { known, wants }: Way, claim: ResourceClaim): boolean {
    const before = known.get(device);
    if (before !== undefined) return before;
    const { classes } = this.offers;
    const found = classes.get(wants.deviceClassName);
    const byClass = matchesDevice(found?.spec.selectors, device, `class ${wants.deviceClassName}`);
    const matches = byClass === true ? matchesDevice(wants.selectors, device, `claim ${objectKey(claim)}`) : byClass;
    if (typeof matches === 'string') throw new Stop(matches);
    known.set(device, matches);
    return matches;
  }

  /** From a request on everything can be had. */
  private request(claim: number, request: number): boolean {
    const ways = this.ways[claim];
    if (ways === undefined) return true;
    const alternatives = ways[request];
    if (alternatives === undefined) return this.request(claim + 1, 0);
    return alternatives.some((way) => this.device(claim, request, way, 0));
  }

  private device(claim: number, request: number, way: Way, at: number): boolean {
    if (at >= way.count) return this.request(claim, request + 1);
    const chosen = this.chosen[claim] as Choice[];
    if (chosen.length + way.count - at > MOST_DEVICES) return false;
    for (const device of way.all?.slice(at, at + 1) ?? this.devices()) {
      if (device.pool.invalid !== undefined) {
        throw new Stop(`pool ${device.pool.name} is invalid: ${device.pool.invalid}`);
      }
      const choice = { device, request: way.request, wants: way.wants };
      const isWanted = (): boolean => this.isSelectable(device, way, this.claims[claim] as ResourceClaim);
      if (!this.isUnused(choice, claim) || !isWanted() || !this.fits(choice, claim)) continue;
      chosen.push(choice);
      if (this.device(claim, request, way, at + 1)) return true;
      chosen.pop();
    }
    return false;
  }

  /** Whoever has admin access shares a device with everybody, but not with itself. */
  private isUnused({ device, wants }: Choice, claim: number): boolean {
    return wants.adminAccess === true
      ? this.chosen[claim]?.some((other) => other.device.id === device.id) !== true
      : !this.isTaken(device.id);
  }

  private fits(choice: Choice, claim: number): boolean {
    const { device, wants } = choice;
    if (!toleratesTaints(device.device.taints, wants.tolerations)) return false;
    if (wants.adminAccess !== true && !countersSuffice(device, (id) => this.isTaken(id))) return false;
    const constraints = this.claims[claim]?.spec.devices?.constraints ?? [];
    return fitsConstraints(constraints, this.chosen[claim] as readonly Choice[], choice);
  }

  private isTaken(id: string): boolean {
    return this.offers.taken.has(id) || this.chosen.some((list) => list.some(({ device }) => device.id === id));
  }

  private resultOf(claim: ResourceClaim, chosen: readonly Choice[]): AllocationResult {
    const results = chosen.map(resultOf);
    const config = this.configOf(claim, chosen);
    const nodeSelector = nodesOf(chosen.map(({ device }) => device.place));
    return {
      devices: { results, ...(config.length > 0 && { config }) },
      ...(nodeSelector && { nodeSelector }),
    };
  }

  /** Of the classes first, then of the claim as far as it concerns what was chosen. */
  private configOf({ spec: { devices } }: ResourceClaim, chosen: readonly Choice[]) {
    const names = new Set(chosen.flatMap(({ request }) => [request, request.split('/')[0] as string]));
    const asked = (devices?.requests ?? []).map(({ name, exactly, firstAvailable }) => {
      const picked = firstAvailable?.find((each) => names.has(`${name}/${each.name}`));
      return (exactly ?? picked)?.deviceClassName ?? '';
    });
    const ofClasses = asked.flatMap((name) => this.offers.classes.get(name)?.spec.config ?? []);
    const ofClaim = (devices?.config ?? []).filter(
      ({ requests = [] }) => requests.length === 0 || requests.some((name) => names.has(name)),
    );
    return [
      ...ofClasses.map((each) => ({ source: 'FromClass', ...each })),
      ...ofClaim.map((each) => ({ source: 'FromClaim', ...each })),
    ];
  }
}

function resultOf({ device: { driver, pool, device }, request, wants }: Choice): AllocatedDevice {
  const { tolerations = [], adminAccess } = wants;
  return {
    request,
    driver,
    pool: pool.name,
    device: device.name,
    ...(adminAccess === true && { adminAccess }),
    ...(tolerations.length > 0 && { tolerations }),
  };
}
