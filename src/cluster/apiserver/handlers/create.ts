import { badRequest, generateNameConflict, isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Begun, type Context, inside, isProcess, later, type Process, type Soon } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmittedObject } from '../admission/chain.ts';
import { Lookups } from '../admission/lookups.ts';
import { withRequestor } from '../registry/certificate-judgement.ts';
import { certificateStrategy } from '../registry/certificate-strategy.ts';
import { toStorage } from '../registry/conversion.ts';
import type { Creator, Stored } from '../registry/edits.ts';
import type { Placed } from '../registry/service-allocator.ts';
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
export function handleCreate(services: Services, ctx: Context, scope: Scope): Begun<Answer> {
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
export function createObject(services: Services, ctx: Context, scope: Scope, object: KObject): Begun<Answer> {
  const named = scope.info.name;
  if (named !== '' && object.metadata.name !== undefined && object.metadata.name !== named) {
    const given = object.metadata.name;
    return refused(ctx, badRequest(`the name of the object (${given}) does not match the name on the URL (${named})`));
  }
  const tracked = trackFields(scope, ctx.now, undefined, object);
  return createTracked(services, ctx, scope, tracked, tracked === object ? undefined : tracked);
}

/** With its managed fields in place. `made`: nobody else has it. */
export function createTracked(
  services: Services,
  ctx: Context,
  scope: Scope,
  object: KObject,
  made: KObject | undefined,
): Begun<Answer> {
  const dryRun = isDryRun(scope);
  const tracked = toStorage(scope.resource, scope.store.info, object);
  const attributes = attributesOf(scope, 'CREATE', tracked, undefined, dryRun);
  const admitted = services.admission.mutate(ctx, scope.subject, attributes, new Lookups(services, scope));
  const create = (result: AdmittedObject | Status): Begun<Answer> =>
    isStatus(result)
      ? refused(ctx, result)
      : new Creation(services, scope, ctx, result, needsName(result.object) ? undefined : made, dryRun, 1).begin();
  return isProcess(admitted) ? later(admitted, create) : create(admitted);
}

/** One try: most often the only one. */
class Creation extends WriteGuard implements Creator<Answer> {
  private placed: Placed | undefined;

  constructor(
    services: Services,
    scope: Scope,
    private readonly ctx: Context,
    private readonly admitted: AdmittedObject,
    readonly made: KObject | undefined,
    dryRun: boolean,
    private readonly attempt: number,
  ) {
    super(services, scope, 'CREATE', undefined, dryRun);
  }

  /** The name is made first, and made again with all the rest where it is taken. */
  begin(): Begun<Answer> {
    const { services, scope, admitted } = this;
    const { object } = admitted;
    const name = needsName(object) ? scope.store.newName(object) : (object.metadata.name ?? '');
    if (!services.allocates(scope)) return this.store(name, admitted);
    // What is allocated is noted under the object's name.
    const named = { ...object, metadata: { ...object.metadata, name } };
    const allocation = services.allocate(admitted.ctx, scope, named, undefined, this.dryRun);
    return isProcess(allocation)
      ? later(allocation, (placed) => this.store(name, placed))
      : this.store(name, allocation);
  }

  private store(name: string, placed: Placed | Status): Begun<Answer> {
    if (isStatus(placed)) return refused(this.ctx, placed);
    this.placed = placed;
    const { store, user } = this.scope;
    const object = store.strategy === certificateStrategy ? withRequestor(placed.object, user) : placed.object;
    return store.create(placed.ctx, object, name, this, this.dryRun);
  }

  outcome(stored: Stored | Status): Soon<Answer> {
    return isStatus(stored) ? this.inVain(stored) : created(this.services, this.scope, stored, this.dryRun);
  }

  private *inVain(why: Status): Process<Answer> {
    const { services, scope, ctx, admitted, placed, attempt } = this;
    if (placed?.undo !== undefined) yield* placed.undo(placed.ctx);
    if (why.reason !== 'AlreadyExists' || !needsName(admitted.object)) return failed(ctx, why);
    if (attempt === GENERATE_NAME_ATTEMPTS)
      return failed(ctx, generateNameConflict(scope.store.info, why.details?.name ?? ''));
    return yield inside(new Creation(services, scope, ctx, admitted, undefined, this.dryRun, attempt + 1).begin());
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
