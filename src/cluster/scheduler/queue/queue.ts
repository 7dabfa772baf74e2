// Models pkg/scheduler/backend/queue/scheduling_queue.go (v1.36)

import { TimeHeap } from '../../../base/heap.ts';
import { SECOND } from '../../../base/time/units.ts';
import {
  type Context,
  type Engine,
  mergeOrigins,
  type Origin,
  Signal,
  type Table,
  type Timer,
} from '../../../engine/index.ts';
import { scheduler as kinds } from '../../../steps/scheduler.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import { type QueueRow, SCHEDULING_QUEUE_TABLE } from '../objects/rows.ts';
import { type ClusterEvent, mayHelp } from './hints.ts';

const NO_PLUGINS: readonly string[] = [];
const WAITS_FOR_CLAIMS: readonly string[] = ['DynamicResources'];
/** Back-offs end together: when the second is over in which they would have. */
const WINDOW = SECOND;
const FIRST_BACKOFF = SECOND;
const MAX_BACKOFF = 10 * SECOND;
const UNSCHEDULABLE_TIMEOUT = 300 * SECOND;
/** How often the queue looks for pods that have waited for too long. */
const FLUSH_PERIOD = 30 * SECOND;

/** An event, and what happened after it: a list that every pod in flight reads from where it has come in. */
interface Happened {
  readonly event: ClusterEvent | undefined;
  /** Whom it is about, where it is news to no other. */
  readonly only: QueuedPod | undefined;
  /** Undefined in the newest one alone; set once. */
  next: Happened | undefined;
}

/** A pod that waits for a node. */
export interface QueuedPod {
  /** The Pod as the informer last told of it. */
  info: PodInfo;
  /** What brought it to the place where it is. */
  origin: Origin;
  /** How often it was taken; it only grows. */
  attempts: number;
  /** How often it was refused; since then how often something failed. */
  refusals: number;
  failures: number;
  /** The one queue that it is in, or in flight, or gone. */
  place: QueueRow['queue'] | 'gone';
  /** The plugins that refused it in its last attempt: only their events wake it. */
  plugins: readonly string[];
  /** When it was last told where it is. */
  since: number;
  /** When its last attempt failed. */
  failedAt: number;
  /** While it is in flight: after which all events are news to it. */
  seen: Happened | undefined;
  /** Its turn among equals: it keeps it until an attempt has failed. */
  turn: number;
  /** Ends its wait: a back-off, or the time after which it is tried without any event. Undefined while it does not wait. */
  timer: Timer | undefined;
  /** A failure of the machinery, not a refusal: it waits its back-off even when the scheduler is idle. */
  byError: boolean;
}

/**
 * Pods that want a node: activeQ by priority and arrival, backoffQ by expiry, and those that wait for an event.
 *
 * Promises: a Pod is in exactly one place; an event that may help it moves it, also when it happens while the Pod is being
 * scheduled; a Pod that was refused waits out its back-off, which doubles, unless the scheduler is idle; whoever is taken is
 * the one of the highest priority that has waited longest.
 * Does not promise: that an event helps. It asks the plugins that refused the Pod, and they may be wrong.
 * Called by: the scheduler's handlers of informers (`add`, `update`, `remove`, `happened`) and its loop: each Pod that it took
 * with `pop` must be given back with `refused` or `failed`, or said to be `done`.
 * Models pkg/scheduler/backend/queue/scheduling_queue.go (v1.36)
 */
export class SchedulingQueue {
  private readonly active = new TimeHeap<QueuedPod>();
  private readonly backoff = new TimeHeap<QueuedPod>();
  /** By uid, every Pod that is in some queue or in flight. */
  private readonly entries = new Map<string, QueuedPod>();
  private readonly unschedulable = new Set<QueuedPod>();
  /** The newest event. Pods in flight hold an older one, and read on from there. */
  private last: Happened = { event: undefined, only: undefined, next: undefined };
  /** Gated until their resource claims are there. */
  private readonly withoutClaims = new Set<QueuedPod>();
  private readonly rows: Table<QueueRow>;
  private readonly startedAt: number;
  readonly arrival = new Signal();
  /** The turn that is given next; it only grows. */
  private turns = 0;
  /** How many Pods are in activeQ. */
  private waiting = 0;

  constructor(
    private readonly engine: Engine,
    private readonly subjectOf: (key: string) => string,
    /** Whether a Pod must wait before anything is asked about it. Models DynamicResources PreEnqueue (v1.36) */
    private readonly mustWait: (info: PodInfo) => boolean = () => false,
  ) {
    this.startedAt = engine.now;
    this.rows = engine.viewTable(SCHEDULING_QUEUE_TABLE, () => this.view());
  }

  get(uid: string): QueuedPod | undefined {
    return this.entries.get(uid);
  }

  get activeCount(): number {
    return this.waiting;
  }

  add(ctx: Context, info: PodInfo): void {
    if (this.entries.has(info.uid)) return;
    const entry: QueuedPod = {
      info,
      origin: ctx,
      attempts: 0,
      refusals: 0,
      failures: 0,
      place: 'gated',
      plugins: NO_PLUGINS,
      since: 0,
      failedAt: 0,
      seen: undefined,
      turn: this.nextTurn(),
      timer: undefined,
      byError: false,
    };
    this.entries.set(info.uid, entry);
    const gates = info.pod.spec.schedulingGates?.length ?? 0;
    if (gates === 0) return this.activate(ctx, entry, 'Pod added');
    entry.origin = ctx.step(kinds.gated, this.subjectOf(info.key), { gates }).originOnly();
    this.publish(entry);
  }

  /** Takes over a newer version; a change that matters may wake the pod. */
  update(ctx: Context, info: PodInfo, meaningful: boolean): void {
    const entry = this.entries.get(info.uid);
    if (entry === undefined) return this.add(ctx, info);
    const formerPod = entry.info;
    entry.info = info;
    if (this.withoutClaims.has(entry)) return this.activate(ctx, entry, 'Pod updated');
    if (!meaningful) return;
    if (entry.place === 'gated') {
      if ((info.pod.spec.schedulingGates?.length ?? 0) === 0) this.activate(ctx, entry, 'scheduling gates gone');
      return;
    }
    const event: ClusterEvent = { type: 'PodUpdate', pod: info, formerPod };
    if (entry.place === 'unschedulable') this.moveIfHelped(ctx, entry, event);
    else if (entry.place === 'inFlight') this.note(event, entry);
  }

  remove(ctx: Context, uid: string): void {
    const entry = this.entries.get(uid);
    if (entry === undefined) return;
    ctx.step(kinds.dequeued, this.subjectOf(entry.info.key));
    this.forget(entry);
  }

  private forget(entry: QueuedPod): void {
    this.leave(entry);
    entry.place = 'gone';
    this.entries.delete(entry.info.uid);
    this.rows.delete(entry.info.key);
  }

  /** The next pod; until there is one, `yield queue.arrival`. */
  pop(): QueuedPod | undefined {
    const entry = this.take(this.active, 'active') ?? this.take(this.backoff, 'backoff');
    if (entry === undefined) return undefined;
    this.leave(entry);
    entry.place = 'inFlight';
    entry.attempts += 1;
    entry.seen = this.last;
    return entry;
  }

  private note(event: ClusterEvent, only: QueuedPod | undefined): void {
    const happened = { event, only, next: undefined };
    this.last.next = happened;
    this.last = happened;
  }

  /** The row of a popped pod; needs a step. */
  publish(entry: QueuedPod): void {
    entry.since = this.engine.now;
    if (entry.place !== 'gone' && this.rows.isKept) this.rows.set(entry.info.key, rowOf(entry, entry.place));
  }

  private *view(): Iterable<readonly [string, QueueRow]> {
    for (const entry of this.entries.values())
      if (entry.place !== 'gone') yield [entry.info.key, rowOf(entry, entry.place)];
  }

  /** Bound: nothing waits any more. Needs a step. */
  done(entry: QueuedPod): void {
    if (entry.place !== 'gone') this.forget(entry);
    entry.seen = undefined;
  }

  /** A refused pod waits for what its plugins wait for; what happened meanwhile counts too. */
  refused(ctx: Context, entry: QueuedPod, plugins: readonly string[]): void {
    const { seen } = entry;
    entry.seen = undefined;
    if (entry.place === 'gone') return;
    entry.plugins = plugins;
    entry.failedAt = this.engine.now;
    entry.turn = this.nextTurn();
    entry.byError = false;
    entry.refusals += 1;
    entry.failures = 0;
    entry.origin = ctx;
    if (isHelped(entry, seen)) return this.backOff(ctx, entry, 'event during the attempt');
    entry.place = 'unschedulable';
    this.unschedulable.add(entry);
    ctx.step(kinds.parked, this.subjectOf(entry.info.key), { queue: 'unschedulable', plugins: plugins.join(', ') });
    this.publish(entry);
    entry.timer = ctx.after(this.untilFlush(), () => this.backOff(ctx, entry, 'waited for five minutes'), true);
  }

  /** Models flushUnschedulablePodsLeftover (v1.36) */
  private untilFlush(): number {
    const due = this.engine.now - this.startedAt + UNSCHEDULABLE_TIMEOUT;
    return UNSCHEDULABLE_TIMEOUT + FLUSH_PERIOD - (due % FLUSH_PERIOD);
  }

  /** `waits`: nobody is held up by it, as where there are no nodes at all. */
  failed(ctx: Context, entry: QueuedPod, waits = false): void {
    entry.seen = undefined;
    if (entry.place === 'gone') return;
    entry.failedAt = this.engine.now;
    entry.turn = this.nextTurn();
    entry.byError = true;
    entry.failures += 1;
    entry.plugins = NO_PLUGINS;
    this.backOff(ctx, entry, 'error', waits);
  }

  /** Wakes the pods that an event may help. */
  happened(ctx: Context, event: ClusterEvent): void {
    this.note(event, undefined);
    if (this.unschedulable.size > 0) for (const entry of [...this.unschedulable]) this.moveIfHelped(ctx, entry, event);
    if (event.type === 'DeviceChange')
      for (const entry of [...this.withoutClaims]) this.activate(ctx, entry, event.type);
  }

  private moveIfHelped(ctx: Context, entry: QueuedPod, event: ClusterEvent): void {
    if (mayHelp(entry.plugins, entry.info, event)) this.backOff(ctx, entry, event.type);
  }

  private backOff(ctx: Context, entry: QueuedPod, event: string, waits = false): void {
    this.leave(entry);
    const until = backoffEnd(entry);
    const wait = until - this.engine.now;
    if (wait <= 0) return this.activate(ctx, entry, event);
    entry.place = 'backoff';
    entry.origin = mergeOrigins(ctx, entry.origin);
    ctx.step(kinds.enqueued, this.subjectOf(entry.info.key), { queue: 'backoff', event });
    // If back-offs end together, the more important pod comes first.
    if (!entry.byError)
      this.backoff.push(entry, ((until - this.startedAt) / WINDOW) * 2 ** 32 - entry.info.priority, entry.turn);
    const over = (): void => {
      if (entry.place === 'backoff') this.activate(ctx.from(entry.origin), entry, 'back-off over');
    };
    entry.timer = waits ? ctx.after(wait, over, true) : ctx.after(wait, over);
    this.publish(entry);
    this.arrival.notify();
  }

  private activate(ctx: Context, entry: QueuedPod, event: string): void {
    const waited = this.withoutClaims.has(entry);
    if (this.mustWait(entry.info)) return waited ? undefined : this.waitForClaims(ctx, entry);
    this.leave(entry);
    const queued = ctx.step(kinds.enqueued, this.subjectOf(entry.info.key), { queue: 'active', event });
    entry.place = 'active';
    entry.origin = queued;
    this.waiting += 1;
    // Higher priority first, then who came or failed first.
    this.active.push(entry, -entry.info.priority, entry.turn);
    this.publish(entry);
    this.arrival.notify();
  }

  /** Its claims are not all there: it is not even looked at. */
  private waitForClaims(ctx: Context, entry: QueuedPod): void {
    this.leave(entry);
    entry.place = 'gated';
    entry.plugins = WAITS_FOR_CLAIMS;
    this.withoutClaims.add(entry);
    entry.origin = ctx.step(kinds.waitsForClaims, this.subjectOf(entry.info.key)).originOnly();
    this.publish(entry);
  }

  private nextTurn(): number {
    this.turns += 1;
    return this.turns;
  }

  /** The places in line of pods that have moved on are void. */
  private take(heap: TimeHeap<QueuedPod>, place: QueuedPod['place']): QueuedPod | undefined {
    for (;;) {
      const turn = heap.firstOrder;
      const entry = heap.pop();
      if (entry === undefined) return undefined;
      if (entry.place === place && entry.turn === turn) return entry;
    }
  }

  private leave(entry: QueuedPod): void {
    if (entry.place === 'active') this.waiting -= 1;
    if (entry.place === 'unschedulable') this.unschedulable.delete(entry);
    if (this.withoutClaims.size > 0) this.withoutClaims.delete(entry);
    entry.timer?.cancel();
    entry.timer = undefined;
  }
}

/** Something that happened during its attempt may help it. */
function isHelped(entry: QueuedPod, seen: Happened | undefined): boolean {
  for (let at = seen?.next; at !== undefined; at = at.next) {
    const { event, only = entry } = at;
    if (event !== undefined && only === entry && mayHelp(entry.plugins, entry.info, event)) return true;
  }
  return false;
}

function rowOf(entry: QueuedPod, queue: QueueRow['queue']): QueueRow {
  const { info, attempts, since, plugins } = entry;
  return {
    pod: info.key,
    uid: info.uid,
    queue,
    attempts,
    priority: info.priority,
    since,
    plugins,
    readyAt: queue === 'backoff' ? backoffEnd(entry) : undefined,
  };
}

/** Models backend/queue/backoff_queue.go alignToWindow, isPodBackingoff (v1.36) */
function backoffEnd(entry: QueuedPod): number {
  return (Math.floor((entry.failedAt + backoffOf(entry)) / WINDOW) + 1) * WINDOW;
}

/** 1 s, 2 s, 4 s … 10 s: failures in a row are counted apart from refusals. Models backend/queue/backoff_queue.go (v1.36) */
function backoffOf({ refusals, failures }: QueuedPod): number {
  const count = failures > 0 ? failures : refusals;
  return Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** Math.min(10, Math.max(0, count - 1)));
}
