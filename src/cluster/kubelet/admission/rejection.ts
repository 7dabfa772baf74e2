// Models pkg/kubelet/kubelet.go rejectPod (v1.36)

import { rfc3339 } from '../../../api/values/time.ts';
import type { Context } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { StatusManager } from '../status/status-manager.ts';
import type { Rejection } from './admission.ts';

/** Of a pod that the node does not take nothing is said but why: it has no conditions any more. */
export function rejectPod(
  ctx: Context,
  { recorder }: NodeServices,
  statuses: StatusManager,
  state: PodState,
  { reason, message: why }: Rejection,
): void {
  state.sync.phase = 'rejected';
  const { pod } = state;
  const message = `Pod was rejected: ${why}`;
  const rejected = ctx.step(kinds.podRejected, state.subject, { reason, message });
  recorder?.event(rejected, state.eventObject, 'Warning', reason, why);
  const observedGeneration = pod.metadata.generation ?? 1;
  const { startTime = rfc3339(rejected.wall), qosClass } = pod.status;
  statuses.set(rejected, state, { phase: 'Failed', reason, message, observedGeneration, startTime, qosClass });
}
