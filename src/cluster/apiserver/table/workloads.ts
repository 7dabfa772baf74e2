import type { KObject, LabelSelector, StringMap } from '../../../api/types/meta.ts';
import { humanDuration } from '../../../api/values/duration.ts';
import { parseTime } from '../../../api/values/time.ts';
import { autoscalerFromV1 } from '../encoding/autoscaler-versions.ts';
import {
  age,
  type ContainerView,
  containerCells,
  labelsCell,
  NONE,
  selectorCell,
  since,
  specOf,
  statusOf,
  table,
} from './cells.ts';
import type { TableColumns } from './table-columns.ts';

interface WorkloadSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector | StringMap;
  readonly template?: {
    readonly metadata?: { readonly labels?: StringMap };
    readonly spec?: { readonly containers?: readonly ContainerView[]; readonly nodeSelector?: StringMap };
  };
}

interface WorkloadStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly updatedReplicas?: number;
  readonly availableReplicas?: number;
  readonly currentNumberScheduled?: number;
  readonly desiredNumberScheduled?: number;
  readonly numberReady?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
}

// Models pkg/printers/internalversion/printers.go printDeployment (v1.36)
const deployments = table('Name Ready Up-to-date Available Age Containers! Images! Selector!', (object, now) => {
  const spec = specOf<WorkloadSpec>(object);
  const status = statusOf<WorkloadStatus>(object);
  return [
    object.metadata.name,
    `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    status.updatedReplicas ?? 0,
    status.availableReplicas ?? 0,
    age(object, now),
    ...containerCells(spec.template?.spec),
    selectorCell(spec.selector),
  ];
});

// Models pkg/printers/internalversion/printers.go printReplicaSet (v1.36)
const replicaSets = table(
  'Name Desired:integer Current:integer Ready:integer Age Containers! Images! Selector!',
  (object, now) => {
    const spec = specOf<WorkloadSpec>(object);
    const status = statusOf<WorkloadStatus>(object);
    return [
      object.metadata.name,
      spec.replicas ?? 0,
      status.replicas ?? 0,
      status.readyReplicas ?? 0,
      age(object, now),
      ...containerCells(spec.template?.spec),
      selectorCell(spec.selector),
    ];
  },
);

const daemonSets = table(
  'Name Desired:integer Current:integer Ready:integer Up-to-date:integer Available:integer Node_Selector Age Containers! Images! Selector!',
  (object, now) => {
    const spec = specOf<WorkloadSpec>(object);
    const status = statusOf<WorkloadStatus>(object);
    return [
      object.metadata.name,
      status.desiredNumberScheduled ?? 0,
      status.currentNumberScheduled ?? 0,
      status.numberReady ?? 0,
      status.updatedNumberScheduled ?? 0,
      status.numberAvailable ?? 0,
      labelsCell(spec.template?.spec?.nodeSelector),
      age(object, now),
      ...containerCells(spec.template?.spec),
      selectorCell(spec.selector),
    ];
  },
);

const statefulSets = table('Name Ready Age Containers! Images!', (object, now) => {
  const spec = specOf<WorkloadSpec>(object);
  const ready = statusOf<WorkloadStatus>(object).readyReplicas ?? 0;
  return [
    object.metadata.name,
    `${ready}/${spec.replicas ?? 0}`,
    age(object, now),
    ...containerCells(spec.template?.spec),
  ];
});

interface JobSpec extends WorkloadSpec {
  readonly completions?: number;
  readonly parallelism?: number;
  readonly suspend?: boolean;
}

interface JobStatus {
  readonly succeeded?: number;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

const JOB_CONDITIONS: readonly (readonly [condition: string, text: string])[] = [
  ['Complete', 'Complete'],
  ['Failed', 'Failed'],
  ['Suspended', 'Suspended'],
  ['FailureTarget', 'FailureTarget'],
  ['SuccessCriteriaMet', 'SuccessCriteriaMet'],
];

// Models pkg/printers/internalversion/printers.go printJob (v1.36)
const jobs = table('Name Status Completions Duration Age Containers! Images! Selector!', (object, now) => {
  const spec = specOf<JobSpec>(object);
  const status = statusOf<JobStatus>(object);
  return [
    object.metadata.name,
    jobStatus(object, status),
    completionsText(spec, status),
    durationText(status, now),
    age(object, now),
    ...containerCells(spec.template?.spec),
    selectorCell(spec.selector),
  ];
});

function jobStatus(object: KObject, status: JobStatus): string {
  const has = (type: string) =>
    status.conditions?.some((each) => each.type === type && each.status === 'True') === true;
  for (const [condition, text] of JOB_CONDITIONS.slice(0, 2)) if (has(condition)) return text;
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  for (const [condition, text] of JOB_CONDITIONS.slice(2)) if (has(condition)) return text;
  return 'Running';
}

function completionsText(spec: JobSpec, status: JobStatus): string {
  const succeeded = status.succeeded ?? 0;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText(status: JobStatus, now: number): string {
  const start = parseTime(status.startTime);
  if (start === undefined) return '';
  return humanDuration((parseTime(status.completionTime) ?? now) - start);
}

interface CronJobSpec {
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly suspend?: boolean;
  readonly jobTemplate?: { readonly spec?: JobSpec };
}

const cronJobs = table(
  'Name Schedule Timezone Suspend:boolean Active:integer Last_Schedule Age Containers! Images! Selector!',
  (object, now) => {
    const spec = specOf<CronJobSpec>(object);
    const status = statusOf<{ readonly active?: readonly unknown[]; readonly lastScheduleTime?: string }>(object);
    const job = spec.jobTemplate?.spec;
    return [
      object.metadata.name,
      spec.schedule ?? '',
      spec.timeZone ?? NONE,
      spec.suspend === true ? 'True' : 'False',
      status.active?.length ?? 0,
      status.lastScheduleTime === undefined ? NONE : since(status.lastScheduleTime, now),
      age(object, now),
      ...containerCells(job?.template?.spec),
      selectorCell(job?.selector),
    ];
  },
);

type Source = 'resource' | 'containerResource' | 'pods' | 'object' | 'external';

type Metric = { readonly type: string } & { readonly [source in Source]?: MetricView };

interface MetricView {
  readonly name?: string;
  readonly target?: Amount;
  readonly current?: Amount;
}

interface Amount {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

const autoscalers = table('Name Reference Targets MinPods MaxPods Replicas Age', (given, now) => {
  const object = given.apiVersion === 'autoscaling/v1' ? autoscalerFromV1(given) : given;
  const spec = specOf<{
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly Metric[];
  }>(object);
  const status = statusOf<{ readonly currentReplicas?: number; readonly currentMetrics?: readonly Metric[] | null }>(
    object,
  );
  return [
    object.metadata.name,
    `${spec.scaleTargetRef?.kind ?? ''}/${spec.scaleTargetRef?.name ?? ''}`,
    targetsText(spec.metrics ?? [], status.currentMetrics ?? []),
    spec.minReplicas === undefined ? UNSET_TEXT : String(spec.minReplicas),
    spec.maxReplicas ?? 0,
    status.currentReplicas ?? 0,
    age(object, now),
  ];
});

const UNSET_TEXT = '<unset>';

function targetsText(metrics: readonly Metric[], current: readonly Metric[]): string {
  if (metrics.length === 0) return NONE;
  const texts = metrics.map((metric, index) => targetText(metric, current[index]));
  const shown = texts.slice(0, 2).join(', ');
  return texts.length > 2 ? `${shown} + ${texts.length - 2} more...` : shown;
}

/** Models pkg/printers/internalversion/printers.go, formatHPAMetrics (v1.36) */
function targetText({ type, ...metric }: Metric, seen: Metric | undefined): string {
  const source = `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Source;
  const { name = '', target = {} } = metric[source] ?? {};
  const current = seen?.[source]?.current;
  const mean = target.averageValue;
  const shown = (value: string | undefined, of: string | undefined): string => `${value ?? '<unknown>'}/${of ?? ''}`;
  if (type === 'Resource' || type === 'ContainerResource') {
    if (mean !== undefined) return `${name}: ${shown(current?.averageValue, mean)}`;
    return `${name}: ${shown(percent(current?.averageUtilization), percent(target.averageUtilization) ?? '<auto>')}`;
  }
  if (type === 'Pods') return shown(current?.averageValue, mean);
  return mean === undefined ? shown(current?.value, target.value) : `${shown(current?.averageValue, mean)} (avg)`;
}

function percent(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value}%`;
}

const disruptionBudgets = table('Name Min_Available Max_Unavailable Allowed_Disruptions:integer Age', (object, now) => {
  const spec = specOf<{ readonly minAvailable?: number | string; readonly maxUnavailable?: number | string }>(object);
  const status = statusOf<{ readonly disruptionsAllowed?: number }>(object);
  return [
    object.metadata.name,
    spec.minAvailable === undefined ? 'N/A' : String(spec.minAvailable),
    spec.maxUnavailable === undefined ? 'N/A' : String(spec.maxUnavailable),
    status.disruptionsAllowed ?? 0,
    age(object, now),
  ];
});

const controllerRevisions = table('Name Controller Revision Age', (object, now) => {
  const owner = object.metadata.ownerReferences?.find((each) => each.controller === true);
  const group = owner?.apiVersion.includes('/') === true ? `.${owner.apiVersion.split('/')[0]}` : '';
  const controller = owner === undefined ? NONE : `${owner.kind.toLowerCase()}${group}/${owner.name}`;
  return [object.metadata.name, controller, object.revision ?? 0, age(object, now)];
});

export const workloads: readonly (readonly [string, TableColumns])[] = [
  ['deployments.apps', deployments],
  ['replicasets.apps', replicaSets],
  ['replicationcontrollers', replicaSets],
  ['daemonsets.apps', daemonSets],
  ['statefulsets.apps', statefulSets],
  ['jobs.batch', jobs],
  ['cronjobs.batch', cronJobs],
  ['horizontalpodautoscalers.autoscaling', autoscalers],
  ['poddisruptionbudgets.policy', disruptionBudgets],
  ['controllerrevisions.apps', controllerRevisions],
];
