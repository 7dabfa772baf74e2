import { badRequest, generateNameConflict, isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Context, isProcess, type Process, type Soon } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmittedObject } from '../admission/chain.ts';
import { Lookups } from '../admission/lookups.ts';
import { withRequestor } from '../registry/certificate-judgement.ts';
import { certificateStrategy } from '../registry/certificate-strategy.ts';
import { toStorage } from '../registry/conversion.ts';
import type { Creator, Stored } from '../registry/store.ts';
import type { Services } from '../services.ts';
import { decodeBody } from './decode.ts';
import { type Answer, failed, isDryRun, refused, type Scope } from './scope.ts';
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
  return createTracked(services, ctx, scope, trackFields(scope, ctx.now, undefined, object));
}

/** With its managed fields in place. */
export function createTracked(services: Services, ctx: Context, scope: Scope, object: KObject): Process<Answer> {
  const dryRun = isDryRun(scope);
  const tracked = toStorage(scope.resource, scope.store.info, object);
  const attributes = attributesOf(scope, 'CREATE', tracked, undefined, dryRun);
  const admitted = services.admission.mutate(ctx, scope.subject, attributes, new Lookups(services, scope));
  if (isProcess(admitted) || isStatus(admitted) || needsName(admitted.object) || services.allocates(scope)) {
    return createAllocated(services, ctx, scope, admitted, dryRun);
  }
  return store(scope, admitted, new Creation(services, scope, ctx, dryRun), dryRun);
}

function store<T>(scope: Scope, { ctx, object }: AdmittedObject, creator: Creator<T>, dryRun: boolean): Process<T> {
  const isRequest = scope.store.strategy === certificateStrategy;
  return scope.store.create(ctx, isRequest ? withRequestor(object, scope.user) : object, creator, dryRun);
}

/** The only try: its outcome is the answer. */
class Creation extends WriteGuard implements Creator<Answer> {
  constructor(
    services: Services,
    scope: Scope,
    private readonly ctx: Context,
    dryRun: boolean,
  ) {
    super(services, scope, 'CREATE', undefined, dryRun);
  }

  outcome(stored: Stored | Status): Answer {
    return isStatus(stored) ? failed(this.ctx, stored) : created(this.services, this.scope, stored, this.dryRun);
  }
}

/** One of several tries. */
class Try extends WriteGuard implements Creator<Stored | Status> {
  outcome(stored: Stored | Status): Stored | Status {
    return stored;
  }
}

/** Where the server makes the name or gives out addresses. */
function* createAllocated(
  services: Services,
  ctx: Context,
  scope: Scope,
  admission: Soon<AdmittedObject | Status>,
  dryRun: boolean,
): Process<Answer> {
  const admitted = isProcess(admission) ? yield* admission : admission;
  if (isStatus(admitted)) return failed(ctx, admitted);
  // What is allocated is noted under the object's name: that is made first, and made again with all the rest where it is taken.
  const lacksName = needsName(admitted.object);
  for (let attempt = 1; ; attempt += 1) {
    const named = lacksName ? scope.store.withName(admitted.object) : admitted.object;
    const allocation = services.allocate(admitted.ctx, scope, named, undefined, dryRun);
    const prepared = isProcess(allocation) ? yield* allocation : allocation;
    if (isStatus(prepared)) return failed(ctx, prepared);
    const creator = new Try(services, scope, 'CREATE', undefined, dryRun);
    const stored = yield* store(scope, prepared, creator, dryRun);
    if (!isStatus(stored)) return created(services, scope, stored, dryRun);
    if (prepared.undo !== undefined) yield* prepared.undo(prepared.ctx);
    if (!lacksName || stored.reason !== 'AlreadyExists') return failed(ctx, stored);
    if (attempt === GENERATE_NAME_ATTEMPTS)
      return failed(ctx, generateNameConflict(scope.store.info, stored.details?.name ?? ''));
  }
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
