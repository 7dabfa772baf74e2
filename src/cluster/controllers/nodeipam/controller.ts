import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { EventRecorder, objectKey } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import type { PodRange } from '../shared/declaration.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { CidrSet } from './cidr-set.ts';

const NAME = 'node-ipam-controller';
const NODES = resourceOf('nodes');
const WORKERS = 30;
const TRIES = 3;

/**
 * Gives each Node the addresses of its Pods, one range a family.
 * Models pkg/controller/nodeipam/ipam/range_allocator.go (v1.36). Deviation: a Node that has its ranges is not queued.
 */
export class NodeIpamController extends QueueController {
  private readonly nodes = this.runtime.informers.informer(NODES);
  private readonly sets: readonly CidrSet[];
  private readonly recorder: EventRecorder;

  constructor(runtime: ControllerRuntime, ranges: readonly PodRange[]) {
    super(runtime, NAME, { queue: 'cidrallocator_node', account: 'node-controller', workers: WORKERS });
    this.recorder = new EventRecorder(runtime.env, this.client, { component: 'cidrAllocator' }, 'core/v1');
    this.sets = ranges.map(({ cidr, nodePrefix }) => new CidrSet(cidr, nodePrefix));
    this.nodes.addHandler(NAME, {
      onAdd: (ctx, node) => this.seen(ctx, node),
      onUpdate: (ctx, before, after) => {
        if (rangesOf(before) !== rangesOf(after) || rangesOf(after).length === 0) this.seen(ctx, after);
      },
      onDelete: (_, node) => this.each(node, (set, range) => set.release(range)),
    });
  }

  override start(): void {
    for (const set of this.sets) set.goOnAfterTheLast();
    super.start();
  }

  private seen(ctx: Context, node: KObject): void {
    if (rangesOf(node).length === 0) this.queue.add(ctx, objectKey(node));
    else this.each(node, (set, range) => set.occupy(range));
  }

  private each(node: KObject, act: (set: CidrSet, range: string) => void): void {
    rangesOf(node).forEach((range, at) => {
      const set = this.sets[at];
      if (set !== undefined) act(set, range);
    });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const node = this.nodes.indexer.get(ctx, name);
    if (node === undefined || node.metadata.deletionTimestamp !== undefined || rangesOf(node).length > 0) return true;
    const podCIDRs: string[] = [];
    for (const set of this.sets) {
      const range = set.allocate();
      if (range === undefined) return this.unable(ctx, node, 'CIDRNotAvailable');
      podCIDRs.push(range);
    }
    const giving = ctx.step(upkeepSteps.nodeRange, subjectOfObject(NODES, node), { ranges: podCIDRs.join(', ') });
    const body = { spec: { podCIDR: podCIDRs[0], podCIDRs } };
    for (let tried = 0; tried < TRIES; tried += 1) {
      const answer = yield* this.client.patch(giving, NODES, undefined, name, { type: 'strategic', body });
      if (!isFailure(answer)) return true;
    }
    for (const [at, range] of podCIDRs.entries()) this.sets[at]?.release(range);
    return this.unable(giving, node, 'CIDRAssignmentFailed');
  }

  /** Models pkg/controller/util/node/controller_utils.go RecordNodeStatusChange (v1.36) */
  private unable(ctx: Context, node: KObject, reason: string): boolean {
    this.recorder.event(ctx, node, 'Warning', reason, `Node ${node.metadata.name} status is now: ${reason}`);
    return false;
  }
}

const NONE: readonly string[] = [];

function rangesOf(node: KObject): readonly string[] {
  return (node as Node).spec?.podCIDRs ?? NONE;
}
