// Models pkg/controller/disruption/disruption.go, staging/src/k8s.io/component-helpers/apps/poddisruptionbudget (v1.36)

import { equalJson } from '../../../api/json.ts';
import { resourceOf } from '../../../api/scheme.ts';
import { matchesLabels } from '../../../api/selectors.ts';
import { isFailure } from '../../../api/status.ts';
import { parseTime, rfc3339 } from '../../../api/time.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Condition, KObject } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../api/types/policy.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import type { EventRecorder, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { controllerOf } from '../shared/owner.ts';
import { isPodReady } from '../shared/pods.ts';
import type { ControllerRuntime } from '../shared/runtime.ts';

/** What the controller has. */
export interface BudgetParts {
  readonly runtime: ControllerRuntime;
  readonly budgets: SharedInformer;
  readonly pods: SharedInformer;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
}

/** A Pod that was evicted is expected to be on its way out after so long. */
const DELETION_TIMEOUT = 120_000_000;

/** The budget that a Pod counts for; of several, the first, and the Pod is told. */
export function budgetOf(parts: BudgetParts, ctx: Context, pod: KObject): PodDisruptionBudget | undefined {
  const all = parts.budgets.indexer.list(ctx, pod.metadata.namespace) as readonly PodDisruptionBudget[];
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
  const budget = parts.budgets.indexer.get(ctx, key) as PodDisruptionBudget | undefined;
  if (budget === undefined) return true;
  const { namespace, name = '' } = budget.metadata;
  const listed = parts.pods.indexer.list(ctx, namespace) as readonly Pod[];
  const pods = listed.filter((pod) => selects(budget, pod));
  if (pods.length === 0) parts.recorder.event(ctx, budget, 'Normal', 'NoPods', 'No matching pods found');
  const { expected, desired } = yield* wanted(parts, ctx, budget, pods);
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
  const status = statusOf(budget, { expected, desired, healthy, allowed, disrupted }, ctx.now);
  if (equalJson(withoutTimes(budget.status), withoutTimes(status))) return true;
  const answer = yield* parts.client.update(own, info, { ...budget, status } as KObject, { subresource: 'status' });
  return !isFailure(answer) || answer.reason === 'NotFound';
}

interface Counts {
  readonly expected: number;
  readonly desired: number;
  readonly healthy: number;
  readonly allowed: number;
  readonly disrupted: { readonly [pod: string]: string };
}

function statusOf({ metadata, status }: PodDisruptionBudget, counts: Counts, now: number): PodDisruptionBudgetStatus {
  const { expected, desired, healthy, allowed, disrupted } = counts;
  const { generation = 0 } = metadata;
  const before = status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const value = allowed > 0 ? 'True' : 'False';
  const condition: Condition = {
    type: 'DisruptionAllowed',
    status: value,
    observedGeneration: generation,
    lastTransitionTime: before?.status === value ? before.lastTransitionTime : rfc3339(now),
    reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed');
  return {
    observedGeneration: generation,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: [...others, condition],
  };
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
    if ((parseTime(since) ?? 0) + DELETION_TIMEOUT > ctx.now) kept[name] = since;
    else {
      const message = `Pod was expected by PDB ${metadata.namespace}/${metadata.name} to be deleted but it wasn't`;
      parts.recorder.event(ctx, pod, 'Warning', 'NotDeleted', message);
    }
  }
  return kept;
}

/** How many Pods there should be, and how many of them must be healthy. */
function* wanted(
  parts: BudgetParts,
  ctx: Context,
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
): Process<{ readonly expected: number; readonly desired: number }> {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable !== undefined) {
    const expected = yield* expectedScale(parts, ctx, pods);
    return { expected, desired: Math.max(0, expected - scaled(maxUnavailable, expected)) };
  }
  if (typeof minAvailable === 'number') return { expected: pods.length, desired: minAvailable };
  if (minAvailable === undefined) return { expected: 0, desired: 0 };
  const expected = yield* expectedScale(parts, ctx, pods);
  return { expected, desired: scaled(minAvailable, expected) };
}

/** Percents are rounded up. */
function scaled(value: number | string, total: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number(value.replace('%', '')) * total) / 100);
}

interface Scaled extends KObject {
  readonly spec?: { readonly replicas?: number };
}

/** The sum of what the Pods' controllers want; Pods without one do not count. */
function* expectedScale(parts: BudgetParts, ctx: Context, pods: readonly Pod[]): Process<number> {
  const scales = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (owner === undefined || scales.has(owner.uid)) continue;
    const found = yield* controllerObject(parts, ctx, pod, owner);
    const above = found === undefined ? undefined : controllerOf(found);
    if (found === undefined) continue;
    if (above?.kind === 'Deployment') {
      const deployment = yield* controllerObject(parts, ctx, pod, above);
      if (deployment !== undefined) scales.set(above.uid, deployment.spec?.replicas ?? 1);
    } else scales.set(owner.uid, found.spec?.replicas ?? 1);
  }
  return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
}

const KINDS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ReplicaSet', ['replicasets', 'apps']],
  ['Deployment', ['deployments', 'apps']],
  ['StatefulSet', ['statefulsets', 'apps']],
  ['ReplicationController', ['replicationcontrollers', '']],
] as const);

function* controllerObject(
  parts: BudgetParts,
  ctx: Context,
  pod: Pod,
  owner: { readonly kind: string; readonly name: string; readonly uid: string },
): Process<Scaled | undefined> {
  const [resource = '', group = ''] = KINDS.get(owner.kind) ?? [];
  if (resource === '') return undefined;
  const informer = parts.runtime.informers.informer(resourceOf(resource, group));
  const found = informer.indexer.get(ctx, `${pod.metadata.namespace}/${owner.name}`);
  return found?.metadata.uid === owner.uid ? (found as Scaled) : undefined;
}
