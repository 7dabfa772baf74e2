// Models pkg/scheduler/scheduler.go and schedule_one.go (v1.36)

import { isStatus, type Status } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { PersistentVolumeClaim, Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../api/types/policy.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process, Random, Table } from '../../engine/index.ts';
import { scheduler as kinds } from '../../steps/scheduler.ts';
import { RestClient } from '../clientgo/client.ts';
import { EventRecorder } from '../clientgo/event-recorder.ts';
import { SharedInformerFactory } from '../clientgo/informer-factory.ts';
import type { SharedInformer } from '../clientgo/shared-informer.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Chance, Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import type { Transport } from '../ports/transport.ts';
import { SchedulerCache } from './cache/cache.ts';
import { Nominator } from './cache/nominator.ts';
import { DecisionLog } from './cycle/decision-log.ts';
import { evaluate, hasError } from './cycle/evaluate.ts';
import { bindFailed, type FailureParts, notPlaced } from './cycle/failure.ts';
import { prepareBinding } from './cycle/prepare-binding.ts';
import { DeviceView } from './devices/device-view.ts';
import { listenToCluster } from './event-handlers.ts';
import type { ClaimView, Refusal } from './framework/framework.ts';
import { Namespaces } from './objects/namespaces.ts';
import type { NodeInfo } from './objects/node-info.ts';
import { OwnerSelectors } from './objects/owners.ts';
import { type PodInfo, podInfo } from './objects/pod-info.ts';
import { type NodeRow, SCHEDULER_NODES_TABLE } from './objects/rows.ts';
import { wantsDevices } from './plugins/dynamic-resources.ts';
import type { ClusterEvent } from './queue/hints.ts';
import { type QueuedPod, SchedulingQueue } from './queue/queue.ts';
import { isBound, StorageView } from './volumes/storage-view.ts';

export interface SchedulerOptions {
  readonly credentials: Credentials;
  readonly userAgent?: string;
  readonly qps?: number;
  readonly burst?: number;
  /** The machine it runs on; part of its events' reportingInstance. */
  readonly hostname?: string;
}

export interface Scheduler {
  start(): void;
}

const SCHEDULER_ACTOR = 'kube-scheduler';
const NAME = 'default-scheduler';
const USER_AGENT = 'kube-scheduler/v1.36.2 (linux/amd64) kubernetes/8e16b12/scheduler';
const PODS = present(resourceOf('pods'), 'pods');
const UNFINISHED = 'status.phase!=Succeeded,status.phase!=Failed';

/** Models pkg/scheduler/scheduler.go (v1.36): the default profile with the default plugins. */
export function createScheduler(env: Environment, transport: Transport, options: SchedulerOptions): Scheduler {
  return new KubeScheduler(env, transport, options);
}

function podSubject(key: string): string {
  return `pods/${key}`;
}

class KubeScheduler implements Scheduler, FailureParts {
  readonly cache = new SchedulerCache();
  readonly nominator = new Nominator();
  readonly base: Context;
  readonly client: RestClient;
  private readonly factory: SharedInformerFactory;
  readonly recorder: EventRecorder;
  readonly queue: SchedulingQueue;
  private readonly owners: OwnerSelectors;
  /** Made when the first pod with affinity is there. */
  private namespaces: Namespaces | undefined;
  readonly pods: SharedInformer<Pod>;
  private readonly claims: SharedInformer<PersistentVolumeClaim>;
  readonly budgets: SharedInformer<PodDisruptionBudget>;
  private readonly random: Random;
  private readonly ties: Random;
  readonly log: DecisionLog;
  private readonly nodeRows: Table<NodeRow>;
  storage: StorageView | undefined;
  devices: DeviceView | undefined;
  private nextStart = 0;
  private readonly chance: Chance | undefined;

  constructor(
    readonly env: Environment,
    transport: Transport,
    options: SchedulerOptions,
  ) {
    const { engine } = env;
    this.base = engine.background(SCHEDULER_ACTOR);
    this.client = new RestClient(env, transport, {
      userAgent: options.userAgent ?? USER_AGENT,
      credentials: options.credentials,
      qps: options.qps ?? 50,
      burst: options.burst ?? 100,
    });
    this.factory = new SharedInformerFactory(env, SCHEDULER_ACTOR, this.client);
    this.recorder = new EventRecorder(
      env,
      this.client,
      { component: NAME, host: options.hostname ?? 'control-plane' },
      'events.k8s.io/v1',
    );
    this.queue = new SchedulingQueue(engine, podSubject, (pod) => this.waitsForDevices(pod));
    this.random = engine.random('scheduler/latency');
    this.ties = engine.random('scheduler/ties');
    this.chance = env.chance;
    this.log = new DecisionLog(engine);
    this.nodeRows = engine.viewTable(SCHEDULER_NODES_TABLE, () =>
      this.cache.nodes.map((node) => [node.name, rowOf(node)]),
    );
    this.owners = new OwnerSelectors(this.factory, SCHEDULER_ACTOR, this.base);
    this.claims = this.factory.informer(present(resourceOf('persistentvolumeclaims'), 'claims'));
    this.budgets = this.factory.informer(present(resourceOf('poddisruptionbudgets', 'policy'), 'budgets'));
    this.pods = this.factory.informer(PODS, { field: UNFINISHED });
    listenToCluster({
      pods: this.pods,
      nodes: this.factory.informer(present(resourceOf('nodes'), 'nodes')),
      claims: this.claims,
      cache: this.cache,
      queue: this.queue,
      nominator: this.nominator,
      infoOf: (pod) => this.infoOf(pod),
      schedulerName: NAME,
      actor: SCHEDULER_ACTOR,
      claimSeen: () => this.followStorage(),
      publish: (node) => this.publishNode(node),
      forgetNode: (name) => this.nodeRows.delete(name),
      forgetDecision: (key) => this.log.forget(key),
    });
  }

  start(): void {
    this.factory.start(this.base);
    this.env.engine.spawn(this.run());
  }

  infoOf(pod: Pod): PodInfo {
    if (pod.spec.affinity === undefined) return podInfo(pod);
    this.namespaces ??= new Namespaces(this.factory, this.base);
    return this.namespaces.infoOf(pod);
  }

  // What plugins ask

  ownerSelector(pod: PodInfo) {
    return this.owners.of(pod);
  }

  claim(namespace: string, name: string): ClaimView | undefined {
    const claim = this.claims.indexer.get(this.base, `${namespace}/${name}`);
    if (claim === undefined) return undefined;
    const { volumeName = '' } = claim.spec;
    const { storage } = this;
    const bound = isBound(claim);
    return {
      object: claim,
      bound,
      waitsForConsumer: volumeName === '' && storage?.waitsForConsumer(claim) === true,
      volumeLabels: bound ? storage?.labelsOf(volumeName) : undefined,
      attached: storage?.attached(claim),
    };
  }

  volumeProblem(pod: PodInfo, node: NodeInfo): Refusal | undefined {
    return this.storage?.problem(pod, node);
  }

  volumeLimit(node: NodeInfo, driver: string): number | undefined {
    return this.storage?.limit(node.name, driver);
  }

  /** Volumes are followed from the first claim on. */
  private followStorage(): void {
    this.storage ??= new StorageView(this.factory, this.claims, this.base, SCHEDULER_ACTOR, (ctx) =>
      this.queue.happened(ctx, { type: 'VolumeChange' }),
    );
  }

  /** Devices are followed from the first Pod on that has claims. */
  private waitsForDevices(pod: PodInfo): boolean {
    if (!wantsDevices(pod)) return false;
    if (this.devices === undefined) {
      const happened = (ctx: Context, event: ClusterEvent): void => this.queue.happened(ctx, event);
      this.devices = new DeviceView(this.factory, this.base, SCHEDULER_ACTOR, happened);
      this.env.engine.spawn(this.devices.catchUp(happened));
    }
    return this.devices.hindrance(pod) !== undefined;
  }

  // The scheduling cycle: one pod at a time

  private *run(): Process {
    yield* this.factory.waitForSync(this.base);
    for (;;) {
      const next = this.queue.pop();
      if (next === undefined) yield this.queue.arrival;
      else yield this.scheduleOne(next);
    }
  }

  private *scheduleOne(entry: QueuedPod): Process {
    const subject = podSubject(entry.info.key);
    const popped = this.base.stepFrom(entry.origin, kinds.popped, subject, {
      attempt: entry.attempts,
      waiting: this.queue.activeCount,
    });
    this.queue.publish(entry);
    const micros = draw(this.random, this.env.latencies.schedulingCycle);
    yield popped.sleep(Math.floor(micros / 2));
    if (this.namespaces?.isComing === true) yield* this.factory.waitForSync(this.base);
    if (this.skips(popped, entry)) return;
    const pod = entry.info;
    const evaluation = evaluate(pod, this, this.nextStart, this.ties, this.chance);
    if (evaluation.looked > 0) this.nextStart = (this.nextStart + evaluation.looked) % Math.max(1, evaluation.total);
    const decided = this.log.record(popped.step(kinds.snapshot, subject, this.snapshotArgs()), entry, evaluation);
    const { chosen } = evaluation;
    yield decided.sleep(Math.ceil(micros / 2));
    if (chosen === undefined || (wantsDevices(pod) && hasError(evaluation))) {
      notPlaced(this, decided, entry, evaluation);
      return;
    }
    if (this.skips(decided, entry)) return;
    this.env.engine.spawn(this.bind(this.assume(decided, entry.info, chosen), entry, chosen));
  }

  private snapshotArgs(): { readonly nodes: number; readonly pods: number } {
    return { nodes: this.cache.nodes.length, pods: this.cache.podCount };
  }

  private skips(ctx: Context, entry: QueuedPod): boolean {
    const { info } = entry;
    if (entry.place === 'gone') {
      ctx.step(kinds.skipped, podSubject(info.key), { why: 'gone' });
      this.queue.done(entry);
      return true;
    }
    if (!info.terminating) return false;
    const skipped = ctx.step(kinds.skipped, podSubject(info.key), { why: 'deleting' });
    this.recorder.event(skipped, info.pod, 'Warning', 'FailedScheduling', `skip schedule deleting pod: ${info.key}`, {
      action: 'Scheduling',
    });
    this.queue.done(entry);
    return true;
  }

  /** From here on other pods are placed as if this one were there already. */
  private assume(ctx: Context, pod: PodInfo, node: NodeInfo): Context {
    const subject = podSubject(pod.key);
    const assumed = ctx.step(kinds.assumed, subject, { node: node.name });
    this.cache.assume(pod, node.name);
    this.nominator.forget(pod.uid);
    if (pod.claims.length > 0) this.storage?.reserve(pod, node);
    if (wantsDevices(pod)) this.devices?.reserve(pod, node);
    this.publishNode(node);
    this.log.phase(pod.key, 'assumed', node.name);
    return assumed
      .step(kinds.reserved, subject, { node: node.name })
      .step(kinds.permitted, subject, { node: node.name });
  }

  // The binding cycle: beside the next pods

  private *bind(ctx: Context, entry: QueuedPod, node: NodeInfo): Process {
    const { info } = entry;
    const subject = podSubject(info.key);
    const { name, namespace, uid } = info.pod.metadata;
    if (info.claims.length > 0 || wantsDevices(info)) {
      const problem = yield* prepareBinding(ctx, this, entry, node);
      if (problem !== undefined) return bindFailed(this, ctx, entry, node, problem);
    }
    const asked = ctx
      .step(kinds.preBind, subject, { node: node.name })
      .step(kinds.binding, subject, { node: node.name });
    const answer: KObject | Status = yield this.client.create(
      asked,
      PODS,
      namespace,
      {
        kind: 'Binding',
        apiVersion: 'v1',
        metadata: { name, namespace, uid },
        target: { kind: 'Node', name: node.name },
      },
      { name, subresource: 'binding' },
    );
    if (isStatus(answer) && answer.status !== 'Success') {
      const error = `running Bind plugin "DefaultBinder": ${answer.message ?? ''}`;
      bindFailed(this, asked, entry, node, error);
      return;
    }
    const first = this.env.engine.storyScenes.isFirst(asked.story, 'bound');
    const bound = asked.step(first ? kinds.boundFirst : kinds.bound, subject, { node: node.name });
    this.queue.done(entry);
    this.log.phase(info.key, 'bound', node.name);
    const message = `Successfully assigned ${info.key} to ${node.name}`;
    this.recorder.event(bound, info.pod, 'Normal', 'Scheduled', message, { action: 'Binding' });
  }

  publishNode(node: NodeInfo): void {
    if (!this.nodeRows.isKept) return;
    // Pods may outlive their node, and be heard of before it.
    if (node.node === undefined) this.nodeRows.delete(node.name);
    else this.nodeRows.set(node.name, rowOf(node));
  }
}

function rowOf(node: NodeInfo): NodeRow {
  return {
    name: node.name,
    pods: node.pods.size,
    assumed: node.assumed,
    requestedCPU: node.requestedCPU,
    allocatableCPU: node.allocatableCPU,
    requestedMemory: node.requestedMemory,
    allocatableMemory: node.allocatableMemory,
    allocatablePods: node.allocatablePods,
  };
}
