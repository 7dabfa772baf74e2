// Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer, kuberuntime_termination_order.go (v1.36)

import type { Container } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import { all, type Context, type Process, within } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import { fieldPathOf } from '../images/image-puller.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { isSidecar } from '../pods/restart-policy.ts';
import { runHook } from './hooks.ts';

const MIN_GRACE_SECONDS = 2;

/** How many seconds of the grace others take that must end before. */
type Turn = (ctx: Context, seconds: number) => Process<number>;

/** Told to end, with its hook, and ended when the grace is over. */
export function* killContainer(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  container: RuntimeContainer,
  message: string,
  grace: number,
  turn?: Turn,
): Process {
  const { name } = container.config;
  const killing = ctx.step(kinds.killing, state.subject, { container: name, grace, why: message });
  const fieldPath = fieldPathOf(state, name);
  services.recorder?.event(killing, state.eventObject, 'Normal', 'Killing', message, { fieldPath });
  state.probing.condemned.delete(name);
  state.probing.probes.get(name)?.ending();
  let left = grace - (yield* preStop(killing, services, state, container, grace));
  if (turn !== undefined && left > 0) left -= yield* turn(killing, left);
  yield* services.runtime.stopContainer(killing, container.id, Math.max(MIN_GRACE_SECONDS, left));
  state.probing.drop(name);
}

/** The seconds of the grace period that a preStop hook uses up. */
function* preStop(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  running: RuntimeContainer,
  grace: number,
): Process<number> {
  const { containers, initContainers = [] } = state.pod.spec;
  const { name } = running.config;
  const isOne = (each: Container): boolean => each.name === name;
  const container = containers.find(isOne) ?? initContainers.find(isOne);
  const handler = container?.lifecycle?.preStop;
  if (container === undefined || handler === undefined || grace <= 0) return 0;
  const since = ctx.now;
  const hook = { name: 'preStop', handler, micros: grace * SECOND } as const;
  const problem = yield* runHook(ctx, services, state, container, running, hook);
  if (problem !== undefined) {
    const fieldPath = fieldPathOf(state, name);
    const said = 'PreStopHook failed';
    services.recorder?.event(ctx, state.eventObject, 'Warning', 'FailedPreStopHook', said, { fieldPath });
  }
  return Math.floor((services.engine.now - since) / SECOND);
}

/** Side by side; a sidecar waits for the main containers, and for the sidecars after it, but for nobody else. */
export function* killAll(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  running: readonly RuntimeContainer[],
  grace: number,
): Process {
  const { containers, initContainers = [] } = state.pod.spec;
  const order = [...initContainers.filter(isSidecar), ...containers].map(({ name }) => name);
  const main = order.length - containers.length;
  const rankOf = ({ config }: RuntimeContainer): number => order.indexOf(config.name);
  const { runtime } = services;
  const stop = (container: RuntimeContainer): Process => {
    const rank = rankOf(container);
    const before = running.filter((other) => rankOf(other) > rank);
    const turn = function* (stopping: Context, seconds: number): Process<number> {
      const since = stopping.now;
      for (const { id } of before) {
        const left = seconds * SECOND - (stopping.now - since);
        if (left <= 0) break;
        if (runtime.isRunning(id)) yield* within(stopping, left, runtime.ended(id));
      }
      return Math.floor((stopping.now - since) / SECOND);
    };
    const message = `Stopping container ${container.config.name}`;
    return killContainer(ctx, services, state, container, message, grace, rank < 0 || rank >= main ? undefined : turn);
  };
  yield* all(ctx, running.map(stop));
}
