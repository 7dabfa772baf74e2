import { equalJson } from '../../../api/json.ts';
import { alreadyExists, isStatus, notFound, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import {
  type Begun,
  type Context,
  inside,
  isProcess,
  later,
  type Process,
  type Soon,
  settle,
  type Wait,
} from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import {
  type AtRevision,
  isKvError,
  type KeyValue,
  type KvChange,
  type KvChanged,
  type KvError,
  type KvGetResult,
  type KvPlace,
} from '../../ports/kv.ts';
import type { CachedObject } from '../watchcache/cached-objects.ts';
import { atRevision, completedAt, decodeStored } from './codec.ts';
import type { Creator, Edit, Editor, Stored } from './edits.ts';
import { storageFailure } from './storage-failure.ts';
import type { WrittenStore } from './written-store.ts';

// A process is made only where somebody else than the store must be waited for, or where one write is not enough.

/** A write of one object: the change itself, and what is made of its outcome. */
abstract class ObjectWrite<T> implements KvChange<T> {
  expected = 0;
  lease: string | undefined;
  value: KObject | undefined;

  constructor(
    protected readonly store: WrittenStore,
    readonly key: string,
    readonly subject: string,
  ) {}

  /** How what is written becomes what is stored. */
  abstract get kept(): AtRevision<KObject>;

  get measured(): boolean {
    return this.store.measured;
  }

  abstract outcome(result: KvChanged | KvError): Soon<T>;

  /** Keys of Events hang on leases. */
  protected write(ctx: Context): Wait<T> {
    const lease = this.store.leases?.leaseFor(ctx);
    return isProcess(lease)
      ? inside(later(lease, (granted) => this.writeLeased(ctx, granted)))
      : this.writeLeased(ctx, lease);
  }

  private writeLeased(ctx: Context, lease: string | KvError | undefined): Wait<T> {
    if (typeof lease === 'object') return inside(settle(this.outcome(lease)));
    this.lease = lease;
    return this.store.kv.change(ctx, this);
  }
}

// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, Create (v1.36)
export class ObjectCreation<T> extends ObjectWrite<T> {
  private ctx: Context | undefined;

  constructor(
    store: WrittenStore,
    key: string,
    subject: string,
    /** Nobody else has it. */
    private readonly object: KObject,
    private readonly creator: Creator<T>,
  ) {
    super(store, key, subject);
    this.value = object;
  }

  get kept(): AtRevision<KObject> {
    return completedAt;
  }

  begin(check: Soon<Context | Status>, dryRun: boolean): Begun<T> {
    if (isProcess(check)) return later(check, (checked) => this.begin(checked, dryRun));
    if (isStatus(check)) return settle(this.creator.outcome(check));
    if (dryRun) return settle(this.creator.outcome({ object: this.object, ctx: check }));
    this.ctx = check;
    return this.write(check);
  }

  outcome(result: KvChanged | KvError): Soon<T> {
    return this.creator.outcome(this.stored(result));
  }

  private stored(result: KvChanged | KvError): Stored | Status {
    if (isKvError(result)) return storageFailure(result);
    if (!result.succeeded) return this.taken(result.item?.value as KObject | undefined);
    return { object: decodeStored(result.item as KeyValue), ctx: (this.ctx as Context).from(result.origin) };
  }

  private taken(existing: KObject | undefined): Status {
    const status = alreadyExists(this.store.info, this.object.metadata.name ?? '');
    if (existing?.metadata.deletionTimestamp === undefined) return status;
    return { ...status, message: `object is being deleted: ${status.message}` };
  }
}

/**
 * Reads, edits and writes until nobody came in between. Begins with what the watch cache holds: when the edit then
 * fails or changes nothing, the store itself is asked before that is believed.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, GuaranteedUpdate (v1.36)
export class ObjectUpdate<T> extends ObjectWrite<T> {
  /** Whether it is known from the store itself. */
  private isFresh = false;
  private edited: Edit | undefined;
  private current: KObject | undefined;
  readonly place: KvPlace | undefined;

  constructor(
    store: WrittenStore,
    key: string,
    private readonly namespace: string,
    private readonly name: string,
    private ctx: Context,
    cached: CachedObject | undefined,
    private readonly editor: Editor<T>,
    private readonly dryRun: boolean,
  ) {
    super(store, key, store.subject(namespace, name));
    this.current = cached?.object;
    this.place = cached?.place;
  }

  begin(): Begun<T> {
    const { current } = this;
    if (current === undefined) return this.goOn(undefined);
    const edit = this.edit(current);
    if (isProcess(edit) || isStatus(edit) || this.dryRun || isSame(edit.object, current)) return this.goOn(edit);
    return this.replace(edit, current);
  }

  /** With what has been begun already. */
  private *goOn(edit: Soon<Edit | Status> | undefined): Process<T> {
    const known = yield* this.edits(edit);
    if (known !== undefined) return yield* settle(this.editor.outcome(known));
    return yield this.replace(this.edited as Edit, this.current as KObject);
  }

  /** What comes of it without a write; undefined: it is edited. */
  private *edits(begun: Soon<Edit | Status> | undefined): Process<Stored | Status | undefined> {
    let edit = begun;
    for (;;) {
      const { current, isFresh } = this;
      if (current === undefined) {
        const missing = isFresh ? notFound(this.store.info, this.name) : yield* this.reload();
        if (missing !== undefined) return missing;
        continue;
      }
      const edited = yield* settle(edit ?? this.edit(current));
      edit = undefined;
      const isIdle = isStatus(edited) || isSame(edited.object, current);
      if (isIdle && !isFresh) {
        const unreadable = yield* this.reload();
        if (unreadable !== undefined) return unreadable;
        if (this.current?.metadata.resourceVersion !== current.metadata.resourceVersion) continue;
      }
      if (isStatus(edited)) return edited;
      if (isIdle) return { object: this.current as KObject, ctx: edited.ctx.step(steps.unchanged, this.subject) };
      if (this.dryRun) return edited;
      this.edited = edited;
      return undefined;
    }
  }

  get kept(): AtRevision<KObject> {
    return this.edited?.isOwn === true ? completedAt : atRevision;
  }

  private edit(current: KObject): Soon<Edit | Status> {
    const { ctx, namespace, name } = this;
    if (ctx.isRecorded) {
      const key = namespace === '' ? name : `${namespace}/${name}`;
      ctx.read(`watchcache/${this.store.cacher.resource}`, key, current.metadata.resourceVersion ?? '');
    }
    return this.editor.edit(ctx, current);
  }

  private replace(edited: Edit, current: KObject): Wait<T> {
    this.edited = edited;
    this.expected = Number(current.metadata.resourceVersion);
    this.value = mayGo(edited.object) ? undefined : edited.object;
    return this.write(edited.ctx);
  }

  outcome(result: KvChanged | KvError): Soon<T> {
    if (isKvError(result)) return this.editor.outcome(storageFailure(result));
    const { item, succeeded, origin } = result;
    const { object, ctx } = this.edited as Edit;
    const own = ctx.from(origin);
    if (succeeded && this.value === undefined) return this.editor.outcome({ object, ctx: own, removed: true });
    if (succeeded) return this.editor.outcome({ object: decodeStored(item as KeyValue), ctx: own });
    this.ctx = own.step(steps.retried, this.subject, { reason: 'somebody else wrote first' });
    this.current = item === undefined ? undefined : decodeStored(item);
    this.isFresh = true;
    return this.goOn(undefined);
  }

  private *reload(): Process<Status | undefined> {
    const got: KvGetResult | KvError = yield this.store.kv.get(this.ctx, this.key, this.subject);
    const found = this.store.found(got, this.name);
    if (isStatus(found)) return found;
    this.current = found;
    this.isFresh = true;
    return undefined;
  }
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
