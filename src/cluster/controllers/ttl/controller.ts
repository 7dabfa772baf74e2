import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { objectKey } from '../../clientgo/index.ts';
import { NODE_TTL, nodeTtl, secondsAt, stepAfter } from '../../ports/node-ttl.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

const NAME = 'ttl-controller';

/**
 * Tells kubelets for how long they may keep what Pods mount: longer in larger clusters.
 * Models pkg/controller/ttl/ttl_controller.go (v1.36)
 */
export class TtlController extends QueueController {
  private readonly info = resourceOf('nodes');
  private readonly nodes = this.runtime.informers.informer(this.info);
  private count = 0;
  private step = 0;

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'ttlcontroller', workers: 5 });
    const differs = (node: KObject): boolean => node.metadata.annotations?.[NODE_TTL] !== String(secondsAt(this.step));
    const add = (ctx: Context, node: KObject): void => this.queue.add(ctx, objectKey(node));
    this.nodes.addHandler(NAME, {
      onAdd: (ctx, node, initial) => {
        this.counted(1);
        if (initial || differs(node)) add(ctx, node);
      },
      onDelete: () => this.counted(-1),
    });
    this.nodes.addHandler(NAME, { filter: differs, onUpdate: (ctx, _, node) => add(ctx, node) });
  }

  private counted(by: 1 | -1): void {
    this.count += by;
    this.step = stepAfter(this.step, this.count);
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const node = this.nodes.indexer.get(ctx, name);
    const seconds = secondsAt(this.step);
    if (node === undefined || node.metadata.annotations?.[NODE_TTL] === String(seconds)) return true;
    const telling = ctx.step(upkeepSteps.nodeTtl, subjectOfObject(this.info, node), { seconds, nodes: this.count });
    const body = { metadata: { annotations: nodeTtl(seconds) } };
    const answer = yield* this.client.patch(telling, this.info, undefined, name, { type: 'strategic', body });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}
