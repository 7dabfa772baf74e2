// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions, kuberuntime_container.go setTerminationGracePeriod (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import { CHANGED, FAILED_LIVENESS, FAILED_STARTUP, REQUIRES_RESTART } from '../pods/condemned.ts';
import type { PodState } from '../pods/pod-state.ts';
import { isSidecar } from '../pods/restart-policy.ts';

/** A running container that must end, and whether another attempt takes its place. */
export interface Kill {
  readonly running: RuntimeContainer;
  /** For people. */
  readonly message: string;
  readonly grace: number;
  readonly again: boolean;
}

/** Undefined: it may go on. */
export function killOf(state: PodState, container: Container, running: RuntimeContainer): Kill | undefined {
  const why = container.image !== running.config.image ? CHANGED : state.probing.condemned.get(container.name);
  if (why === undefined) return undefined;
  const { pod } = state;
  const grace = graceAfter(pod, container, why);
  const what = `${container.name} ${why}`;
  if (why === REQUIRES_RESTART) return { running, message: `Container ${what}`, grace, again: true };
  if (isSidecar(container)) return { running, message: `Init container ${what}`, grace, again: true };
  const again = why === CHANGED || mayRunAgain(pod, container);
  return { running, message: `Container ${what}${again ? ', will be restarted' : ''}`, grace, again };
}

/** Models pkg/api/v1/pod/util.go IsContainerRestartable (v1.36) */
function mayRunAgain({ spec }: Pod, { restartPolicy, restartPolicyRules = [] }: Container): boolean {
  const isRuled = restartPolicyRules.some(({ action }) => action === 'Restart');
  return isRuled || (restartPolicy ?? spec.restartPolicy ?? 'Always') !== 'Never';
}

/** A probe that condemned it may give it a time of its own. */
function graceAfter(pod: Pod, { livenessProbe, startupProbe }: Container, why: string): number {
  const probe = why === FAILED_LIVENESS ? livenessProbe : why === FAILED_STARTUP ? startupProbe : undefined;
  return pod.metadata.deletionGracePeriodSeconds ?? probe?.terminationGracePeriodSeconds ?? graceOf(pod);
}

/** How long the containers of a pod have to end. */
export function graceOf({ metadata, spec }: Pod): number {
  return metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30;
}
