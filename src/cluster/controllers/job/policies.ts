// Models pkg/controller/job/pod_failure_policy.go, success_policy.go (v1.36)

import type { Job, JobCondition, PodFailurePolicyRule } from '../../../api/types/batch.ts';
import type { ContainerStatus, Pod } from '../../../api/types/core.ts';
import { newCondition } from './conditions.ts';
import { parseIndexes } from './indexes.ts';
import { hasFailed } from './pods.ts';

interface Match {
  readonly action: string;
  readonly why: string;
}

/** The first rule that a failed pod meets. */
export function matchOf({ spec }: Job, pod: Pod): Match | undefined {
  if (spec.podFailurePolicy === undefined) return undefined;
  const name = `${pod.metadata.namespace}/${pod.metadata.name}`;
  for (const [index, rule] of spec.podFailurePolicy.rules.entries()) {
    const at = `matching ${rule.action} rule at index ${index}`;
    const container = containerOf(rule, pod);
    if (container !== undefined) {
      const code = container.state?.terminated?.exitCode;
      return {
        action: rule.action,
        why: `Container ${container.name} for pod ${name} failed with exit code ${code} ${at}`,
      };
    }
    const condition = conditionOf(rule, pod);
    if (condition !== undefined) return { action: rule.action, why: `Pod ${name} has condition ${condition} ${at}` };
  }
  return undefined;
}

function containerOf({ onExitCodes }: PodFailurePolicyRule, { status }: Pod): ContainerStatus | undefined {
  if (onExitCodes === undefined) return undefined;
  const { containerName, operator, values } = onExitCodes;
  return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find(({ name, state }) => {
    const code = state?.terminated?.exitCode ?? 0;
    if (code === 0 || (containerName !== undefined && containerName !== name)) return false;
    return values.includes(code) === (operator === 'In');
  });
}

function conditionOf({ onPodConditions }: PodFailurePolicyRule, { status }: Pod): string | undefined {
  return onPodConditions?.find((pattern) =>
    status?.conditions?.some((one) => one.type === pattern.type && one.status === (pattern.status ?? 'True')),
  )?.type;
}

/** Whether a failed pod counts at all. */
export function counts(job: Job, pod: Pod): boolean {
  return matchOf(job, pod)?.action !== 'Ignore';
}

/** A failed pod that ends the whole Job. Models pkg/controller/job/job_controller.go getFailJobMessage (v1.36) */
export function failedByPolicy(job: Job, pods: readonly Pod[], now: number): JobCondition | undefined {
  if (job.spec.podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    const match = hasFailed(pod, job) ? matchOf(job, pod) : undefined;
    if (match?.action === 'FailJob') return newCondition('FailureTarget', 'True', 'PodFailurePolicy', match.why, now);
  }
  return undefined;
}

/** Enough indexes have succeeded. Models pkg/controller/job/success_policy.go matchSuccessPolicy (v1.36) */
export function succeededByPolicy(
  { spec }: Job,
  succeeded: ReadonlySet<number>,
  now: number,
): JobCondition | undefined {
  const index = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.size >= succeededCount;
    const wanted = [...parseIndexes(succeededIndexes)];
    return wanted.filter((each) => succeeded.has(each)).length >= (succeededCount ?? wanted.length);
  });
  if (index < 0) return undefined;
  return newCondition('SuccessCriteriaMet', 'True', 'SuccessPolicy', `Matched rules at index ${index}`, now);
}
