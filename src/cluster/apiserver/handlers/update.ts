import { invalidValue } from '../../../api/field-error.ts';
import { invalid, isStatus, type Status, storedUidConflict } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { type Begun, type Context, inside, isProcess, type Process, type Soon } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmittedObject } from '../admission/chain.ts';
import { Lookups } from '../admission/lookups.ts';
import { withApproval, withConditionTimes } from '../registry/certificate-judgement.ts';
import { certificateStrategy } from '../registry/certificate-strategy.ts';
import { fromStorage, toStorage } from '../registry/conversion.ts';
import type { Edit, Editor, Stored } from '../registry/edits.ts';
import { withEphemeral, withResources } from '../registry/pod-subresources.ts';
import type { Placed } from '../registry/service-allocator.ts';
import type { Services } from '../services.ts';
import { createObject } from './create.ts';
import { decodeBody } from './decode.ts';
import { type Answer, failed, isDryRun, refused, type Scope } from './scope.ts';
import {
  answered,
  attributesOf,
  checkName,
  isUnsetRevision,
  otherRevision,
  storedScene,
  trackFields,
  WriteGuard,
  withNamespace,
} from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go (v1.36)
export function handleUpdate(services: Services, ctx: Context, scope: Scope): Begun<Answer> {
  const { store, info } = scope;
  // Objects of a storage version are stored as they were decoded.
  const known = store.info === scope.resource ? store.cacher.get(info.namespace, info.name) : undefined;
  const decoded = decodeBody(scope, scope.resource, scope.request.body, known);
  if (isStatus(decoded)) {
    return refused(ctx.step(steps.decodeFailed, scope.subject, { error: decoded.message ?? '' }), decoded);
  }
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: scope.resource.kind,
    apiVersion: decoded.object.apiVersion ?? '',
    defaulted: decoded.defaulted,
  });
  scope.audit.requestObject = decoded.object;
  const placed = withNamespace(scope, decoded.object);
  if (isStatus(placed)) return refused(read, placed);
  const misnamed = checkName(scope, placed);
  if (misnamed !== undefined) return refused(read, misnamed);
  const update = updateObject(services, read, scope, new Replacement(scope, placed));
  const mayCreate = store.strategy.createOnUpdate && info.subresource === '';
  return mayCreate ? createMissing(services, read, scope, placed, update) : update;
}

function* createMissing(
  services: Services,
  read: Context,
  scope: Scope,
  placed: KObject,
  update: Begun<Answer>,
): Process<Answer> {
  const answer: Answer = yield inside(update);
  return isMissing(answer) ? yield inside(createObject(services, read, scope, placed)) : answer;
}

/** What was to be changed is not there. */
export function isMissing({ body }: Answer): boolean {
  return isStatus(body) && body.reason === 'NotFound';
}

class Replacement implements Change {
  constructor(
    private readonly scope: Scope,
    private readonly placed: KObject,
  ) {}

  of(current: KObject): KObject | Status {
    return replacement(this.scope, this.placed, current);
  }
}

/** The object of a PUT, if its revision is that of what is stored. */
function replacement(scope: Scope, placed: KObject, current: KObject): KObject | Status {
  const version = placed.metadata.resourceVersion ?? '';
  const name = scope.info.name;
  const uid = placed.metadata.uid;
  if (uid !== undefined && uid !== '' && uid !== current.metadata.uid) {
    const key = scope.store.key(scope.info.namespace, name);
    return storedUidConflict(scope.resource, name, key, uid, current.metadata.uid ?? '');
  }
  if (isUnsetRevision(version)) {
    if (scope.store.strategy.unconditionalUpdate) return placed;
    const error = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    // The resource stands in the place of the kind, as upstream has it.
    return invalid({ group: scope.resource.group, kind: scope.resource.resource }, name, [error]);
  }
  return version === current.metadata.resourceVersion ? placed : otherRevision(scope, version);
}

/** What a PUT or PATCH wants from what is there, with its fields tracked. */
export function updateObject(
  services: Services,
  ctx: Context,
  scope: Scope,
  change: Change,
  present: Present = answered,
): Begun<Answer> {
  return updateTracked(services, ctx, scope, new Tracked(scope, change), present);
}

/** What a request makes of what is there. Usual ones are objects of a class: a closure is slow at its first call, and these have only one. */
export interface Change {
  of(current: KObject, ctx: Context): KObject | Status;
  /** Nobody else has it, nor its metadata. */
  readonly made?: KObject | undefined;
}

class Tracked implements Change {
  made: KObject | undefined;

  constructor(
    private readonly scope: Scope,
    private readonly change: Change,
  ) {}

  of(current: KObject, ctx: Context): KObject | Status {
    const wanted = this.change.of(current, ctx);
    if (isStatus(wanted) || wanted === current) return wanted;
    const kept = keepServerFields(wanted, current);
    const tracked = trackFields(this.scope, ctx.now, current, kept);
    this.made = tracked === kept || tracked === current ? undefined : tracked;
    return tracked;
  }
}

/** What the client gets to see of the stored object. */
type Present = (services: Services, scope: Scope, object: KObject) => unknown;

/** The shared way of all changes: what is wanted from what is there, admitted, prepared, checked, written. */
export function updateTracked(
  services: Services,
  ctx: Context,
  scope: Scope,
  change: Change,
  present: Present = answered,
): Begun<Answer> {
  const { namespace, name } = scope.info;
  const dryRun = isDryRun(scope);
  const editor = new TrackedEditor(services, ctx, scope, change, present, dryRun);
  return scope.store.update(ctx, namespace, name, editor, dryRun);
}

class TrackedEditor implements Editor<Answer> {
  /** Of the last try. */
  private undo: Placed['undo'];
  private done: Placed['done'];

  constructor(
    private readonly services: Services,
    private readonly ctx: Context,
    private readonly scope: Scope,
    private readonly change: Change,
    private readonly present: Present,
    private readonly dryRun: boolean,
  ) {}

  outcome(stored: Stored | Status): Soon<Answer> {
    if (isStatus(stored)) return failed(this.ctx, stored);
    const frees = stored.removed === true && this.scope.store.strategy.holdsAllocations === true;
    if (!this.dryRun && (frees || this.done !== undefined)) return this.settled(stored, frees);
    return this.answer(stored.ctx, stored.object);
  }

  /** What was given out with it is free again, or is its own now. */
  private *settled({ ctx, object }: Stored, frees: boolean): Process<Answer> {
    if (frees) return this.answer(yield* this.services.afterDelete(ctx, this.scope, object), object);
    return this.answer(this.done === undefined ? ctx : yield* this.done(ctx), object);
  }

  private answer(ctx: Context, object: KObject): Answer {
    const own = this.dryRun ? ctx : storedScene(this.scope, object, ctx, 'update');
    return { ctx: own, code: 200, body: this.present(this.services, this.scope, object) };
  }

  edit(own: Context, current: KObject): Soon<Edit | Status> {
    const { services, scope, dryRun } = this;
    const { store } = scope;
    const old = fromStorage(store.info, scope.resource, current);
    const wanted = this.change.of(old, own);
    if (isStatus(wanted)) return wanted;
    if (wanted === old) return { object: current, ctx: own };
    const next = toStorage(scope.resource, store.info, keepServerFields(wanted, old));
    const attributes = attributesOf(scope, 'UPDATE', next, current, dryRun);
    const lookups = new Lookups(services, scope);
    const admission = services.admission.mutate(own, scope.subject, attributes, lookups);
    if (isProcess(admission) || scope.info.subresource === '') return this.editLater(own, current, admission);
    if (isStatus(admission)) return admission;
    // A status is given no addresses or ports.
    const object = dated(scope, prepare(scope, admission.object, current), current, own);
    const check = this.check(this.prepared(object, admission.ctx), object, current);
    if (isProcess(check)) return guardedLater(object, check);
    return isStatus(check) ? check : { object, ctx: check, isOwn: object === this.change.made };
  }

  /** Where somebody may have to be asked. */
  private *editLater(own: Context, current: KObject, admission: Soon<AdmittedObject | Status>): Process<Edit | Status> {
    const { services, scope, dryRun } = this;
    const admitted = isProcess(admission) ? yield* admission : admission;
    if (isStatus(admitted)) return admitted;
    const prepared = dated(scope, prepare(scope, admitted.object, current), current, own);
    if (this.undo !== undefined) yield* this.undo(own);
    const allocation: Soon<Placed | Status> =
      scope.info.subresource === ''
        ? services.allocate(admitted.ctx, scope, prepared, current, dryRun)
        : { object: prepared, ctx: admitted.ctx };
    const allocated = isProcess(allocation) ? yield* allocation : allocation;
    if (isStatus(allocated)) return allocated;
    this.undo = allocated.undo;
    this.done = allocated.done;
    const ready = this.prepared(allocated.object, allocated.ctx);
    const check = this.check(ready, allocated.object, current);
    const guarded = isProcess(check) ? yield* check : check;
    if (!isStatus(guarded)) return { object: allocated.object, ctx: guarded };
    if (this.undo !== undefined) yield* this.undo(ready);
    this.undo = undefined;
    return guarded;
  }

  private prepared({ metadata }: KObject, ctx: Context): Context {
    const { subject, info } = this.scope;
    const told = ctx.isRecorded && {
      operation: info.subresource === '' ? 'update' : `update ${info.subresource}`,
      generation: metadata.generation ?? 0,
    };
    return ctx.step(steps.prepared, subject, told);
  }

  private check(ready: Context, object: KObject, current: KObject): Soon<Context | Status> {
    return new WriteGuard(this.services, this.scope, 'UPDATE', current, this.dryRun).check(ready, object);
  }
}

function* guardedLater(object: KObject, check: Process<Context | Status>): Process<Edit | Status> {
  const guarded = yield* check;
  return isStatus(guarded) ? guarded : { object, ctx: guarded };
}

function dated({ store }: Scope, object: KObject, old: KObject, { now }: Context): KObject {
  return store.strategy === certificateStrategy ? withConditionTimes(object, old, rfc3339(now)) : object;
}

/** Strategy for the resource or its status, as the path says. */
function prepare({ store, info }: Scope, object: KObject, old: KObject): KObject {
  const { strategy } = store;
  const { subresource } = info;
  if (subresource === 'status') return strategy.prepareForStatusUpdate(object, old);
  if (subresource === 'finalize') return { ...object, status: old.status };
  if (subresource === 'ephemeralcontainers') return withEphemeral(object, old);
  if (subresource === 'resize') return withResources(object, old);
  if (subresource === 'approval') return withApproval(object, old);
  return strategy.prepareForUpdate(object, old);
}

/** What no client can change: identity, creation, deletion and generation stay. */
function keepServerFields(object: KObject, old: KObject): KObject {
  const meta = object.metadata;
  const before = old.metadata;
  if (
    meta.uid === before.uid &&
    meta.creationTimestamp === before.creationTimestamp &&
    meta.generation === before.generation &&
    meta.deletionTimestamp === before.deletionTimestamp &&
    meta.deletionGracePeriodSeconds === before.deletionGracePeriodSeconds &&
    meta.resourceVersion === before.resourceVersion &&
    meta.selfLink === undefined
  ) {
    return object;
  }
  const metadata: Record<string, unknown> = { ...meta };
  for (const key of SERVER_FIELDS) {
    if (before[key] === undefined) delete metadata[key];
    else metadata[key] = before[key];
  }
  return { ...object, metadata: metadata as ObjectMeta };
}

const SERVER_FIELDS: readonly (keyof ObjectMeta)[] = [
  'selfLink',
  'uid',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'resourceVersion',
];
