import type { Node } from '../../../api/types/core.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Origin, Process } from '../../../engine/index.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { evictionTaints, NOT_READY, UNREACHABLE } from '../shared/taints.ts';
import { conditionOf } from './node-health.ts';
import { swapTaints } from './node-taints.ts';

/** Nodes that wait for their taint are looked at ten times a second: so long on average until the next look. */
const NEXT_LOOK = 50 * MILLISECOND;
const USUAL_PERIOD = 10 * SECOND;
const SLOW_PERIOD = 100 * SECOND;
const NEVER = Number.POSITIVE_INFINITY;
const LARGE_ZONE = 50;
const MANY = 0.55;

const BOTH = [NOT_READY, UNREACHABLE].map((key) => ({ key, effect: 'NoExecute' }));

/** The nodes of a zone: how many there are, and how many of them are not ready. */
export interface ZoneCount {
  total: number;
  unready: number;
}

/** Nodes of one zone that wait for their taint. */
interface Zone {
  /** By name, with what each waits because of. */
  readonly waiting: Map<string, Origin>;
  running: boolean;
  period: number;
  nextAt: number;
}

/** Where a node is, in one text. Models staging/src/k8s.io/component-helpers/node/topology/helpers.go GetZoneKey (v1.36) */
export function zoneOf({ metadata: { labels } }: Node): string {
  const region = labels?.['topology.kubernetes.io/region'] ?? '';
  const zone = labels?.['topology.kubernetes.io/zone'] ?? '';
  return `${region}/${zone}`;
}

/**
 * The NoExecute taints of nodes that are not ready: who got one lets the others of its zone wait.
 * Models pkg/controller/nodelifecycle/{node_lifecycle_controller,scheduler/rate_limited_queue}.go (v1.36)
 */
export class EvictionTaints {
  private readonly zones = new Map<string, Zone>();

  constructor(
    private readonly base: Context,
    private readonly client: RestClient,
    private readonly nodes: SharedInformer<Node>,
  ) {}

  *look(ctx: Context, node: Node, ready: string): Process {
    const { name = '' } = node.metadata;
    if (ready === 'True') return yield* this.reachable(ctx, node);
    const change = evictionTaints(node, ready);
    if (change.remove.length > 0) yield* swapTaints(this.client, ctx, name, change);
    else if (change.add.length > 0) this.queue(ctx, node);
  }

  *reachable(ctx: Context, node: Node): Process {
    const { name = '' } = node.metadata;
    this.zone(zoneOf(node)).waiting.delete(name);
    for (const taint of BOTH) {
      const has = node.spec.taints?.some(({ key, effect }) => key === taint.key && effect === taint.effect);
      if (has === true) yield* swapTaints(this.client, ctx, name, { add: [], remove: [taint] });
    }
  }

  /** The more nodes of a zone are not ready, the likelier it is that they are not to blame; with all zones down nobody is. */
  adjust(ctx: Context, counts: ReadonlyMap<string, ZoneCount>, allDown: boolean): void {
    for (const [name, count] of counts) {
      const zone = this.zone(name);
      const period = allDown ? NEVER : periodOf(count);
      // Nothing was saved up while nobody was evicted.
      const isBusy = zone.nextAt > ctx.now || zone.period === NEVER;
      if (period !== zone.period && isBusy) zone.nextAt = ctx.now + period;
      zone.period = period;
      this.run(zone);
    }
  }

  private zone(name: string): Zone {
    let zone = this.zones.get(name);
    if (zone === undefined) {
      zone = { waiting: new Map(), running: false, period: USUAL_PERIOD, nextAt: 0 };
      this.zones.set(name, zone);
    }
    return zone;
  }

  private queue(ctx: Context, node: Node): void {
    const zone = this.zone(zoneOf(node));
    zone.waiting.set(node.metadata.name ?? '', ctx.originOnly());
    this.run(zone);
  }

  private run(zone: Zone): void {
    if (zone.running || zone.waiting.size === 0 || zone.period === NEVER) return;
    zone.running = true;
    this.base.engine.spawn(this.taintInTurn(this.base, zone));
  }

  private *taintInTurn(base: Context, zone: Zone): Process {
    yield base.sleep(NEXT_LOOK);
    while (zone.waiting.size > 0 && zone.period !== NEVER) {
      if (zone.nextAt > base.now) {
        yield base.sleepUntil(Math.min(zone.nextAt, base.now + USUAL_PERIOD));
        continue;
      }
      const [next] = zone.waiting;
      if (next === undefined) break;
      const [name, origin] = next;
      const ctx = base.from(origin);
      zone.waiting.delete(name);
      zone.nextAt = ctx.now + zone.period;
      const node = this.nodes.indexer.get(ctx, name);
      const ready = node === undefined ? undefined : conditionOf(node, 'Ready')?.status;
      if (node === undefined || ready === undefined || ready === 'True') continue;
      if (!(yield* swapTaints(this.client, ctx, name, evictionTaints(node, ready)))) zone.waiting.set(name, origin);
    }
    zone.running = false;
  }
}

/** A zone that is down as a whole, while others are not, is evicted at the usual pace. */
// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go ComputeZoneState, setLimiterInZone (v1.36)
function periodOf({ total, unready }: ZoneCount): number {
  if (unready === total || unready <= 2 || unready / total < MANY) return USUAL_PERIOD;
  return total > LARGE_ZONE ? SLOW_PERIOD : NEVER;
}
