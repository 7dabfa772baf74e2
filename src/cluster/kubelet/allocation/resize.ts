// Models pkg/kubelet/allocation/allocation_manager.go (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import { type Amounts, maxAmounts } from '../../../api/quota/amounts.ts';
import type { Container, Pod } from '../../../api/types/core.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';
import type { Context } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { type Commitments, scarcity } from '../admission/admission.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { podAllocated, podAsks } from '../pods/resources.ts';
import { COMPLETED, STARTED, tellResize } from './resize-events.ts';

type Spec = Pod['spec'];

/** Containers that have resources of their own. */
export function resizable({ containers, initContainers = [] }: Spec): readonly Container[] {
  return [...containers, ...initContainers];
}

/** Those that have other resources after than before. */
export function changed(before: Spec, after: Spec): readonly Container[] {
  const known = new Map(resizable(before).map(({ name, resources }) => [name, resources]));
  return resizable(after).filter(({ name, resources }) => !equalJson(known.get(name) ?? {}, resources ?? {}));
}

function asksForResize(before: Spec, after: Spec): boolean {
  return changed(before, after).length > 0 || !equalJson(before.resources ?? {}, after.resources ?? {});
}

/** What the Pods of a node want other than they have, and what of it they get. */
export class Resizes {
  /** Wishes that wait for room, in the order in which they are looked at. */
  private pending: readonly PodState[] = [];
  private isPlanned = false;

  constructor(
    private readonly services: NodeServices,
    private readonly commitments: Commitments,
  ) {}

  /** A pod's spec has changed, perhaps in this: then all that wait are looked at once more, this one among them. */
  asked(ctx: Context, state: PodState): void {
    const {
      allocation: { committed },
      pod,
    } = state;
    if (committed === undefined || state.deleting) return;
    if (!asksForResize(committed.spec, pod.spec)) {
      withdraw(state);
      return;
    }
    if (!this.pending.includes(state)) this.pending = [...this.pending, state].sort(first);
    this.lookAgain(ctx, state);
  }

  /** Somebody left, or has less than before. */
  roomMade(): void {
    if (this.pending.length === 0 || this.isPlanned) return;
    this.isPlanned = true;
    const { base } = this.services;
    base.after(0, () => {
      this.isPlanned = false;
      this.lookAgain(base);
    });
  }

  /** What was written counts from now on, and what was given back is there for others. */
  settled(ctx: Context, state: PodState): void {
    const {
      allocation: { committed, resize, counted },
    } = state;
    state.allocation.actual = undefined;
    if (committed === undefined || resize?.inProgress === undefined) return;
    const { generation } = resize.inProgress;
    state.allocation.resize = resize.pending === undefined ? undefined : { pending: resize.pending };
    tellResize(ctx, this.services, state, COMPLETED, { spec: committed.spec, generation });
    if (counted === undefined) return;
    this.commitments.remove(counted);
    this.commitments.add(committed);
    state.allocation.counted = undefined;
    this.roomMade();
  }

  private lookAgain(ctx: Context, asking?: PodState): void {
    const waiting: PodState[] = [];
    for (const state of this.pending) {
      if (state.deleting || state.allocation.committed === undefined) continue;
      const { generation = 1 } = state.pod.metadata;
      const looked = state === asking ? ctx : ctx.step(kinds.podUpdated, state.subject, { generation });
      // Who has just asked is synced anyway.
      if (this.decide(looked, state) && state !== asking) state.wake(looked);
      if (state.allocation.resize?.pending?.reason === 'Deferred') waiting.push(state);
    }
    this.pending = waiting;
  }

  /** True when a wish was granted, or when what is said of it has changed. */
  private decide(ctx: Context, state: PodState): boolean {
    const { commitments, services } = this;
    const {
      pod,
      allocation: { committed },
    } = state;
    if (committed === undefined) return false;
    if (!asksForResize(committed.spec, pod.spec)) return withdraw(state);
    const counts = state.allocation.counted ?? committed;
    commitments.remove(counts);
    const never = beyondNode(pod, services.node.allocatable);
    const message = never ?? scarcity(commitments.lacks(pod, services.node))?.message;
    const { generation = 1 } = pod.metadata;
    if (message !== undefined) {
      commitments.add(counts);
      return this.putOff(ctx, state, { reason: never === undefined ? 'Deferred' : 'Infeasible', message, generation });
    }
    state.allocation.actual ??= committed.spec;
    state.allocation.committed = pod;
    state.allocation.counted = { ...pod, spec: larger(state.allocation.actual, pod.spec) };
    commitments.add(state.allocation.counted);
    state.allocation.resize = { inProgress: { generation } };
    tellResize(ctx, services, state, STARTED, { spec: pod.spec, generation });
    return true;
  }

  private putOff(
    ctx: Context,
    state: PodState,
    pending: { readonly reason: string; readonly message: string; readonly generation: number },
  ): boolean {
    const { reason, message, generation } = pending;
    if (equalJson(state.allocation.resize?.pending ?? null, pending)) return false;
    state.allocation.resize = { ...state.allocation.resize, pending };
    const told = { type: 'Warning', reason: `Resize${reason}`, prefix: `Pod resize ${reason}` } as const;
    tellResize(ctx, this.services, state, told, { spec: state.pod.spec, generation, error: message });
    return true;
  }
}

/** It wants what it has. */
function withdraw(state: PodState): boolean {
  if (state.allocation.resize?.pending === undefined) return false;
  const { inProgress } = state.allocation.resize;
  state.allocation.resize = inProgress === undefined ? undefined : { inProgress };
  return true;
}

/** Who asks for no more than it has, then higher priorities, then Guaranteed ones; then who has waited longest. */
function first(a: PodState, b: PodState): number {
  return (
    Number(isIncreasing(a)) - Number(isIncreasing(b)) ||
    (b.pod.spec.priority ?? 0) - (a.pod.spec.priority ?? 0) ||
    Number(b.pod.status.qosClass === 'Guaranteed') - Number(a.pod.status.qosClass === 'Guaranteed')
  );
}

function isIncreasing({ allocation: { committed }, pod }: PodState): boolean {
  const before = committed === undefined ? undefined : podAllocated(committed.spec);
  const after = podAllocated(pod.spec);
  return value(after?.memory) > value(before?.memory) || milliValue(after?.cpu) > milliValue(before?.cpu);
}

/** While containers still have what they are to give back, it is not there for others. */
function larger(actual: Spec, allocated: Spec): Spec {
  const before = new Map(resizable(actual).map(({ name, resources }) => [name, resources]));
  const most = (container: Container): Container => {
    const requests = greater(before.get(container.name)?.requests, container.resources?.requests);
    return { ...container, resources: { ...container.resources, requests } } as Container;
  };
  const { initContainers, containers, resources } = allocated;
  const whole = resources?.requests === undefined ? undefined : greater(actual.resources?.requests, resources.requests);
  return {
    ...allocated,
    containers: containers.map(most),
    ...(initContainers === undefined ? undefined : { initContainers: initContainers.map(most) }),
    ...(whole === undefined ? undefined : { resources: { ...resources, requests: whole } }),
  } as Spec;
}

function greater(a: object = {}, b: object = {}): Amounts {
  return maxAmounts(a as Amounts, b as Amounts);
}

/** What the whole node does not have. Models pkg/kubelet/allocation/allocation_manager.go canResizePod (v1.36) */
function beyondNode({ spec }: Pod, allocatable: NodeServices['node']['allocatable']): string | undefined {
  const asks = podAsks(spec);
  const short = (name: string, requested: number, capacity: number): string | undefined =>
    requested > capacity
      ? `Node didn't have enough capacity: ${name}, requested: ${requested}, capacity: ${capacity}`
      : undefined;
  return (
    short('memory', value(asks?.memory), value(allocatable.memory)) ??
    short('cpu', milliValue(asks?.cpu), milliValue(allocatable.cpu))
  );
}
