import { isFields } from '../../../api/json.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { DeleteOptions, KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { Guard } from '../registry/store.ts';
import { queryValue } from '../request/request-info.ts';
import type { Services } from '../services.ts';
import { listKind } from './list.ts';
import { filterOf } from './object-filter.ts';
import { type Answer, failed, isDryRun, type Scope } from './scope.ts';
import { answered, attributesOf, presented, storedScene } from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go (v1.36)
export function* handleDelete(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const options = deleteOptions(scope);
  scope.audit.requestObject = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', ...withoutKind(options) };
  const result = yield* deleteOne(services, ctx, scope, scope.info.namespace, scope.info.name, options);
  if (isStatus(result)) return failed(ctx, result);
  const whole = result.removed !== true || scope.store.strategy.answersWithObject;
  const body = whole ? answered(services, scope, result.object) : scope.store.deletedStatus(result.object);
  return { ctx: isDryRun(scope) ? result.ctx : storedScene(scope, result, 'delete'), code: 200, body };
}

function* deleteOne(
  services: Services,
  ctx: Context,
  scope: Scope,
  namespace: string,
  name: string,
  options: DeleteOptions,
) {
  const guard = new DeletionGuard(services, scope, namespace, name);
  return yield* scope.store.delete(ctx, namespace, name, options, guard, isDryRun(scope));
}

/** All of admission at once: it sees the object that is to go. */
class DeletionGuard implements Guard {
  constructor(
    private readonly services: Services,
    private readonly scope: Scope,
    private readonly namespace: string,
    private readonly name: string,
  ) {}

  *check(ctx: Context, object: KObject): Process<Context | Status> {
    const { services, scope, namespace, name } = this;
    const attributes = { ...attributesOf(scope, 'DELETE', object, object, isDryRun(scope)), namespace, name };
    const lookups = services.admissionServices(scope);
    const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
    if (isStatus(admitted)) return admitted;
    return yield* services.admission.validate(admitted.ctx, scope.subject, attributes, lookups);
  }
}

/** A list, then one deletion each. */
export function* handleDeleteCollection(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const options = deleteOptions(scope);
  scope.audit.requestObject = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', ...withoutKind(options) };
  const filter = filterOf(scope);
  if (isStatus(filter)) return failed(ctx, filter);
  yield* scope.store.cacher.catchUp(ctx);
  const found: KObject[] = [];
  scope.store.cacher.scan(filter, '', undefined, (object) => {
    found.push(object);
    return true;
  });
  const deleted: KObject[] = [];
  let own = ctx;
  for (const object of found) {
    const { namespace = '', name = '' } = object.metadata;
    const result = yield* deleteOne(services, own, scope, namespace, name, options);
    if (isStatus(result)) {
      if (result.reason === 'NotFound') continue;
      return failed(own, result);
    }
    own = result.ctx;
    deleted.push(presented(scope, result.object));
  }
  const metadata = { resourceVersion: String(scope.store.cacher.revision) };
  return { ctx: own, code: 200, body: { ...listKind(scope), metadata, items: deleted } };
}

/** From the body; what it leaves out may be in the query. */
function deleteOptions(scope: Scope): DeleteOptions {
  const body = scope.request.body;
  const given = isFields(body) ? (body as DeleteOptions) : {};
  const grace = queryValue(scope.request, 'gracePeriodSeconds');
  const policy = queryValue(scope.request, 'propagationPolicy');
  return {
    ...given,
    ...(grace === undefined || given.gracePeriodSeconds !== undefined
      ? undefined
      : { gracePeriodSeconds: Number(grace) }),
    ...(policy === undefined || given.propagationPolicy !== undefined
      ? undefined
      : { propagationPolicy: policy as NonNullable<DeleteOptions['propagationPolicy']> }),
  };
}

function withoutKind(options: DeleteOptions): object {
  const { kind: _kind, apiVersion: _version, ...rest } = options;
  return rest;
}
