// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Writable } from '../../../base/writable.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import { kernelNameProblem, resolverProblems } from '../../dns/pod-files.ts';
import type { PortMapping } from '../../ports/cni.ts';
import {
  isRuntimeError,
  type RuntimeContainer,
  type RuntimeError,
  type RuntimeSandbox,
  type SandboxConfig,
} from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';
import { allContainers } from '../pods/all-containers.ts';
import type { PodState } from '../pods/pod-state.ts';
import { isSidecar, startsAgain } from '../pods/restart-policy.ts';
import type { NotStarted } from '../pods/waiting.ts';
import type { WorkerRows } from '../pods/worker-rows.ts';
import { type Changed, ContainerProbes } from '../probes/probes.ts';
import { resourcesIn } from '../status/resize-and-disruption.ts';
import type { StatusManager } from '../status/status-manager.ts';
import { removeOldAttempts } from './container-gc.ts';
import { backsOff } from './crash-loop.ts';
import { prepareDevices } from './devices.ts';
import { initActions } from './init-actions.ts';
import { graceOf, type Kill, killOf } from './replacement.ts';
import { runtimeHandler } from './runtime-class.ts';
import type { ContainerStarter } from './starter.ts';
import { killContainer } from './stopping.ts';
import { userNamespaceProblem } from './user-namespaces.ts';

const COLLECTION = MINUTE;

/** The sandboxes and containers of the pods of one node. Models pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36) */
export class ContainerSync {
  constructor(
    private readonly services: NodeServices,
    private readonly statuses: StatusManager,
    private readonly starter: ContainerStarter,
    private readonly rows: WorkerRows,
    /** How long until all containers have been looked at once more since then. */
    private readonly untilNewerThan: (time: number) => number,
  ) {}

  /** Brings sandbox and containers towards the spec; true when anything was done. */
  *sync(ctx: Context, state: PodState): Process<boolean> {
    state.probing.since ??= ctx.now;
    if (state.sync.isFound) yield* this.recognize(ctx, state);
    return isAsWanted(state) ? false : yield* this.bringUp(ctx, state);
  }

  /** What ran before the run began has its volumes by now, so that it is known what its containers see. */
  private *recognize(ctx: Context, state: PodState): Process {
    state.sync.isFound = false;
    for (const container of allContainers(state.pod.spec)) {
      const running = state.seen.current(container.name);
      if (running === undefined) continue;
      const config = yield* this.starter.recognized(ctx, state, container, running.config.attempt);
      this.services.runtime.configured(running.id, config);
    }
    if (state.seen.sandbox !== undefined)
      state.seen.containers = this.services.runtime.listContainers(state.seen.sandbox.id);
  }

  /** What must end, ends before anything starts. */
  private *bringUp(ctx: Context, state: PodState): Process<boolean> {
    const { spec } = state.pod;
    let {
      seen: { sandbox },
    } = state;
    let acted = false;
    if (sandbox === undefined || !sandbox.ready) {
      if (spec.resourceClaims !== undefined && !(yield* prepareDevices(ctx, this.services, state))) return false;
      const attempt = state.seen.sandboxAttempt;
      state.seen.sandboxAttempt += 1;
      const asked = ctx.step(kinds.createSandbox, state.subject, { attempt });
      const answer = yield* this.runSandbox(asked, state, attempt);
      if (isRuntimeError(answer)) return this.withoutSandbox(asked, state, answer);
      sandbox = this.withSandbox(asked, state, answer);
      acted = true;
    }
    // What happens from here on is for the next sync.
    const seen = state.seen.containers;
    const init = spec.initContainers === undefined ? undefined : initActions(state);
    const replaced = unwanted(state, init);
    for (const { running, message, grace, again } of replaced) {
      yield* killContainer(ctx, this.services, state, running, message, grace);
      state.seen.news += 1;
      if (!again) acted = true;
    }
    for (const container of spec.ephemeralContainers ?? NO_CONTAINERS) {
      // Started once and never again, whatever came of it.
      if (state.deleting || state.seen.current(container.name, seen) !== undefined) continue;
      if (yield* this.startContainer(ctx, state, sandbox, container, 0)) acted = true;
    }
    for (const container of init?.start ?? NO_CONTAINERS) {
      if (state.deleting) return acted;
      if (yield* this.startAttempt(ctx, state, sandbox, container, seen)) acted = true;
      else if (!isSidecar(container)) return acted;
    }
    if (init?.isInitialized === false) return acted;
    for (const container of spec.containers) {
      if (state.deleting) return acted;
      if (!wantsStart(state, container, seen, replaced)) continue;
      if (yield* this.startAttempt(ctx, state, sandbox, container, seen)) acted = true;
    }
    return acted;
  }

  /** More servers or search domains than a resolver takes are left out. */
  private checkResolver(ctx: Context, state: PodState): void {
    for (const problem of resolverProblems(state.pod))
      this.services.recorder?.event(ctx, state.eventObject, 'Warning', 'DNSConfigForming', problem);
  }

  private *runClassed(ctx: Context, config: SandboxConfig, { spec }: Pod): Process<RuntimeSandbox | RuntimeError> {
    const { runtimeClassName: name, hostUsers } = spec;
    const handler = name === undefined ? '' : yield* runtimeHandler(ctx, this.services, name);
    if (isRuntimeError(handler)) return handler;
    if (hostUsers === false) return { error: userNamespaceProblem(handler) };
    return yield* this.services.runtime.runPodSandbox(ctx, { ...config, handler });
  }

  private *runSandbox(asked: Context, state: PodState, attempt: number): Process<RuntimeSandbox | RuntimeError> {
    const { hostUsers, runtimeClassName, dnsConfig, setHostnameAsFQDN } = state.pod.spec;
    if (dnsConfig !== undefined) this.checkResolver(asked, state);
    const misnamed = setHostnameAsFQDN === true ? kernelNameProblem(state.pod) : undefined;
    if (misnamed !== undefined) return { error: misnamed };
    const config = sandboxConfig(state, attempt);
    return runtimeClassName === undefined && hostUsers !== false
      ? yield* this.services.runtime.runPodSandbox(asked, config)
      : yield* this.runClassed(asked, config, state.pod);
  }

  private withoutSandbox(asked: Context, state: PodState, { error }: RuntimeError): false {
    const failed = asked.step(kinds.sandboxFailed, state.subject, { error });
    const message = `Failed to create pod sandbox: ${error}`;
    this.services.recorder?.event(failed, state.eventObject, 'Warning', 'FailedCreatePodSandBox', message);
    state.sync.failedToStart = true;
    return false;
  }

  private withSandbox(asked: Context, state: PodState, sandbox: RuntimeSandbox): RuntimeSandbox {
    state.seen.sandbox = sandbox;
    state.seen.news += 1;
    const kind = this.services.engine.storyScenes.isFirst(asked.story, 'sandbox')
      ? kinds.sandboxUp
      : kinds.sandboxCreated;
    const up = asked.step(kind, state.subject, { ip: sandbox.ip ?? this.services.node.internalIP });
    this.rows.show(state);
    this.statuses.setReadyToStart(up, state, rfc3339(up.wall));
    return sandbox;
  }

  /** The first attempt, or the next one unless it is too early. */
  private *startAttempt(
    ctx: Context,
    state: PodState,
    sandbox: RuntimeSandbox,
    container: Container,
    seen: readonly RuntimeContainer[],
  ): Process<boolean> {
    const current = state.seen.current(container.name, seen);
    if (current === undefined)
      return yield* this.startContainer(ctx, state, sandbox, container, state.starts.attempts.get(container.name) ?? 0);
    const ended = lastEndOf(seen, container.name);
    if (ended !== undefined && backsOff(ctx, this.services, state, container, ended)) return false;
    const { attempt } = current.config;
    const next = current.state === 'created' ? attempt : attempt + 1;
    return yield* this.startContainer(ctx, state, sandbox, container, next);
  }

  private *startContainer(
    ctx: Context,
    state: PodState,
    sandbox: RuntimeSandbox,
    container: Container,
    attempt: number,
  ): Process<boolean> {
    state.probing.drop(container.name);
    const outcome: RuntimeContainer | NotStarted = yield this.starter.start(
      ctx,
      state,
      sandbox,
      asAllocated(state, container),
      attempt,
    );
    if ('id' in outcome) {
      this.hasStarted(ctx, state, container, outcome, attempt);
      return true;
    }
    const { toKill, ...waiting } = outcome;
    if (toKill !== undefined)
      yield* killContainer(ctx, this.services, state, toKill, 'FailedPostStartHook', graceOf(state.pod));
    // The next sync says so.
    state.starts.waiting = state.starts.waiting.with(container.name, waiting);
    state.sync.failedToStart = true;
    // What could be made and not be run has ended.
    if (outcome.reason === 'RunContainerError' || toKill !== undefined) state.seen.news += 1;
    return false;
  }

  private hasStarted(
    ctx: Context,
    state: PodState,
    container: Container,
    running: RuntimeContainer,
    attempt: number,
  ): void {
    const { name, readinessProbe, livenessProbe, startupProbe } = container;
    state.seen.news += 1;
    state.starts.waiting.delete(name);
    if (attempt > 1) this.collectLater(ctx, state);
    if ((readinessProbe ?? livenessProbe ?? startupProbe) === undefined) return;
    const tell = (changed: Context, what: Changed): void => this.probeChanged(changed, state, name, what);
    const probes = new ContainerProbes(this.services, state, container, running, tell);
    state.probing.probes = state.probing.probes.with(name, probes);
    probes.start(ctx);
  }

  /** Told at once, and looked at by a sync of its own after another look at all containers. */
  private probeChanged(changed: Context, state: PodState, container: string, what: Changed): void {
    const { statuses } = this;
    if (what === 'startup') statuses.setStarted(changed, state, container, state.probing.hasStarted(container));
    else if (what === 'readiness') statuses.setReadiness(changed, state, container, state.probing.isReady(container));
    if (state.sync.phase === 'terminating') return;
    const wait = this.untilNewerThan(state.sync.endedAt);
    if (wait === 0) state.wake(changed);
    else changed.after(wait, () => state.wake(changed), changed.background);
  }

  /** Of the attempts that have ended the newest is kept. Models pkg/kubelet/kuberuntime/kuberuntime_gc.go (v1.36) */
  private collectLater(ctx: Context, state: PodState): void {
    const { engine, runtime } = this.services;
    ctx.after(COLLECTION, () => engine.spawn(removeOldAttempts(ctx, runtime, state.seen.sandbox?.id)), true);
  }
}

const NO_CONTAINERS: readonly Container[] = [];
const NO_KILLS: readonly Kill[] = [];

/** Nothing is to be done where all that there is runs, as most often when a sync looks. */
function isAsWanted(state: PodState): boolean {
  const { spec } = state.pod;
  if (state.seen.sandbox?.ready !== true || (spec.initContainers ?? spec.ephemeralContainers) !== undefined)
    return false;
  for (const container of spec.containers) {
    const current = state.seen.current(container.name);
    if (current?.state !== 'running' || mustEnd(state, container, current)) return false;
  }
  return true;
}

/** What runs and must not. */
function unwanted(state: PodState, init: ReturnType<typeof initActions> | undefined): readonly Kill[] {
  let kills: Kill[] | undefined;
  for (const kill of init?.kill ?? NO_KILLS) {
    kills ??= [];
    kills.push(kill);
  }
  if (init?.isInitialized === false) return kills ?? NO_KILLS;
  for (const container of state.pod.spec.containers) {
    const current = state.seen.current(container.name);
    if (current?.state !== 'running' || !mustEnd(state, container, current)) continue;
    const kill = killOf(state, container, current);
    if (kill === undefined) continue;
    kills ??= [];
    kills.push(kill);
  }
  return kills ?? NO_KILLS;
}

export function sandboxConfig({ pod, uid }: PodState, attempt: number): SandboxConfig {
  const { name = '', namespace = 'default' } = pod.metadata;
  const { hostNetwork = false, shareProcessNamespace, containers } = pod.spec;
  const config: Writable<SandboxConfig> = { name, namespace, uid, attempt, hostNetwork };
  const ports = hostNetwork ? undefined : portMappings(containers);
  if (ports !== undefined) config.ports = ports;
  if (shareProcessNamespace === true) config.sharesProcesses = true;
  return config;
}

/** What it wants and was not granted it does not start with. */
function asAllocated({ allocation: { resize, committed } }: PodState, container: Container): Container {
  if (resize?.pending === undefined || committed === undefined) return container;
  return { ...container, resources: resourcesIn(committed.spec, container) } as Container;
}

/** Models pkg/kubelet/container/helpers.go MakePortMappings (v1.36) */
function portMappings(containers: readonly Container[]): readonly PortMapping[] | undefined {
  let found: PortMapping[] | undefined;
  for (const { ports } of containers) {
    for (const { hostPort = 0, containerPort, protocol = 'TCP', hostIP } of ports ?? NO_PORTS) {
      if (hostPort === 0) continue;
      found ??= [];
      found.push({ protocol: protocol.toLowerCase() as PortMapping['protocol'], hostPort, containerPort, hostIP });
    }
  }
  return found;
}

const NO_PORTS: readonly never[] = [];

function mustEnd(state: PodState, { name, image }: Container, running: RuntimeContainer): boolean {
  return image !== running.config.image || state.probing.condemned.has(name);
}

/** Whether a main container is to be started: the first time, again, or in the place of one that was just killed. */
function wantsStart(
  state: PodState,
  container: Container,
  seen: readonly RuntimeContainer[],
  replaced: readonly Kill[],
): boolean {
  const current = state.seen.current(container.name, seen);
  if (current === undefined || current.state === 'created') return true;
  if (current.state === 'exited') return startsAgain(state.pod.spec, container, current.exitCode ?? 0);
  return replaced.some(({ running, again }) => again && running.id === current.id);
}

/** When the newest attempt that has ended by itself did so; one that was just killed is not known to have ended. */
function lastEndOf(seen: readonly RuntimeContainer[], name: string): number | undefined {
  return seen.findLast(({ config, state }) => config.name === name && state === 'exited')?.finishedAt;
}
