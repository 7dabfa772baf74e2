import { badRequest, generateNameConflict, isStatus, type Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Context, type Process, settle } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmittedObject } from '../admission/chain.ts';
import { Lookups } from '../admission/lookups.ts';
import { toStorage } from '../encoding/conversion.ts';
import type { Services } from '../parts/services.ts';
import type { Stored } from '../registry/edits.ts';
import { type Answer, failed, isDryRun, refused, type Scope } from '../scope/scope.ts';
import { withRequestor } from '../strategies/certificate-judgement.ts';
import { certificateStrategy } from '../strategies/certificate-strategy.ts';
import { decodeBody } from './decode.ts';
import { answered, attributesOf, storedScene, trackFields, WriteGuard, withNamespace } from './write.ts';

const GENERATE_NAME_ATTEMPTS = 8;

/** Whether the server makes the name of an object. */
function needsName({ metadata }: KObject): boolean {
  return (metadata.name ?? '') === '' && (metadata.generateName ?? '') !== '';
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)
export function handleCreate(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const decoded = decodeBody(scope, scope.resource, scope.request.body);
  if (isStatus(decoded))
    return refused(ctx.step(steps.decodeFailed, scope.subject, { error: decoded.message ?? '' }), decoded);
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: scope.resource.kind,
    apiVersion:
      scope.resource.group === '' ? scope.resource.version : `${scope.resource.group}/${scope.resource.version}`,
    defaulted: decoded.defaulted,
  });
  const given = wiped(decoded.object);
  // The audit log has the object as it was sent: before the server takes back what only it may say, and before the path's namespace is filled in.
  scope.audit.requestObject = decoded.object;
  const placed = withNamespace(scope, given);
  return isStatus(placed) ? refused(read, placed) : createObject(services, read, scope, placed);
}

/** From the decoded object on: also for a PUT or an apply of something that does not exist. */
export function createObject(services: Services, ctx: Context, scope: Scope, object: KObject): Process<Answer> {
  const named = scope.info.name;
  if (named !== '' && object.metadata.name !== undefined && object.metadata.name !== named) {
    const given = object.metadata.name;
    return refused(ctx, badRequest(`the name of the object (${given}) does not match the name on the URL (${named})`));
  }
  return createTracked(services, ctx, scope, trackFields(scope, ctx.wall, undefined, object));
}

/** With its managed fields in place. */
export function* createTracked(services: Services, ctx: Context, scope: Scope, object: KObject): Process<Answer> {
  const dryRun = isDryRun(scope);
  const tracked = toStorage(scope.resource, scope.store.info, object);
  const attributes = attributesOf(scope, 'CREATE', tracked, undefined, dryRun);
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(ctx, admitted);
  for (let attempt = 1; ; attempt += 1) {
    const stored = yield* storeNamed(services, scope, admitted, dryRun);
    if (!isStatus(stored)) return created(services, scope, stored, dryRun);
    if (stored.reason !== 'AlreadyExists' || !needsName(admitted.object)) return failed(ctx, stored);
    if (attempt === GENERATE_NAME_ATTEMPTS)
      return failed(ctx, generateNameConflict(scope.store.info, stored.details?.name ?? ''));
  }
}

/** The name is made first, and made again with all the rest where it is taken. */
function* storeNamed(
  services: Services,
  scope: Scope,
  admitted: AdmittedObject,
  dryRun: boolean,
): Process<Stored | Status> {
  const { object } = admitted;
  const { store, user } = scope;
  const name = needsName(object) ? store.newName(object) : (object.metadata.name ?? '');
  // What is allocated is noted under the object's name.
  const named = services.allocates(scope) ? withName(object, name) : object;
  const placed = yield* settle(services.allocate(admitted.ctx, scope, named, undefined, dryRun));
  if (isStatus(placed)) return placed;
  const given = store.strategy === certificateStrategy ? withRequestor(placed.object, user) : placed.object;
  const guard = new WriteGuard(services, scope, 'CREATE', undefined, dryRun);
  const stored = yield* store.create(placed.ctx, given, name, guard, dryRun);
  if (isStatus(stored) && placed.undo !== undefined) yield* placed.undo(placed.ctx);
  return stored;
}

function withName(object: KObject, name: string): KObject {
  return { ...object, metadata: { ...object.metadata, name } };
}

function created(services: Services, scope: Scope, { object, ctx }: Stored, dryRun: boolean): Answer {
  const own = dryRun ? ctx : storedScene(scope, object, ctx, 'create');
  return { ctx: own, code: 201, body: answered(services, scope, object) };
}

/** What only the server may say about an object is not taken from a client. */
function wiped(object: KObject): KObject {
  const meta = object.metadata;
  if (
    meta.uid === undefined &&
    meta.creationTimestamp === undefined &&
    meta.deletionTimestamp === undefined &&
    meta.deletionGracePeriodSeconds === undefined &&
    meta.selfLink === undefined
  ) {
    return object;
  }
  const {
    uid: _uid,
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    ...metadata
  } = meta;
  return { ...object, metadata };
}
