// Models pkg/controller/disruption/disruption.go syncStalePodDisruption (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { DISRUPTION_TARGET } from '../../../api/pods/disruption-target.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod, PodCondition } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isPodActive } from '../shared/pods.ts';
import type { BudgetParts } from './parts.ts';

/** So long after it was to be disrupted, a Pod that still runs has been spared. */
const STALE_MICROS = 2 * MINUTE;

/** In how long its condition says what is no longer so; undefined: never. What the kubelet has decided takes its time. */
export function staleIn(pod: Pod, now: number): number | undefined {
  const condition = pod.status?.conditions?.find(({ type }) => type === DISRUPTION_TARGET);
  if (condition?.status !== 'True' || condition.reason === 'TerminationByKubelet' || !isPodActive(pod)) {
    return undefined;
  }
  return Math.max(0, (parseTime(condition.lastTransitionTime) ?? 0) + STALE_MICROS - now);
}

export function* syncStale(parts: BudgetParts, ctx: Context, key: string): Process<boolean> {
  const pod = parts.pods.indexer.get(ctx, key);
  const wait = pod === undefined ? undefined : staleIn(pod, ctx.wall);
  if (pod === undefined || wait === undefined) return true;
  if (wait > 0) {
    parts.stale.addAfter(ctx, key, wait, true);
    return true;
  }
  const info = resourceOf('pods');
  const own = ctx.step(controllersSteps.targetSpared, subjectOf(info, pod.metadata.namespace, pod.metadata.name ?? ''));
  const conditions = (pod.status?.conditions ?? []).map((each) =>
    each.type === DISRUPTION_TARGET ? spared(each, ctx.wall) : each,
  );
  const next = { ...pod, status: { ...pod.status, conditions } };
  const answer = yield* parts.client.update(own, info, next as unknown as KObject, { subresource: 'status' });
  return !isFailure(answer) || answer.reason === 'NotFound';
}

function spared({ observedGeneration }: PodCondition, now: number): PodCondition {
  return {
    type: DISRUPTION_TARGET,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: rfc3339(now),
  } as unknown as PodCondition;
}
