// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)

import { alreadyExists, isStatus, notFound, type Status } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Context, type Process, settle } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { isKvError, type KeyValue, type KvChanged, type KvError, type KvPlace } from '../../ports/kv.ts';
import { atRevision, completedAt, ownStored } from '../encoding/codec.ts';
import type { CachedObject } from '../watchcache/cached-objects.ts';
import { CACHE_TABLES } from '../watchcache/rows.ts';
import type { Edit, Editor, Stored } from './edits.ts';
import { storageFailure } from './storage-failure.ts';
import type { WrittenStore } from './written-store.ts';

/** Puts a new object, which nobody else has, at a key that must be free. */
// Models Create
export function* createObjectAt(
  store: WrittenStore,
  ctx: Context,
  key: string,
  subject: string,
  object: KObject,
): Process<Stored | Status> {
  const lease = yield* leaseFor(store, ctx);
  if (typeof lease === 'object') return storageFailure(lease);
  const { measured } = store;
  const result: KvChanged | KvError = yield store.kv.change(ctx, {
    key,
    subject,
    expected: 0,
    value: object,
    kept: completedAt,
    lease,
    measured,
  });
  if (isKvError(result)) return storageFailure(result);
  if (!result.succeeded)
    return taken(store, object, result.item === undefined ? undefined : store.decoded(result.item));
  return { object: ownStored(result.item as KeyValue), ctx: ctx.from(result.origin) };
}

function taken({ info }: WrittenStore, object: KObject, existing: KObject | Status | undefined): Status {
  const status = alreadyExists(info, object.metadata.name ?? '');
  if (existing === undefined || isStatus(existing) || existing.metadata.deletionTimestamp === undefined) return status;
  return { ...status, message: `object is being deleted: ${status.message}` };
}

/** Keys of Events hang on leases. */
function* leaseFor({ leases }: WrittenStore, ctx: Context): Process<string | KvError | undefined> {
  return leases === undefined ? undefined : yield* settle(leases.leaseFor(ctx));
}

export interface UpdatedKey {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** The entry of the watch cache, from which an update begins. */
  readonly cached: CachedObject | undefined;
}

/**
 * Reads, edits and writes until nobody came in between. Begins with what the watch cache holds: when the edit then
 * fails or changes nothing, the store itself is asked before that is believed.
 */
// Models GuaranteedUpdate
export function* guaranteedUpdate(
  store: WrittenStore,
  ctx: Context,
  { key, namespace, name, cached }: UpdatedKey,
  editor: Editor,
  dryRun: boolean,
): Process<Stored | Status> {
  const subject = store.subject(namespace, name);
  let own = ctx;
  let current = cached?.object;
  let isFresh = false;
  for (;;) {
    if (current === undefined) {
      if (isFresh) return notFound(store.info, name);
      const found = yield* store.get(own, namespace, name);
      if (isStatus(found)) return found;
      current = found;
      isFresh = true;
    }
    noteRead(own, store, namespace, name, current);
    const edited = yield* settle(editor.edit(own, current));
    const isIdle = isStatus(edited) || isSame(edited.object, current);
    if (isIdle && !isFresh) {
      const found = yield* store.get(own, namespace, name);
      if (isStatus(found)) return found;
      isFresh = true;
      const isStale: boolean = found.metadata.resourceVersion !== current.metadata.resourceVersion;
      current = found;
      if (isStale) continue;
    }
    if (isStatus(edited)) return edited;
    if (isIdle) return { object: current, ctx: edited.ctx.step(steps.unchanged, subject) };
    if (dryRun) return edited;
    const result = yield* replace(store, edited, current, key, subject, cached?.place);
    if (isKvError(result)) return storageFailure(result);
    const after = edited.ctx.from(result.origin);
    if (result.succeeded) return outcome(edited, result, after);
    own = after.step(steps.retried, subject, { reason: 'somebody else wrote first' });
    const found = result.item === undefined ? undefined : store.decoded(result.item);
    if (found !== undefined && isStatus(found)) return found;
    current = found;
    isFresh = true;
  }
}

function noteRead(ctx: Context, { cacher }: WrittenStore, namespace: string, name: string, current: KObject): void {
  if (!ctx.isRecorded) return;
  const key = namespace === '' ? name : `${namespace}/${name}`;
  ctx.read(CACHE_TABLES.of(cacher.resource), key, current.metadata.resourceVersion ?? '');
}

function* replace(
  store: WrittenStore,
  { object, ctx, isOwn }: Edit,
  current: KObject,
  key: string,
  subject: string,
  place: KvPlace | undefined,
): Process<KvChanged | KvError> {
  const lease = yield* leaseFor(store, ctx);
  if (typeof lease === 'object') return lease;
  return yield store.kv.change(ctx, {
    key,
    place,
    subject,
    expected: Number(current.metadata.resourceVersion),
    value: mayGo(object) ? undefined : object,
    kept: isOwn === true ? completedAt : atRevision,
    lease,
    measured: store.measured,
  });
}

function outcome({ object }: Edit, { item }: KvChanged, ctx: Context): Stored {
  return mayGo(object) ? { object, ctx, removed: true } : { object: ownStored(item as KeyValue), ctx };
}

/** A write that would not change a byte is left out. */
function isSame(next: KObject, current: KObject): boolean {
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
