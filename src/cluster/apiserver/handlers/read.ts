import { isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { queryValue } from '../request/request-info.ts';
import type { Services } from '../services.ts';
import { presentationOf } from '../table/presentation.ts';
import { scaleAnswer } from './scale.ts';
import { type Answer, failed, type Scope } from './scope.ts';
import { presented } from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go (v1.36)
export function* handleGet(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { namespace, name, subresource } = scope.info;
  const version = queryValue(scope.request, 'resourceVersion');
  const found: KObject | Status = yield* read(ctx, scope, namespace, name, version);
  if (isStatus(found)) return failed(ctx, found);
  const own = ctx.step(steps.fetched, scope.subject, {
    revision: found.metadata.resourceVersion ?? '',
    from: version === '0' ? 'cache' : 'etcd',
  });
  if (subresource === 'scale') return scaleAnswer(own, scope, presented(scope, found));
  const presentation = presentationOf(scope.request, scope.resource, services.engine);
  return { ctx: own, code: 200, body: presentation.one(presented(scope, found)) };
}

function* read(
  ctx: Context,
  scope: Scope,
  namespace: string,
  name: string,
  version: string | undefined,
): Process<KObject | Status> {
  if (version !== undefined && version !== '') {
    const cached = scope.store.cacher.get(namespace, name);
    const wanted = Number(version);
    if (cached !== undefined && scope.store.cacher.revision >= wanted) return cached;
  }
  return yield* scope.store.get(ctx, namespace, name);
}
