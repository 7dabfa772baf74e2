// Models pkg/kubelet/pod_workers.go and kuberuntime/kuberuntime_manager.go (v1.36)

import { rfc3339 } from '../../api/time.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from '../../api/types/core.ts';
import { type Context, inside, type Process, type Timer } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { isRuntimeError, type RuntimeContainer, type RuntimeSandbox } from '../ports/cri.ts';
import { firstInStory } from '../ports/story-scenes.ts';
import { Backoff } from './backoff.ts';
import { removeOldAttempts } from './container-gc.ts';
import type { ContainerStarter } from './container-starter.ts';
import { prepareDevices } from './devices.ts';
import { goDuration } from './go-duration.ts';
import { fieldPathOf } from './image-puller.ts';
import { delay, type NodeServices } from './node-services.ts';
import { type PodState, REQUIRES_RESTART } from './pod-state.ts';
import { ContainerProbes } from './probes.ts';
import { lookUpPullSecrets } from './pull-secrets.ts';
import { applyResize } from './resize.ts';
import { isSidecar, startsAgain } from './restart-policy.ts';
import type { NotStarted } from './status/container-status.ts';
import { generateStatus } from './status/generate.ts';
import { terminated } from './status/terminate.ts';
import type { StatusManager } from './status-manager.ts';
import { killAll, killContainer } from './stopping.ts';
import type { VolumeManager } from './volume-manager.ts';
import type { WorkerRows } from './worker-rows.ts';

const SECOND = 1_000_000;
const SANDBOX_RETRY = 10 * SECOND;
const SYNC_RETRY = 10 * SECOND;
const COLLECTION = 60 * SECOND;
/** However long something must wait, it is looked at after so long. */
const RESYNC = 60 * SECOND;
/** What is being mounted is given up, and what has never run is found to be gone, at the next look of a loop. */
const GIVE_UP_MOUNTING = 600_000;
const LAST_LOOK = 1 * SECOND;
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

export interface WorkerParts {
  readonly services: NodeServices;
  readonly statuses: StatusManager;
  readonly volumes: VolumeManager;
  readonly starter: ContainerStarter;
  readonly rows: WorkerRows;
  /** When the next relist of containers is due. */
  untilRelist(): number;
  /** The pod's containers have stopped for good. */
  stopped(state: PodState): void;
  /** A sandbox belongs to this pod from now on. */
  sandboxOf(state: PodState, id: string): void;
}

/**
 * One worker a pod: syncs while it should run, then stops it, then cleans up.
 * Models pkg/kubelet/{pod_workers,kubelet}.go and kuberuntime/kuberuntime_manager.go SyncPod (v1.36)
 */
export class PodWorker {
  private readonly restarts = new Backoff();
  constructor(
    private readonly parts: WorkerParts,
    private readonly state: PodState,
    private readonly gone: (state: PodState) => void,
  ) {}

  private get services(): NodeServices {
    return this.parts.services;
  }

  *run(): Process {
    const { state } = this;
    for (;;) {
      const work = state.takeWork();
      if (work === undefined) {
        yield state.bell;
        continue;
      }
      const ctx = this.services.base.from(work);
      if (state.state === 'terminated' || state.state === 'rejected') {
        if (state.removed) return yield* this.cleanUp(ctx);
        if (state.deleting) this.parts.statuses.finish(ctx, state.pod, terminated(this.status(ctx, true), ctx.now));
        continue;
      }
      if (state.deleting || state.ending) yield* this.terminate(ctx);
      else yield inside(this.sync(ctx));
    }
  }

  // Sync

  private *sync(ctx: Context): Process {
    const { state } = this;
    const { pod } = state;
    state.state = 'syncing';
    state.syncs += 1;
    state.syncedAt = ctx.now;
    if (state.news > 0) this.relist();
    yield ctx.sleep(
      this.services.node.kind === 'hollow' ? 0 : delay(this.services, this.services.latencies.kubeletSync),
    );
    const wanted = pod.spec.containers.length;
    const running = countRunning(state.containers);
    const opens = state.syncs === 1 && firstInStory(this.services.engine, ctx.story, 'kubelet');
    const syncing = opens
      ? ctx.step(kinds.podStarts, state.subject)
      : ctx.step(kinds.syncPod, state.subject, { sync: state.syncs, running, wanted });
    this.parts.rows.show(state);
    this.watchDeadline(syncing);
    const status = this.status(syncing, false);
    const said = this.parts.statuses.set(syncing, pod, status);
    if (state.evicted !== undefined || hasEnded(pod, status)) {
      state.ending = true;
      // The worker takes the next step only after a fresh look at the containers.
      said.after(this.parts.untilRelist(), () => state.wake(said));
      return;
    }
    if (state.syncs === 1) this.parts.volumes.register(said, pod);
    if (!state.mounted) state.mounted = yield inside(this.parts.volumes.mount(said, state));
    if (!state.mounted || state.deleting) return this.waitForMore();
    if (pod.spec.imagePullSecrets !== undefined) yield* lookUpPullSecrets(said, this.services, state);
    state.failedToStart = false;
    state.backsOffFor = undefined;
    const resized = state.resize?.isInProgress === true && (yield* applyResize(said, this.services, state));
    const acted: boolean = yield inside(this.syncContainers(said));
    const changed = acted || resized;
    this.planNext(said, changed);
    this.waitForMore();
  }

  /**
   * A sync that did something is followed by a look at the containers, one that failed waits for the next one that is due anyway.
   * Everything new is a reason to sync; several at once are two: one that is followed, and one for all that came meanwhile,
   * which waits for one more look. Models pkg/kubelet/pod_workers.go UpdatePod and completeWork (v1.36)
   */
  private planNext(ctx: Context, changed: boolean): void {
    const { state } = this;
    state.retry?.cancel();
    state.retry = state.failedToStart ? this.later(ctx, state.backsOffFor ?? SYNC_RETRY) : undefined;
    const reasons = state.news + (state.again ? 1 : 0);
    state.again = reasons > 1;
    state.echoAt = undefined;
    if (changed && !state.failedToStart) {
      this.relist();
      state.wake(ctx);
    } else if (state.failedToStart && reasons > 0) this.lookAgain(ctx, this.parts.untilRelist(), false);
    else if (reasons > 0) state.echoAt = ctx.now + this.parts.untilRelist();
  }

  /** Up to half as much again, by chance. */
  private later(ctx: Context, micros: number): Timer {
    const wait = Math.min(micros, RESYNC);
    return this.lookAgain(ctx, wait + this.services.random.below(Math.floor(wait / 2) + 1), true);
  }

  private lookAgain(ctx: Context, micros: number, background: boolean): Timer {
    const look = (): void => {
      this.relist();
      this.state.wake(ctx);
    };
    return ctx.after(micros, look, background);
  }

  /** Models pkg/kubelet/active_deadline.go (v1.36) */
  private watchDeadline(ctx: Context): void {
    const { state } = this;
    const { activeDeadlineSeconds } = state.pod.spec;
    if (activeDeadlineSeconds === undefined || state.evicted !== undefined) return;
    const left = state.startTime + activeDeadlineSeconds * SECOND - ctx.now;
    if (left > 0) {
      if (state.syncs === 1) ctx.after(left, () => state.wake(ctx), true);
      return;
    }
    const [reason, message] = ['DeadlineExceeded', 'Pod was active on the node longer than the specified deadline'];
    state.evicted = { reason, message };
    this.services.recorder?.event(ctx, state.eventObject, 'Normal', reason, message);
  }

  private waitForMore(): void {
    this.state.state = 'waiting';
    // Work that came meanwhile, such as a deletion, is still in the state.
    if (this.state.deleting && !this.state.hasWork) this.state.wake(this.services.base);
  }

  /** Brings sandbox and containers towards the spec; true when anything was done. */
  private *syncContainers(ctx: Context): Process<boolean> {
    const { state } = this;
    const { spec } = state.pod;
    let acted = false;
    let { sandbox } = state;
    if (sandbox === undefined || !sandbox.ready) {
      if (state.pod.spec.resourceClaims !== undefined && !(yield* prepareDevices(ctx, this.services, state)))
        return false;
      sandbox = yield* this.createSandbox(ctx);
      if (sandbox === undefined) return false;
      acted = true;
    }
    state.probedSince ??= ctx.now;
    for (const container of spec.ephemeralContainers ?? []) {
      // Started once and never again, whatever came of it.
      if (state.deleting || this.latest(container.name) !== undefined) continue;
      if (yield* this.startContainer(ctx, sandbox, container, 0)) acted = true;
    }
    for (const container of spec.initContainers ?? []) {
      if (state.deleting) return acted;
      const outcome = yield* this.syncInit(ctx, sandbox, container);
      acted ||= outcome.acted;
      if (!outcome.proceed) return acted;
    }
    for (const container of spec.containers) {
      if (state.deleting) return acted;
      if (yield* this.syncContainer(ctx, sandbox, container)) acted = true;
    }
    return acted;
  }

  private *createSandbox(ctx: Context): Process<RuntimeSandbox | undefined> {
    const { state } = this;
    const { name = '', namespace = 'default' } = state.pod.metadata;
    const { subject } = state;
    const attempt = state.sandboxAttempt;
    state.sandboxAttempt += 1;
    const asked = ctx.step(kinds.createSandbox, subject, { attempt });
    const hostNetwork = state.pod.spec.hostNetwork === true;
    const sandbox = yield* this.services.runtime.runPodSandbox(asked, {
      name,
      namespace,
      uid: state.uid,
      attempt,
      hostNetwork,
    });
    if (isRuntimeError(sandbox)) {
      const failed = asked.step(kinds.sandboxFailed, subject, { error: sandbox.error });
      const message = `Failed to create pod sandbox: ${sandbox.error}`;
      this.services.recorder?.event(failed, state.eventObject, 'Warning', 'FailedCreatePodSandBox', message);
      failed.after(SANDBOX_RETRY, () => state.wake(failed), true);
      return undefined;
    }
    state.sandbox = sandbox;
    state.news += 1;
    this.parts.sandboxOf(state, sandbox.id);
    const kind = firstInStory(this.services.engine, asked.story, 'sandbox') ? kinds.sandboxUp : kinds.sandboxCreated;
    const up = asked.step(kind, subject, { ip: sandbox.ip ?? this.services.node.internalIP });
    this.parts.rows.show(state);
    this.parts.statuses.setReadyToStart(up, state.pod, rfc3339(up.now));
    return sandbox;
  }

  /** An init container must end well before the next; a sidecar must only have started, as the next look at it shows. */
  private *syncInit(
    ctx: Context,
    sandbox: RuntimeSandbox,
    container: Container,
  ): Process<{ readonly acted: boolean; readonly proceed: boolean }> {
    const { state } = this;
    const current = this.latest(container.name);
    const sidecar = isSidecar(container);
    if (!sidecar && current?.state === 'exited' && current.exitCode === 0) return { acted: false, proceed: true };
    if (sidecar && current?.state === 'running') return { acted: false, proceed: state.hasStarted(container.name) };
    if (current?.state === 'running') return { acted: false, proceed: false };
    return { acted: yield* this.syncContainer(ctx, sandbox, container), proceed: false };
  }

  private *syncContainer(ctx: Context, sandbox: RuntimeSandbox, container: Container): Process<boolean> {
    const { state } = this;
    const current = this.latest(container.name);
    if (current === undefined) return yield* this.startContainer(ctx, sandbox, container, 0);
    if (current.state === 'running') {
      const why = this.reasonToReplace(container, current);
      if (why === undefined) return false;
      const what = `Container ${container.name} ${why}`;
      const text = why === REQUIRES_RESTART ? what : `${what}, will be restarted`;
      yield* killContainer(ctx, this.services, state, current, text, graceOf(state.pod));
      state.news += 1;
      // An end before this one counts, as it does in a crash loop; this one does not.
      const earlier = state.containers
        .filter(({ config, state: at }) => config.name === container.name && at === 'exited')
        .at(-1);
      if (earlier?.finishedAt !== undefined) {
        const wait = this.restarts.remaining(container.name, earlier.finishedAt, ctx.now);
        if (wait > 0) return this.backOff(ctx, container, wait);
        this.restarts.next(container.name, earlier.finishedAt, ctx.now);
      }
      return yield* this.startContainer(ctx, sandbox, container, current.config.attempt + 1);
    }
    if (current.state === 'created') return yield* this.startContainer(ctx, sandbox, container, current.config.attempt);
    if (!startsAgain(state.pod.spec, container, current.exitCode ?? 0)) return false;
    const wait = this.restarts.remaining(container.name, current.finishedAt ?? 0, ctx.now);
    if (wait > 0) return this.backOff(ctx, container, wait);
    this.restarts.next(container.name, current.finishedAt ?? 0, ctx.now);
    return yield* this.startContainer(ctx, sandbox, container, current.config.attempt + 1);
  }

  private reasonToReplace(container: Container, current: RuntimeContainer): string | undefined {
    if (container.image !== current.config.image) return 'definition changed';
    return this.state.condemned.get(container.name);
  }

  private *startContainer(
    ctx: Context,
    sandbox: RuntimeSandbox,
    container: Container,
    attempt: number,
  ): Process<boolean> {
    const { state } = this;
    this.state.dropProbes(container.name);
    const outcome: RuntimeContainer | NotStarted = yield inside(
      this.parts.starter.start(ctx, state, sandbox, container, attempt),
    );
    if (!('id' in outcome)) {
      const { toKill, ...waiting } = outcome;
      if (toKill !== undefined) {
        yield* killContainer(ctx, this.services, state, toKill, 'FailedPostStartHook', graceOf(state.pod));
      }
      // The next sync says so.
      state.waiting.set(container.name, waiting);
      state.failedToStart = true;
      // What could be made and not be run has ended.
      if (outcome.reason === 'RunContainerError' || toKill !== undefined) state.news += 1;
      return false;
    }
    state.news += 1;
    state.waiting.delete(container.name);
    if (attempt > 1) this.collectLater(ctx);
    if (
      container.readinessProbe !== undefined ||
      container.livenessProbe !== undefined ||
      container.startupProbe !== undefined
    ) {
      const probes = new ContainerProbes(this.services, state, container, outcome, (changed) => state.wake(changed));
      state.probes.set(container.name, probes);
      probes.start(ctx);
    }
    return true;
  }

  /** Of the attempts that have ended the newest is kept. Models pkg/kubelet/kuberuntime/kuberuntime_gc.go (v1.36) */
  private collectLater(ctx: Context): void {
    const { engine, runtime } = this.services;
    ctx.after(COLLECTION, () => engine.spawn(removeOldAttempts(ctx, runtime, this.state.sandbox?.id)), true);
  }

  private backOff(ctx: Context, container: Container, wait: number): false {
    const { state } = this;
    const { name, namespace } = state.pod.metadata;
    const micros = this.restarts.delayOf(container.name);
    const pod = `${name}_${namespace}(${state.uid})`;
    const message = `back-off ${goDuration(micros)} restarting failed container=${container.name} pod=${pod}`;
    state.waiting.set(container.name, { reason: 'CrashLoopBackOff', message });
    const waits = ctx.step(kinds.backOff, state.subject, {
      container: container.name,
      seconds: Math.round(micros / SECOND),
    });
    this.services.recorder?.event(
      waits,
      state.eventObject,
      'Warning',
      'BackOff',
      `Back-off restarting failed container ${container.name} in pod ${pod}`,
      { fieldPath: fieldPathOf(state, container.name) },
    );
    state.failedToStart = true;
    state.backsOffFor = Math.min(wait, state.backsOffFor ?? wait);
    return false;
  }

  // Stop

  private *terminate(ctx: Context): Process {
    const { state } = this;
    const { pod } = state;
    const { statuses, volumes } = this.parts;
    const { subject } = state;
    state.state = 'terminating';
    const neverRan = !state.mounted;
    if (neverRan) yield ctx.sleep(GIVE_UP_MOUNTING);
    yield ctx.sleep(
      this.services.node.kind === 'hollow' ? 0 : delay(this.services, this.services.latencies.kubeletSync),
    );
    const stopping = statuses.set(
      ctx.step(kinds.syncPod, subject, { sync: state.syncs, running: state.containers.length, wanted: 0 }),
      pod,
      this.status(ctx, false),
    );
    this.parts.rows.show(state);
    this.relist();
    const grace = state.evicted?.grace ?? graceOf(pod);
    const running = state.containers.filter((container) => container.state === 'running');
    yield* killAll(stopping, this.services, state, running, grace);
    if (state.sandbox !== undefined) {
      yield* this.services.runtime.stopPodSandbox(stopping, state.sandbox.id);
      state.sandbox = { ...state.sandbox, ready: false };
    }
    const stopped = stopping.step(kinds.containersStopped, subject);
    this.relist();
    state.state = 'terminated';
    this.parts.stopped(state);
    this.parts.rows.show(state);
    if (!state.removed) statuses.set(stopped, state.pod, this.status(stopped, true));
    if (state.mounted) yield* volumes.unmount(stopped, state);
    else if (neverRan) yield stopped.sleep(LAST_LOOK);
    const done = stopped.step(kinds.podTerminated, subject);
    this.parts.rows.show(state);
    if (state.removed) state.wake(done);
    else statuses.finish(done, state.pod, terminated(this.status(done, true), done.now));
  }

  /** The object is gone: nothing of the pod stays on the node. */
  private *cleanUp(ctx: Context): Process {
    const { state } = this;
    const removed = ctx.step(kinds.podRemoved, state.subject);
    this.parts.rows.remove(state);
    this.parts.statuses.unpublish(state.uid);
    this.parts.statuses.forget(state.uid);
    this.parts.starter.images.forget(state.uid);
    if (state.sandbox !== undefined) yield* this.services.runtime.removePodSandbox(removed, state.sandbox.id);
    this.gone(state);
  }

  // Views

  private latest(name: string): RuntimeContainer | undefined {
    return this.state.current(name);
  }

  /** What the next sync is about. */
  relist(): void {
    const { state } = this;
    if (state.sandbox === undefined) return;
    state.news = 0;
    state.containers = this.services.runtime.listContainers(state.sandbox.id);
    const { node } = this.services;
    const shared = state.pod.spec.hostNetwork === true;
    state.ip = shared ? node.internalIP : state.sandbox.ip;
    state.secondIP = shared ? node.second?.internalIP : state.sandbox.secondIP;
  }

  private status(ctx: Context, ended: boolean): PodStatus {
    const { state } = this;
    const { node, runtime } = this.services;
    return generateStatus({
      pod: state.pod,
      allocated: state.resize === undefined ? undefined : state.committed?.spec,
      actual: state.actual,
      resize: state.resize,
      hostIP: node.internalIP,
      secondHostIP: node.second?.internalIP,
      startTime: state.startTime,
      ip: state.ip,
      secondIP: state.secondIP,
      sandboxReady: state.sandbox?.ready === true,
      containers: state.containers,
      // What is being deleted is not started again, so it waits for nothing.
      waiting: state.deleting ? NOTHING : state.waiting,
      isReady: (name) => state.isReady(name),
      hasStarted: (name) => state.hasStarted(name),
      scheme: runtime.scheme,
      hollow: node.kind === 'hollow',
      ended,
      evicted: state.evicted,
      mayRun: !ended,
      before: this.parts.statuses.status(state.uid),
      now: ctx.now,
    });
  }
}

function countRunning(containers: readonly RuntimeContainer[]): number {
  let running = 0;
  for (const { state } of containers) if (state === 'running') running += 1;
  return running;
}

function graceOf(pod: Pod): number {
  return pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
}

/** Every container has ended and none will be started again. */
function hasEnded({ spec }: Pod, status: PodStatus): boolean {
  const isDone = (container: Container, { state }: ContainerStatus): boolean =>
    state?.terminated !== undefined && !startsAgain(spec, container, state.terminated.exitCode);
  for (const container of spec.initContainers ?? []) {
    const known = status.initContainerStatuses?.find(({ name }) => name === container.name);
    if ((known?.state?.terminated?.exitCode ?? 0) !== 0 && known !== undefined && isDone(container, known)) return true;
  }
  const main = status.containerStatuses ?? [];
  if (main.length === 0) return false;
  return spec.containers.every((container) => {
    const known = main.find(({ name }) => name === container.name);
    return known !== undefined && isDone(container, known);
  });
}
