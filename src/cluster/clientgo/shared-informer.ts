import type { ResourceInfo } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { Queue } from '../../base/queue.ts';
import {
  type Context,
  Deferred,
  type Origin,
  type Owner,
  type Process,
  type Random,
  type Table,
  type Timer,
  Trail,
} from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import type { InformerHandle } from '../ports/informers.ts';
import { draw } from '../ports/latency.ts';
import { subjectOf } from '../ports/subject.ts';
import type { RestClient } from './client.ts';
import { type Indexer, type Indexers, ThreadSafeStore } from './indexer.ts';
import { objectKey } from './object-key.ts';
import { Reflector, type ReflectorSink, type Selector } from './reflector.ts';
import { DELTA_TABLES, type DeltaType, HANDLER_TABLES, type HandlerRow, type QueueRow } from './rows.ts';

/** Called synchronously; the context's actor is the component that registered it. It may emit steps and queue keys. */
export interface ResourceHandler<T extends KObject = KObject> {
  /** Objects that the listener does not want to hear of, neither as they were nor as they are. Models tools/cache FilteringResourceEventHandler (v1.36) */
  filter?(object: T): boolean;
  onAdd?(ctx: Context, object: T, initial: boolean): void;
  onUpdate?(ctx: Context, before: T, after: T): void;
  /** `known`: as the cache had it. What the deletion itself tells of the object may be newer. */
  onDelete?(ctx: Context, object: T, known: T | undefined): void;
}

/** Changes an object before it is queued: what is cut off here is never kept in the cache. */
export type Transform = (object: KObject) => KObject;

const untransformed: Transform = (object) => object;

type ListenerEvent = 'add' | 'update' | 'delete';

interface Listener {
  // Taken out of the handler, of which there are as many shapes as callers: most changes are of no concern to most listeners.
  readonly filter: ResourceHandler['filter'];
  readonly handler: ResourceHandler;
  readonly base: Context;
  /** The arguments of its steps, made once because they never change. */
  readonly notified: { readonly [event in ListenerEvent]: { readonly event: string; readonly handler: string } };
  readonly onAdd: ResourceHandler['onAdd'];
  readonly onUpdate: ResourceHandler['onUpdate'];
  readonly onDelete: ResourceHandler['onDelete'];
  /** How many events it was told of; it only grows. */
  events: number;
  /** The last event that this listener was told of. */
  event: ListenerEvent | undefined;
  /** The object of that event; empty before the first. */
  key: string;
  readonly id: string;
  readonly actor: string;
  /** Its row as it was shown last, once it is. */
  row: HandlerRow | undefined;
}

/** One change on its way through the queue, with the steps that it causes there. */
class Delta extends Trail {
  /** Its row in the table of the queue; undefined until it has one. */
  row: QueueRow | undefined;

  constructor(
    actor: Context,
    origin: Origin,
    readonly position: number,
    readonly type: DeltaType,
    readonly key: string,
    /** The subject of its steps. */
    readonly subject: string,
    readonly object: KObject | undefined,
    readonly objects: readonly KObject[] | undefined,
    readonly revision: string,
    /** Not handed on before this moment. */
    readonly due: number,
  ) {
    super(actor, origin);
  }
}

/**
 * One reflector, one queue, one cache and any number of listeners for the objects of one resource.
 *
 * Promises: changes reach the cache and the listeners in the order in which the reflector heard of them; the cache has a
 * change before any listener hears of it; a listener hears of each object that is in the cache, also when it comes late or
 * when the whole list came anew; `synced` means that the first list is in the cache and was handed on.
 * Does not promise: to be up to date. What it says is as old as the network and its queue make it: a component that has just
 * written must not take the absence of its write for a fact (`lastSyncResourceVersion` says how far it has got).
 * Called by: controllers, scheduler, kubelets, kube-proxies, through a `SharedInformerFactory`. Objects are shared by all
 * listeners and must not be changed.
 * Models staging/src/k8s.io/client-go/tools/cache/{shared_informer,the_real_fifo}.go (v1.36). Listeners are called in the
 * order of their registration, where upstream runs a goroutine for each.
 */
export class SharedInformer<T extends KObject = KObject> implements ReflectorSink, InformerHandle {
  readonly owner: Owner | undefined;
  private readonly store: ThreadSafeStore;
  private readonly queueRows: Table<QueueRow>;
  private readonly handlerRows: Table<HandlerRow>;
  /** Changes that are not in the cache yet, in the order in which the reflector heard of them. */
  private readonly pending = new Queue<Delta>();
  private readonly listeners: Listener[] = [];
  /** Those of them that want to hear of it: most changes are of no concern to half of them. */
  private readonly hearing: { readonly [event in ListenerEvent]: Listener[] } = { add: [], update: [], delete: [] };
  private readonly reflector: Reflector;
  private readonly random: Random;
  private readonly firstSync = new Deferred<void>();
  private readonly base: Context;
  private readonly subjectPrefix: string;
  /** The position of the next change that is queued. Rows of the queue are shown in this order. */
  private position = 0;
  /** When the last change in the queue is due: a later one is never due before. */
  private lastDue = 0;
  /** Set while anything is pending: it hands on the first of them. */
  private timer: Timer | undefined;
  /** True from `start` on; handlers that are added later are told of what is in the cache. */
  private started = false;
  /** The revision of the newest change that the listeners were told of. */
  private processedRevision = '';
  /** How many of the pending belong to a story: while there are any, the cluster is not quiet. */
  private storiesPending = 0;

  constructor(
    private readonly env: Environment,
    component: string,
    client: RestClient,
    readonly info: ResourceInfo<T>,
    selector: Selector,
    /** `<component>/<resource>[?selector]` */
    name: string,
    private readonly transform: Transform = untransformed,
  ) {
    const { engine } = env;
    this.owner = engine.owner;
    this.store = new ThreadSafeStore(engine, name);
    this.queueRows = engine.toldView(DELTA_TABLES.of(name), () =>
      this.pending.toArray().map((delta) => [placeOf(delta), queueRow(delta)]),
    );
    this.handlerRows = engine.toldView(HANDLER_TABLES.of(name), () => this.viewOfHandlers());
    this.random = engine.random(`informer/${name}/delivery`);
    this.base = engine.background(component);
    this.reflector = new Reflector(env, component, client, info, selector, name, this);
    this.subjectPrefix = subjectOf(info, undefined, '');
  }

  get indexer(): Indexer<T> {
    return this.store as Indexer as Indexer<T>;
  }

  /** Since when its reflector has found nobody who answers. */
  get failingSince(): number | undefined {
    return this.reflector.failingSince;
  }

  get synced(): boolean {
    return this.firstSync.isSettled;
  }

  /** The revision up to which the cache has caught up. */
  get lastSyncResourceVersion(): string {
    return this.processedRevision;
  }

  addIndexers(indexers: Indexers<T>): void {
    this.store.addIndexers(indexers as Indexers);
  }

  lookUp(ctx: Context, index: string, value: string): readonly string[] {
    return this.store.byIndex(ctx, index, value).map(objectKey);
  }

  blame(ctx: Context): void {
    this.reflector.blame(ctx);
  }

  cut(ctx: Context): void {
    this.reflector.cut(ctx);
  }

  /** Every object of the cache comes again as an update of itself: nothing is asked of the server. */
  resync(ctx: Context): void {
    const coming = new Set(this.pending.toArray().map(({ key }) => key));
    const objects = [...this.store.values()];
    for (const object of objects) {
      const key = objectKey(object);
      // A change in the queue is newer than the object in the cache. A whole list has no key.
      if (coming.has(key) || coming.has('')) continue;
      const subject = this.subjectPrefix + key;
      this.enqueue(this.make(ctx, ctx, 'Sync', key, subject, object, undefined, this.processedRevision));
    }
  }

  /** A listener that comes late hears of everything that is in the cache as added. */
  addHandler(actor: string, typed: ResourceHandler<T>): void {
    const { engine } = this.env;
    const handler: ResourceHandler = typed;
    const { filter, onAdd, onUpdate, onDelete } = handler;
    const listener: Listener = {
      filter,
      handler,
      base: engine.background(actor),
      notified: {
        add: { event: 'add', handler: actor },
        update: { event: 'update', handler: actor },
        delete: { event: 'delete', handler: actor },
      },
      onAdd,
      onUpdate,
      onDelete,
      events: 0,
      event: undefined,
      key: '',
      id: `${String(this.listeners.length).padStart(2, '0')} ${actor}`,
      actor,
      row: undefined,
    };
    this.listeners.push(listener);
    if (onAdd !== undefined) this.hearing.add.push(listener);
    if (onUpdate !== undefined) this.hearing.update.push(listener);
    if (onDelete !== undefined) this.hearing.delete.push(listener);
    if (!this.synced) return;
    for (const object of this.store.list(this.base)) {
      if (onAdd !== undefined) this.notify(listener, this.base, objectKey(object), 'add', object, undefined, true);
    }
  }

  start(): void {
    if (this.started) return;
    this.started = true;
    this.env.engine.spawn(this.reflector.run());
  }

  stop(): void {
    this.reflector.stop();
  }

  /** For good: what it knew is gone, as if it had never been asked for. */
  retire(): void {
    this.reflector.retire();
    this.timer?.cancel();
    this.timer = undefined;
    for (let delta = this.pending.shift(); delta !== undefined; delta = this.pending.shift()) this.hide(delta);
    for (const listener of this.listeners)
      if (listener.row !== undefined) this.handlerRows.tell(listener.id, listener.row, undefined);
    for (const listeners of [this.listeners, ...Object.values(this.hearing)]) listeners.length = 0;
    this.store.forget();
  }

  /** Goes on after a stop: the resource is served again. */
  resume(): void {
    if (!this.started) {
      this.start();
      return;
    }
    this.reflector.resume();
    this.env.engine.spawn(this.reflector.run());
  }

  waitForSync(): Process<void> {
    return this.firstSync.wait();
  }

  // Called by the reflector

  replace(ctx: Context, objects: readonly KObject[], revision: string): void {
    this.enqueue(this.make(ctx, ctx, 'ReplacedAll', '', '', undefined, objects.map(this.transform), revision));
  }

  delta(origin: Origin, type: DeltaType, object: KObject, revision: string, key: string): void {
    const subject = this.subjectPrefix + key;
    const delta = this.make(this.base, origin, type, key, subject, this.transform(object), undefined, revision);
    const queued = this.pending.size + 1;
    delta.step(clientgoSteps.received, subject, delta.isRecorded && { type, revision, queued });
    this.enqueue(delta);
  }

  private make(
    actor: Context,
    origin: Origin,
    type: DeltaType,
    key: string,
    subject: string,
    object: KObject | undefined,
    objects: readonly KObject[] | undefined,
    revision: string,
  ): Delta {
    this.position += 1;
    const due = Math.max(this.lastDue, actor.now + draw(this.random, this.env.latencies.informer));
    this.lastDue = due;
    return new Delta(actor, origin, this.position, type, key, subject, object, objects, revision, due);
  }

  private enqueue(delta: Delta): void {
    this.pending.push(delta);
    this.show(delta);
    if (!delta.background) this.storiesPending += 1;
    this.schedule(delta.background);
  }

  private *viewOfHandlers(): Iterable<readonly [string, HandlerRow]> {
    for (const listener of this.listeners) {
      const row = handlerRow(listener);
      if (row !== undefined) yield [listener.id, row];
    }
  }

  private show(delta: Delta): void {
    if (!delta.isRecorded) return;
    delta.row = queueRow(delta);
    this.queueRows.tell(placeOf(delta), undefined, delta.row);
  }

  private hide(delta: Delta): void {
    if (delta.isRecorded) this.queueRows.tell(placeOf(delta), delta.row ?? queueRow(delta), undefined);
  }

  /** One timer for the whole queue; it holds off quiescence as soon as anything of a story waits for it. */
  private schedule(background: boolean): void {
    if (this.timer?.isInert === false) {
      if (background || !this.timer.background) return;
      this.timer.cancel();
      this.timer = undefined;
    }
    const next = this.pending.peek();
    if (next === undefined) return;
    const micros = Math.max(0, next.due - this.env.engine.now);
    if (this.timer === undefined) this.timer = this.base.after(micros, this.process, background);
    else this.timer.again(micros, background);
  }

  private readonly process = (): void => {
    const { now } = this.env.engine;
    for (;;) {
      const delta = this.pending.peek();
      if (delta === undefined || delta.due > now) break;
      this.pending.shift();
      if (!delta.background) this.storiesPending -= 1;
      if (delta.type === 'ReplacedAll') this.processReplaced(delta);
      else this.processOne(delta);
    }
    if (this.pending.size > 0) this.schedule(this.storiesPending === 0);
  };

  private processOne(delta: Delta): void {
    const { type, key, subject, object, revision } = delta;
    delta.step(clientgoSteps.indexed, subject, delta.isRecorded && { type, revision, left: this.pending.size });
    this.hide(delta);
    this.processedRevision = revision;
    if (object === undefined) return;
    if (type === 'Deleted') {
      const before = this.store.remove(key);
      for (const listener of this.hearing.delete) this.notify(listener, delta, key, 'delete', object, before, false);
      return;
    }
    const before = this.store.put(key, object);
    const event = before === undefined ? 'add' : 'update';
    const hearing = this.hearing[event];
    for (let at = 0; at < hearing.length; at += 1)
      this.notify(hearing[at] as Listener, delta, key, event, object, before, false, subject);
  }

  /** A relist comes as one delta: what vanished is deleted, the rest is added or updated. */
  private processReplaced(delta: Delta): void {
    const { objects = [], revision } = delta;
    const present = new Set(objects.map(objectKey));
    const gone = [...this.store.keys()].filter((key) => !present.has(key));
    const args = { count: objects.length, removed: gone.length, revision };
    delta.step(clientgoSteps.replaced, `${this.subjectPrefix}*`, args);
    this.hide(delta);
    this.processedRevision = revision;
    const vanished = gone.map((key) => this.store.peek(key) as KObject);
    for (const key of gone) this.store.remove(key);
    const known = objects.map((object) => this.store.put(objectKey(object), object));
    const initial = !this.synced;
    for (const object of vanished) {
      const key = objectKey(object);
      for (const listener of this.hearing.delete) this.notify(listener, delta, key, 'delete', object, object, false);
    }
    objects.forEach((object, index) => {
      const before = known[index];
      const event = before === undefined ? 'add' : 'update';
      const key = objectKey(object);
      for (const listener of this.hearing[event]) this.notify(listener, delta, key, event, object, before, initial);
    });
    this.firstSync.resolve();
  }

  private notify(
    listener: Listener,
    cause: Origin,
    key: string,
    event: ListenerEvent,
    object: KObject,
    before: KObject | undefined,
    initial: boolean,
    subject = this.subjectPrefix + key,
  ): void {
    const { handler, filter } = listener;
    if (filter !== undefined && !filter.call(handler, object))
      if (event !== 'update' || !filter.call(handler, before as KObject)) return;
    const ctx = listener.base.stepFrom(cause, clientgoSteps.notified, subject, listener.notified[event]);
    const { isRecorded } = ctx;
    const row = isRecorded ? (listener.row ?? handlerRow(listener)) : undefined;
    listener.events += 1;
    listener.event = event;
    listener.key = key;
    if (isRecorded) {
      listener.row = handlerRow(listener);
      this.handlerRows.tell(listener.id, row, listener.row);
    }
    if (event === 'add') listener.onAdd?.call(handler, ctx, object, initial);
    else if (event === 'update') listener.onUpdate?.call(handler, ctx, before as KObject, object);
    else listener.onDelete?.call(handler, ctx, object, before);
  }
}

const placeOf = ({ position }: Delta): string => String(position);

function queueRow({ position, type, key, revision, object }: Delta): QueueRow {
  return { position, type, key, resourceVersion: revision, object };
}

/** Undefined as long as it has heard nothing. */
function handlerRow({ actor, events, event, key }: Listener): HandlerRow | undefined {
  return event === undefined ? undefined : { handler: actor, events, event, key };
}
