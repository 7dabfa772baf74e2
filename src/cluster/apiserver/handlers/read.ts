import { isStatus, type Status, tooLargeResourceVersion } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Services } from '../parts/services.ts';
import { queryValue } from '../request/request-info.ts';
import { badRevision, parseRevision, plainError } from '../scope/list-options.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { presentedOne } from '../table/presentation.ts';
import { reachRevision } from './list.ts';
import { scaleAnswer } from './scale.ts';
import { presented } from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go (v1.36)
export function* handleGet(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { namespace, name } = scope.info;
  const version = queryValue(scope.request, 'resourceVersion') ?? '';
  if (version !== '') return yield* getAt(services, ctx, scope, version);
  return shown(services, ctx, scope, yield* scope.store.get(ctx, namespace, name), 'etcd');
}

function shown(services: Services, ctx: Context, scope: Scope, found: KObject | Status, from: string): Answer {
  if (isStatus(found)) return failed(ctx, found);
  const own = ctx.step(steps.fetched, scope.subject, { revision: found.metadata.resourceVersion ?? '', from });
  if (scope.info.subresource === 'scale') return scaleAnswer(own, scope, presented(scope, found));
  const body = presentedOne(scope.request, scope.resource, services.clock, presented(scope, found));
  return { ctx: own, code: 200, body };
}

/** At a revision it comes from the cache, once that has got so far. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go Get (v1.36)
function* getAt(services: Services, ctx: Context, scope: Scope, version: string): Process<Answer> {
  const found = yield* readAt(services, ctx, scope, version);
  return shown(services, ctx, scope, found, version === '0' ? 'cache' : 'etcd');
}

function* readAt(services: Services, ctx: Context, scope: Scope, version: string): Process<KObject | Status> {
  const { namespace, name } = scope.info;
  const { cacher } = scope.store;
  const wanted = parseRevision(version);
  if (wanted === undefined) return plainError(badRevision(version));
  if (!cacher.isReady) return yield* scope.store.get(ctx, namespace, name);
  if (wanted > cacher.revision && !(yield* reachRevision(services, ctx, scope, wanted))) {
    return tooLargeResourceVersion(wanted, services.kv.revision);
  }
  return cacher.get(namespace, name) ?? (yield* scope.store.get(ctx, namespace, name));
}
