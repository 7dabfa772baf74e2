import { qualifiedResource, type ResourceInfo } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { replaced } from '../../../base/extend.ts';
import { prefixEnd, SortedMap } from '../../../base/sorted-map.ts';
import { type Context, Deferred, type Engine, type Process, type Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { KeyValue, KvEvent, KvStore, KvWatch } from '../../ports/kv.ts';
import { isKvError } from '../../ports/kv.ts';
import { subjectOf } from '../../ports/subject.ts';
import { decodeStored, isReadable } from '../registry/codec.ts';
import { type CachedObject, CachedObjects, type Named } from './cached-objects.ts';
import { Dispatcher } from './dispatcher.ts';
import { type CacheEvent, EventBuffer, eventOf } from './event-buffer.ts';
import { accepts, type ObjectFilter } from './filter.ts';
import { CACHE_TABLES, type CacheInfoRow } from './rows.ts';
import { ServerWatch, type WatchOptions } from './server-watch.ts';

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
  private objects: CachedObjects;
  private readonly table: Table<KObject>;
  private buffer = new EventBuffer();
  /** Whether its row says anything. */
  private isShown = false;
  private readonly dispatcher: Dispatcher;
  private readonly base: Context;
  private etcdWatch: KvWatch;
  private readonly listeners: CacheListener[] = [];
  /** Nothing is known about the objects before this revision. */
  private firstRevision = 0;
  /** Counts changes: what is derived from the objects can tell whether it is stale. */
  generation = 0;
  /** The newest change of these objects; the cache may know that nothing happened to them since. */
  private changedAt = 0;
  /** A list in chunks asks for the same past again and again. */
  private lastPast: { readonly revision: number; readonly objects: SortedMap<KObject> } | undefined;

  private lastListed:
    | { readonly namespace: string; readonly generation: number; readonly objects: readonly KObject[] }
    | undefined;

  constructor(
    engine: Engine,
    private readonly info: ResourceInfo,
    private readonly kv: KvStore,
    trigger: ((object: KObject) => string | undefined) | undefined,
    /** Where it says what it holds. */
    private readonly infos: Table<CacheInfoRow>,
    from = 1,
  ) {
    this.resource = qualifiedResource(info);
    this.table = engine.toldView(CACHE_TABLES.of(this.resource), () => this.view());
    this.dispatcher = new Dispatcher(trigger);
    this.objects = new CachedObjects(info.storagePrefix);
    this.base = engine.background('kube-apiserver');
    this.etcdWatch = this.follow(from);
    this.revision = kv.revision;
  }

  /** The store has ended and begun again: what was on its way from it comes once more. */
  reconnect(): void {
    this.etcdWatch.stop();
    const { kv, info } = this;
    const watch = kv.watch(`${info.storagePrefix}/`, this.changedAt + 1, (event) => this.receive(event));
    // What is forgotten there was no change of these objects.
    this.etcdWatch = isKvError(watch) ? this.follow(kv.revision) : watch;
  }

  private follow(from: number): KvWatch {
    const watch = this.kv.watch(`${this.info.storagePrefix}/`, from, (event) => this.receive(event));
    if (isKvError(watch)) throw new Error(watch.error);
    return watch;
  }

  /** Nobody serves the resource any more: its watches end. */
  stop(ctx: Context): void {
    this.etcdWatch.stop();
    for (const watch of this.dispatcher.all()) watch.close(ctx);
    this.isShown = false;
    this.infos.delete(this.resource);
  }

  /** The server ends: all that it held is gone, and its watches end. Gives back what it had. */
  forget(ctx: Context): CachedObjects {
    const held = this.objects;
    this.etcdWatch.stop();
    for (const watch of this.dispatcher.all()) watch.close(ctx);
    for (const { key, object } of held.all()) this.table.tell(key, object, undefined);
    this.isShown = false;
    this.infos.delete(this.resource);
    this.objects = new CachedObjects(this.info.storagePrefix);
    this.lastPast = undefined;
    this.lastListed = undefined;
    return held;
  }

  /** A new server begins with what is in the store, and knows nothing of before. */
  refill(ctx: Context, items: readonly KeyValue[], revision: number, held: CachedObjects): void {
    this.buffer = new EventBuffer(revision);
    this.firstRevision = revision;
    this.changedAt = revision;
    this.revision = revision;
    for (const item of items) if (isReadable(item)) this.refillOne(ctx, decodeStored(item), item, held);
    held.scan('', undefined, (object, key, storageKey) => {
      if (this.objects.at(storageKey, object) === undefined) {
        this.tell(ctx, 'DELETED', key, withRevision(object, revision), object);
      }
      return true;
    });
    this.generation += 1;
    this.showInfo();
    this.etcdWatch = this.follow(revision + 1);
  }

  private refillOne(ctx: Context, object: KObject, item: KeyValue, held: CachedObjects): void {
    const before = held.at(item.key, object)?.object;
    const { key } = this.objects.add(item.key, object, this.dispatcher.size > 0);
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

  /** What the cache holds of an object, now and later. */
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
    this.etcdWatch.progress(ctx, (revision) => {
      if (revision > this.revision) this.revision = revision;
      done(revision);
    });
  }

  /** Waits until the cache holds everything that the store held when this was called. */
  *catchUp(ctx: Context): Process<number> {
    const done = new Deferred<number>();
    this.whenCaughtUp(ctx, (revision) => done.resolve(revision));
    return yield* done.wait();
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

  private receive(event: KvEvent): void {
    // Written past the server, and no object: the cache keeps what it has.
    if (event.item !== undefined && !isReadable(event.item)) return;
    // What was not in the store before is not in the cache either.
    const known = event.previous === undefined ? undefined : this.objects.at(event.key, namedBy(event));
    const previous = known?.object;
    const object =
      event.item !== undefined
        ? decodeStored(event.item)
        : previous === undefined
          ? undefined
          : withRevision(previous, event.revision);
    if (object === undefined) return;
    const type = event.item === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED';
    const cached = known ?? this.objects.add(event.key, object, this.dispatcher.size > 0);
    const change = eventOf(event, type, cached.key, event.revision, object, previous);
    const groups = this.dispatcher.groupsFor(change);
    const { namespace, name } = object.metadata;
    const subject = subjectOf(this.info, namespace, name as string);
    const watchers = this.dispatcher.countOf(groups);
    const told = this.base.isRecorded && { event: type, revision: event.revision, watchers };
    const heard = this.base.stepFrom(event, steps.cached, subject, told);
    cached.place = event.place;
    this.store(change, cached);
    for (const listener of this.listeners) listener(heard, change);
    this.dispatcher.dispatch(groups, change, heard);
  }

  private store(change: CacheEvent, cached: CachedObject): void {
    const { key, object, revision } = change;
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

const NAMELESS: Named = { metadata: {} };

/** An object that stands at the key of a change, or stood there; what was written past the server may be none. */
function namedBy({ item, previous }: KvEvent): Named {
  const there = item ?? previous;
  return there !== undefined && isReadable(there) ? (there.value as Named) : NAMELESS;
}

function withRevision(object: KObject, revision: number): KObject {
  return replaced(object, { metadata: replaced(object.metadata, { resourceVersion: String(revision) }) });
}
