// Models pkg/controller/podautoscaler/metrics/client.go and horizontal.go computeReplicasForMetric (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { customResource } from '../../../api/scheme/scheme.ts';
import type { MetricSpec, MetricStatus, MetricTarget } from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseGoDuration } from '../../../api/values/duration.ts';
import { milliQuantity, milliValue } from '../../../api/values/quantity.ts';
import { parseTime } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { goSelector } from '../shared/go-selector.ts';
import type { AutoscalerParts } from './parts.ts';
import { byAverage, byUtilization, type Proposal, type Question, type Usage, type Usages } from './replicas.ts';

/** What one metric asks for. */
export interface Wanted {
  readonly replicas: number;
  readonly metric: string;
  readonly status: MetricStatus;
}

/** Why a metric says nothing: the reason of the event and the condition, their text, and the text of the whole look. */
export interface Silence {
  readonly reason: string;
  readonly problem: string;
  readonly failed: string;
}

export interface Target {
  readonly namespace: string;
  readonly selector: string;
  readonly pods: readonly Pod[];
  readonly question: Omit<Question, 'resource' | 'container'>;
}

interface PodMetrics extends KObject {
  readonly timestamp?: string;
  readonly window?: string;
  readonly containers?: readonly {
    readonly name: string;
    readonly usage?: { readonly [resource: string]: string | undefined };
  }[];
}

const NOBODY = 'the server could not find the requested resource';

export function* wantedBy(
  parts: AutoscalerParts,
  ctx: Context,
  spec: MetricSpec,
  target: Target,
): Process<Wanted | Silence> {
  const { resource, containerResource } = spec;
  if (resource !== undefined) return yield* byResource(parts, ctx, 'Resource', resource, undefined, target);
  if (containerResource !== undefined) {
    const { container } = containerResource;
    return yield* byResource(parts, ctx, 'ContainerResource', containerResource, container, target);
  }
  return unserved(spec, target.namespace);
}

function* byResource(
  parts: AutoscalerParts,
  ctx: Context,
  type: 'Resource' | 'ContainerResource',
  source: { readonly name: string; readonly target: MetricTarget },
  container: string | undefined,
  target: Target,
): Process<Wanted | Silence> {
  const { name } = source;
  const reason = `FailedGet${type}Metric`;
  const silent = (why: string): Silence => {
    const problem = `failed to get ${name} ${source.target.averageValue === undefined ? 'utilization' : 'usage'}: ${why}`;
    const of = container === undefined ? `${name} resource` : `${container} container`;
    return { reason, problem, failed: `failed to get ${of} metric value: ${problem}` };
  };
  const usages = yield* usagesOf(parts, ctx, name, container, target);
  if (typeof usages === 'string') return silent(`unable to get metrics for resource ${name}: ${usages}`);
  if (target.pods.length === 0) return silent('no pods returned by selector while calculating replica count');
  const question: Question = { ...target.question, resource: name, container };
  const { averageValue, averageUtilization = 0 } = source.target;
  const proposal =
    averageValue === undefined
      ? byUtilization(question, target.pods, usages, averageUtilization)
      : byAverage(question, target.pods, usages, milliValue(averageValue));
  if (typeof proposal === 'string') return silent(proposal);
  const where = container === undefined || averageValue !== undefined ? 'resource' : 'container resource';
  const how = averageValue === undefined ? ' utilization (percentage of request)' : '';
  const current = currentOf(proposal);
  return {
    replicas: proposal.replicas,
    metric: `${name} ${where}${how}`,
    status:
      container === undefined
        ? { type, resource: { name, current } }
        : { type, containerResource: { name, container, current } },
  };
}

function currentOf({ utilization, averageMilli }: Proposal): object {
  return {
    ...(utilization === undefined ? {} : { averageUtilization: utilization }),
    averageValue: milliQuantity(averageMilli),
  };
}

const POD_METRICS = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  resource: 'pods',
  singular: '',
  kind: 'PodMetrics',
  namespaced: true,
  shortNames: [],
  categories: [],
  subresources: [],
};

/** Asks the aggregated server what the Pods use; a text when it cannot be had. */
function* usagesOf(
  { client }: AutoscalerParts,
  ctx: Context,
  resource: string,
  container: string | undefined,
  { namespace, selector }: Target,
): Process<Usages | string> {
  const info = customResource(POD_METRICS);
  const answer = yield* client.list(ctx, info, namespace, { labelSelector: selector });
  const failed = 'unable to fetch metrics from resource metrics API';
  if (isFailure(answer)) {
    const { message = '' } = answer;
    return `${failed}: ${message === NOBODY ? `${NOBODY} (get pods.metrics.k8s.io)` : message}`;
  }
  const items = (answer as { readonly items?: readonly PodMetrics[] }).items ?? [];
  if (items.length === 0) return 'no metrics returned from resource metrics API';
  const usages = new Map<string, Usage>();
  for (const item of items) {
    if (container !== undefined && item.containers?.some(({ name }) => name === container) !== true) {
      const lacking = `container ${container} not present in metrics for pod ${namespace}/${item.metadata.name}`;
      return `failed to get container metrics: ${lacking}`;
    }
    const used = usedBy(item, resource, container);
    if (used !== undefined) usages.set(item.metadata.name ?? '', used);
  }
  return usages;
}

function usedBy(item: PodMetrics, resource: string, container: string | undefined): Usage | undefined {
  const of = (item.containers ?? []).filter(({ name }) => container === undefined || container === name);
  let milli = 0;
  for (const { usage } of of) {
    const used = usage?.[resource];
    if (used === undefined) return undefined;
    milli += milliValue(used);
  }
  if (of.length === 0) return undefined;
  return { milli, at: parseTime(item.timestamp) ?? 0, window: parseGoDuration(item.window ?? '') ?? 0 };
}

/** Nobody serves the other kinds of metrics here. */
function unserved({ type, pods, object, external }: MetricSpec, namespace: string): Silence {
  const of = (what: string, why: string, told = why): Silence => {
    const reason = `FailedGet${type}Metric`;
    return { reason, problem: why, failed: `failed to get ${what} metric value: ${told}` };
  };
  const custom = `unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered`;
  if (pods !== undefined) return of('pods', `unable to get metric ${pods.metric.name}: ${custom}`);
  if (object !== undefined) {
    const { kind, name } = object.describedObject;
    const why = `unable to get metric ${object.metric.name}: ${kind} on ${namespace} ${name}/${custom}`;
    return of('object', why, isAverage(object) ? `failed to get ${object.metric.name} object metric: ${why}` : why);
  }
  if (external !== undefined) {
    const { name, selector } = external.metric;
    const chosen = selector === undefined ? 'nil' : goSelector(selector);
    const why = `unable to fetch metrics from external metrics API: ${NOBODY} (get ${name}.external.metrics.k8s.io)`;
    const problem = `unable to get external metric ${namespace}/${name}/${chosen}: ${why}`;
    const what = isAverage(external) ? `${name} external metric` : `external metric ${name}`;
    return of(`${name} external`, problem, `failed to get ${what}: ${problem}`);
  }
  const problem = `unknown metric source type "${type}"`;
  return { reason: 'InvalidMetricSourceType', problem, failed: problem };
}

function isAverage({ target }: { readonly target: MetricTarget }): boolean {
  return target.averageValue !== undefined;
}
