import { decodeStrict } from '../../../api/decode.ts';
import { invalidValue } from '../../../api/field-error.ts';
import { badRequest, invalid, isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { scaleOf } from '../registry/scale.ts';
import type { Services } from '../services.ts';
import { type Answer, failed, type Scope } from './scope.ts';
import { updateObject } from './update.ts';

const GROUP_KIND = { group: 'autoscaling', version: 'v1', kind: 'Scale', resource: 'scales' };
const KIND = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

/** Sets spec.replicas of a workload through its Scale. */
// Models pkg/registry/apps/deployment/storage/storage.go, ScaleREST (v1.36)
export function* handleScaleWrite(
  services: Services,
  ctx: Context,
  scope: Scope,
  want: (scale: KObject, kind: typeof KIND) => KObject | Status,
): Process<Answer> {
  const result = yield* updateObject(services, ctx, scope, (current) => {
    const scale = scaleOf(current);
    const wanted = want(scale, KIND);
    if (isStatus(wanted)) return wanted;
    const decoded = decodeStrict<KObject>(GROUP_KIND, wanted, { strict: false });
    if (decoded.error !== undefined) {
      return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${decoded.error}`);
    }
    const replicas = (decoded.object.spec as { readonly replicas?: number } | undefined)?.replicas ?? 0;
    if (replicas < 0) {
      const error = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
      return invalid(GROUP_KIND, scope.info.name, [error]);
    }
    const spec = current.spec as { readonly replicas?: number };
    return spec.replicas === replicas ? current : { ...current, spec: { ...spec, replicas } };
  });
  if (isStatus(result)) return failed(ctx, result);
  return { ctx: result.ctx, code: 200, body: scaleOf(result.object) };
}
