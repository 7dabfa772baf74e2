// Models pkg/kubelet/active_deadline.go (v1.36)

import { SECOND } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

/** At every sync of a pod that may not be active for ever. */
export function watchDeadline(ctx: Context, { recorder }: NodeServices, state: PodState, seconds: number): void {
  if (state.end.why !== undefined) return;
  const left = state.startTime + seconds * SECOND - ctx.wall;
  if (left > 0) {
    if (state.sync.deadline === seconds) return;
    // The field may have been changed since the last timer was set.
    state.sync.deadline = seconds;
    ctx.after(left, () => state.wake(ctx), true);
    return;
  }
  const [reason, message] = ['DeadlineExceeded', 'Pod was active on the node longer than the specified deadline'];
  state.end.why = { reason, message };
  recorder?.event(ctx, state.eventObject, 'Normal', reason, message);
}
