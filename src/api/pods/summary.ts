import type { KObject } from '../types/meta.ts';
import { parseTime } from '../values/time.ts';

interface Terminated {
  readonly reason?: string;
  readonly exitCode?: number;
  readonly signal?: number;
  readonly finishedAt?: string;
}

interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly state?: {
    readonly running?: object;
    readonly waiting?: { readonly reason?: string };
    readonly terminated?: Terminated;
  };
  readonly lastState?: { readonly terminated?: Terminated };
}

interface PodSpec {
  readonly containers?: readonly object[];
  readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[];
}

interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
}

export interface PodSummary {
  /** The STATUS word as kubectl prints it. */
  reason: string;
  ready: number;
  total: number;
  restarts: number;
  lastRestart: number | undefined;
}

// Models pkg/printers/internalversion/printers.go printPod (v1.36)
export function summarizePod(pod: KObject): PodSummary {
  const { spec = {}, status = {} } = pod as { readonly spec?: PodSpec; readonly status?: PodStatus };
  const summary: PodSummary = {
    reason: startingReason(status),
    ready: 0,
    total: spec.containers?.length ?? 0,
    restarts: 0,
    lastRestart: undefined,
  };
  const sidecars = new Set<string>();
  for (const each of spec.initContainers ?? []) {
    if (each.restartPolicy !== 'Always') continue;
    sidecars.add(each.name);
    summary.total += 1;
  }
  const sidecarRestarts: Restarts = { count: 0, last: undefined };
  const initializing = walkInit(spec, status, sidecars, summary, sidecarRestarts);
  if (!initializing || condition(status, 'Initialized')?.status === 'True') {
    summary.restarts = sidecarRestarts.count;
    summary.lastRestart = sidecarRestarts.last;
    walkMain(status, summary);
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (status.reason === 'NodeLost') summary.reason = 'Unknown';
    else if (!(status.phase === 'Failed' || status.phase === 'Succeeded')) summary.reason = 'Terminating';
  }
  return summary;
}

function startingReason(status: PodStatus): string {
  const gated = condition(status, 'PodScheduled')?.reason === 'SchedulingGated';
  if (gated) return 'SchedulingGated';
  return status.reason !== undefined && status.reason !== '' ? status.reason : (status.phase ?? '');
}

interface Restarts {
  count: number;
  last: number | undefined;
}

/** True when an init container is what the Pod waits for. */
function walkInit(
  spec: PodSpec,
  status: PodStatus,
  sidecars: ReadonlySet<string>,
  summary: PodSummary,
  sidecarRestarts: Restarts,
): boolean {
  const statuses = status.initContainerStatuses ?? [];
  for (const [index, each] of statuses.entries()) {
    const restarts = each.restartCount ?? 0;
    summary.restarts += restarts;
    summary.lastRestart = later(summary.lastRestart, each.lastState?.terminated);
    if (sidecars.has(each.name)) {
      sidecarRestarts.count += restarts;
      sidecarRestarts.last = later(sidecarRestarts.last, each.lastState?.terminated);
    }
    const terminated = each.state?.terminated;
    if (terminated !== undefined && terminated.exitCode === 0) continue;
    if (sidecars.has(each.name) && each.started === true) {
      if (each.ready === true) summary.ready += 1;
      continue;
    }
    summary.reason = initReason(each, index, spec);
    return true;
  }
  return false;
}

function initReason(each: ContainerStatus, index: number, spec: PodSpec): string {
  const terminated = each.state?.terminated;
  if (terminated !== undefined) return `Init:${terminatedReason(terminated)}`;
  const waiting = each.state?.waiting?.reason ?? '';
  if (waiting !== '' && waiting !== 'PodInitializing') return `Init:${waiting}`;
  return `Init:${index}/${spec.initContainers?.length ?? 0}`;
}

function terminatedReason(terminated: Terminated): string {
  if ((terminated.reason ?? '') !== '') return terminated.reason as string;
  return (terminated.signal ?? 0) !== 0 ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode ?? 0}`;
}

function walkMain(status: PodStatus, summary: PodSummary): void {
  let running = false;
  const statuses = status.containerStatuses ?? [];
  for (let i = statuses.length - 1; i >= 0; i -= 1) {
    const each = statuses[i] as ContainerStatus;
    summary.restarts += each.restartCount ?? 0;
    summary.lastRestart = later(summary.lastRestart, each.lastState?.terminated);
    const waiting = each.state?.waiting?.reason ?? '';
    const terminated = each.state?.terminated;
    if (waiting !== '') summary.reason = waiting;
    else if (terminated !== undefined) summary.reason = terminatedReason(terminated);
    else if (each.ready === true && each.state?.running !== undefined) {
      running = true;
      summary.ready += 1;
    }
  }
  if (summary.reason === 'Completed' && running) {
    summary.reason = condition(status, 'Ready')?.status === 'True' ? 'Running' : 'NotReady';
  }
}

function later(before: number | undefined, terminated: Terminated | undefined): number | undefined {
  const at = parseTime(terminated?.finishedAt);
  return at === undefined || (before !== undefined && before > at) ? before : at;
}

export function podCondition(pod: KObject, type: string) {
  return condition((pod as { readonly status?: PodStatus }).status ?? {}, type);
}

function condition(status: PodStatus, type: string) {
  return status.conditions?.find((each) => each.type === type);
}
