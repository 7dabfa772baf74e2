// Models pkg/kubelet/pod_workers.go UpdatePod and completeWork (v1.36)

import { type Micros, SECOND } from '../../../base/time/units.ts';
import type { Context, Timer } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { relist } from './pod-view.ts';

const SYNC_RETRY = 10 * SECOND;
/** However long something must wait, it is looked at after so long. */
const RESYNC = 60 * SECOND;

/**
 * A sync that did something is followed by a look at the containers, one that failed waits for the next one that is due anyway.
 * Everything new is a reason to sync; several at once are two: one that is followed, and one for all that came meanwhile,
 * which waits for one more look.
 */
export function planNext(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  untilRelist: () => number,
  changed: boolean,
): void {
  state.sync.retry?.cancel();
  state.sync.retry = state.sync.failedToStart
    ? later(ctx, services, state, state.sync.backsOffFor ?? SYNC_RETRY)
    : undefined;
  const reasons = state.seen.news + (state.sync.again ? 1 : 0);
  state.sync.again = reasons > 1;
  state.sync.echoAt = undefined;
  if (changed && !state.sync.failedToStart) {
    relist(services, state);
    state.wake(ctx);
  } else if (state.sync.failedToStart && reasons > 0) lookAgain(ctx, services, state, ctx.now + untilRelist(), false);
  else if (reasons > 0) state.sync.echoAt = ctx.now + untilRelist();
}

/** Up to half as much again, by chance. */
function later(ctx: Context, services: NodeServices, state: PodState, micros: Micros): Timer {
  const wait = Math.min(micros, RESYNC);
  const drawn = wait + services.random.below(Math.floor(wait / 2) + 1);
  const given = services.env.chance?.nextTry?.(state.pod, ctx.now + wait, ctx.now + Math.floor(wait * 1.5));
  return lookAgain(ctx, services, state, given ?? ctx.now + drawn, true);
}

function lookAgain(ctx: Context, services: NodeServices, state: PodState, at: number, background: boolean): Timer {
  const look = (): void => {
    relist(services, state);
    state.wake(ctx);
  };
  return ctx.at(at, look, background);
}
