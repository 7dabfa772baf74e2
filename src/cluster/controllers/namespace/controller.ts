import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Namespace } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MILLISECOND, MINUTE, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { Emptying } from './empty.ts';

const NAME = 'namespace-controller';
const WORKERS = 10;
/** So that everybody has heard of the deletion before the content goes. */
const DELAY = 5 * SECOND;
/** What fails is tried again every minute at the latest. */
const BACK_OFF = { first: 5 * MILLISECOND, longest: MINUTE };

/**
 * Empties namespaces that are deleted, pods first, and then lets them go.
 * Models pkg/controller/namespace/namespace_controller.go (v1.36)
 */
export class NamespaceController implements Controller {
  readonly name = NAME;
  private readonly namespaces: SharedInformer<Namespace>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly info = resourceOf('namespaces');
  /** Made for the first namespace that is deleted. */
  private emptying: Emptying | undefined;

  constructor(private readonly runtime: ControllerRuntime) {
    this.client = runtime.client(NAME, { qps: 20, burst: 100 });
    this.namespaces = runtime.informers.informer(this.info);
    this.queue = new WorkQueue(runtime.env, 'namespace', NAME, BACK_OFF);
    const queue = (ctx: Context, namespace: KObject): void => {
      if (namespace.metadata.deletionTimestamp === undefined) return;
      this.queue.addAfter(ctx, objectKey(namespace), DELAY, ctx.background);
    };
    this.namespaces.addHandler(NAME, { onAdd: queue, onUpdate: (ctx, _, namespace) => queue(ctx, namespace) });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
  }

  private *sync(ctx: Context, name: string): Process<boolean> {
    if (this.namespaces.indexer.get(ctx, name) === undefined) return true;
    this.emptying ??= new Emptying({
      client: this.client,
      random: this.runtime.env.engine.random(NAME),
      order: (namespace) => this.runtime.env.chance?.contentOrder?.(namespace),
      lookAgain: (at, key, micros, background) => this.queue.addAfter(at, key, micros, background),
    });
    return yield* this.emptying.sync(ctx, name);
  }
}
