import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Context, mergeOrigins, type Origin, type Process } from '../../../engine/index.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { isFinished } from '../shared/pods.ts';
import { untilRound } from '../shared/rounds.ts';
import type { Controller, ControllerRuntime } from '../shared/runtime.ts';
import { collect } from './collect.ts';
import type { CollectorParts } from './parts.ts';
import { isOutOfService, MANY_ENDED } from './threshold.ts';

const NAME = 'pod-garbage-collector';
const PERIOD = 20 * SECOND;

/**
 * Deletes Pods that nobody else will: on nodes that are gone, deleted before they were placed, and ended ones when there are
 * very many. Models pkg/controller/podgc/gc_controller.go (v1.36)
 */
export class PodGcController implements Controller, CollectorParts {
  readonly name = NAME;
  readonly pods: SharedInformer<Pod>;
  readonly nodes: SharedInformer<Node>;
  readonly client: RestClient;
  readonly missing = new Map<string, number>();
  /** What happened that a round may have to do with. */
  private due: Origin | undefined;
  private ended = 0;
  private readonly base: Context;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.base = env.engine.background(NAME);
    this.client = runtime.client(NAME);
    this.pods = informers.informer(resourceOf('pods'));
    this.nodes = informers.informer(resourceOf('nodes'));
    const mark = (ctx: Context): void => {
      this.due = this.due === undefined ? ctx.originOnly() : mergeOrigins(this.due, ctx);
    };
    this.nodes.addHandler(NAME, {
      onDelete: mark,
      onUpdate: (ctx, _before, after) => {
        if (isOutOfService(after)) mark(ctx);
      },
    });
    const count = (ctx: Context, by: 1 | -1): void => {
      this.ended += by;
      if (this.ended > MANY_ENDED) mark(ctx);
    };
    this.pods.addHandler(NAME, {
      filter: (pod) => isFinished(pod),
      onAdd: (ctx) => count(ctx, 1),
      onUpdate: (ctx, before, after) => {
        if (isFinished(before) !== isFinished(after)) count(ctx, isFinished(after) ? 1 : -1);
      },
      onDelete: (ctx) => count(ctx, -1),
    });
    this.pods.addHandler(NAME, { filter: (pod) => this.concerns(pod), onAdd: mark, onUpdate: mark });
  }

  start(): void {
    this.runtime.env.engine.spawn(this.rounds());
  }

  private concerns({ metadata, spec }: Pod): boolean {
    const { nodeName = '' } = spec;
    if (nodeName === '') return metadata.deletionTimestamp !== undefined;
    return this.nodes.indexer.get(this.base, nodeName) === undefined;
  }

  private *rounds(): Process {
    for (;;) {
      yield this.base.sleep(untilRound(this.runtime.env, 'pods', PERIOD, this.base.now));
      const { due } = this;
      if (due === undefined) continue;
      this.due = undefined;
      if ((yield* collect(this, this.base.from(due))) && this.due === undefined) this.due = due;
    }
  }
}
