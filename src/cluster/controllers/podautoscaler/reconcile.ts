// Models pkg/controller/podautoscaler/horizontal.go reconcileAutoscaler (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { allResources, type ResourceInfo, resourceOf, resourceOfObject } from '../../../api/scheme/scheme.ts';
import { matchesRequirements, parseSelector } from '../../../api/selectors/selectors.ts';
import type { Scale } from '../../../api/types/autoscaling.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { sortedKeys } from '../../../base/order.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Silence, type Target, type Wanted, wantedBy } from './metrics.ts';
import { firstMemory, normalize, type Reason, remembered } from './normalize.ts';
import type { AutoscalerParts } from './parts.ts';

const INFO = resourceOf('horizontalpodautoscalers', 'autoscaling');

/** A look at one autoscaler: false when it is gone. */
export function* reconcileAutoscaler(parts: AutoscalerParts, ctx: Context, key: string): Process<boolean> {
  const autoscaler = parts.autoscalers.indexer.get(ctx, key);
  if (autoscaler === undefined) {
    parts.memories.delete(key);
    parts.selectors.delete(key);
    return false;
  }
  yield* new Look(parts, ctx, key, autoscaler).run();
  return true;
}

/** Why no size can be computed, and what each metric said all the same; nothing when none was asked. */
interface Unanswered {
  readonly problem: string;
  readonly statuses: readonly MetricStatus[] | undefined;
}

interface Advice {
  readonly replicas: number;
  readonly why: string;
  readonly metrics: readonly MetricStatus[] | undefined;
}

class Look {
  private conditions: readonly HorizontalPodAutoscalerCondition[];
  private readonly before: HorizontalPodAutoscalerStatus;

  constructor(
    private readonly parts: AutoscalerParts,
    private ctx: Context,
    private readonly key: string,
    private readonly autoscaler: HorizontalPodAutoscaler,
  ) {
    this.before = autoscaler.status ?? { desiredReplicas: 0, currentMetrics: [] };
    this.conditions = this.before.conditions ?? [];
  }

  *run(): Process<void> {
    const { spec, metadata } = this.autoscaler;
    const info = this.target();
    const found = info === undefined ? this.unknownKind() : yield* this.scaleOf(info);
    if (info === undefined || typeof found === 'string') {
      const problem = found as string;
      this.say('Warning', 'FailedGetScale', problem);
      const message = `the HPA controller was unable to get the target's current scale: ${problem}`;
      this.set('AbleToScale', { status: 'False', reason: 'FailedGetScale', message });
      yield* this.write({});
      return;
    }
    const able = "the HPA controller was able to get the target's current scale";
    this.set('AbleToScale', { status: 'True', reason: 'SucceededGetScale', message: able });
    const current = found.spec.replicas ?? 0;
    if (!this.parts.memories.has(this.key)) this.parts.memories.set(this.key, firstMemory(current, this.ctx.wall));
    const advice = yield* this.advice(found, current);
    if (advice === undefined) return;
    const { minReplicas = 1, maxReplicas } = spec;
    const subject = subjectOf(INFO, metadata.namespace, metadata.name ?? '');
    const { replicas } = advice;
    const args = { current, desired: replicas, min: minReplicas, max: maxReplicas };
    this.ctx = this.ctx.step(controllersSteps.autoscaled, subject, args);
    const rescale = replicas !== current;
    if (rescale && !(yield* this.rescale(info, found, current, advice))) return;
    yield* this.write({
      currentReplicas: current,
      desiredReplicas: replicas,
      currentMetrics: advice.metrics,
      ...(rescale && { lastScaleTime: rfc3339(this.ctx.wall) }),
    });
  }

  /** By group and kind: any version of it will do. */
  private target(): ResourceInfo | undefined {
    const { kind, apiVersion = '' } = this.autoscaler.spec.scaleTargetRef;
    const group = groupOf(apiVersion);
    return (
      resourceOfObject({ kind, apiVersion }) ??
      allResources().find((info) => info.group === group && info.kind === kind) ??
      this.parts.custom.find(group, kind)
    );
  }

  private unknownKind(): string {
    const { kind, apiVersion = '' } = this.autoscaler.spec.scaleTargetRef;
    return `no matches for kind "${kind}" in group "${groupOf(apiVersion)}"`;
  }

  private *scaleOf(info: ResourceInfo): Process<Scale | string> {
    const { metadata, spec } = this.autoscaler;
    const { client } = this.parts;
    const { name } = spec.scaleTargetRef;
    const answer = yield* client.get(this.ctx, info, metadata.namespace, name, undefined, undefined, 'scale');
    return isFailure(answer) ? (answer.message ?? '') : (answer as Scale);
  }

  /** The size that bounds or metrics ask for; undefined when neither says anything and that has been written. */
  private *advice(scale: Scale, current: number): Process<Advice | undefined> {
    const { minReplicas = 1, maxReplicas } = this.autoscaler.spec;
    if (current === 0 && minReplicas !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      this.set('ScalingActive', { status: 'False', reason: 'ScalingDisabled', message });
      return { replicas: 0, why: '', metrics: undefined };
    }
    if (current > maxReplicas) {
      return { replicas: maxReplicas, why: 'Current number of replicas above Spec.MaxReplicas', metrics: undefined };
    }
    if (current < minReplicas) {
      return { replicas: minReplicas, why: 'Current number of replicas below Spec.MinReplicas', metrics: undefined };
    }
    return yield* this.byMetrics(scale, current);
  }

  private *byMetrics(scale: Scale, current: number): Process<Advice | undefined> {
    const { spec } = this.autoscaler;
    const problem = this.selectorProblem(scale);
    const said = problem === undefined ? yield* this.ask(scale, current) : problem;
    if ('problem' in said) {
      yield* this.write({ currentReplicas: current, currentMetrics: said.statuses });
      this.say('Warning', 'FailedComputeMetricsReplicas', said.problem);
      return undefined;
    }
    const memory = this.parts.memories.get(this.key) ?? firstMemory(current, this.ctx.wall);
    const { replicas: desired } = said.best;
    const result = normalize({ spec, memory, current, desired, now: this.ctx.wall });
    this.parts.memories.set(this.key, result.memory);
    this.set('AbleToScale', result.ableToScale);
    this.set('ScalingLimited', result.scalingLimited);
    const why = desired > current ? `${said.best.metric} above target` : 'All metrics below target';
    return { replicas: result.replicas, why, metrics: said.statuses };
  }

  private selectorProblem({ status }: Scale): Unanswered | undefined {
    const { selector = '' } = status;
    if (selector === '') {
      this.say('Warning', 'SelectorRequired', 'selector is required');
      const message = "the HPA target's scale is missing a selector";
      this.set('ScalingActive', { status: 'False', reason: 'InvalidSelector', message });
      return { problem: 'selector is required', statuses: undefined };
    }
    this.parts.selectors.set(this.key, selector);
    const rivals = this.choosers(selector);
    if (rivals.length < 2) return undefined;
    const message = `pods by selector ${selector} are controlled by multiple HPAs: [${rivals.join(' ')}]`;
    this.say('Warning', 'AmbiguousSelector', message);
    this.set('ScalingActive', { status: 'False', reason: 'AmbiguousSelector', message });
    return { problem: message, statuses: undefined };
  }

  /** Autoscalers that choose a Pod of this one. Models hpasControllingPodsUnderSelector there. */
  private choosers(selector: string): readonly string[] {
    const { namespace = '' } = this.autoscaler.metadata;
    if (this.parts.selectors.size < 2) return [this.key];
    const pods = new Set(this.podsOf(namespace, selector));
    const isShared = (other: string): boolean => this.podsOf(namespace, other).some((pod) => pods.has(pod));
    const near = [...this.parts.selectors].filter(([key]) => key.startsWith(`${namespace}/`));
    return sortedKeys(near.filter(([, other]) => isShared(other)).map(([key]) => key));
  }

  /** The metric that asks for most counts. */
  private *ask(
    scale: Scale,
    current: number,
  ): Process<Unanswered | { readonly best: Wanted; readonly statuses: readonly MetricStatus[] }> {
    const { spec, metadata } = this.autoscaler;
    const { namespace = '' } = metadata;
    const selector = scale.status.selector ?? '';
    const pods = this.podsOf(namespace, selector);
    const question = { spec, current, now: this.ctx.wall };
    const target: Target = { namespace, selector, pods, question };
    const metrics = spec.metrics ?? [];
    const statuses: MetricStatus[] = [];
    const silent: Silence[] = [];
    let best: Wanted | undefined;
    for (const metric of metrics) {
      const answer = yield* wantedBy(this.parts, this.ctx, metric, target);
      if ('failed' in answer) {
        this.say('Warning', answer.reason, answer.problem);
        silent.push(answer);
        statuses.push({ type: '' });
        continue;
      }
      statuses.push(answer.status);
      if (best === undefined || best.replicas === 0 || answer.replicas > best.replicas) best = answer;
    }
    const [first] = silent;
    // A metric that says nothing might have asked for more: nothing is made smaller then.
    if (first !== undefined && (best === undefined || best.replicas < current)) {
      const message = `the HPA was unable to compute the replica count: ${first.problem}`;
      this.set('ScalingActive', { status: 'False', reason: first.reason, message });
      const invalid = `${silent.length} invalid out of ${metrics.length}`;
      return { problem: `invalid metrics (${invalid}), first error is: ${first.failed}`, statuses };
    }
    const chosen = best as Wanted;
    const message = `the HPA was able to successfully calculate a replica count from ${chosen.metric}`;
    this.set('ScalingActive', { status: 'True', reason: 'ValidMetricFound', message });
    return { best: chosen, statuses };
  }

  private podsOf(namespace: string, selector: string): readonly Pod[] {
    const parsed = parseSelector(selector);
    const all = this.parts.pods.indexer.list(this.ctx, namespace);
    if ('error' in parsed) return [];
    return all.filter(({ metadata }) => matchesRequirements(parsed.requirements, metadata.labels));
  }

  private *rescale(info: ResourceInfo, scale: Scale, current: number, advice: Advice): Process<boolean> {
    const { replicas, why } = advice;
    const wanted = { ...scale, spec: { ...scale.spec, replicas } };
    const answer = yield* this.parts.client.update(this.ctx, info, wanted, { subresource: 'scale' });
    if (isFailure(answer)) {
      const { message = '' } = answer;
      this.say('Warning', 'FailedRescale', `New size: ${replicas}; reason: ${why}; error: ${message}`);
      const problem = `the HPA controller was unable to update the target scale: ${message}`;
      this.set('AbleToScale', { status: 'False', reason: 'FailedUpdateScale', message: problem });
      yield* this.write({ currentReplicas: current, currentMetrics: advice.metrics });
      return false;
    }
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    this.set('AbleToScale', { status: 'True', reason: 'SucceededRescale', message });
    this.say('Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${why}`);
    const memory = this.parts.memories.get(this.key);
    if (memory !== undefined) {
      const { spec } = this.autoscaler;
      this.parts.memories.set(this.key, remembered(spec, memory, current, replicas, this.ctx.wall));
    }
    return true;
  }

  private say(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.parts.recorder.event(this.ctx, this.autoscaler, type, reason, message);
  }

  private set(type: string, { status, reason, message }: Reason): void {
    const before = this.conditions.find((condition) => condition.type === type);
    const same = before?.status === status;
    const lastTransitionTime = same ? before.lastTransitionTime : rfc3339(this.ctx.wall);
    const condition = { type, status, ...(lastTransitionTime && { lastTransitionTime }), reason, message };
    this.conditions =
      before === undefined
        ? [...this.conditions, condition]
        : this.conditions.map((each) => (each.type === type ? condition : each));
  }

  private *write(changed: {
    readonly currentReplicas?: number;
    readonly desiredReplicas?: number;
    readonly currentMetrics?: readonly MetricStatus[] | undefined;
    readonly lastScaleTime?: string;
  }): Process<void> {
    const { before } = this;
    const { lastScaleTime = before.lastScaleTime } = changed;
    const currentReplicas = changed.currentReplicas ?? before.currentReplicas ?? 0;
    const metrics = 'currentMetrics' in changed ? changed.currentMetrics : before.currentMetrics;
    const status = {
      ...(before.observedGeneration !== undefined && { observedGeneration: before.observedGeneration }),
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      ...(currentReplicas !== 0 && { currentReplicas }),
      desiredReplicas: changed.desiredReplicas ?? before.desiredReplicas ?? 0,
      currentMetrics: metrics ?? null,
      conditions: this.conditions,
    };
    if (equalJson(before, status)) return;
    const object = { ...this.autoscaler, status } as KObject;
    const answer = yield* this.parts.client.update(this.ctx, INFO, object, { subresource: 'status' });
    if (isFailure(answer)) this.say('Warning', 'FailedUpdateStatus', answer.message ?? '');
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
