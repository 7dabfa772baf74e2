// Models pkg/kubelet/kubelet.go (v1.36)

import { equalJson } from '../../api/go/json.ts';
import { isMirror } from '../../api/pods/mirror.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { parseTime } from '../../api/values/time.ts';
import { present } from '../../base/assert.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Context, type Origin, Signal } from '../../engine/index.ts';
import { kubelet as kinds } from '../../steps/kubelet.ts';
import { RestClient } from '../clientgo/client.ts';
import { EventRecorder } from '../clientgo/event-recorder.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { ContainerRuntime, RuntimeContainer } from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import type { Folder } from '../ports/folder.ts';
import type { Dial } from '../ports/http.ts';
import type { NodeServer } from '../ports/node-server.ts';
import type { Transport } from '../ports/transport.ts';
import { Commitments } from './admission/admission.ts';
import { type Judgement, judge } from './admission/judgement.ts';
import { preempt } from './admission/preemption.ts';
import { rejectPod } from './admission/rejection.ts';
import { Resizes } from './allocation/resize.ts';
import { findPod } from './containers/found.ts';
import { ContainerStarter } from './containers/starter.ts';
import { ContainerSync } from './containers/sync.ts';
import { EvictionManager } from './eviction/manager.ts';
import { ImagePuller } from './images/image-puller.ts';
import { NodeAgent } from './node/agent.ts';
import { diskOfNode, VolumeDisks } from './node/node-disk.ts';
import { registerPlugin } from './node/plugin-registration.ts';
import type { NodeServices } from './node/services.ts';
import type { NodeSpec } from './node/spec.ts';
import { PodState } from './pods/pod-state.ts';
import { WorkerRows } from './pods/worker-rows.ts';
import { KubeletServer } from './server/server.ts';
import { StaticPods } from './static-pods/static-pods.ts';
import { isReadinessDue } from './status/conditions.ts';
import { StatusManager, subjectOf } from './status/status-manager.ts';
import { VolumeManager } from './volumes/volume-manager.ts';
import { relist } from './workers/pod-view.ts';
import { PodWorkers, type WorkerParts } from './workers/pod-worker.ts';

export interface KubeletOptions {
  readonly credentials: Credentials;
  readonly userAgent?: string;
  readonly qps?: number;
  readonly burst?: number;
  /** The Node object exists already, so that the kubelet need not register. */
  readonly registered?: boolean;
  /** Services are told of by whoever has them: no kubelet follows them by requests of its own. */
  readonly servicesIn?: (namespace: string) => readonly KObject[];
  /** The way to addresses of other Pods and nodes, for probes and hooks that name a host. */
  readonly dial?: Dial | undefined;
  /** The Pods, by uid, that ran on the node before the run began. */
  readonly ran?: ReadonlySet<string> | undefined;
  /** What its volumes share with other nodes; without them it is alone in its cluster. */
  readonly volumeDisks?: VolumeDisks;
  /** Lease and node status; without them a large cluster is quiet. */
  readonly heartbeats?: boolean;
}

export interface Kubelet {
  start(): void;
  /** Says once more that it lives, and then no more; one that is killed does nothing at all. */
  fallSilent(ctx: Context, isKilled: boolean): void;
  /** It was away, and finds its containers as they are. */
  restarted(ctx: Context): void;
  /** A storage driver's part on this node is there. */
  pluginFound(ctx: Context, driver: string, limit: number | undefined): void;
  /** What it serves on its own port. */
  readonly server: NodeServer;
  /** That of its node, also for who signs in there. */
  readonly disk: Folder;
}

const PODS = present(resourceOf('pods'), 'pods');
const USER_AGENT = 'kubelet/v1.36.2 (linux/amd64) kubernetes/8e16b12';
const RELIST = SECOND;
/** A kubelet that starts asks for its pods when it has its node, which it looks for so often. */
const NODE_LOOK = SECOND;

/** Models pkg/kubelet/kubelet.go (v1.36) */
export function createKubelet(
  env: Environment,
  transport: Transport,
  node: NodeSpec,
  runtime: ContainerRuntime,
  options: KubeletOptions,
): Kubelet {
  return new NodeKubelet(env, transport, node, runtime, options);
}

class NodeKubelet implements Kubelet {
  private readonly services: NodeServices;
  private readonly parts: WorkerParts;
  private readonly workers: PodWorkers;
  private readonly statuses: StatusManager;
  private readonly starter: ContainerStarter;
  private readonly agent: NodeAgent;
  private readonly states = new Map<string, PodState>();
  private readonly commitments = new Commitments();
  /** From the first wish on that another spec is. */
  private resizes: Resizes | undefined;
  /** From the first time on that a container takes much. */
  private eviction: EvictionManager | undefined;
  /** Nodes look at their containers once a second, each at its own moment. */
  private readonly relistPhase: number;
  private asked: NodeServer | undefined;
  /** When it was started anew, until it is stopped. */
  private begun: Context | undefined;
  /** From the first time on that somebody looks at the disk of the node, or a mirror is seen. */
  private files: StaticPods | undefined;

  constructor(
    env: Environment,
    transport: Transport,
    node: NodeSpec,
    runtime: ContainerRuntime,
    private readonly options: KubeletOptions,
  ) {
    const { engine } = env;
    const actor = `kubelet/${node.name}`;
    const { credentials, qps = 50, burst = 100 } = options;
    const userAgent = options.userAgent ?? (node.kind === 'hollow' ? 'hollow-kubelet' : USER_AGENT);
    const client = new RestClient(env, transport, { userAgent, credentials, qps, burst });
    const source = { component: 'kubelet', host: node.name };
    this.services = {
      env,
      engine,
      startedAt: engine.now,
      node,
      liveness: { isKilled: false, started: new Signal() },
      actor,
      base: engine.background(actor),
      client,
      factory: new SharedInformerFactory(env, actor, client),
      recorder: node.kind === 'hollow' ? undefined : new EventRecorder(env, client, source, 'core/v1'),
      runtime,
      random: engine.random(actor),
      latencies: env.latencies,
      servicesIn: options.servicesIn,
      dial: options.dial,
      volumeDisks: options.volumeDisks ?? new VolumeDisks(),
      onDisk: (disk) => engine.spawn(this.ofFiles.follow(disk)),
    };
    this.relistPhase = this.services.random.below(RELIST);
    this.statuses = new StatusManager(this.services, (uid) => this.states.get(uid)?.pod);
    this.agent = new NodeAgent(this.services);
    this.starter = new ContainerStarter(this.services, new ImagePuller(this.services));
    const states = (): Iterable<PodState> => this.states.values();
    const rows = new WorkerRows(engine, node.name, states);
    this.parts = {
      services: this.services,
      statuses: this.statuses,
      volumes: new VolumeManager(this.services, states),
      starter: this.starter,
      containers: new ContainerSync(this.services, this.statuses, this.starter, rows, (time) =>
        this.untilNewerThan(time),
      ),
      rows,
      untilRelist: () => this.untilRelist(),
      untilNewerThan: (time) => this.untilNewerThan(time),
      stopped: (state) => this.release(state),
      resized: (ctx, state) => this.resizes?.settled(ctx, state),
      gone: (state) => this.forget(state),
    };
    this.workers = new PodWorkers(this.parts);
  }

  private podNamed(namespace: string, name: string): PodState | undefined {
    for (const state of this.states.values()) {
      const { metadata } = state.pod;
      if (metadata.name === name && metadata.namespace === namespace && !state.removed) return state;
    }
    return undefined;
  }

  get disk(): Folder {
    return diskOfNode(this.services);
  }

  get server(): NodeServer {
    this.asked ??= new KubeletServer(
      this.services,
      (namespace, name) => this.podNamed(namespace, name),
      () => this.states.values(),
    );
    return this.asked;
  }

  start(): void {
    const { factory, node, actor, runtime } = this.services;
    factory.informer(PODS, { field: `spec.nodeName=${node.name}` }).addHandler(actor, {
      onAdd: (ctx, object) => (isMirror(object) ? this.ofFiles.seen(ctx, object) : this.podAdded(ctx, object)),
      onUpdate: (ctx, before, after) =>
        isMirror(after) ? this.ofFiles.seen(ctx, after) : this.podUpdated(ctx, before, after),
      onDelete: (ctx, object) => (isMirror(object) ? this.ofFiles.gone(ctx, object) : this.podDeleted(ctx, object)),
    });
    runtime.onExit((container, origin, { uid }) => this.containerExited(container, origin, uid));
    if (node.kind === 'real') runtime.onUse((origin) => this.resourcesUsed(origin));
    this.statuses.start();
    this.agent.start(this.options.registered === true, this.options.heartbeats !== false);
    factory.start(this.services.base);
  }

  fallSilent(ctx: Context, isKilled: boolean): void {
    this.agent.fallSilent(ctx, isKilled);
    this.services.liveness.isKilled = isKilled;
    this.begun = undefined;
  }

  restarted(ctx: Context): void {
    const started = this.agent.restarted(ctx);
    this.begun = started;
    if (!this.services.liveness.isKilled) {
      for (const state of this.states.values()) this.statuses.sayAgain(started, state);
      return;
    }
    started.after(NODE_LOOK, () => {
      if (this.begun === started) this.findPods(started);
    });
  }

  /** Its memory is gone: it looks at everything anew. */
  private findPods(ctx: Context): void {
    const { liveness } = this.services;
    for (const state of this.states.values()) this.findAgain(ctx, state);
    liveness.isKilled = false;
    liveness.started.notify();
    this.eviction?.noticed(ctx.originOnly());
  }

  /** It knows of no failure before, nor what it said of the pod: the next sync tells anew what the server has otherwise. */
  private findAgain(ctx: Context, state: PodState): void {
    if (state.sync.phase !== 'terminated' && state.sync.phase !== 'rejected') this.parts.volumes.foundAgain(ctx, state);
    if (state.sync.phase !== 'waiting') return this.statuses.sayAgain(ctx, state);
    this.statuses.forget(state);
    state.starts.backoff = undefined;
    relist(this.services, state);
    state.wake(ctx);
  }

  pluginFound(ctx: Context, driver: string, limit: number | undefined): void {
    const { engine, base } = this.services;
    engine.spawn(registerPlugin(base.from(ctx.originOnly()), this.services, driver, limit));
  }

  private get ofFiles(): StaticPods {
    this.files ??= new StaticPods({
      services: this.services,
      node: () => this.agent.object,
      add: (ctx, pod) => this.podAdded(ctx, pod),
      remove: (ctx, pod) => this.podDeleted(ctx, pod),
      mirrored: (ctx, pod, mirror) => this.mirrored(ctx, pod, mirror),
    });
    return this.files;
  }

  /** What the API server makes of the pod is said of it from then on. */
  private mirrored(ctx: Context, pod: Pod, { status }: Pod): void {
    const state = this.states.get(pod.metadata.uid ?? '');
    if (state === undefined) return;
    state.pod = { ...state.pod, status: { ...state.pod.status, qosClass: status.qosClass } } as Pod;
    this.statuses.sayAgain(ctx, state);
  }

  private podAdded(ctx: Context, pod: Pod): void {
    const { engine } = this.services;
    const uid = pod.metadata.uid ?? '';
    const added = ctx.step(kinds.podAdded, subjectOf(pod));
    const isFound = this.options.ran?.has(uid) === true;
    const startTime = isFound ? (parseTime(pod.status.startTime) ?? added.wall) : added.wall;
    const state = new PodState(pod, startTime, this.workers);
    if (pod.spec.hostNetwork === true) {
      const { internalIP, second } = this.services.node;
      [state.seen.ip, state.seen.secondIP] = [internalIP, second?.internalIP];
    }
    const ended = pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
    const judged = ended ? undefined : this.judge(pod);
    const rejection = judged?.rejection;
    if (!ended && rejection === undefined) {
      state.allocation.committed = pod;
      this.commitments.add(pod);
    }
    this.states.set(uid, state);
    if (isFound && !ended) {
      findPod(added, this.services, this.starter, state);
      this.statuses.found(added, state);
    }
    this.workers.begin(state);
    if (ended) {
      state.sync.phase = 'terminated';
      if (state.deleting) state.wake(added);
      return;
    }
    if (rejection !== undefined) rejectPod(added, this.services, this.statuses, state, rejection);
    else if (judged?.victims !== undefined) engine.spawn(preempt(added, this.services, judged.victims, state));
    else state.wake(added);
  }

  private judge(pod: Pod): Judgement | undefined {
    const pressed = this.eviction?.refuses(pod);
    if (pressed !== undefined) return { rejection: { reason: 'Evicted', message: pressed } };
    return judge(pod, this.services.node, this.agent.object, this.commitments, this.states);
  }

  private resourcesUsed(origin: Origin): void {
    const { services, agent, states } = this;
    this.eviction ??= new EvictionManager({ services, agent, states });
    this.eviction.noticed(origin);
  }

  /** A pod that has stopped no longer takes room. */
  private release(state: PodState): void {
    if (state.allocation.committed === undefined) return;
    this.commitments.remove(state.allocation.counted ?? state.allocation.committed);
    state.allocation.committed = undefined;
    state.allocation.counted = undefined;
    state.end.stopped?.resolve();
    this.resizes?.roomMade();
  }

  private podUpdated(ctx: Context, before: Pod, after: Pod): void {
    const state = this.states.get(after.metadata.uid ?? '');
    if (state === undefined || before.metadata.uid !== after.metadata.uid) {
      this.podDeleted(ctx, before);
      this.podAdded(ctx, after);
      return;
    }
    const wasDeleting = state.deleting;
    state.pod = after;
    if (after.metadata.deletionTimestamp !== undefined && !wasDeleting) {
      const grace = after.metadata.deletionGracePeriodSeconds ?? 0;
      state.wake(ctx.step(kinds.podDeleting, subjectOf(after), { grace }));
      return;
    }
    this.statuses.heard(ctx, state);
    const isCalledOtherwise = !sameTellable(before.metadata, after.metadata);
    if (isCalledOtherwise && state.mounts.held !== undefined) this.parts.volumes.podChanged(ctx, state);
    // A kubelet's own status coming back is no news.
    if (before.spec === after.spec || equalJson(before.spec, after.spec)) {
      if (isCalledOtherwise || isReadinessDue(after)) state.wake(ctx);
      return;
    }
    const updated = ctx.step(kinds.podUpdated, subjectOf(after), { generation: after.metadata.generation ?? 1 });
    this.resizes ??= new Resizes(this.services, this.commitments);
    this.resizes.asked(updated, state);
    state.wake(updated);
  }

  private podDeleted(ctx: Context, pod: Pod): void {
    const state = this.states.get(pod.metadata.uid ?? '');
    if (state === undefined) return;
    state.pod = pod;
    state.removed = true;
    state.wake(ctx);
  }

  private forget(state: PodState): void {
    this.release(state);
    if (this.states.get(state.uid) === state) this.states.delete(state.uid);
    this.files?.ended(this.services.base, state.pod);
  }

  /** Noticed at the next relist. */
  private containerExited(container: RuntimeContainer, origin: Origin, uid: string): void {
    const state = this.states.get(uid);
    if (state === undefined) return;
    const ctx = this.services.base.from(origin);
    ctx.after(this.untilRelist(), () => {
      if (this.services.liveness.isKilled) return;
      const { name } = container.config;
      const noticed = ctx.step(kinds.relisted, state.subject, { container: name, event: 'ContainerDied' });
      state.seen.containers = this.services.runtime.listContainers(container.sandboxId);
      state.noticed(noticed);
    });
  }

  /** Until all containers have been looked at once more since then: nothing, if they have been. */
  private untilNewerThan(time: number): number {
    const until = this.untilRelist();
    return this.services.engine.now + until - RELIST < time ? until : 0;
  }

  private untilRelist(): number {
    const { engine, env, node } = this.services;
    const since = (engine.now - (env.chance?.relistNear?.(node.name) ?? this.relistPhase)) % RELIST;
    return since < 0 ? -since : RELIST - since;
  }
}

/** What volumes may tell a Pod of itself. */
function sameTellable(before: Pod['metadata'], after: Pod['metadata']): boolean {
  return equalJson(before.labels, after.labels) && equalJson(before.annotations, after.annotations);
}
