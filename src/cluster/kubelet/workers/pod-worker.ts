// Models pkg/kubelet/pod_workers.go and kubelet.go SyncPod, SyncTerminatingPod, SyncTerminatedPod (v1.36)

import type { Container, ContainerStatus, Pod, PodStatus } from '../../../api/types/core.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { ProcessFacts, RuntimeContainer } from '../../ports/cri.ts';
import { calledProcess, ownProcess } from '../../ports/panic.ts';
import { isWritten, writeResize } from '../allocation/resize-writing.ts';
import { removeAll } from '../containers/all-again.ts';
import { graceOf } from '../containers/replacement.ts';
import type { ContainerStarter } from '../containers/starter.ts';
import { killAll } from '../containers/stopping.ts';
import type { ContainerSync } from '../containers/sync.ts';
import { lookUpPullSecrets } from '../images/pull-secrets.ts';
import { delay, type NodeServices } from '../node/services.ts';
import type { PodState, Worker } from '../pods/pod-state.ts';
import { startsAgain } from '../pods/restart-policy.ts';
import type { WorkerRows } from '../pods/worker-rows.ts';
import { factsOf } from '../process/process-facts.ts';
import { isRestarting } from '../status/restart-all.ts';
import type { StatusManager } from '../status/status-manager.ts';
import { terminated } from '../status/terminate.ts';
import type { VolumeManager } from '../volumes/volume-manager.ts';
import { watchDeadline } from './deadline.ts';
import { planNext } from './next-look.ts';
import { relist, statusOf } from './pod-view.ts';

/** Loops notice that mounting is given up, and that a pod has never run, only at their next look. */
const GIVE_UP_MOUNTING = 600 * MILLISECOND;
const LAST_LOOK = SECOND;
/** A sync that failed comes again after so long. */
const BACK_OFF = 10 * SECOND;

export interface WorkerParts {
  readonly services: NodeServices;
  readonly statuses: StatusManager;
  readonly volumes: VolumeManager;
  readonly starter: ContainerStarter;
  readonly containers: ContainerSync;
  readonly rows: WorkerRows;
  /** When the next relist of containers is due. */
  readonly untilRelist: () => number;
  readonly untilNewerThan: (time: number) => number;
  /** The pod's containers have stopped for good. */
  stopped(state: PodState): void;
  /** The pod's new allocation has been written to its containers. */
  resized(ctx: Context, state: PodState): void;
  /** Nothing of the pod is left. */
  gone(state: PodState): void;
}

/**
 * A process for each Pod that has work: it syncs while the Pod should run, then stops it, then cleans up.
 *
 * Promises: of one Pod at most one sync runs at a time; work that comes meanwhile is one more sync; a Pod goes from syncing
 * to terminating to terminated and never back; before its object may go, its containers have stopped and its volumes are
 * unmounted; what a sync throws costs the kubelet or the runtime that it called, and the Pod is looked at again.
 * Does not promise: that a Pod runs after a sync. What is missing says when to look again.
 * Called by: the kubelet, which calls `begin` whenever a Pod may have work: news of its object, of its containers, a time.
 * Models pkg/kubelet/{pod_workers,kubelet}.go (v1.36)
 */
export class PodWorkers implements Worker {
  constructor(private readonly parts: WorkerParts) {}

  private get services(): NodeServices {
    return this.parts.services;
  }

  /** There may be work. Most Pods wait for nothing most of the time: a process that waits with each of them would be kept for that. */
  begin(state: PodState): void {
    if (state.sync.isAtWork) return;
    state.sync.isAtWork = true;
    this.services.engine.spawn(this.outlive(state));
  }

  /** Runs the worker. What a sync throws ends the kubelet, or the runtime that it called; the pod has work left then. */
  private *outlive(state: PodState): Process {
    const { engine, env, base } = this.services;
    const process = ownProcess(engine);
    try {
      yield this.run(state);
    } catch (error) {
      state.sync.isAtWork = false;
      if (state.sync.phase === 'syncing') state.sync.phase = 'waiting';
      const called = calledProcess(env);
      if (process === undefined || called === undefined || called === process) {
        state.wake(base);
        throw error;
      }
      engine.panic(error, called);
      base.after(BACK_OFF, () => state.wake(base), true);
    }
  }

  factsOf(state: PodState, container: string): ProcessFacts {
    return factsOf(state, this.services, container);
  }

  /** Does what there is to do, one thing after the other, until nothing is left. Models podWorkerLoop */
  private *run(state: PodState): Process {
    const { services } = this;
    for (;;) {
      while (services.liveness.isKilled) yield services.liveness.started;
      const work = state.sync.take();
      if (work === undefined) {
        state.sync.isAtWork = false;
        return;
      }
      const ctx = services.base.from(work);
      if (state.sync.phase === 'terminated' || state.sync.phase === 'rejected') {
        if (state.removed) return yield* this.cleanUp(ctx, state);
        if (state.deleting) this.finish(ctx, state);
      } else if (state.deleting || state.end.isBegun) {
        const stopped = yield* this.syncTerminatingPod(ctx, state);
        yield* this.syncTerminatedPod(stopped, state);
      } else {
        yield* this.syncPod(ctx, state);
        state.sync.endedAt = services.engine.now;
      }
    }
  }

  // A Pod that should run

  /** Tells what the Pod has come to, brings up its volumes and then its containers. Models SyncPod */
  private *syncPod(ctx: Context, state: PodState): Process {
    const { services, statuses, volumes, untilRelist } = this.parts;
    const { pod } = state;
    this.beginSync(ctx, state);
    yield ctx.sleep(this.pause());
    const syncing = this.syncBegun(ctx, state, pod);
    const status = this.status(syncing, state, false);
    const said = statuses.set(syncing, state, status);
    state.probing.looked(said);
    if (state.end.why !== undefined || hasEnded(pod, status)) return this.endAfterLook(said, state);
    if (state.sync.count === 1 || pod.spec.ephemeralContainers !== undefined) volumes.register(pod);
    if (!state.mounts.areReady) state.mounts.areReady = yield volumes.mount(said, state);
    else if (state.mounts.isStale) volumes.synced(said, state);
    if (state.mounts.areReady && !state.deleting) {
      const acted = yield* this.act(said, state, pod, status);
      planNext(said, services, state, untilRelist, acted);
    }
    this.waitForMore(state);
  }

  private beginSync(ctx: Context, state: PodState): void {
    state.sync.phase = 'syncing';
    state.sync.count += 1;
    state.mounts.writtenAt = ctx.now;
    if (state.seen.news > 0) relist(this.services, state);
  }

  private pause(): number {
    const { services } = this;
    return services.node.kind === 'hollow' ? 0 : delay(services, services.latencies.kubeletSync);
  }

  private syncBegun(ctx: Context, state: PodState, { spec }: Pod): Context {
    const { services } = this;
    const {
      sync: { count: sync },
      subject,
    } = state;
    const opens = sync === 1 && services.engine.storyScenes.isFirst(ctx.story, 'kubelet');
    const syncing = opens
      ? ctx.step(kinds.podStarts, subject)
      : ctx.step(kinds.syncPod, subject, {
          sync,
          running: countRunning(state.seen.containers),
          wanted: spec.containers.length,
        });
    this.parts.rows.show(state);
    const { activeDeadlineSeconds } = spec;
    if (activeDeadlineSeconds !== undefined) watchDeadline(syncing, services, state, activeDeadlineSeconds);
    if (state.allocation.resize?.inProgress !== undefined && isWritten(state)) this.parts.resized(syncing, state);
    return syncing;
  }

  /** The worker takes the next step only after a fresh look at the containers. */
  private endAfterLook(said: Context, state: PodState): void {
    state.end.isBegun = true;
    said.after(this.parts.untilRelist(), () => state.wake(said));
  }

  /** True when anything was done. */
  private *act(said: Context, state: PodState, { spec }: Pod, { conditions }: PodStatus): Process<boolean> {
    state.sync.failedToStart = false;
    state.sync.backsOffFor = undefined;
    if (spec.imagePullSecrets !== undefined) yield* lookUpPullSecrets(said, this.services, state);
    const resized =
      state.allocation.resize?.inProgress !== undefined && (yield* writeResize(said, this.services, state));
    const acted =
      state.mayRestartAll && isRestarting(conditions)
        ? yield* removeAll(said, this.services, state)
        : yield* this.parts.containers.sync(said, state);
    return acted || resized;
  }

  private waitForMore(state: PodState): void {
    state.sync.phase = 'waiting';
    // Work that came meanwhile, such as a deletion, is still in the state.
    if (state.deleting && !state.sync.hasWork) state.wake(this.services.base);
  }

  // A Pod that should end

  /** Stops all containers, and the sandbox after them. Models SyncTerminatingPod */
  private *syncTerminatingPod(ctx: Context, state: PodState): Process<Context> {
    const { pod, subject } = state;
    const { services, statuses, untilNewerThan } = this.parts;
    state.sync.phase = 'terminating';
    const wait = state.mounts.areReady ? untilNewerThan(state.sync.endedAt) : GIVE_UP_MOUNTING;
    if (wait > 0) yield ctx.sleep(wait);
    yield ctx.sleep(this.pause());
    const stopping = statuses.set(
      ctx.step(kinds.syncPod, subject, { sync: state.sync.count, running: state.seen.containers.length, wanted: 0 }),
      state,
      this.status(ctx, state, false),
    );
    state.probing.looked(stopping);
    this.parts.rows.show(state);
    relist(services, state);
    const grace = state.end.why?.grace ?? graceOf(pod);
    const running = state.seen.containers.filter((container) => container.state === 'running');
    yield* killAll(stopping, services, state, running, grace);
    if (state.seen.sandbox !== undefined) {
      yield* services.runtime.stopPodSandbox(stopping, state.seen.sandbox.id);
      state.seen.sandbox = { ...state.seen.sandbox, ready: false };
    }
    const stopped = stopping.step(kinds.containersStopped, subject);
    relist(services, state);
    return stopped;
  }

  /** Nothing of it runs any more: its volumes are taken down, and its object may go. Models SyncTerminatedPod */
  private *syncTerminatedPod(stopped: Context, state: PodState): Process {
    const { statuses, volumes, untilRelist } = this.parts;
    state.sync.phase = 'terminated';
    this.parts.stopped(state);
    this.parts.rows.show(state);
    if (!state.removed) statuses.set(stopped, state, this.status(stopped, state, true));
    if (state.mounts.areReady) yield* volumes.unmount(stopped, state, untilRelist());
    else yield stopped.sleep(LAST_LOOK);
    const done = stopped.step(kinds.podTerminated, state.subject);
    volumes.forget(done, state);
    volumes.unregister(state.pod);
    this.parts.rows.show(state);
    if (state.removed) state.wake(done);
    else this.finish(done, state);
  }

  /** Says for the last time what the Pod came to, after which the server may remove it. */
  private finish(ctx: Context, state: PodState): void {
    this.parts.statuses.finish(ctx, state, terminated(this.status(ctx, state, true), ctx.wall));
  }

  /** The object is gone: nothing of the pod stays on the node. */
  private *cleanUp(ctx: Context, state: PodState): Process {
    const removed = ctx.step(kinds.podRemoved, state.subject);
    this.parts.rows.remove(state);
    this.parts.statuses.unpublish(state);
    this.parts.statuses.forget(state);
    this.parts.starter.images.forget(state.uid);
    if (state.seen.sandbox !== undefined) yield* this.services.runtime.removePodSandbox(removed, state.seen.sandbox.id);
    this.parts.gone(state);
  }

  private status(ctx: Context, state: PodState, ended: boolean): PodStatus {
    return statusOf(ctx, this.services, state, ended);
  }
}

function countRunning(containers: readonly RuntimeContainer[]): number {
  let running = 0;
  for (const { state } of containers) if (state === 'running') running += 1;
  return running;
}

/** Every container has ended and none will be started again. */
function hasEnded({ spec }: Pod, status: PodStatus): boolean {
  for (const container of spec.initContainers ?? NO_CONTAINERS) {
    const known = statusIn(status.initContainerStatuses, container);
    if ((known?.state?.terminated?.exitCode ?? 0) !== 0 && isDone(spec, container, known)) return true;
  }
  const main = status.containerStatuses;
  if (main === undefined || main.length === 0) return false;
  for (const container of spec.containers) if (!isDone(spec, container, statusIn(main, container))) return false;
  return true;
}

const NO_CONTAINERS: readonly Container[] = [];

function statusIn(statuses: PodStatus['containerStatuses'], { name }: Container): ContainerStatus | undefined {
  for (const status of statuses ?? NO_STATUSES) if (status.name === name) return status;
  return undefined;
}

const NO_STATUSES: readonly ContainerStatus[] = [];

function isDone(spec: Pod['spec'], container: Container, status: ContainerStatus | undefined): boolean {
  const ended = status?.state?.terminated;
  return ended !== undefined && !startsAgain(spec, container, ended.exitCode);
}
