import type { Context, Process } from '../../../engine/index.ts';
import { type RestClient, type SharedInformerFactory, type WorkQueue, worker } from '../../clientgo/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { draw } from '../../ports/latency.ts';

/** What the manager gives to each controller. */
export interface ControllerRuntime {
  readonly env: Environment;
  readonly informers: SharedInformerFactory;
  /** A client with the identity of the controller of this name and a rate limit of its own, a multiple of the usual one if told. */
  client(controller: string, times?: { readonly qps: number; readonly burst: number }): RestClient;
}

/** A control loop that is set up: its workers start when the caches have been filled. */
export interface Controller {
  readonly name: string;
  start(): void;
}

/**
 * Starts workers whose syncs each take a little time of their own.
 * Models pkg/controller/deployment/deployment_controller.go worker (v1.36), which is alike everywhere
 */
export function startWorkers(
  { env }: ControllerRuntime,
  queue: WorkQueue,
  count: number,
  sync: (ctx: Context, key: string) => Process<boolean | string>,
): void {
  const random = env.engine.random(`workers/${queue.name}`);
  function* timed(ctx: Context, key: string): Process<boolean | string> {
    yield ctx.sleep(draw(random, env.latencies.controllerSync));
    return yield* sync(ctx, key);
  }
  for (let i = 0; i < count; i += 1) env.engine.spawn(worker(queue, timed));
}
