import { type Fields, isFields } from '../../../api/go/json.ts';
import { goJson } from '../../../api/go/json-text.ts';
import type { KObject } from '../../../api/types/meta.ts';

/**
 * An autoscaler is stored as v2. The older version knows one metric, the processor in percent; the rest travels in annotations.
 * Models pkg/apis/autoscaling/v1/conversion.go and pkg/apis/autoscaling/helpers.go (v1.36)
 */

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const METRICS = `${PREFIX}metrics`;
const CURRENT_METRICS = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
const BEHAVIOR = `${PREFIX}behavior`;
const TRAVELLING = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR];

/** Of each sort of metric the older names in their order, and where that stands now. A `!` is there even when nobody said it. */
const TARGETS: Names = {
  object:
    'target=describedObject metricName=metric.name targetValue!=target.value selector=metric.selector averageValue=target.averageValue',
  pods: 'metricName=metric.name targetAverageValue!=target.averageValue selector=metric.selector',
  resource: 'name=name targetAverageUtilization=target.averageUtilization targetAverageValue=target.averageValue',
  containerResource:
    'name=name targetAverageUtilization=target.averageUtilization targetAverageValue=target.averageValue container=container',
  external:
    'metricName=metric.name metricSelector=metric.selector targetValue=target.value targetAverageValue=target.averageValue',
};

const VALUES: Names = {
  object:
    'target=describedObject metricName=metric.name currentValue!=current.value selector=metric.selector averageValue=current.averageValue',
  pods: 'metricName=metric.name currentAverageValue!=current.averageValue selector=metric.selector',
  resource: 'name=name currentAverageUtilization=current.averageUtilization currentAverageValue!=current.averageValue',
  containerResource:
    'name=name currentAverageUtilization=current.averageUtilization currentAverageValue!=current.averageValue container=container',
  external:
    'metricName=metric.name metricSelector=metric.selector currentValue!=current.value currentAverageValue=current.averageValue',
};

interface Names {
  readonly [source: string]: string;
}

interface Pair {
  readonly old: string;
  readonly path: readonly string[];
  readonly always: boolean;
}

function pairsOf(names: Names, source: string): readonly Pair[] {
  return (names[source] ?? '').split(' ').map((each) => {
    const [name = '', path = ''] = each.split('=');
    return { old: name.replace('!', ''), path: path.split('.'), always: name.endsWith('!') };
  });
}

export function autoscalerToV1(object: KObject): KObject {
  const { metrics = [], behavior, ...spec } = (object.spec ?? {}) as SpecView;
  const { currentMetrics, conditions, ...status } = (object.status ?? {}) as StatusView;
  const percent = metrics.find(isProcessor)?.resource?.target?.averageUtilization;
  const used = (currentMetrics ?? []).filter(isProcessor).at(-1)?.resource?.current?.averageUtilization;
  const others = metrics.filter(
    (metric) => !isProcessor(metric) || metric.resource?.target?.averageUtilization === undefined,
  );
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withNotes(object, {
      [METRICS]: textOf(others.map((metric) => older(TARGETS, metric))),
      [CURRENT_METRICS]: textOf((currentMetrics ?? []).map((metric) => older(VALUES, metric))),
      [CONDITIONS]: textOf(conditions ?? []),
      [BEHAVIOR]: behavior === undefined ? undefined : goJson(internalBehavior(behavior)),
    }),
    spec: { ...spec, ...(percent === undefined ? undefined : { targetCPUUtilizationPercentage: percent }) },
    status: {
      currentReplicas: 0,
      ...status,
      ...(used === undefined ? undefined : { currentCPUUtilizationPercentage: used }),
    },
  } as KObject;
}

export function autoscalerFromV1(object: KObject): KObject {
  const { targetCPUUtilizationPercentage: percent, ...spec } = (object.spec ?? {}) as OldSpec;
  const { currentCPUUtilizationPercentage: used, ...status } = (object.status ?? {}) as OldStatus;
  const notes = object.metadata.annotations ?? {};
  const others = listIn(notes[METRICS]).map((metric) => newer(TARGETS, metric));
  const metrics = percent === undefined ? others : [...others, processor(percent)];
  const behavior = behaviorIn(notes[BEHAVIOR]);
  const values = listIn(notes[CURRENT_METRICS]).map((metric) => newer(VALUES, metric));
  const inPercent =
    used === undefined
      ? null
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: used } } }];
  const conditions = listIn(notes[CONDITIONS]);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withNotes(object, {}),
    spec: {
      ...spec,
      metrics: metrics.length > 0 ? metrics : [processor(PERCENT_OF_OLD)],
      ...(behavior === undefined ? undefined : { behavior }),
    },
    status: {
      ...status,
      currentMetrics: values.length > 0 ? values : inPercent,
      ...(conditions.length > 0 ? { conditions } : undefined),
    },
  } as KObject;
}

/** Whoever named no metric got this one. */
const PERCENT_OF_OLD = 80;

function processor(averageUtilization: number): MetricView {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

function isProcessor({ type, resource }: MetricView): boolean {
  return type === 'Resource' && resource?.name === 'cpu';
}

/** The annotations of the object without those that travel, and with these. */
function withNotes(object: KObject, added: { readonly [name: string]: string | undefined }): KObject['metadata'] {
  const { annotations, ...metadata } = object.metadata;
  const notes: Record<string, string> = { ...annotations };
  for (const name of TRAVELLING) delete notes[name];
  for (const [name, text] of Object.entries(added)) if (text !== undefined) notes[name] = text;
  return Object.keys(notes).length === 0 ? metadata : { ...metadata, annotations: notes };
}

function textOf(list: readonly unknown[]): string | undefined {
  return list.length === 0 ? undefined : goJson(list);
}

function older(names: Names, metric: MetricView): Fields {
  const result: Record<string, unknown> = { type: metric.type };
  for (const source in names) {
    const fields = metric[source];
    if (!isFields(fields)) continue;
    const old: Record<string, unknown> = {};
    for (const { old: name, path, always } of pairsOf(names, source)) {
      const value = path.reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), fields);
      if (value !== undefined || always) old[name] = value ?? '0';
    }
    result[source] = old;
  }
  return result;
}

function newer(names: Names, metric: Fields): MetricView {
  const result: Record<string, unknown> = { type: metric.type };
  for (const source in names) {
    const old = metric[source];
    if (!isFields(old)) continue;
    const fields: Record<string, Record<string, unknown>> = {};
    for (const { old: name, path } of pairsOf(names, source)) {
      const value = old[name];
      if (value === undefined) continue;
      const [top = '', inner] = path;
      if (inner === undefined) fields[top] = value as Record<string, unknown>;
      else fields[top] = { ...fields[top], [inner]: value };
    }
    if (names === TARGETS) fields.target = { type: targetType(source, fields.target ?? {}), ...fields.target };
    result[source] = fields;
  }
  return result as MetricView;
}

function targetType(source: string, { value, averageValue, averageUtilization }: Fields): string {
  if (averageUtilization !== undefined) return 'Utilization';
  if (source === 'object') return averageValue === undefined ? 'Value' : 'AverageValue';
  return value === undefined ? 'AverageValue' : 'Value';
}

/** The behaviour travels in the server's own form, whose names begin with capitals and which leaves nothing out. */
function internalBehavior({ scaleUp, scaleDown }: BehaviorView): Fields {
  return { ScaleUp: internalRules(scaleUp), ScaleDown: internalRules(scaleDown) };
}

function internalRules(rules: RulesView | undefined): Fields | null {
  if (rules === undefined) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies:
      policies?.map((each) => ({ Type: each.type, Value: each.value, PeriodSeconds: each.periodSeconds })) ?? null,
    Tolerance: tolerance,
  };
}

function behaviorIn(text: string | undefined): unknown {
  const read = parsed(text);
  return isFields(read) ? external(read) : undefined;
}

function external(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(external);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([key, each]) => [key.charAt(0).toLowerCase() + key.slice(1), external(each)]));
}

function listIn(text: string | undefined): readonly Fields[] {
  const read = parsed(text);
  return Array.isArray(read) ? read.filter(isFields) : [];
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface MetricView {
  readonly [source: string]: unknown;
  readonly type: string;
  readonly resource?: {
    readonly name: string;
    readonly target?: { readonly type?: string; readonly averageUtilization?: number };
    readonly current?: { readonly averageUtilization?: number };
  };
}

interface RulesView {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly Fields[];
  readonly tolerance?: string;
}

interface BehaviorView {
  readonly scaleUp?: RulesView;
  readonly scaleDown?: RulesView;
}

interface SpecView {
  readonly metrics?: readonly MetricView[];
  readonly behavior?: BehaviorView;
}

interface StatusView {
  readonly currentMetrics?: readonly MetricView[] | null;
  readonly conditions?: readonly Fields[];
}

interface OldSpec {
  readonly targetCPUUtilizationPercentage?: number;
}

interface OldStatus {
  readonly currentCPUUtilizationPercentage?: number;
}
