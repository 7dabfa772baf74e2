import { decodeStrict } from '../../../api/decoding/decode.ts';
import { badRequest, forbidden, isStatus, type Status } from '../../../api/errors/status.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import type { DeleteOptions, KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { Lookups } from '../admission/lookups.ts';
import type { Services } from '../parts/services.ts';
import type { Guard } from '../registry/edits.ts';
import { refuseContentType } from '../request/negotiation.ts';
import { queryFlag, queryValue, queryValues } from '../request/request-info.ts';
import { badInteger } from '../scope/list-options.ts';
import { refuseDeleteOptions } from '../scope/options.ts';
import { type Answer, failed, isDryRun, type Scope } from '../scope/scope.ts';
import { unreadable } from '../scope/unreadable.ts';
import { readPage, shownPage } from './list.ts';
import { answered, attributesOf, storedScene } from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go (v1.36)
export function* handleDelete(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const options = deleteOptions(scope);
  if (isStatus(options)) return failed(ctx, options);
  noteOptions(scope, options);
  const { namespace, name } = scope.info;
  const permanent = scope.store.strategy.permanent?.(name);
  if (permanent !== undefined) return failed(ctx, forbidden(scope.store.info, name, permanent));
  const result = yield* deleteOne(services, ctx, scope, namespace, name, options);
  if (isStatus(result)) return failed(ctx, result);
  const whole = result.removed !== true || scope.store.strategy.answersWithObject;
  const body = whole ? answered(services, scope, result.object) : scope.store.deletedStatus(result.object);
  const own = isDryRun(scope) ? result.ctx : storedScene(scope, result.object, result.ctx, 'delete');
  return { ctx: own, code: 200, body };
}

function* deleteOne(
  services: Services,
  ctx: Context,
  scope: Scope,
  namespace: string,
  name: string,
  options: DeleteOptions,
) {
  const guard = new DeletionGuard(services, scope, namespace, name, options);
  const result = yield* scope.store.delete(ctx, namespace, name, options, guard, isDryRun(scope));
  if (isStatus(result) || result.removed !== true || scope.store.strategy.holdsAllocations !== true || isDryRun(scope))
    return result;
  const own = yield* services.afterDelete(result.ctx, scope, result.object);
  return own === result.ctx ? result : { ...result, ctx: own };
}

/** All of admission at once: it sees the object that is to go. */
class DeletionGuard implements Guard {
  constructor(
    private readonly services: Services,
    private readonly scope: Scope,
    private readonly namespace: string,
    private readonly name: string,
    private readonly options: DeleteOptions,
  ) {}

  *check(ctx: Context, object: KObject): Process<Context | Status> {
    const { services, scope, namespace, name, options } = this;
    const deletion = attributesOf(scope, 'DELETE', object, object, isDryRun(scope));
    const attributes = { ...deletion, namespace, name, deleteOptions: options };
    const lookups = new Lookups(services, scope);
    const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
    if (isStatus(admitted)) return admitted;
    return yield* services.admission.validate(admitted.ctx, scope.subject, attributes, lookups);
  }
}

/** A list, whole or as much as is asked for, then one deletion each. */
export function* handleDeleteCollection(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const options = deleteOptions(scope);
  if (isStatus(options)) return failed(ctx, options);
  noteOptions(scope, options);
  const page = yield* readPage(services, ctx, scope);
  if (isStatus(page)) return failed(ctx, page);
  let own = ctx;
  for (const object of page.objects) {
    const { namespace = '', name = '' } = object.metadata;
    const result = yield* deleteOne(services, own, scope, namespace, name, options);
    if (isStatus(result)) {
      if (result.reason === 'NotFound') continue;
      return failed(own, result);
    }
    own = result.ctx;
  }
  // The answer is the list as it was before anything went.
  return { ctx: own, code: 200, body: shownPage(services, scope, page) };
}

/** From the body; from the query only when there is no body. */
function deleteOptions(scope: Scope): DeleteOptions | Status {
  const { body } = scope.request;
  const options = body === undefined || body === '' || body === null ? queryOptions(scope) : bodyOptions(scope, body);
  return isStatus(options) ? options : (refuseDeleteOptions(options) ?? options);
}

function queryOptions(scope: Scope): DeleteOptions | Status {
  const { request } = scope;
  if (request.query.length === 0) return NO_OPTIONS;
  const grace = queryValue(request, 'gracePeriodSeconds');
  if (grace !== undefined && !/^[-+]?\d{1,18}$/.test(grace)) return badRequest(badInteger(grace));
  const policy = queryValue(request, 'propagationPolicy');
  const dryRun = queryValues(request, 'dryRun');
  return {
    ...(grace === undefined ? undefined : { gracePeriodSeconds: Number(grace) }),
    ...(policy === undefined ? undefined : { propagationPolicy: policy as Policy }),
    ...(queryValue(request, 'orphanDependents') === undefined
      ? undefined
      : { orphanDependents: queryFlag(request, 'orphanDependents') }),
    ...(dryRun.length === 0 ? undefined : { dryRun }),
  };
}

type Policy = NonNullable<DeleteOptions['propagationPolicy']>;

const NO_OPTIONS: DeleteOptions = {};
const KIND = { group: '', version: 'v1', kind: 'DeleteOptions' };

function bodyOptions(scope: Scope, body: unknown): DeleteOptions | Status {
  const refused = refuseContentType(scope.request);
  if (refused !== undefined) return refused;
  if (!isFields(body)) return badRequest(unreadable(scope.request));
  const other = refuseOtherKind(body);
  if (other !== undefined) return other;
  const decoded = decodeStrict<DeleteOptions>(KIND, body, { strict: false });
  return decoded.error === undefined ? decoded.object : badRequest(decoded.error);
}

/** Kinds that the scheme of options knows beside those of a deletion, in whatever version. */
const OTHER_OPTIONS: readonly string[] = ['CreateOptions', 'UpdateOptions', 'Status', 'APIGroup', 'APIResourceList'];

/** Options of a deletion may say any version, but no other kind. */
function refuseOtherKind({ kind, apiVersion }: Fields): Status | undefined {
  if (typeof kind !== 'string' || kind === '' || kind === KIND.kind) return undefined;
  if (OTHER_OPTIONS.includes(kind))
    return badRequest(`converting (v1.${kind}) to (v1.${KIND.kind}): unknown conversion`);
  const version = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : 'meta.k8s.io/v1';
  return badRequest(`no kind "${kind}" is registered for version "${version}" in scheme "${OPTIONS_SCHEME}"`);
}

const OPTIONS_SCHEME = 'pkg/apis/meta/internalversion/scheme/register.go:27';

/** The audit log has options only when they came in a body. */
function noteOptions(scope: Scope, options: DeleteOptions): void {
  if (!isFields(scope.request.body)) return;
  scope.audit.requestObject = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', ...withoutKind(options) };
}

function withoutKind(options: DeleteOptions): object {
  const { kind: _kind, apiVersion: _version, ...rest } = options;
  return rest;
}
