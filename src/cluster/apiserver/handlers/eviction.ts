import { isFields } from '../../../api/json.ts';
import { matchesLabels } from '../../../api/selectors.ts';
import { badRequest, isStatus, type Status, success, tooManyRequests } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { DeleteOptions, KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Edit, Guard } from '../registry/store.ts';
import type { Services } from '../services.ts';
import { type Answer, failed, isDryRun, type Scope } from './scope.ts';

interface BudgetStatus {
  readonly disruptionsAllowed?: number;
  readonly observedGeneration?: number;
  readonly desiredHealthy?: number;
  readonly currentHealthy?: number;
  readonly disruptedPods?: { readonly [pod: string]: string };
}

/** A deletion that asks the Pod's disruption budget first. */
// Models pkg/registry/core/pod/storage/eviction.go (v1.36)
export function* handleEviction(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { namespace, name } = scope.info;
  const body = scope.request.body;
  if (!isFields(body)) return failed(ctx, badRequest('not an Eviction object'));
  scope.audit.requestObject = body;
  const given = isFields(body.metadata) ? body.metadata.name : undefined;
  if ((given ?? '') !== name) return failed(ctx, badRequest('name in URL does not match name in Eviction object'));
  const options = (isFields(body.deleteOptions) ? body.deleteOptions : {}) as DeleteOptions;
  const pod = yield* scope.store.get(ctx, namespace, name);
  if (isStatus(pod)) return failed(ctx, pod);
  let own = ctx;
  if (!finished(pod)) {
    const allowed = yield* askBudget(services, ctx, scope, pod);
    if (isStatus(allowed)) return failed(ctx, allowed);
    own = allowed;
  }
  const marked = yield* markTarget(own, scope, pod);
  if (isStatus(marked)) return failed(own, marked);
  const deleted = yield* scope.store.delete(marked, namespace, name, options, PASS, isDryRun(scope));
  if (isStatus(deleted)) return failed(marked, deleted);
  return { ctx: deleted.ctx, code: 201, body: success(undefined, 201) };
}

const PASS: Guard = {
  *check(ctx) {
    return ctx;
  },
};

function finished(pod: KObject): boolean {
  const phase = (pod.status as { readonly phase?: string } | undefined)?.phase;
  return (
    phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || pod.metadata.deletionTimestamp !== undefined
  );
}

function* askBudget(services: Services, ctx: Context, scope: Scope, pod: KObject): Process<Context | Status> {
  const store = services.stores.byName('poddisruptionbudgets.policy');
  const budgets = (store?.cacher.list(scope.info.namespace) ?? []).filter((budget) =>
    matchesLabels((budget.spec as { readonly selector?: LabelSelector }).selector, pod.metadata.labels),
  );
  const budget = budgets[0];
  if (store === undefined || budget === undefined) return ctx;
  if (budgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
  }
  let refused: Status | undefined;
  function* edit(own: Context, current: KObject): Process<Edit | Status> {
    const status = (current.status ?? {}) as BudgetStatus;
    refused = refusal(current, status);
    if (refused !== undefined) return refused;
    const podName = pod.metadata.name ?? '';
    const next = {
      ...status,
      disruptionsAllowed: (status.disruptionsAllowed ?? 0) - 1,
      disruptedPods: { ...status.disruptedPods, [podName]: rfc3339(own.now) },
    };
    return { object: { ...current, status: next }, ctx: own };
  }
  const { namespace = '', name = '' } = budget.metadata;
  const stored = yield* store.update(ctx, namespace, name, { edit }, isDryRun(scope));
  return isStatus(stored) ? stored : stored.ctx;
}

function refusal(budget: KObject, status: BudgetStatus): Status | undefined {
  const name = budget.metadata.name ?? '';
  const text = "Cannot evict pod as it would violate the pod's disruption budget.";
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    const cause = `The disruption budget ${name} is still being processed by the server.`;
    return withCause(tooManyRequests(text, 10), cause);
  }
  if ((status.disruptionsAllowed ?? 0) > 0) return undefined;
  const cause = `The disruption budget ${name} needs ${status.desiredHealthy ?? 0} healthy pods and has ${status.currentHealthy ?? 0} currently`;
  return withCause(tooManyRequests(text), cause);
}

function withCause(status: Status, message: string): Status {
  return { ...status, details: { ...status.details, causes: [{ reason: 'DisruptionBudget', message }] } };
}

function* markTarget(ctx: Context, scope: Scope, pod: KObject): Process<Context | Status> {
  if (pod.metadata.deletionTimestamp !== undefined) return ctx;
  const { namespace, name } = scope.info;
  function* edit(own: Context, current: KObject): Process<Edit | Status> {
    const status = (current.status ?? {}) as { readonly conditions?: readonly { readonly type: string }[] };
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: rfc3339(own.now),
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    };
    const others = (status.conditions ?? []).filter((each) => each.type !== condition.type);
    return {
      object: { ...current, status: { ...status, conditions: [...others, condition] } },
      ctx: own.step(steps.prepared, scope.subject, {
        operation: 'evict',
        generation: current.metadata.generation ?? 0,
      }),
    };
  }
  const stored = yield* scope.store.update(ctx, namespace, name, { edit }, isDryRun(scope));
  return isStatus(stored) ? stored : stored.ctx;
}
