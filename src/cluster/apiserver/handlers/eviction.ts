import {
  badRequest,
  isStatus,
  resourceVersionConflict,
  type Status,
  success,
  tooManyRequests,
} from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import { DISRUPTION_TARGET } from '../../../api/pods/disruption-target.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Condition, DeleteOptions, KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { Lookups } from '../admission/lookups.ts';
import type { Services } from '../parts/services.ts';
import type { Edit, Guard } from '../registry/edits.ts';
import { type Answer, failed, isDryRun, type Scope } from '../scope/scope.ts';
import { decodeBody } from './decode.ts';
import { attributesOf, withNamespace } from './write.ts';

/** That a Pod may be evicted. */
interface Leave {
  readonly ctx: Context;
  /** The Pod must not have changed since: it was judged by what it is. */
  readonly version?: string;
  /** The budget that let a Pod go which does not count. */
  readonly budget?: string;
}

const MOST_ATTEMPTS = 20;
const RETRY_MICROS = 500 * MILLISECOND;

const EVICTION = { group: 'policy', version: 'v1', kind: 'Eviction' };

/** The beta of it is understood, too: no other kind of that version is. */
function inVersion(body: unknown): unknown {
  return isFields(body) && body.apiVersion === 'policy/v1beta1' ? { ...body, apiVersion: 'policy/v1' } : body;
}

/** A deletion that asks the Pod's disruption budget first. */
// Models pkg/registry/core/pod/storage/eviction.go (v1.36)
export function* handleEviction(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { namespace, name } = scope.info;
  const decoded = decodeBody(scope, EVICTION, inVersion(scope.request.body));
  if (isStatus(decoded)) return failed(ctx, decoded);
  const placed = withNamespace(scope, decoded.object);
  if (isStatus(placed)) return failed(ctx, placed);
  scope.audit.requestObject = placed;
  if ((placed.metadata.name ?? '') !== name)
    return failed(ctx, badRequest('name in URL does not match name in Eviction object'));
  const admitted = yield* admit(services, ctx, scope, placed);
  if (isStatus(admitted)) return failed(ctx, admitted);
  const { deleteOptions } = admitted.object;
  const options = (isFields(deleteOptions) ? deleteOptions : {}) as EvictionOptions;
  const isTrial = isDryRun(scope) || options.dryRun?.includes('All') === true;
  for (let attempt = 1, own = admitted.ctx; ; attempt += 1) {
    const pod = yield* scope.store.get(own, namespace, name);
    if (isStatus(pod)) return failed(own, pod);
    const leave = needsNoBudget(pod) ? freely(own, pod) : yield* askBudget(services, own, scope, pod, isTrial);
    if (isStatus(leave)) return failed(own, leave);
    const gone = yield* evict(leave, scope, pod, options, isTrial);
    if (!isStatus(gone)) return { ctx: gone, code: 201, body: success(undefined, 201) };
    const isOfOurs = leave.version !== undefined && options.preconditions?.resourceVersion === undefined;
    if (gone.reason !== 'Conflict' || !isOfOurs) return failed(leave.ctx, gone);
    if (leave.budget !== undefined) return failed(leave.ctx, beingProcessed(leave.budget));
    if (attempt === MOST_ATTEMPTS) return failed(leave.ctx, gone);
    own = leave.ctx;
    yield own.sleep(RETRY_MICROS);
  }
}

/** An Eviction is an object like others: plugins, policies and webhooks see it before anybody is asked. */
function* admit(services: Services, ctx: Context, scope: Scope, object: KObject): Process<Edit | Status> {
  const attributes = attributesOf(scope, 'CREATE', object, undefined, isDryRun(scope));
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(ctx, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return admitted;
  const final = { ...attributes, object: admitted.object };
  const checked = yield* services.admission.validate(admitted.ctx, scope.subject, final, lookups);
  return isStatus(checked) ? checked : { ctx: checked, object: admitted.object };
}

interface EvictionOptions extends DeleteOptions {
  readonly dryRun?: readonly string[];
}

function* evict(
  { ctx, version }: Leave,
  scope: Scope,
  pod: KObject,
  options: EvictionOptions,
  isTrial: boolean,
): Process<Context | Status> {
  const { namespace, name } = scope.info;
  const wanted = options.preconditions?.resourceVersion ?? version;
  const marked = isTrial ? { ctx, version: wanted } : yield* markTarget(ctx, scope, pod, wanted);
  if (isStatus(marked)) return marked;
  const preconditions = { ...options.preconditions, resourceVersion: marked.version };
  const settled = marked.version === undefined ? options : { ...options, preconditions };
  const deleted = yield* scope.store.delete(marked.ctx, namespace, name, settled, PASS, isTrial);
  return isStatus(deleted) ? deleted : deleted.ctx;
}

const PASS: Guard = {
  *check(ctx) {
    return ctx;
  },
};

interface PodState {
  readonly phase?: string;
  readonly conditions?: readonly Condition[];
}

const stateOf = (pod: KObject): PodState => (pod.status ?? {}) as PodState;

/** What has ended, is on its way out, or has not begun disrupts nothing. */
function needsNoBudget(pod: KObject): boolean {
  const { phase } = stateOf(pod);
  return (
    phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || pod.metadata.deletionTimestamp !== undefined
  );
}

/** One that has not begun may begin meanwhile. */
function freely(ctx: Context, pod: KObject): Leave {
  const { metadata } = pod;
  const isPending = stateOf(pod).phase === 'Pending' && metadata.deletionTimestamp === undefined;
  return isPending && metadata.resourceVersion !== undefined ? { ctx, version: metadata.resourceVersion } : { ctx };
}

function* askBudget(
  services: Services,
  ctx: Context,
  scope: Scope,
  pod: KObject,
  isTrial: boolean,
): Process<Leave | Status> {
  const store = services.stores.byName('poddisruptionbudgets.policy');
  const budgets = (store?.cacher.list(scope.info.namespace) ?? []).filter((budget) =>
    matchesLabels((budget.spec as { readonly selector?: LabelSelector }).selector, pod.metadata.labels),
  ) as unknown as readonly PodDisruptionBudget[];
  const budget = budgets[0];
  if (store === undefined || budget === undefined) return { ctx };
  if (budgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
  }
  const { namespace = '', name: budgetName = '' } = budget.metadata;
  if (doesNotCount(pod, budget)) return { ctx, version: pod.metadata.resourceVersion ?? '', budget: budgetName };
  const edit = (own: Context, found: KObject): Edit | Status => {
    const current = found as PodDisruptionBudget;
    const refused = refusal(current);
    if (refused !== undefined) return refused;
    return { object: { ...current, status: spent(current, pod.metadata.name ?? '', rfc3339(own.wall)) }, ctx: own };
  };
  const stored = yield* store.update(ctx, namespace, budgetName, { edit }, isTrial);
  return isStatus(stored) ? stored : { ctx: stored.ctx };
}

/** A Pod that is not ready may go when its budget always lets such go, or when enough others are healthy. */
function doesNotCount(pod: KObject, { spec, status }: PodDisruptionBudget): boolean {
  const ready = stateOf(pod).conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return false;
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/** A condition that is as it was has been so since then. */
function sinceWhen(conditions: readonly Condition[], type: string, status: string, now: string): string | undefined {
  const before = conditions.find((condition) => condition.type === type);
  return before?.status === status ? before.lastTransitionTime : now;
}

const ALLOWED = 'DisruptionAllowed';

/** One less may go; that none may any more is told at once. */
function spent({ status }: PodDisruptionBudget, pod: string, now: string): object {
  const { disruptionsAllowed = 0, observedGeneration = 0, conditions = [], disruptedPods } = status ?? {};
  const condition = {
    type: ALLOWED,
    status: 'False',
    observedGeneration,
    lastTransitionTime: sinceWhen(conditions, ALLOWED, 'False', now),
    reason: 'InsufficientPods',
    message: '',
  };
  const next = [...conditions.filter(({ type }) => type !== ALLOWED), condition];
  return {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: { ...disruptedPods, [pod]: now },
    ...(disruptionsAllowed === 1 ? { conditions: next } : {}),
  };
}

const VIOLATED = "Cannot evict pod as it would violate the pod's disruption budget.";

function refusal({ metadata, status: given }: PodDisruptionBudget): Status | undefined {
  const status: Partial<PodDisruptionBudget['status']> = given ?? {};
  const { name = '', generation = 0 } = metadata;
  const { observedGeneration = 0, disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status;
  if (observedGeneration < generation) return beingProcessed(name);
  if (disruptionsAllowed > 0) return undefined;
  const condition = status.conditions?.find(({ type }) => type === ALLOWED);
  const cause =
    condition?.reason === 'SyncFailed'
      ? `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${condition.message ?? ''}`
      : `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return withCause(tooManyRequests(VIOLATED), cause);
}

const beingProcessed = (name: string): Status =>
  withCause(tooManyRequests(VIOLATED, 10), `The disruption budget ${name} is still being processed by the server.`);

function withCause(status: Status, message: string): Status {
  return { ...status, details: { ...status.details, causes: [{ reason: 'DisruptionBudget', message }] } };
}

interface Marked {
  readonly ctx: Context;
  /** What it has become, when it had to be of one version. */
  readonly version: string | undefined;
}

function* markTarget(ctx: Context, scope: Scope, pod: KObject, version: string | undefined): Process<Marked | Status> {
  if (pod.metadata.deletionTimestamp !== undefined) return { ctx, version };
  const { namespace, name } = scope.info;
  const edit = (own: Context, current: KObject): Edit | Status => {
    const found = current.metadata.resourceVersion ?? '';
    if (version !== undefined && version !== found) return resourceVersionConflict('Pod', name, version, found);
    const { conditions = [] } = stateOf(current);
    const condition = {
      type: DISRUPTION_TARGET,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: sinceWhen(conditions, DISRUPTION_TARGET, 'True', rfc3339(own.wall)),
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    };
    const others = conditions.filter(({ type }) => type !== DISRUPTION_TARGET);
    return {
      object: { ...current, status: { ...stateOf(current), conditions: [...others, condition] } } as KObject,
      ctx: own.step(steps.prepared, scope.subject, {
        operation: 'evict',
        generation: current.metadata.generation ?? 0,
      }),
    };
  };
  const stored = yield* scope.store.update(ctx, namespace, name, { edit }, false);
  if (isStatus(stored)) return stored;
  return { ctx: stored.ctx, version: version === undefined ? undefined : stored.object.metadata.resourceVersion };
}
