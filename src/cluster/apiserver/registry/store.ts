import { withMetadata } from '../../../api/copies.ts';
import { equalJson } from '../../../api/json.ts';
import { generatedName, randomUid } from '../../../api/names.ts';
import { qualifiedResource, type ResourceInfo, storageKey } from '../../../api/scheme.ts';
import {
  alreadyExists,
  isStatus,
  notFound,
  resourceVersionConflict,
  type Status,
  success,
  uidConflict,
} from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { DeleteOptions, KObject, ObjectMeta } from '../../../api/types/meta.ts';
import {
  type Context,
  isProcess,
  type Process,
  type Random,
  type Soon,
  settle,
  type Wait,
} from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import {
  isKvError,
  type KeyValue,
  type KvChange,
  type KvChanged,
  type KvError,
  type KvGetResult,
  type KvStore,
} from '../../ports/kv.ts';
import { subjectOf } from '../../ports/subject.ts';
import type { CachedObject } from '../watchcache/cached-objects.ts';
import type { Cacher } from '../watchcache/cacher.ts';
import { atRevision, decodeStored, isReadable } from './codec.ts';
import { deletionOf } from './deletion.ts';
import type { LeaseManager } from './lease-manager.ts';
import { storageFailure, UNREADABLE } from './storage-failure.ts';
import type { Strategy } from './strategy.ts';

/** An object and the context of the step that settled it. */
export interface Stored {
  readonly object: KObject;
  readonly ctx: Context;
  readonly removed?: boolean;
}

/** What to write, worked out from what is there. */
export interface Edit {
  readonly object: KObject;
  readonly ctx: Context;
}

/**
 * Works out what to write. Editors and guards are objects of a class, not closures: for each new generator function the
 * JavaScript engine prepares a prototype of its own, which costs more than what most of them do.
 */
export interface Editor {
  edit(ctx: Context, current: KObject): Soon<Edit | Status>;
}

/** The last check before a write; a Status refuses it. */
export interface Guard {
  check(ctx: Context, object: KObject): Soon<Context | Status>;
}

/** A guard that also makes of the outcome what is waited for: then nobody need wait for it in a process of his own. */
export interface Creator<T> extends Guard {
  outcome(stored: Stored | Status): T;
}

/** Objects of one resource in the store behind the server. */
// Models staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go and storage/etcd3/store.go (v1.36)
export class ResourceStore {
  constructor(
    readonly info: ResourceInfo,
    readonly strategy: Strategy,
    readonly cacher: Cacher,
    private readonly kv: KvStore,
    private readonly random: Random,
    private readonly leases: LeaseManager | undefined,
  ) {}

  /** What people can put as much into as they like, stored as the text that it is; the parts of other kinds are bounded. */
  private get measured(): boolean {
    return this.info.definition !== undefined || this.info.kind === 'CustomResourceDefinition';
  }

  subject(namespace: string | undefined, name: string): string {
    return subjectOf(this.info, namespace, name);
  }

  key(namespace: string | undefined, name: string): string {
    return this.cacher.find(namespace ?? '', name)?.storageKey ?? storageKey(this.info, namespace, name);
  }

  *get(ctx: Context, namespace: string, name: string): Process<KObject | Status> {
    const cached = this.cacher.find(namespace, name);
    return this.found(yield this.read(ctx, namespace, name, cached), name);
  }

  /** Asks the store itself; what it says is to be given to `found`. As `get`, for who waits without another process around it. */
  read(ctx: Context, namespace: string, name: string, cached: CachedObject | undefined): Wait<KvGetResult | KvError> {
    const key = cached?.storageKey ?? storageKey(this.info, namespace, name);
    return this.kv.get(ctx, key, this.subject(namespace, name));
  }

  found(got: KvGetResult | KvError, name: string): KObject | Status {
    if (isKvError(got)) return storageFailure(got);
    const { item } = got;
    if (item === undefined) return notFound(this.info, name);
    return isReadable(item) ? decodeStored(item) : UNREADABLE;
  }

  withName(given: KObject): KObject {
    const name = generatedName(this.random, given.metadata.generateName ?? '');
    return withMetadata(given, { ...given.metadata, name });
  }

  /**
   * `creator` holds validation and validating admission: it sees the object as it would be stored. All up to the write is done at
   * once where nobody need be asked, so that the process which waits for the store is a small one.
   */
  create<T>(ctx: Context, given: KObject, creator: Creator<T>, dryRun: boolean): Process<T> {
    if ((given.metadata.resourceVersion ?? '') !== '') {
      const error = 'resourceVersion should not be set on objects to be created';
      return settle<T>(creator.outcome(storageFailure({ error, code: 2 })));
    }
    const object = this.prepareForCreate(ctx, given);
    const { namespace, name = '' } = object.metadata;
    const subject = this.subject(namespace, name);
    const prepared = ctx.step(steps.prepared, subject, {
      operation: 'create',
      generation: object.metadata.generation ?? 0,
    });
    return this.insert(creator, creator.check(prepared, object), object, subject, dryRun);
  }

  private *insert<T>(
    creator: Creator<T>,
    check: Soon<Context | Status>,
    object: KObject,
    subject: string,
    dryRun: boolean,
  ): Process<T> {
    const guarded = isProcess(check) ? yield* check : check;
    if (isStatus(guarded)) return creator.outcome(guarded);
    if (dryRun) return creator.outcome({ object, ctx: guarded });
    const grant = this.leases?.leaseFor(guarded);
    const lease = isProcess(grant) ? yield* grant : grant;
    if (typeof lease === 'object') return creator.outcome(storageFailure(lease));
    const result: KvChanged | KvError = yield this.kv.change(guarded, this.insertion(object, subject, lease));
    return creator.outcome(this.inserted(guarded, object, result));
  }

  private insertion(object: KObject, subject: string, lease: string | undefined): KvChange {
    const { namespace, name } = object.metadata;
    // Nothing is there yet, most often, so that nobody knows its key.
    const key = storageKey(this.info, namespace, name);
    return { key, expected: 0, value: object, kept: atRevision, lease, measured: this.measured, subject };
  }

  private inserted(ctx: Context, { metadata }: KObject, result: KvChanged | KvError): Stored | Status {
    if (isKvError(result)) return storageFailure(result);
    if (!result.succeeded) return this.taken(result.item, metadata.name ?? '');
    return { object: decodeStored(result.item as KeyValue), ctx: ctx.from(result.origin) };
  }

  private taken(item: KeyValue | undefined, name: string): Status {
    const status = alreadyExists(this.info, name);
    const existing = item?.value as KObject | undefined;
    if (existing?.metadata.deletionTimestamp === undefined) return status;
    return { ...status, message: `object is being deleted: ${status.message}` };
  }

  private prepareForCreate(ctx: Context, given: KObject): KObject {
    const time = rfc3339(ctx.now);
    const { name = '', generateName } = given.metadata;
    const metadata: Record<string, unknown> = {};
    if (name !== '') metadata.name = name;
    if (generateName !== undefined) metadata.generateName = generateName;
    for (const key in given.metadata) {
      if (!isSetOnCreate(key)) metadata[key] = given.metadata[key as keyof ObjectMeta];
    }
    metadata.uid = randomUid(this.random);
    metadata.creationTimestamp = time;
    return this.strategy.prepareForCreate(withMetadata(given, metadata), { now: ctx.now, time });
  }

  /**
   * Reads, edits and writes until nobody came in between. Begins with what the watch cache holds: when the edit then
   * fails or changes nothing, the store itself is asked before that is believed.
   */
  *update(ctx: Context, namespace: string, name: string, editor: Editor, dryRun: boolean): Process<Stored | Status> {
    const key = this.key(namespace, name);
    const subject = this.subject(namespace, name);
    let current = this.cacher.get(namespace, name);
    let fresh = false;
    let own = ctx;
    for (;;) {
      if (current === undefined) {
        if (fresh) return notFound(this.info, name);
        const loaded = yield* this.reload(own, key, subject);
        if (isStatus(loaded)) return loaded;
        current = loaded;
        fresh = true;
        continue;
      }
      if (own.isRecorded) {
        const version = current.metadata.resourceVersion ?? '';
        own.read(`watchcache/${this.cacher.resource}`, cacheKey(namespace, name), version);
      }
      const edit = editor.edit(own, current);
      const edited = isProcess(edit) ? yield* edit : edit;
      const idle = isStatus(edited) || sameObject(edited.object, current);
      if (idle) {
        if (!fresh) {
          const before: KObject = current;
          const loaded = yield* this.reload(own, key, subject);
          if (isStatus(loaded)) return loaded;
          current = loaded;
          fresh = true;
          if (current === undefined || current.metadata.resourceVersion !== before.metadata.resourceVersion) continue;
        }
        if (isStatus(edited)) return edited;
        return { object: current as KObject, ctx: edited.ctx.step(steps.unchanged, subject) };
      }
      if (dryRun) return edited;
      const grant = this.leases?.leaseFor(edited.ctx);
      const lease = isProcess(grant) ? yield* grant : grant;
      if (typeof lease === 'object') return storageFailure(lease);
      const change = this.replacement(key, subject, current, edited.object, lease);
      const result: KvChanged | KvError = yield this.kv.change(edited.ctx, change);
      if (isKvError(result)) return storageFailure(result);
      own = edited.ctx.from(result.origin);
      const { item } = result;
      if (result.succeeded) {
        if (change.value === undefined) return { object: edited.object, ctx: own, removed: true };
        return { object: decodeStored(item as KeyValue), ctx: own };
      }
      own = own.step(steps.retried, subject, { reason: 'somebody else wrote first' });
      current = item === undefined ? undefined : decodeStored(item);
      fresh = true;
    }
  }

  private replacement(
    key: string,
    subject: string,
    current: KObject,
    object: KObject,
    lease: string | undefined,
  ): KvChange {
    const expected = Number(current.metadata.resourceVersion);
    const value = mayGo(object) ? undefined : object;
    return { key, expected, value, kept: atRevision, lease, measured: this.measured, subject };
  }

  private *reload(ctx: Context, key: string, subject: string): Process<KObject | Status | undefined> {
    const got: KvGetResult | KvError = yield this.kv.get(ctx, key, subject);
    if (isKvError(got)) return storageFailure(got);
    if (got.item !== undefined && !isReadable(got.item)) return UNREADABLE;
    return got.item === undefined ? undefined : decodeStored(got.item);
  }

  *delete(
    ctx: Context,
    namespace: string,
    name: string,
    options: DeleteOptions,
    guard: Guard,
    dryRun: boolean,
  ): Process<Stored | Status> {
    const key = this.key(namespace, name);
    const subject = this.subject(namespace, name);
    const got: KvGetResult | KvError = yield this.kv.get(ctx, key, subject);
    if (isKvError(got)) return storageFailure(got);
    if (got.item !== undefined && !isReadable(got.item)) return UNREADABLE;
    let current = got.item === undefined ? undefined : decodeStored(got.item);
    let own = ctx;
    for (;;) {
      if (current === undefined) return notFound(this.info, name);
      const refused = this.checkPreconditions(current, options);
      if (refused !== undefined) return refused;
      const guarded = yield* settle(guard.check(own, current));
      if (isStatus(guarded)) return guarded;
      const outcome = deletionOf(this.info, this.strategy, current, options, ctx.now);
      if (outcome.type === 'nothing') return { object: current, ctx: guarded };
      const object: KObject = outcome.type === 'remove' ? outcome.object : outcome.object;
      own = guarded.step(steps.prepared, subject, {
        operation: outcome.type === 'remove' ? 'remove' : 'mark for deletion',
        generation: object.metadata.generation ?? 0,
      });
      if (dryRun) return { object, ctx: own, removed: outcome.type === 'remove' };
      const steady = outcome.type === 'remove' && outcome.markFirst;
      const written = yield* this.writeDeletion(own, current, object, outcome.type === 'remove' && !steady);
      if (isStatus(written)) return written;
      own = written.ctx;
      if (written.succeeded) {
        if (!steady) return this.deleted(written, object, outcome.type === 'remove');
        // The last thing that watches see before the removal is the object with no time left.
        const marked = written.item as KObject;
        const removal = yield* this.writeDeletion(own, marked, marked, true);
        if (isStatus(removal)) return removal;
        own = removal.ctx;
        if (removal.succeeded) return this.deleted(removal, marked, true);
        current = removal.item;
        continue;
      }
      own = own.step(steps.retried, subject, { reason: 'somebody else wrote first' });
      current = written.item;
    }
  }

  private deleted(written: Written, object: KObject, removed: boolean): Stored {
    if (removed) {
      // The last state of an object carries the revision of its removal.
      const metadata = { ...object.metadata, resourceVersion: String(written.revision) };
      return { object: { ...object, metadata }, ctx: written.ctx, removed: true };
    }
    return { object: written.item as KObject, ctx: written.ctx };
  }

  private *writeDeletion(ctx: Context, current: KObject, object: KObject, remove: boolean): Process<Written | Status> {
    const { namespace, name = '' } = current.metadata;
    const key = this.key(namespace, name);
    const result: KvChanged | KvError = yield this.kv.change(ctx, {
      key,
      expected: Number(current.metadata.resourceVersion),
      value: remove ? undefined : object,
      kept: atRevision,
      subject: this.subject(namespace, name),
    });
    if (isKvError(result)) return storageFailure(result);
    const { item } = result;
    return {
      succeeded: result.succeeded,
      item: item === undefined ? undefined : decodeStored(item),
      revision: result.revision,
      ctx: ctx.from(result.origin),
    };
  }

  private checkPreconditions(current: KObject, options: DeleteOptions): Status | undefined {
    const { uid, resourceVersion } = options.preconditions ?? {};
    const { name = '', uid: actual = '', resourceVersion: version = '' } = current.metadata;
    if (uid !== undefined && uid !== actual) return uidConflict(this.info.kind, name, uid, actual);
    if (resourceVersion !== undefined && resourceVersion !== version) {
      return resourceVersionConflict(this.info.kind, name, resourceVersion, version);
    }
    return undefined;
  }

  /** The answer to a deletion that removed the object. */
  deletedStatus(object: KObject): Status {
    const { name = '', uid = '' } = object.metadata;
    const details = { name, kind: this.info.resource, uid };
    return success(this.info.group === '' ? details : { name, group: this.info.group, kind: this.info.resource, uid });
  }

  get qualified(): string {
    return qualifiedResource(this.info);
  }
}

/** What a new object's metadata begins and ends with. */
function isSetOnCreate(field: string): boolean {
  return field === 'name' || field === 'generateName' || field === 'uid' || field === 'creationTimestamp';
}

interface Written {
  readonly succeeded: boolean;
  readonly item: KObject | undefined;
  readonly revision: number;
  readonly ctx: Context;
}

function cacheKey(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** A write that would not change a byte is left out. */
function sameObject(next: KObject, current: KObject): boolean {
  // Most writes change the status: when they do, nothing else need be looked at.
  return next === current || (equalJson(next.status, current.status) && equalJson(next, current));
}

/** Marked for deletion, nobody waits any more: the write is the removal. */
function mayGo(object: KObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (deletionTimestamp === undefined) return false;
  if (finalizers !== undefined && finalizers.length > 0) return false;
  const spec = object.spec as { readonly finalizers?: readonly string[] } | undefined;
  if (object.kind === 'Namespace' && (spec?.finalizers?.length ?? 0) > 0) return false;
  return deletionGracePeriodSeconds === 0 || deletionGracePeriodSeconds === undefined;
}
