// Models pkg/controller/resourcequota/resource_quota_controller.go syncResourceQuota, pkg/quota/v1/install/update_filter.go (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { equalAmounts } from '../../../api/quota/amounts.ts';
import { usageUnder } from '../../../api/quota/evaluators.ts';
import type { QuotaView } from '../../../api/quota/scopes.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod, ResourceQuota } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isFinished } from '../shared/pods.ts';

const QUOTAS = resourceOf('resourcequotas');

/** Counts what is there, and writes it where it differs. */
export function* syncQuota(
  ctx: Context,
  key: string,
  quotas: SharedInformer<ResourceQuota>,
  informers: ReadonlyMap<string, SharedInformer>,
  client: RestClient,
): Process<boolean> {
  const quota = quotas.indexer.get(ctx, key) as QuotaView | undefined;
  if (quota === undefined) return true;
  const { namespace, name } = quota.metadata;
  const used = usageUnder(quota, (resource) => informers.get(resource)?.indexer.list(ctx, namespace) ?? []);
  const hard = quota.spec?.hard ?? {};
  const status = quota.status;
  const settled =
    status?.hard !== undefined &&
    status.used !== undefined &&
    equalAmounts(hard, status.hard) &&
    equalAmounts(used, status.used);
  const text = Object.keys(used).map((each) => `${each} ${used[each]}/${hard[each] ?? '0'}`);
  const counted = ctx.step(controllersSteps.quotaCounted, subjectOf(QUOTAS, namespace, name ?? ''), {
    usage: text.join(', '),
    changed: !settled,
  });
  if (settled) return true;
  const next = { ...quota, status: { hard, used } };
  const answer = yield* client.update(counted, QUOTAS, next, { subresource: 'status' });
  return !isFailure(answer) || answer.reason === 'NotFound';
}

/** Whether a change of an object may give something back. */
export function givesBack(resource: string, before: KObject, after: KObject): boolean {
  if (resource === 'pods') return podCountsOtherwise(before as Pod, after as Pod);
  return resource === 'services' ? typeOf(before) !== typeOf(after) : !equalJson(before.spec, after.spec);
}

/** It has ended, its containers have other shares, or it counts for other scopes. */
function podCountsOtherwise(before: Pod, after: Pod): boolean {
  if (isFinished(after) && !isFinished(before)) return true;
  if ((before.spec.activeDeadlineSeconds === undefined) !== (after.spec.activeDeadlineSeconds === undefined))
    return true;
  const known = before.status?.containerStatuses ?? [];
  return (after.status?.containerStatuses ?? []).some(({ name, resources }) => {
    const former = known.find((each) => each.name === name);
    return former !== undefined && former.resources !== resources && !equalJson(former.resources, resources);
  });
}

function typeOf(service: KObject): string | undefined {
  return (service.spec as { readonly type?: string } | undefined)?.type;
}
