import { type Micros, SECOND } from '../../base/time/units.ts';
import {
  type Context,
  Mailbox,
  mergeOrigins,
  type Origin,
  type Process,
  type Soon,
  settle,
  type Table,
  type Timer,
} from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { type BackOff, ControllerRateLimiter } from './rate-limiter.ts';
import { WORK_QUEUE_TABLES, type WorkQueueRow } from './rows.ts';

export interface WorkItem {
  readonly key: string;
  /** The step that took the key off the queue, caused by everything that put it there. */
  readonly origin: Context;
}

interface Entry {
  /** Something was added since a worker took the key. */
  dirty: boolean;
  /** A worker has it. Neither dirty nor processing: there is no entry. */
  processing: boolean;
  /** All that was added since a worker took the key, as causes of the next run. */
  origin: Origin | undefined;
}

interface Delayed {
  readonly readyAt: number;
  readonly timer: Timer;
  readonly origin: Origin;
}

/** Waits longer than this are only waiting: the cluster counts as quiet meanwhile. */
const LONG_WAIT = SECOND;

/**
 * Keys of objects that somebody should look at again.
 *
 * Promises: a key is in the queue at most once and with at most one worker; what is added while a worker has it is one more
 * run when that one is done; nothing that was added is lost, and the run that comes of it names all that it came from; a
 * key that fails waits longer each time, until `forget`.
 * Does not promise: one run for each addition, nor any order among keys but that in which they became ready.
 * Called by: handlers of informers (`add`), syncs (`addAfter`), and `worker`, which must call `begin`, then `forget` or
 * `addRateLimited`, then `done`, in that order.
 * Models staging/src/k8s.io/client-go/util/workqueue/{queue,delaying_queue,rate_limiting_queue}.go (v1.36)
 */
export class WorkQueue {
  /** The subject of its steps, made once because it never changes. */
  private readonly subject: string;
  private readonly rows: Table<WorkQueueRow>;
  /** Keys that are ready, or that a worker has; one that is neither has no entry. */
  private readonly entries = new Map<string, Entry>();
  /** Keys whose delay has not ended: one timer each, the one that ends first. */
  private readonly waiting = new Map<string, Delayed>();
  /** Keys that wait for a worker: the one that is taken must be begun. */
  readonly ready = new Mailbox<string>();
  private readonly limiter: ControllerRateLimiter;
  private readonly base: Context;

  constructor(
    env: Environment,
    readonly name: string,
    actor: string,
    backOff?: BackOff,
  ) {
    const table = WORK_QUEUE_TABLES.of(name);
    this.subject = table;
    this.rows = env.engine.viewTable(table, () => this.view());
    this.limiter = new ControllerRateLimiter(env.engine.now, backOff);
    this.base = env.engine.background(actor);
  }

  /** Keys that wait for a worker. */
  get size(): number {
    return this.ready.size;
  }

  add(ctx: Context, key: string): void {
    const entry = this.entries.get(key);
    const running = entry?.processing === true;
    const merged = entry?.dirty === true;
    const args = ctx.isRecorded && { queue: this.name, key, merged, running };
    const step = ctx.step(clientgoSteps.queued, this.subject, args);
    if (entry === undefined) {
      this.entries.set(key, { dirty: true, processing: false, origin: step });
      this.ready.put(key);
    } else {
      entry.origin = entry.origin === undefined ? step : mergeOrigins(entry.origin, step);
      if (merged) return;
      entry.dirty = true;
    }
    this.show(key);
  }

  /** Adds the key after a delay. If it has several delays, the first one to end counts. `background`: the delay does not keep the run from being quiescent. */
  addAfter(ctx: Context, key: string, micros: Micros, background = ctx.background || micros > LONG_WAIT): void {
    if (micros <= 0) {
      this.add(ctx, key);
      return;
    }
    const failures = this.limiter.failuresOf(key);
    const args = { queue: this.name, key, delay: micros, failures };
    const step = ctx.step(clientgoSteps.delayed, this.subject, args);
    const readyAt = ctx.now + micros;
    const delayed = this.waiting.get(key);
    const origin = delayed === undefined ? step.originOnly() : mergeOrigins(delayed.origin, step);
    if (delayed !== undefined && delayed.readyAt <= readyAt) {
      this.waiting.set(key, { ...delayed, origin });
      return;
    }
    delayed?.timer.cancel();
    const timer = ctx.after(micros, () => this.wake(key), background);
    this.waiting.set(key, { readyAt, timer, origin });
    this.show(key);
  }

  addRateLimited(ctx: Context, key: string): void {
    this.addAfter(ctx, key, this.limiter.when(key, ctx.now));
  }

  forget(key: string): void {
    this.limiter.forget(key);
  }

  /** How often a key has failed in a row. */
  requeues(key: string): number {
    return this.limiter.failuresOf(key);
  }

  begin(key: string): WorkItem {
    const entry = this.entries.get(key) as Entry;
    const origin = entry.origin ?? this.base;
    entry.dirty = false;
    entry.processing = true;
    entry.origin = undefined;
    const args = { queue: this.name, key, left: this.ready.size };
    const step = this.base.stepFrom(origin, clientgoSteps.dequeued, this.subject, args);
    this.show(key);
    return { key, origin: step };
  }

  done(ctx: Context, key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    const again = entry.dirty;
    ctx.note(clientgoSteps.done, this.subject, { queue: this.name, key, again });
    entry.processing = false;
    if (again) this.ready.put(key);
    else this.entries.delete(key);
    this.show(key);
  }

  private wake(key: string): void {
    const delayed = this.waiting.get(key);
    if (delayed === undefined) return;
    this.waiting.delete(key);
    const merged = this.entries.get(key)?.dirty === true;
    this.add(this.base.from(delayed.origin), key);
    // Nothing was added, and yet it waits no more.
    if (merged) this.show(key);
  }

  private show(key: string): void {
    if (!this.rows.isKept) return;
    if (this.entries.has(key) || this.waiting.has(key)) this.rows.set(key, this.rowOf(key));
    else this.rows.delete(key);
  }

  private rowOf(key: string): WorkQueueRow {
    const entry = this.entries.get(key);
    const dirty = entry?.dirty === true;
    const processing = entry?.processing === true;
    const readyAt = this.waiting.get(key)?.readyAt;
    return { key, queued: dirty && !processing, dirty, processing, readyAt, failures: this.limiter.failuresOf(key) };
  }

  private *view(): Iterable<readonly [string, WorkQueueRow]> {
    for (const key of this.entries.keys()) yield [key, this.rowOf(key)];
    for (const key of this.waiting.keys()) if (!this.entries.has(key)) yield [key, this.rowOf(key)];
  }
}

/**
 * Runs one worker of a control loop for ever. `sync` returns false, or a text, when the key failed and is to be tried again,
 * up to `most` times. `pause`: how long it takes before it begins.
 */
export function* worker(
  queue: WorkQueue,
  sync: (ctx: Context, key: string) => Soon<boolean | string>,
  pause?: () => number,
  most = Number.POSITIVE_INFINITY,
): Process {
  const { ready } = queue;
  for (;;) {
    const taken = yield* ready.take();
    if (taken === undefined) return;
    const { key, origin } = queue.begin(taken);
    if (pause !== undefined) yield origin.sleep(pause());
    let outcome: boolean | string;
    try {
      outcome = yield* settle(sync(origin, key));
    } catch (error) {
      // As Go's deferred Done: the key is marked as done, and comes again unless the whole program ends.
      queue.addRateLimited(origin, key);
      queue.done(origin, key);
      throw error;
    }
    if (outcome === true || queue.requeues(key) >= most) queue.forget(key);
    else queue.addRateLimited(origin, key);
    queue.done(origin, key);
  }
}
