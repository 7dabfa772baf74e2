import {
  isStatus,
  notFound,
  resourceVersionConflict,
  type Status,
  success,
  uidConflict,
} from '../../../api/errors/status.ts';
import { qualifiedResource, type ResourceInfo, storageKey } from '../../../api/scheme/scheme.ts';
import { withMetadata } from '../../../api/types/copies.ts';
import type { DeleteOptions, KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { generatedName, randomUid } from '../../../api/values/names.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { type Context, type Process, type Random, settle } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import {
  isKvError,
  type KeyValue,
  type KvChanged,
  type KvError,
  type KvGetResult,
  type KvStore,
} from '../../ports/kv.ts';
import { subjectOf } from '../../ports/subject.ts';
import { atRevision, readStored } from '../encoding/codec.ts';
import { isUnreadable } from '../encoding/stored-text.ts';
import { type Deletion, deletionOf } from '../strategies/deletion.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { CachedObject } from '../watchcache/cached-objects.ts';
import type { Cacher } from '../watchcache/cacher.ts';
import type { Editor, Guard, Stored } from './edits.ts';
import type { LeaseManager } from './lease-manager.ts';
import { createObjectAt, guaranteedUpdate } from './object-writes.ts';
import { storageFailure } from './storage-failure.ts';
import type { WrittenStore } from './written-store.ts';

/**
 * Objects of one resource in the store behind the server: what may be written, and how what is written becomes what is stored.
 *
 * Promises: what is stored has a name, a uid, a time of creation and a revision, and has passed its guard as it is stored; an
 * update is made of what is there when it is written, however many others write meanwhile; a write that would change nothing is
 * left out; an object with finalizers is marked for deletion and goes with the last of them.
 * Does not promise: who may do it, defaults, or admission that changes objects: its callers have seen to that.
 * Called by: the handlers of requests, and controllers within the server. A dry run goes the whole way but for the write.
 */
// Models staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go and storage/etcd3/store.go (v1.36)
export class ResourceStore implements WrittenStore {
  constructor(
    readonly info: ResourceInfo,
    readonly strategy: Strategy,
    readonly cacher: Cacher,
    readonly kv: KvStore,
    private readonly random: Random,
    readonly leases: LeaseManager | undefined,
  ) {}

  /** Whether the size of an object is checked when it is written: only custom resources and their definitions have no bound of their own. */
  get measured(): boolean {
    return this.info.definition !== undefined || this.info.kind === 'CustomResourceDefinition';
  }

  subject(namespace: string | undefined, name: string): string {
    return subjectOf(this.info, namespace, name);
  }

  key(namespace: string | undefined, name: string): string {
    return this.keyOf(this.cacher.find(namespace ?? '', name), namespace, name);
  }

  /** `cached`: where the cache has it, with its key. */
  private keyOf(cached: CachedObject | undefined, namespace: string | undefined, name: string): string {
    return cached?.storageKey ?? storageKey(this.info, namespace, name);
  }

  /** Asks the store itself. */
  *get(ctx: Context, namespace: string, name: string): Process<KObject | Status> {
    const cached = this.cacher.find(namespace, name);
    const key = this.keyOf(cached, namespace, name);
    const got: KvGetResult | KvError = yield this.kv.get(ctx, key, this.subject(namespace, name), cached?.place);
    return this.found(got, name);
  }

  /** The object that a read found, or the failure that it is answered with. */
  private found(got: KvGetResult | KvError, name: string): KObject | Status {
    if (isKvError(got)) return storageFailure(got);
    const { item } = got;
    if (item === undefined) return notFound(this.info, name);
    return this.decoded(item);
  }

  decoded(item: KeyValue): KObject | Status {
    const read = readStored(this.info, item, 'object');
    return isUnreadable(read) ? storageFailure({ error: read.unreadable }) : read;
  }

  newName({ metadata }: KObject): string {
    return generatedName(this.random, metadata.generateName ?? '');
  }

  /** `guard` holds validation and validating admission: it sees the object as it would be stored, under that name. */
  *create(ctx: Context, given: KObject, name: string, guard: Guard, dryRun: boolean): Process<Stored | Status> {
    if ((given.metadata.resourceVersion ?? '') !== '') {
      const error = 'resourceVersion should not be set on objects to be created';
      return storageFailure({ error, code: 2 });
    }
    const object = this.prepareForCreate(ctx, given, name);
    const { namespace, generation = 0 } = object.metadata;
    const subject = this.subject(namespace, name);
    const prepared = ctx.step(steps.prepared, subject, { operation: 'create', generation });
    const checked = yield* settle(guard.check(prepared, object));
    if (isStatus(checked)) return checked;
    if (dryRun) return { object, ctx: checked };
    // Nothing is there yet, most often, so that nobody knows its key.
    return yield* createObjectAt(this, checked, storageKey(this.info, namespace, name), subject, object);
  }

  private prepareForCreate(ctx: Context, given: KObject, name: string): KObject {
    const time = rfc3339(ctx.wall);
    const { generateName } = given.metadata;
    const metadata: Record<string, unknown> = {};
    if (name !== '') metadata.name = name;
    if (generateName !== undefined) metadata.generateName = generateName;
    for (const key in given.metadata) {
      if (!isSetOnCreate(key)) metadata[key] = given.metadata[key as keyof ObjectMeta];
    }
    metadata.uid = randomUid(this.random);
    metadata.creationTimestamp = time;
    return this.strategy.prepareForCreate(withMetadata(given, metadata), { now: ctx.wall, time });
  }

  update(ctx: Context, namespace: string, name: string, editor: Editor, dryRun: boolean): Process<Stored | Status> {
    const cached = this.cacher.find(namespace, name);
    const key = this.keyOf(cached, namespace, name);
    return guaranteedUpdate(this, ctx, { key, namespace, name, cached }, editor, dryRun);
  }

  /** Takes the object away or marks it, as it is when it is written. Models Delete */
  *delete(
    ctx: Context,
    namespace: string,
    name: string,
    options: DeleteOptions,
    guard: Guard,
    dryRun: boolean,
  ): Process<Stored | Status> {
    const found = yield* this.get(ctx, namespace, name);
    if (isStatus(found)) return found;
    let current: KObject | undefined = found;
    let own = ctx;
    while (current !== undefined) {
      const guarded: Context | Status = yield* this.checkDeletion(own, current, options, guard);
      if (isStatus(guarded)) return guarded;
      const deletion = deletionOf(this.info, this.strategy, current, options, ctx.wall);
      if (deletion.type === 'nothing') return { object: current, ctx: guarded };
      const removed = deletion.type === 'remove';
      const prepared: Context = guarded.step(steps.prepared, this.subject(namespace, name), {
        operation: removed ? 'remove' : 'mark for deletion',
        generation: deletion.object.metadata.generation ?? 0,
      });
      if (dryRun) return { object: deletion.object, ctx: prepared, removed };
      const written: Written | Status = yield* this.carryOut(prepared, current, deletion);
      if (isStatus(written)) return written;
      if (written.succeeded) return this.deleted(written, removed);
      own = written.ctx.step(steps.retried, this.subject(namespace, name), { reason: 'somebody else wrote first' });
      current = written.item;
    }
    return notFound(this.info, name);
  }

  private *checkDeletion(
    ctx: Context,
    current: KObject,
    options: DeleteOptions,
    guard: Guard,
  ): Process<Context | Status> {
    return this.checkPreconditions(current, options) ?? (yield* settle(guard.check(ctx, current)));
  }

  /** Writes the deletion. An object that watches must see with no time left is marked first, and removed after that. */
  private *carryOut(
    ctx: Context,
    current: KObject,
    deletion: Exclude<Deletion, { readonly type: 'nothing' }>,
  ): Process<Written | Status> {
    if (deletion.type === 'mark') return yield* this.writeDeletion(ctx, current, deletion.object, false);
    if (!deletion.markFirst) return yield* this.writeDeletion(ctx, current, deletion.object, true);
    const marked = yield* this.writeDeletion(ctx, current, deletion.object, false);
    if (isStatus(marked) || !marked.succeeded) return marked;
    const last = marked.item as KObject;
    return yield* this.writeDeletion(marked.ctx, last, last, true);
  }

  private deleted({ object, item, revision, ctx }: Written, removed: boolean): Stored {
    if (!removed) return { object: item as KObject, ctx };
    // The last state of an object carries the revision of its removal.
    const metadata = { ...object.metadata, resourceVersion: String(revision) };
    return { object: { ...object, metadata }, ctx, removed: true };
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
    const item = result.item === undefined ? undefined : this.decoded(result.item);
    if (item !== undefined && isStatus(item)) return item;
    return { succeeded: result.succeeded, object, item, revision: result.revision, ctx: ctx.from(result.origin) };
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

/** The fields of a new object's metadata that the server sets or puts first. */
function isSetOnCreate(field: string): boolean {
  return field === 'name' || field === 'generateName' || field === 'uid' || field === 'creationTimestamp';
}

interface Written {
  /** Else somebody else has written since, and `item` is what is there now. */
  readonly succeeded: boolean;
  /** The object that was written; of a removal, the last state before it. */
  readonly object: KObject;
  readonly item: KObject | undefined;
  readonly revision: number;
  readonly ctx: Context;
}
