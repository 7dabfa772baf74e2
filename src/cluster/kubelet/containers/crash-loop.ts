// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.36)

import type { Container } from '../../../api/types/core.ts';
import { goMilliseconds } from '../../../api/values/duration.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { Backoff } from '../../clientgo/backoff.ts';
import { fieldPathOf } from '../images/image-puller.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

/** It is too early for another attempt, after one that ended at `since`; false: it may be made, and is counted. */
export function backsOff(
  ctx: Context,
  { recorder }: NodeServices,
  state: PodState,
  container: Container,
  since: number,
): boolean {
  // Another image is another container, whose failures nobody knows yet.
  const key = `${container.name}/${container.image}`;
  state.starts.backoff ??= new Backoff();
  const {
    starts: { backoff: restarts },
  } = state;
  const wait = restarts.remaining(key, since, ctx.now);
  if (wait === 0) {
    restarts.next(key, since, ctx.now);
    return false;
  }
  const micros = restarts.delayOf(key);
  const { name, namespace } = state.pod.metadata;
  const pod = `${name}_${namespace}(${state.uid})`;
  const message = `back-off ${goMilliseconds(micros)} restarting failed container=${container.name} pod=${pod}`;
  state.starts.waiting = state.starts.waiting.with(container.name, { reason: 'CrashLoopBackOff', message });
  const seconds = Math.round(micros / SECOND);
  const waits = ctx.step(kinds.backOff, state.subject, { container: container.name, seconds });
  const said = `Back-off restarting failed container ${container.name} in pod ${pod}`;
  const fieldPath = fieldPathOf(state, container.name);
  recorder?.event(waits, state.eventObject, 'Warning', 'BackOff', said, { fieldPath });
  state.sync.failedToStart = true;
  state.sync.backsOffFor = Math.min(wait, state.sync.backsOffFor ?? wait);
  return true;
}
