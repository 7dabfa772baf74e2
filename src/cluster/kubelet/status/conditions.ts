// Models pkg/kubelet/status/generate.go (v1.36)

import type { ContainerStatus, Pod, PodCondition } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { pureOfText, pureOfValues } from '../../../base/pure.ts';
import { isSidecar } from '../pods/restart-policy.ts';
import { hasBegun } from './begun.ts';
import { initDone } from './init-phase.ts';

interface Verdict {
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
  'AllContainersRestarting',
]);

const TRUE: Verdict = { status: 'True' };
const FALSE: Verdict = { status: 'False' };

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
  const containers = containersReady(facts);
  return listOf(
    said(facts, READY_TO_START, facts.sandboxReady ? TRUE : FALSE),
    said(facts, 'Initialized', initialized(facts)),
    said(facts, 'Ready', podReady(facts.pod, containers, facts.before)),
    said(facts, 'ContainersReady', containers),
    said(facts, 'PodScheduled', TRUE),
  );
}

const READY_TO_START = 'PodReadyToStartContainers';

/** With the sandbox up. */
export const readyToStart = pureOfValues(8, (conditions: readonly PodCondition[], time: string) => {
  const started = conditions.map((condition) =>
    condition.type === READY_TO_START && condition.status !== 'True'
      ? conditionOf(READY_TO_START, TRUE, condition.observedGeneration ?? 1, time)
      : condition,
  );
  return started.length === 5 ? listOf(...(started as FiveConditions)) : started;
});

type FiveConditions = [PodCondition, PodCondition, PodCondition, PodCondition, PodCondition];

/** What Pods of one template say in one second is the same list: who merges, compares or stores it meets it again and again. */
const listOf = pureOfValues(16, (...conditions: FiveConditions): readonly PodCondition[] => conditions);

/** The same condition again is the same object: who compares the two sees at once that nothing changed. */
function said({ pod, before, now }: ConditionFacts, type: string, verdict: Verdict): PodCondition {
  const observedGeneration = pod.metadata.generation ?? 1;
  const known = conditionIn(before, type);
  if (known !== undefined && says(known, verdict, observedGeneration)) return known;
  const since = known?.status === verdict.status ? known.lastTransitionTime : undefined;
  return conditionOf(type, verdict, observedGeneration, since ?? rfc3339(now));
}

export function conditionIn(conditions: readonly PodCondition[], type: string): PodCondition | undefined {
  for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}

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

function conditionOf(type: string, verdict: Verdict, observedGeneration: number, since: string): PodCondition {
  return newCondition(verdict, type, since, observedGeneration);
}

const newCondition = pureOfValues(
  32,
  (verdict: Verdict, type: string, since: string, observedGeneration: number): PodCondition => {
    const { status, reason, message } = verdict;
    const lastProbeTime = null;
    if (reason === undefined) return { type, observedGeneration, status, lastProbeTime, lastTransitionTime: since };
    if (message === undefined)
      return { type, observedGeneration, status, lastProbeTime, lastTransitionTime: since, reason };
    return { type, observedGeneration, status, lastProbeTime, lastTransitionTime: since, reason, message };
  },
);

/** Once True it stays True, also while init containers run once more. */
function initialized({ pod, phase, init, main, before }: ConditionFacts): Verdict {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  if (init.length === 0 || main.some(hasBegun)) return TRUE;
  const incomplete = init.filter((status, index) => !initDone(pod.spec, index, status)).map((status) => status.name);
  if (incomplete.length === 0 || conditionIn(before, 'Initialized')?.status === 'True') return TRUE;
  return {
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${incomplete.join(' ')}]`,
  };
}

function containersReady({ pod, phase, init, main }: ConditionFacts): Verdict {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  let unready = '';
  for (let index = 0; index < init.length; index += 1) {
    const { ready, name } = init[index] as ContainerStatus;
    if (!ready && isSidecar(pod.spec.initContainers?.[index])) unready = listed(unready, name);
  }
  for (const status of main) if (!status.ready) unready = listed(unready, status.name);
  return unready === '' ? TRUE : unreadyVerdict(unready);
}

const listed = (names: string, name: string): string => (names === '' ? name : `${names} ${name}`);

/** Pods of one template have containers of the same names. */
const unreadyVerdict = pureOfText(
  256,
  (names: string): Verdict => ({
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${names}]`,
  }),
);

/** Somebody has turned a readiness gate, and the Pod's own condition does not say so yet. */
export function isReadinessDue(pod: Pod): boolean {
  if (pod.spec.readinessGates === undefined) return false;
  const conditions = pod.status.conditions ?? [];
  const [ready, containers] = [conditionIn(conditions, 'Ready'), conditionIn(conditions, 'ContainersReady')];
  if (ready === undefined || containers === undefined) return false;
  const expected = podReady(pod, containers as Verdict, conditions);
  return ready.status !== expected.status || ready.message !== expected.message;
}

function podReady(pod: Pod, containers: Verdict, before: readonly PodCondition[]): Verdict {
  const gates = pod.spec.readinessGates ?? [];
  if (containers.status === 'False' || gates.length === 0) return containers;
  const problems: string[] = [];
  for (const { conditionType } of gates) {
    const condition = conditionIn(pod.status.conditions ?? before, conditionType);
    if (condition === undefined)
      problems.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
    else if (condition.status !== 'True')
      problems.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`);
  }
  if (problems.length === 0) return containers;
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}
