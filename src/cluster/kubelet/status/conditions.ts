// Models pkg/kubelet/status/generate.go (v1.36)

import { rfc3339 } from '../../../api/time.ts';
import type { ContainerStatus, Pod, PodCondition } from '../../../api/types/core.ts';
import { isSidecar } from '../restart-policy.ts';
import { hasBegun, initDone } from './phase.ts';

interface Verdict {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions that a kubelet owns, in the order in which it writes them. */
export const KUBELET_CONDITIONS: ReadonlySet<string> = new Set([
  'PodResizePending',
  'PodResizeInProgress',
  'PodReadyToStartContainers',
  'Initialized',
  'Ready',
  'ContainersReady',
  'PodScheduled',
]);

export interface ConditionFacts {
  readonly pod: Pod;
  readonly phase: string;
  readonly init: readonly ContainerStatus[];
  readonly main: readonly ContainerStatus[];
  readonly sandboxReady: boolean;
  /** What was said last: transition times stay while a status does. */
  readonly before: readonly PodCondition[];
  readonly now: number;
}

/** Models pkg/kubelet/status/generate.go (v1.36) */
export function podConditions(facts: ConditionFacts): readonly PodCondition[] {
  const { pod, before, now } = facts;
  const containers = containersReady(facts);
  const verdicts: readonly Verdict[] = [
    { type: 'PodReadyToStartContainers', status: facts.sandboxReady ? 'True' : 'False' },
    initialized(facts),
    { ...podReady(pod, containers, before), type: 'Ready' },
    containers,
    { type: 'PodScheduled', status: 'True' },
  ];
  const observedGeneration = pod.metadata.generation ?? 1;
  return verdicts.map((verdict) => {
    const known = before.find((condition) => condition.type === verdict.type);
    if (known !== undefined && says(known, verdict, observedGeneration)) return known;
    const since = known?.status === verdict.status ? known.lastTransitionTime : rfc3339(now);
    return conditionOf(verdict, observedGeneration, since ?? rfc3339(now));
  });
}

/** The same condition again can be the same object: who compares the two sees at once that nothing changed. */
function says(known: PodCondition, { status, reason, message }: Verdict, observedGeneration: number): boolean {
  return (
    known.status === status &&
    known.reason === reason &&
    known.message === message &&
    known.observedGeneration === observedGeneration &&
    known.lastProbeTime === null &&
    known.lastTransitionTime !== undefined
  );
}

function conditionOf(verdict: Verdict, observedGeneration: number, since: string): PodCondition {
  const { type, status, reason, message } = verdict;
  const condition: { -readonly [Field in keyof PodCondition]: PodCondition[Field] } = {
    type,
    observedGeneration,
    status,
    lastProbeTime: null as unknown as string,
    lastTransitionTime: since,
  };
  if (reason !== undefined) condition.reason = reason;
  if (message !== undefined) condition.message = message;
  return condition;
}

function initialized({ pod, phase, init, main }: ConditionFacts): Verdict {
  const type = 'Initialized';
  if (phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' };
  if (init.length === 0 || main.some(hasBegun)) return { type, status: 'True' };
  const incomplete = init.filter((status, index) => !initDone(pod.spec, index, status)).map((status) => status.name);
  if (incomplete.length === 0) return { type, status: 'True' };
  return {
    type,
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${incomplete.join(' ')}]`,
  };
}

function containersReady({ pod, phase, init, main }: ConditionFacts): Verdict {
  const type = 'ContainersReady';
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  const sidecars = init.filter((_status, index) => isSidecar(pod.spec.initContainers?.[index]));
  const unready = [...sidecars, ...main].filter((status) => !status.ready).map((status) => status.name);
  if (unready.length === 0) return { type, status: 'True' };
  return {
    type,
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${unready.join(' ')}]`,
  };
}

function podReady(pod: Pod, containers: Verdict, before: readonly PodCondition[]): Verdict {
  const gates = pod.spec.readinessGates ?? [];
  if (containers.status === 'False' || gates.length === 0) return containers;
  const problems: string[] = [];
  for (const { conditionType } of gates) {
    const condition = (pod.status.conditions ?? before).find(({ type }) => type === conditionType);
    if (condition === undefined)
      problems.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
    else if (condition.status !== 'True')
      problems.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`);
  }
  if (problems.length === 0) return containers;
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}
