import type { Node } from '../../../api/types/core.ts';
import type { Context, Engine, Process } from '../../../engine/index.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { evictionTaints, NOT_READY, UNREACHABLE } from '../shared/taints.ts';
import { conditionOf } from './node-health.ts';
import { swapTaints } from './node-taints.ts';

/** Nodes that wait for their taint are looked at ten times a second: so long on average until the next look. */
const NEXT_LOOK = 50_000;
const USUAL_PERIOD = 10_000_000;
const SLOW_PERIOD = 100_000_000;
const LARGE_CLUSTER = 50;
const MANY = 0.55;

const BOTH = [NOT_READY, UNREACHABLE].map((key) => ({ key, effect: 'NoExecute' }));

/**
 * The NoExecute taints of nodes that are not ready: who got one lets the others wait.
 * Models pkg/controller/nodelifecycle/{node_lifecycle_controller,scheduler/rate_limited_queue}.go (v1.36); all nodes count as one zone.
 */
export class EvictionTaints {
  private readonly waiting = new Set<string>();
  private running = false;
  private period = USUAL_PERIOD;
  private nextAt = 0;

  constructor(
    private readonly engine: Engine,
    private readonly client: RestClient,
    private readonly nodes: SharedInformer,
  ) {}

  /** `ready` is what was observed before this look: a node that fell silent now waits for the next. */
  *look(ctx: Context, node: Node, ready: string): Process {
    const { name = '' } = node.metadata;
    if (ready === 'True') return yield* this.reachable(ctx, node);
    const change = evictionTaints(node, ready);
    if (change.remove.length > 0) yield* swapTaints(this.client, ctx, name, change);
    else if (change.add.length > 0) this.queue(ctx, name);
  }

  *reachable(ctx: Context, node: Node): Process {
    const { name = '' } = node.metadata;
    this.waiting.delete(name);
    for (const taint of BOTH) {
      const has = node.spec.taints?.some(({ key, effect }) => key === taint.key && effect === taint.effect);
      if (has === true) yield* swapTaints(this.client, ctx, name, { add: [], remove: [taint] });
    }
  }

  /** The more nodes are not ready, the likelier it is that they are not to blame. */
  adjust(unready: number, total: number): void {
    if (unready === total) this.period = Number.POSITIVE_INFINITY;
    else if (unready <= 2 || unready / total < MANY) this.period = USUAL_PERIOD;
    else this.period = total > LARGE_CLUSTER ? SLOW_PERIOD : Number.POSITIVE_INFINITY;
  }

  private queue(ctx: Context, name: string): void {
    this.waiting.add(name);
    if (this.running) return;
    this.running = true;
    this.engine.spawn(this.taintInTurn(ctx));
  }

  private *taintInTurn(ctx: Context): Process {
    yield ctx.sleep(NEXT_LOOK);
    while (this.waiting.size > 0 && this.period !== Number.POSITIVE_INFINITY) {
      if (this.nextAt > ctx.now) yield ctx.sleep(this.nextAt - ctx.now);
      const [name] = this.waiting;
      if (name === undefined) break;
      this.waiting.delete(name);
      this.nextAt = ctx.now + this.period;
      const node = this.nodes.indexer.get(ctx, name) as Node | undefined;
      const ready = node === undefined ? undefined : conditionOf(node, 'Ready')?.status;
      if (node === undefined || ready === undefined || ready === 'True') continue;
      if (!(yield* swapTaints(this.client, ctx, name, evictionTaints(node, ready)))) this.waiting.add(name);
    }
    this.running = false;
  }
}
