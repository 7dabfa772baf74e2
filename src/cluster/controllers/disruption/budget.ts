// Models pkg/controller/disruption/disruption.go, staging/src/k8s.io/component-helpers/apps/poddisruptionbudget (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Condition, KObject } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../api/types/policy.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { goSelector } from '../shared/go-selector.ts';
import { isPodReady } from '../shared/pods.ts';
import { wanted } from './expected.ts';
import type { BudgetParts } from './parts.ts';

/** A Pod that was evicted is expected to be on its way out after so long. */
const DELETION_TIMEOUT = 2 * MINUTE;

/** The budget that a Pod counts for; of several, the first, and the Pod is told. */
export function budgetOf(parts: BudgetParts, ctx: Context, pod: KObject): PodDisruptionBudget | undefined {
  const all = parts.budgets.indexer.list(ctx, pod.metadata.namespace);
  const matching = all.filter((budget) => selects(budget, pod));
  const [first] = matching;
  if (first !== undefined && matching.length > 1) {
    const { namespace, name } = pod.metadata;
    const message = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${first.metadata.name}" arbitrarily.`;
    parts.recorder.event(ctx, pod, 'Warning', 'MultiplePodDisruptionBudgets', message);
  }
  return first;
}

function selects({ spec }: PodDisruptionBudget, { metadata }: KObject): boolean {
  return spec.selector !== undefined && matchesLabels(spec.selector, metadata.labels);
}

export function* syncBudget(parts: BudgetParts, ctx: Context, key: string): Process<boolean> {
  const budget = parts.budgets.indexer.get(ctx, key);
  if (budget === undefined) return true;
  const { namespace, name = '' } = budget.metadata;
  const listed = parts.pods.indexer.list(ctx, namespace);
  const pods = listed.filter((pod) => selects(budget, pod));
  if (pods.length === 0) parts.recorder.event(ctx, budget, 'Normal', 'NoPods', 'No matching pods found');
  const counted = yield* wanted(parts, ctx, budget, pods);
  if ('problem' in counted) return yield* failSafe(parts, ctx, budget, counted.problem);
  const { expected, desired, unmanaged } = counted;
  if (unmanaged > 0) parts.recorder.event(ctx, budget, 'Warning', 'UnmanagedPods', unmanagedMessage(budget));
  const disrupted = disruptedPods(parts, ctx, budget, pods);
  const healthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      disrupted[pod.metadata.name ?? ''] === undefined &&
      isPodReady(pod),
  ).length;
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const info = resourceOf('poddisruptionbudgets', 'policy');
  const own = ctx.step(controllersSteps.budgetCounted, subjectOf(info, namespace, name), { healthy, desired, allowed });
  if (Object.keys(disrupted).length > 0) parts.queue.addAfter(own, key, DELETION_TIMEOUT, true);
  const status = statusOf(budget, { expected, desired, healthy, allowed, disrupted }, ctx.wall);
  if (equalJson(withoutTimes(budget.status), withoutTimes(status))) return true;
  const answer = yield* parts.client.update(own, info, { ...budget, status } as KObject, { subresource: 'status' });
  return !isFailure(answer) || answer.reason === 'NotFound';
}

/** Nobody may be evicted while it is not known how many there should be. */
function* failSafe(parts: BudgetParts, ctx: Context, budget: PodDisruptionBudget, problem: string): Process<boolean> {
  const message = `Failed to calculate the number of expected pods: ${problem}`;
  parts.recorder.event(ctx, budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
  const { observedGeneration = 0 } = budget.status ?? {};
  const conditions = withCondition(budget, ctx.wall, {
    status: 'False',
    observedGeneration,
    reason: 'SyncFailed',
    message: problem,
  });
  const status = { ...budget.status, disruptionsAllowed: 0, conditions };
  const info = resourceOf('poddisruptionbudgets', 'policy');
  const answer = yield* parts.client.update(ctx, info, { ...budget, status } as KObject, { subresource: 'status' });
  return !isFailure(answer) || answer.reason === 'NotFound';
}

function unmanagedMessage({ spec }: PodDisruptionBudget): string {
  return `Pods selected by this PodDisruptionBudget (selector: ${goSelector(spec.selector ?? {})}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;
}

interface Counts {
  readonly expected: number;
  readonly desired: number;
  readonly healthy: number;
  readonly allowed: number;
  readonly disrupted: { readonly [pod: string]: string };
}

function statusOf(budget: PodDisruptionBudget, counts: Counts, now: number): PodDisruptionBudgetStatus {
  const { expected, desired, healthy, allowed, disrupted } = counts;
  const { generation = 0 } = budget.metadata;
  const conditions = withCondition(budget, now, {
    status: allowed > 0 ? 'True' : 'False',
    observedGeneration: generation,
    reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  });
  return {
    observedGeneration: generation,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions,
  };
}

function withCondition(
  { status }: PodDisruptionBudget,
  now: number,
  told: Pick<Condition, 'status' | 'observedGeneration' | 'reason' | 'message'>,
): readonly Condition[] {
  const before = status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const since = before?.status === told.status ? before.lastTransitionTime : undefined;
  const condition = { type: 'DisruptionAllowed', lastTransitionTime: since ?? rfc3339(now), ...told };
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed');
  return [...others, condition];
}

function withoutTimes(status: PodDisruptionBudgetStatus | undefined): unknown {
  const conditions = status?.conditions?.map(({ lastTransitionTime: _, ...rest }) => rest);
  return { ...status, conditions };
}

/** Pods that an eviction has counted and that are not on their way out yet. */
function disruptedPods(
  parts: BudgetParts,
  ctx: Context,
  { metadata, status }: PodDisruptionBudget,
  pods: readonly Pod[],
): { readonly [pod: string]: string } {
  const kept: { [pod: string]: string } = {};
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const since = status?.disruptedPods?.[name];
    if (since === undefined || deletionTimestamp !== undefined) continue;
    if ((parseTime(since) ?? 0) + DELETION_TIMEOUT > ctx.wall) kept[name] = since;
    else {
      const message = `Pod was expected by PDB ${metadata.namespace}/${metadata.name} to be deleted but it wasn't`;
      parts.recorder.event(ctx, pod, 'Warning', 'NotDeleted', message);
    }
  }
  return kept;
}
