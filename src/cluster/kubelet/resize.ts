// Models pkg/kubelet/allocation/allocation_manager.go, pkg/kubelet/kuberuntime/kuberuntime_manager.go doPodResizeAction (v1.36)

import { equalJson } from '../../api/json.ts';
import { milliValue, value } from '../../api/quantity.ts';
import type { Container, Pod } from '../../api/types/core.ts';
import type { Context, Process } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import type { Commitments } from './admission.ts';
import { REQUIRES_RESTART } from './condemned.ts';
import type { NodeServices } from './node-services.ts';
import type { PodState } from './pod-state.ts';
import { podAllocated } from './status/pod-resources.ts';

type Spec = Pod['spec'];
type Resources = Container['resources'];

/** Containers that can be resized: all but those that have had their time. */
function resizable({ containers, initContainers = [] }: Spec): readonly Container[] {
  return [...containers, ...initContainers];
}

function changed(before: Spec, after: Spec): readonly Container[] {
  const known = new Map(resizable(before).map(({ name, resources }) => [name, resources]));
  return resizable(after).filter(({ name, resources }) => !equalJson(known.get(name) ?? {}, resources ?? {}));
}

function asksForResize(before: Spec, after: Spec): boolean {
  return changed(before, after).length > 0 || !equalJson(before.resources ?? {}, after.resources ?? {});
}

/** Decides on what a pod wants now; true when it is allocated, or when what is said of it has changed. */
function decideResize(ctx: Context, services: NodeServices, commitments: Commitments, state: PodState): boolean {
  const { committed, pod } = state;
  if (committed === undefined || state.deleting) return false;
  if (!asksForResize(committed.spec, pod.spec)) {
    const wasPending = state.resize?.pending !== undefined;
    state.resize = state.resize === undefined ? undefined : { ...state.resize, pending: undefined };
    return wasPending;
  }
  commitments.remove(committed);
  const never = beyondNode(pod, services.node.allocatable);
  const rejection = never === undefined ? commitments.refuses(pod, services.node)?.message : never;
  commitments.add(rejection === undefined ? pod : committed);
  const generation = pod.metadata.generation ?? 1;
  if (rejection === undefined) {
    state.actual ??= committed.spec;
    state.committed = pod;
    state.resize = { isInProgress: true, generation };
    say(ctx, services, state, 'Normal', 'ResizeStarted', 'Pod resize started');
    return true;
  }
  const reason = never === undefined ? 'Deferred' : 'Infeasible';
  const message = rejection;
  if (state.resize?.pending?.message === message && state.resize.generation === generation) return false;
  state.resize = { isInProgress: state.resize?.isInProgress === true, generation, pending: { reason, message } };
  say(ctx, services, state, 'Warning', `Resize${reason}`, `Pod resize ${reason}`, message);
  return true;
}

/** A pod's spec has changed, perhaps in this. */
export function resizeAsked(
  ctx: Context,
  services: NodeServices,
  commitments: Commitments,
  pending: Set<PodState>,
  state: PodState,
): void {
  decideResize(ctx, services, commitments, state);
  if (state.resize?.pending !== undefined) pending.add(state);
}

/** There is room again, perhaps for a wish that was deferred. */
export function retryResizes(services: NodeServices, commitments: Commitments, pending: Set<PodState>): void {
  const { base } = services;
  base.after(0, () => {
    for (const state of [...pending]) {
      const generation = state.pod.metadata.generation ?? 1;
      const ctx = base.step(kinds.podUpdated, state.subject, { generation });
      if (decideResize(ctx, services, commitments, state)) state.wake(ctx);
      if (state.resize?.pending === undefined || state.deleting) pending.delete(state);
    }
  });
}

/** What the whole node does not have. Models pkg/kubelet/allocation/allocation_manager.go canResizePod (v1.36) */
function beyondNode({ spec }: Pod, allocatable: NodeServices['node']['allocatable']): string | undefined {
  const asks = podAllocated(spec);
  const short = (name: string, requested: number, capacity: number): string | undefined =>
    requested > capacity
      ? `Node didn't have enough capacity: ${name}, requested: ${requested}, capacity: ${capacity}`
      : undefined;
  return (
    short('memory', value(asks?.memory), value(allocatable.memory)) ??
    short('cpu', milliValue(asks?.cpu), milliValue(allocatable.cpu))
  );
}

/** Writes the new limits where the containers run; who wants a restart for it is killed by the next look. */
export function* applyResize(ctx: Context, services: NodeServices, state: PodState): Process<boolean> {
  const { committed, actual, sandbox } = state;
  if (committed === undefined || actual === undefined || sandbox === undefined) return false;
  let restarts = false;
  for (const container of changed(actual, committed.spec)) {
    const running = services.runtime
      .listContainers(sandbox.id)
      .find(({ config, state: at }) => config.name === container.name && at === 'running');
    if (running === undefined) continue;
    if (needsRestart(resizable(actual).find(({ name }) => name === container.name)?.resources, container)) {
      state.condemned.set(container.name, REQUIRES_RESTART);
      restarts = true;
      continue;
    }
    const limit = container.resources?.limits?.memory;
    const used = services.runtime.usage(running.id).memory;
    if (limit !== undefined && value(limit) < used) return fail(ctx, services, state, value(limit), used);
    yield* services.runtime.updateContainer(ctx, running.id, limit === undefined ? undefined : value(limit));
  }
  if (restarts) {
    state.actual = committed.spec;
    return true;
  }
  const done = ctx.step(kinds.resized, state.subject, { state: 'ResizeWritten' });
  state.actual = undefined;
  state.resize = state.resize?.pending === undefined ? undefined : { ...state.resize, isInProgress: false };
  say(done, services, state, 'Normal', 'ResizeCompleted', 'Pod resize completed');
  return true;
}

/** Taking memory away from a program that has it would end it. */
function fail(ctx: Context, services: NodeServices, state: PodState, limit: number, used: number): boolean {
  const error = `attempting to set pod memory limit (${limit}) below current usage (${used})`;
  const { resize } = state;
  if (resize === undefined || resize.error === error) return false;
  state.resize = { ...resize, error };
  say(ctx, services, state, 'Warning', 'ResizeError', 'Pod resize error', error);
  return true;
}

function needsRestart(before: Resources, { resources, resizePolicy = [] }: Container): boolean {
  return resizePolicy.some(({ resourceName, restartPolicy }) => {
    if (restartPolicy !== 'RestartContainer') return false;
    const of = (each: Resources) => [each?.requests?.[resourceName], each?.limits?.[resourceName]];
    return !equalJson(of(before), of(resources));
  });
}

function say(
  ctx: Context,
  { recorder }: NodeServices,
  state: PodState,
  type: 'Normal' | 'Warning',
  reason: string,
  prefix: string,
  error?: string,
): void {
  const { spec, metadata } = state.pod;
  const summary = ({ name, resources }: Container) => ({ name, resources: ordered(resources) });
  const init = (spec.initContainers ?? []).map(summary);
  const text = JSON.stringify({
    ...(init.length === 0 ? undefined : { initContainers: init }),
    containers: spec.containers.map(summary),
    generation: metadata.generation ?? 1,
    ...(error === undefined ? undefined : { error }),
  });
  const told = ctx.step(kinds.resized, state.subject, { state: reason });
  recorder?.event(told, state.eventObject, type, reason, `${prefix}: ${text}`);
}

/** As Go writes it. */
function ordered({ limits, requests }: NonNullable<Resources> = {}): object {
  const sorted = (amounts: object) => Object.fromEntries(Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...(limits === undefined ? undefined : { limits: sorted(limits) }),
    ...(requests === undefined ? undefined : { requests: sorted(requests) }),
  };
}
