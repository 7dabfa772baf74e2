import { qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { assert } from '../../../base/assert.ts';
import { replaced } from '../../../base/extend.ts';
import { prefixEnd, SortedMap } from '../../../base/sorted-map.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Context, Deferred, type Engine, type Process, type Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { apiserverProcess as processSteps } from '../../../steps/apiserver-process.ts';
import type { KeyValue, KvEvent, KvRangeResult, KvStore } from '../../ports/kv.ts';
import { subjectOf } from '../../ports/subject.ts';
import { ownStored, readStored } from '../encoding/codec.ts';
import { isUnreadable } from '../encoding/stored-text.ts';
import { type CachedObject, CachedObjects } from './cached-objects.ts';
import { Dispatcher } from './dispatcher.ts';
import { type CacheEvent, EventBuffer, eventOf } from './event-buffer.ts';
import { accepts, type ObjectFilter } from './filter.ts';
import { placeInCache } from './place-in-cache.ts';
import { CACHE_TABLES, type CacheInfoRow } from './rows.ts';
import { ServerWatch, type WatchOptions } from './server-watch.ts';
import { type Followed, StoreReflector } from './store-reflector.ts';

/** How long a read waits for the cache to reach a revision. */
export const FRESHNESS_MICROS = 3 * SECOND;

export type CacheListener = (ctx: Context, event: CacheEvent) => void;

/**
 * What the API server holds in memory of one resource: its objects, its last events, and who watches it.
 *
 * Promises: it has every change of the store in the order of revisions, and each open watch is sent those that it matches, in
 * that order and once; listeners hear of a change after the cache has it and before any watch; a past revision is either
 * shown as it was or said to be gone; a bookmark never names more than the watch was sent.
 * Does not promise: to be as new as the store. `revision` says how far it has got; who needs the store's present waits for it
 * (`catchUp`) or asks the store.
 * Called by: the handlers of reads and watches, the store for a first guess at an update, authorizers and admission
 * through listeners. What it gives out is shared and must not be changed.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36). Deviation: events have a cache too.
export class Cacher {
  readonly resource: string;
  /** The newest revision the cache is known to contain. */
  revision = 0;
  /** As of `revision`; replaced as a whole when the cache begins anew. */
  private objects: CachedObjects;
  private readonly table: Table<KObject>;
  /** The events after `firstRevision`, as far back as it has room for them. */
  private buffer = new EventBuffer();
  /** Whether its row says anything. */
  private isShown = false;
  private readonly dispatcher: Dispatcher;
  private readonly base: Context;
  private readonly source: StoreReflector;
  private readonly listeners: CacheListener[] = [];
  /** The objects that the last process of the server held, kept because this one could not read all of them. */
  private lost: CachedObjects | undefined;
  /** Whether anything came past the server: its name may be another than its key says. */
  private hasStrangers = false;
  /** Nothing is known about the objects before this revision. */
  private firstRevision = 0;
  /** Counts changes: what is derived from the objects can tell whether it is stale. */
  generation = 0;
  /** The newest change of these objects; the cache may know that nothing happened to them since. */
  private changedAt = 0;
  /** A list in chunks asks for the same past again and again. */
  private lastPast: { readonly revision: number; readonly objects: SortedMap<KObject> } | undefined;

  /** The last list that was made, valid as long as `generation` is the same. */
  private lastListed:
    | { readonly namespace: string; readonly generation: number; readonly objects: readonly KObject[] }
    | undefined;

  constructor(
    engine: Engine,
    private readonly info: ResourceInfo,
    private readonly kv: KvStore,
    trigger: ((object: KObject) => string | undefined) | undefined,
    /** The table that shows how much the cache holds, and up to which revision. */
    private readonly infos: Table<CacheInfoRow>,
    from = 1,
  ) {
    this.resource = qualifiedResource(info);
    this.table = engine.toldView(CACHE_TABLES.of(this.resource), () => this.view());
    this.dispatcher = new Dispatcher(trigger);
    this.objects = new CachedObjects(info.storagePrefix);
    this.base = engine.background('kube-apiserver');
    const followed: Followed = {
      receive: (event) => this.receive(event),
      replace: (range) => this.replace(range),
      terminate: (ctx) => this.closeWatches(ctx),
    };
    this.source = new StoreReflector(kv, `${info.storagePrefix}/`, this.resource, this.base, followed);
    this.follow(from);
    this.revision = kv.revision;
  }

  /** Whether it can be read at all. */
  get isReady(): boolean {
    return this.source.isReady;
  }

  get retryAfterSeconds(): number {
    return this.source.retryAfterSeconds;
  }

  /** The store has ended and begun again: what was on its way from it comes once more. */
  reconnect(): void {
    // Else it begins anew of itself.
    if (!this.source.isFollowing) return;
    this.source.stop();
    // The store has forgotten only changes of other objects.
    if (!this.source.follow(this.changedAt + 1)) this.follow(this.kv.revision);
  }

  private follow(from: number): void {
    if (!this.source.follow(from)) throw new Error(`revision ${from} of ${this.resource} is compacted`);
  }

  /** Ends all watches, because the resource is served no more. */
  stop(ctx: Context): void {
    this.source.stop();
    this.closeWatches(ctx);
    this.isShown = false;
    this.infos.delete(this.resource);
  }

  private closeWatches(ctx: Context): void {
    for (const watch of this.dispatcher.all()) watch.close(ctx);
  }

  /** The server ends: all that it held is gone, and its watches end. Gives back what it had. */
  forget(ctx: Context): CachedObjects {
    const held = this.lost ?? this.objects;
    this.lost = undefined;
    this.source.stop();
    this.closeWatches(ctx);
    for (const { key, object } of this.objects.all()) this.table.tell(key, object, undefined);
    this.isShown = false;
    this.infos.delete(this.resource);
    this.objects = new CachedObjects(this.info.storagePrefix);
    this.lastPast = undefined;
    this.lastListed = undefined;
    return held;
  }

  /** A new server begins with what is in the store, and knows nothing of before. */
  refill(ctx: Context, items: readonly KeyValue[], revision: number, held: CachedObjects): void {
    const read = this.readAll(items);
    if (typeof read !== 'string') return this.fill(ctx, read, revision, held);
    this.lost = held;
    this.source.reinitialize(read);
  }

  /** What could not be read can be, or something else cannot. */
  private replace({ items, revision }: KvRangeResult): string | undefined {
    const read = this.readAll(items);
    if (typeof read === 'string') return read;
    const filled = this.base.step(processSteps.cacheFilled, this.resource, { objects: items.length, revision });
    this.fill(filled, read, revision, this.forget(filled));
    return undefined;
  }

  /** Each object with the key that it has here; or why one of them cannot be had. */
  private readAll(items: readonly KeyValue[]): readonly Read[] | string {
    const found: Read[] = [];
    for (const item of items) {
      const read = readStored(this.info, item, 'object');
      if (isUnreadable(read)) return read.unreadable;
      const isStranger = typeof item.value === 'string';
      if (isStranger) this.hasStrangers = true;
      const place = isStranger ? placeInCache(this.info, read) : item;
      if ('error' in place) return `couldn't compute key: ${place.error}`;
      found.push({ object: read, key: place.key });
    }
    // When two objects have the same name, the cache keeps the last.
    return this.hasStrangers ? [...new Map(found.map((each) => [each.key, each])).values()] : found;
  }

  private fill(ctx: Context, items: readonly Read[], revision: number, held: CachedObjects): void {
    this.buffer = new EventBuffer(revision);
    this.firstRevision = revision;
    this.changedAt = revision;
    this.revision = revision;
    for (const item of items) this.refillOne(ctx, item, held);
    held.scan('', undefined, (object, key, storageKey) => {
      if (this.objects.at(storageKey, object) === undefined) {
        this.tell(ctx, 'DELETED', key, withRevision(object, revision), object);
      }
      return true;
    });
    this.generation += 1;
    this.showInfo();
    this.follow(revision + 1);
  }

  private refillOne(ctx: Context, { object, key: storageKey }: Read, held: CachedObjects): void {
    const before = held.at(storageKey, object)?.object;
    const { key } = this.objects.add(storageKey, object, this.dispatcher.size > 0);
    this.lastListed = undefined;
    this.table.tell(key, undefined, object);
    if (before?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.tell(ctx, before === undefined ? 'ADDED' : 'MODIFIED', key, object, before);
  }

  /** Only the server's own parts that follow the cache: nobody watches a server that begins. */
  private tell(ctx: Context, type: CacheEvent['type'], key: string, object: KObject, previous?: KObject): void {
    const revision = Number(object.metadata.resourceVersion);
    const change = eventOf(ctx, type, key, revision, object, previous);
    for (const listener of this.listeners) listener(ctx, change);
  }

  get size(): number {
    return this.objects.size;
  }

  /** Called for each change, after the cache has it and before watches are told. */
  onEvent(listener: CacheListener): void {
    this.listeners.push(listener);
  }

  get(namespace: string, name: string): KObject | undefined {
    return this.objects.find(namespace, name)?.object;
  }

  /** The entry of an object, which stays the same while the object changes. */
  find(namespace: string, name: string): CachedObject | undefined {
    return this.objects.find(namespace, name);
  }

  /** Objects in order of key. */
  list(namespace: string): readonly KObject[] {
    const found: KObject[] = [];
    const start = namespace === '' ? '' : `${namespace}/`;
    this.objects.scan(start, namespace === '' ? undefined : prefixEnd(start), (object) => {
      found.push(object);
      return true;
    });
    return found;
  }

  /** The same list until something changes, for who asks again and again. */
  listed(namespace: string): readonly KObject[] {
    const last = this.lastListed;
    if (last !== undefined && last.namespace === namespace && last.generation === this.generation) return last.objects;
    const objects = this.list(namespace).slice();
    this.lastListed = { namespace, generation: this.generation, objects };
    return objects;
  }

  /**
   * Objects from a key on, as they were at `revision` (undefined: now), until `visit` returns false. How many keys are left
   * then; undefined when the past is no longer known.
   */
  scan(
    filter: ObjectFilter,
    startKey: string,
    revision: number | undefined,
    visit: (object: KObject, key: string) => boolean,
  ): number | undefined {
    const prefix = filter.namespace === '' ? '' : `${filter.namespace}/`;
    const start = startKey > prefix ? startKey : prefix;
    const end = prefix === '' ? undefined : prefixEnd(prefix);
    const isNow = revision === undefined || revision >= this.revision || this.isPresent(revision);
    const objects = isNow ? this.objects : this.past(revision);
    if (objects === undefined) return undefined;
    let stoppedAt: string | undefined;
    objects.scan(start, end, (object: KObject, key: string) => {
      if (!accepts(filter, object) || visit(object, key)) return true;
      stoppedAt = key;
      return false;
    });
    return stoppedAt === undefined ? 0 : objects.count(`${stoppedAt}\0`, end);
  }

  /** Calls back when the cache holds everything that the store holds now. */
  whenCaughtUp(ctx: Context, done: (revision: number) => void): void {
    this.whenTold(ctx, (revision, isFresh) => {
      if (isFresh) done(revision);
    });
  }

  private whenTold(ctx: Context, done: (revision: number, isFresh: boolean) => void): void {
    this.source.progress(ctx, (revision, isFresh) => {
      if (isFresh && revision > this.revision) this.revision = revision;
      done(revision, isFresh);
    });
  }

  /** Waits until the cache holds everything that the store held when this was called, or as long as one waits for that: then it does not. */
  *catchUp(ctx: Context): Process<boolean> {
    const done = new Deferred<boolean>();
    this.whenTold(ctx, (_, isFresh) => done.resolve(isFresh));
    if (yield* done.wait()) return true;
    if (this.isReady) yield ctx.sleep(FRESHNESS_MICROS);
    return this.source.isFollowing;
  }

  /** Begins a watch. `after` undefined: the present state first. The revision is too old: undefined. */
  watch(ctx: Context, id: string, options: WatchOptions, after: number | undefined): ServerWatch | undefined {
    const missed = after === undefined ? [] : this.buffer.after(after);
    if (missed === undefined) return undefined;
    const onEnd = (): void => {
      this.dispatcher.remove(watch);
      options.onEnd();
    };
    const watch: ServerWatch = new ServerWatch(this.base, id, { ...options, onEnd }, after);
    this.dispatcher.add(watch);
    if (after === undefined) {
      const initial: unknown[] = [];
      this.scan(options.filter, '', undefined, (object) => {
        initial.push(options.present(object));
        return true;
      });
      if (initial.length > 0) watch.sendAll('ADDED', initial, ctx);
    } else for (const event of missed) watch.offer(event, event);
    return watch;
  }

  /** Watches can begin after this revision or later. */
  get oldestRevision(): number {
    return this.buffer.droppedRevision;
  }

  beginHistory(revision: number): void {
    this.firstRevision = revision;
    this.buffer = new EventBuffer(revision);
    if (revision > this.revision) this.revision = revision;
  }

  get resourceInfo(): ResourceInfo {
    return this.info;
  }

  get watchers(): readonly ServerWatch[] {
    return this.dispatcher.all();
  }

  get watcherCount(): number {
    return this.dispatcher.size;
  }

  private receive(event: KvEvent): string | undefined {
    const told = event.item ?? event.previous;
    if (told === undefined) return undefined;
    if (typeof told.value !== 'string') {
      this.take(event, ownStored(told), event.key);
      return undefined;
    }
    this.hasStrangers = true;
    const read = readStored(this.info, told, 'event');
    if (read === 'other') return undefined;
    if (isUnreadable(read)) return read.unreadable;
    const place = placeInCache(this.info, read);
    if ('key' in place) this.take(event, read, place.key);
    return undefined;
  }

  private take(event: KvEvent, given: KObject, storageKey: string): void {
    // What was not in the store before is not in the cache either, unless it came past the server, under another name.
    const isNew = event.previous === undefined && !this.hasStrangers;
    const found = isNew ? undefined : this.objects.at(storageKey, given);
    const previous = found?.object;
    if (event.item === undefined && previous === undefined) return;
    const object = event.item !== undefined ? given : withRevision(previous ?? given, event.revision);
    const type = event.item === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED';
    const cached = found ?? this.objects.add(storageKey, object, this.dispatcher.size > 0);
    const change = eventOf(event, type, cached.key, event.revision, object, previous);
    const groups = this.dispatcher.groupsFor(change);
    const { namespace, name } = object.metadata;
    const subject = subjectOf(this.info, namespace, name as string);
    const watchers = this.dispatcher.countOf(groups);
    const told = this.base.isRecorded && { event: type, revision: event.revision, watchers };
    const heard = this.base.stepFrom(event, steps.cached, subject, told);
    if (event.key === storageKey) cached.place = event.place;
    this.store(change, cached);
    for (const listener of this.listeners) listener(heard, change);
    this.dispatcher.dispatch(groups, change, heard);
  }

  private store(change: CacheEvent, cached: CachedObject): void {
    const { key, object, revision } = change;
    assert(revision >= this.changedAt, 'a cache changes forward');
    this.revision = revision;
    this.generation += 1;
    this.changedAt = revision;
    if (change.type === 'DELETED') {
      this.objects.remove(cached);
      this.table.tell(key, change.previous, undefined);
    } else {
      this.table.tell(key, change.previous, object);
      cached.object = object;
    }
    this.buffer.push(change, this.base.now);
    this.showInfo();
  }

  private showInfo(): void {
    this.isShown = true;
    if (this.infos.isKept) this.infos.set(this.resource, this.infoRow());
  }

  /** Undefined as long as it has held nothing. */
  get shown(): CacheInfoRow | undefined {
    return this.isShown ? this.infoRow() : undefined;
  }

  private infoRow(): CacheInfoRow {
    return { resource: this.resource, revision: this.changedAt, objects: this.objects.size };
  }

  private *view(): Iterable<readonly [string, KObject]> {
    for (const { key, object } of this.objects.all()) yield [key, object];
  }

  /** The objects at an older revision: later events undone. */
  private past(revision: number): SortedMap<KObject> | undefined {
    if (revision < this.buffer.droppedRevision || revision < this.firstRevision) return undefined;
    assert(revision < this.revision, 'the past is before the present');
    if (this.lastPast?.revision === revision) return this.lastPast.objects;
    const past = new SortedMap<KObject>();
    this.objects.scan('', undefined, (object, key) => {
      past.set(key, object);
      return true;
    });
    this.buffer.backwards((event) => {
      if (event.revision <= revision) return false;
      if (event.previous === undefined) past.delete(event.key);
      else past.set(event.key, event.previous);
      return true;
    });
    this.lastPast = { revision, objects: past };
    return past;
  }

  /** Nothing has changed since then. */
  private isPresent(revision: number): boolean {
    return revision >= this.changedAt && revision >= this.buffer.droppedRevision && revision >= this.firstRevision;
  }
}

interface Read {
  readonly object: KObject;
  readonly key: string;
}

function withRevision(object: KObject, revision: number): KObject {
  return replaced(object, { metadata: replaced(object.metadata, { resourceVersion: String(revision) }) });
}
