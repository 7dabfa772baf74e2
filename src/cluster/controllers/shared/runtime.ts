import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Soon } from '../../../engine/index.ts';
import {
  type BackOff,
  objectKey,
  type RestClient,
  type SharedInformer,
  type SharedInformerFactory,
  WorkQueue,
  worker,
} from '../../clientgo/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { draw } from '../../ports/latency.ts';
import type { CustomResources } from './custom-resources.ts';

/** What the manager gives to each controller. */
export interface ControllerRuntime {
  /** A claim waits for a driver. */
  readonly driverAsked?: (() => void) | undefined;
  readonly env: Environment;
  readonly informers: SharedInformerFactory;
  readonly custom: CustomResources;
  /** A client with the identity of the controller of this name and a rate limit of its own, a multiple of the usual one if told. */
  client(controller: string, times?: { readonly qps: number; readonly burst: number }): RestClient;
}

/** A control loop that is set up: its workers start when the caches have been filled. */
export interface Controller {
  readonly name: string;
  start(): void;
}

/** How often the controllers of Services try a key again. */
export const MANY_TRIES = 15;

/**
 * Starts workers whose syncs each take a little time of their own. A key that has failed `most` times more is given up until
 * something happens to it. Models pkg/controller/deployment/deployment_controller.go worker (v1.36), which is alike everywhere
 */
export function startWorkers(
  { env }: ControllerRuntime,
  queue: WorkQueue,
  count: number,
  sync: (ctx: Context, key: string) => Soon<boolean | string>,
  most?: number,
): void {
  const random = env.engine.random(`workers/${queue.name}`);
  const pause = (): number => draw(random, env.latencies.controllerSync);
  for (let i = 0; i < count; i += 1) env.engine.spawn(worker(queue, sync, pause, most));
}

export interface QueueOptions {
  readonly queue: string;
  /** The ServiceAccount, where it is not called as the controller is. */
  readonly account?: string;
  readonly workers?: number;
  /** How long a key waits that has failed, where that is unusual. */
  readonly backOff?: BackOff;
  /** How often a key that fails is tried again, where that has an end. */
  readonly mostTries?: number;
}

/** A controller with one queue of keys, a client of its own, and a sync for each key. */
export abstract class QueueController implements Controller {
  readonly client: RestClient;
  protected readonly queue: WorkQueue;

  protected constructor(
    protected readonly runtime: ControllerRuntime,
    readonly name: string,
    private readonly options: QueueOptions,
  ) {
    this.client = runtime.client(options.account ?? name);
    this.queue = new WorkQueue(runtime.env, options.queue, name, options.backOff);
  }

  start(): void {
    const { workers = 1, mostTries } = this.options;
    startWorkers(this.runtime, this.queue, workers, (ctx, key) => this.sync(ctx, key), mostTries);
  }

  /** False: the key comes again, a little later each time. */
  protected abstract sync(ctx: Context, key: string): Process<boolean | string>;

  /** What is new or has changed is queued by its key. */
  protected follow<T extends KObject>(informer: SharedInformer<T>, filter?: (object: T) => boolean): SharedInformer<T> {
    const add = (ctx: Context, object: T): void => this.queue.add(ctx, objectKey(object));
    informer.addHandler(this.name, {
      ...(filter && { filter }),
      onAdd: add,
      onUpdate: (ctx, _, after) => add(ctx, after),
    });
    return informer;
  }
}
