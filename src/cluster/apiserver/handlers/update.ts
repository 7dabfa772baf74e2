import { invalidValue } from '../../../api/errors/field-error.ts';
import { invalid, isStatus, type Status, storedUidConflict } from '../../../api/errors/status.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { type Context, type Process, type Soon, settle } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { Lookups } from '../admission/lookups.ts';
import { fromStorage, toStorage } from '../encoding/conversion.ts';
import type { Services } from '../parts/services.ts';
import type { Edit, Editor, Stored } from '../registry/edits.ts';
import { type Answer, failed, isDryRun, type Scope } from '../scope/scope.ts';
import type { Placed } from '../service-allocation/service-allocator.ts';
import { withApproval, withConditionTimes } from '../strategies/certificate-judgement.ts';
import { certificateStrategy } from '../strategies/certificate-strategy.ts';
import { createObject } from './create.ts';
import { decodeBody } from './decode.ts';
import { withEphemeral, withResources } from './pod-subresources.ts';
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
export function* handleUpdate(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { store, info } = scope;
  // Objects of a storage version are stored as they were decoded.
  const known = store.info === scope.resource ? store.cacher.get(info.namespace, info.name) : undefined;
  const decoded = decodeBody(scope, scope.resource, scope.request.body, known);
  if (isStatus(decoded)) {
    return failed(ctx.step(steps.decodeFailed, scope.subject, { error: decoded.message ?? '' }), decoded);
  }
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: scope.resource.kind,
    apiVersion: decoded.object.apiVersion ?? '',
    defaulted: decoded.defaulted,
  });
  scope.audit.requestObject = decoded.object;
  const placed = withNamespace(scope, decoded.object);
  if (isStatus(placed)) return failed(read, placed);
  const misnamed = checkName(scope, placed);
  if (misnamed !== undefined) return failed(read, misnamed);
  const answer = yield* updateObject(services, read, scope, new Replacement(scope, placed));
  const mayCreate = store.strategy.createOnUpdate && info.subresource === '';
  return mayCreate && isMissing(answer) ? yield* createObject(services, read, scope, placed) : answer;
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
): Process<Answer> {
  return updateTracked(services, ctx, scope, new Tracked(scope, change), present);
}

/** What a request makes of what is there. */
export interface Change {
  of(current: KObject, ctx: Context): KObject | Status;
}

class Tracked implements Change {
  constructor(
    private readonly scope: Scope,
    private readonly change: Change,
  ) {}

  of(current: KObject, ctx: Context): KObject | Status {
    const wanted = this.change.of(current, ctx);
    if (isStatus(wanted) || wanted === current) return wanted;
    const kept = keepServerFields(wanted, current);
    return trackFields(this.scope, ctx.wall, current, kept);
  }
}

/** What the client gets to see of the stored object. */
type Present = (services: Services, scope: Scope, object: KObject) => unknown;

/** The shared way of all changes: what is wanted from what is there, admitted, prepared, checked, written. */
export function* updateTracked(
  services: Services,
  ctx: Context,
  scope: Scope,
  change: Change,
  present: Present = answered,
): Process<Answer> {
  const { namespace, name } = scope.info;
  const dryRun = isDryRun(scope);
  const editor = new TrackedEditor(services, scope, change, dryRun);
  const stored = yield* scope.store.update(ctx, namespace, name, editor, dryRun);
  if (isStatus(stored)) return failed(ctx, stored);
  const own = dryRun ? stored.ctx : storedScene(scope, stored.object, yield* editor.conclude(stored), 'update');
  return { ctx: own, code: 200, body: present(services, scope, stored.object) };
}

class TrackedEditor implements Editor {
  /** Of the last try. */
  private undo: Placed['undo'];
  private done: Placed['done'];

  constructor(
    private readonly services: Services,
    private readonly scope: Scope,
    private readonly change: Change,
    private readonly dryRun: boolean,
  ) {}

  /** What was given out with what is stored is its own now, or is free again. */
  *conclude({ ctx, object, removed }: Stored): Process<Context> {
    const { services, scope, done } = this;
    if (removed === true && scope.store.strategy.holdsAllocations === true)
      return yield* services.afterDelete(ctx, scope, object);
    return done === undefined ? ctx : yield* done(ctx);
  }

  *edit(own: Context, current: KObject): Process<Edit | Status> {
    const { services, scope, dryRun } = this;
    const { store } = scope;
    const old = fromStorage(store.info, scope.resource, current);
    const wanted = this.change.of(old, own);
    if (isStatus(wanted)) return wanted;
    if (wanted === old) return { object: current, ctx: own };
    const next = toStorage(scope.resource, store.info, keepServerFields(wanted, old));
    const attributes = attributesOf(scope, 'UPDATE', next, current, dryRun);
    const lookups = new Lookups(services, scope);
    const admitted = yield* services.admission.mutate(own, scope.subject, attributes, lookups);
    if (isStatus(admitted)) return admitted;
    const prepared = dated(scope, prepare(scope, admitted.object, current), current, own);
    if (this.undo !== undefined) yield* this.undo(own);
    const placed = yield* this.allocate(admitted.ctx, prepared, current);
    if (isStatus(placed)) return placed;
    const ready = this.prepared(placed.object, placed.ctx);
    const checked = yield* settle(this.check(ready, placed.object, current));
    if (!isStatus(checked)) return { object: placed.object, ctx: checked };
    if (this.undo !== undefined) yield* this.undo(ready);
    this.undo = undefined;
    return checked;
  }

  /** A status is given no addresses or ports. */
  private *allocate(ctx: Context, object: KObject, current: KObject): Process<Placed | Status> {
    const { services, scope, dryRun } = this;
    if (scope.info.subresource !== '') return { object, ctx };
    const placed = yield* settle(services.allocate(ctx, scope, object, current, dryRun));
    if (isStatus(placed)) return placed;
    this.undo = placed.undo;
    this.done = placed.done;
    return placed;
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

function dated({ store }: Scope, object: KObject, old: KObject, { wall: now }: Context): KObject {
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
