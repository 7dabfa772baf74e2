import { isFailure, isStatus, type Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { matchesLabels, matchesMap } from '../../../api/selectors/selectors.ts';
import type { ReplicaSet, ReplicaSetStatus } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { equalJson } from '../../../base/equality.ts';
import { pureOfValues } from '../../../base/pure.ts';
import { SECOND } from '../../../base/time/units.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import {
  ConsistencyStore,
  EventRecorder,
  Expectations,
  objectKey,
  type RestClient,
  type SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOf, subjectOfObject } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import {
  CONTROLLER_INDEX,
  controllerOf,
  controllerReference,
  keyOfOwner,
  ORPHAN_INDEX,
  ownerIndexers,
  sameOwner,
} from '../shared/owner.ts';
import { createPod, deletePod, PODS, type PodWriters, slowStart } from '../shared/pod-control.ts';
import { isPodActive, isPodReady, isPodTerminating, nextAvailability } from '../shared/pods.ts';
import { comparePods, rankForDeletion } from '../shared/ranking.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { REPLICA_SETS, type ReplicaKind } from './kinds.ts';
import { calculateStatus, countPods, type PodCounts, sameStatus } from './status.ts';
import { PodTally } from './tally.ts';

const BURST_REPLICAS = 500;
const WORKERS = 5;
const STATUS_TRIES = 2;
/** Up to this many pods are named as read by a sync. */
const NOTED_PODS = 64;

interface OwnedPods {
  readonly counts: PodCounts;
  readonly terminating: number;
  active(): readonly Pod[];
}

/**
 * Keeps as many pods as a ReplicaSet or a ReplicationController says.
 * Models pkg/controller/replicaset/replica_set.go and pkg/controller/replication/conversion.go (v1.36)
 */
export class ReplicaSetController implements Controller, PodWriters {
  readonly name: string;
  private readonly replicaSets: SharedInformer<ReplicaSet>;
  private readonly pods: SharedInformer<Pod>;
  private readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly expectations: Expectations;
  readonly consistency: ConsistencyStore;
  readonly recorder: EventRecorder;
  private readonly tally = new PodTally();
  private readonly info: ResourceInfo<ReplicaSet>;

  constructor(
    private readonly runtime: ControllerRuntime,
    private readonly kind: ReplicaKind = REPLICA_SETS,
  ) {
    const { env, informers } = runtime;
    const { controller: name, info, queue, concerns } = kind;
    this.name = name;
    this.info = info;
    this.client = runtime.client(name);
    this.replicaSets = informers.informer(this.info);
    this.pods = informers.informer(PODS);
    this.queue = new WorkQueue(env, queue, name);
    this.expectations = new Expectations(env, queue);
    this.recorder = new EventRecorder(env, this.client, { component: name }, 'core/v1');
    this.consistency = new ConsistencyStore(
      env,
      queue,
      new Map([
        [info.resource, () => this.replicaSets.lastSyncResourceVersion],
        ['pods', () => this.pods.lastSyncResourceVersion],
      ]),
    );
    this.replicaSets.addIndexers(ownerIndexers);
    this.pods.addIndexers(ownerIndexers);
    this.replicaSets.addHandler(name, {
      onAdd: (ctx, rs) => this.queue.add(ctx, objectKey(rs)),
      onUpdate: (ctx, _, rs) => this.queue.add(ctx, objectKey(rs)),
      onDelete: (ctx, rs) => this.forget(ctx, rs),
    });
    const counted = (pod: KObject): Pod | undefined => (concerns?.(pod as Pod) === false ? undefined : (pod as Pod));
    this.pods.addHandler(name, {
      ...(concerns && { filter: (pod) => concerns(pod) }),
      onAdd: (ctx, pod) => {
        this.tally.replace(undefined, pod);
        this.podAdded(ctx, pod);
      },
      onUpdate: (ctx, before, after) => {
        this.tally.replace(counted(before), counted(after));
        this.podUpdated(ctx, before, after);
      },
      onDelete: (ctx, pod, known) => {
        if (known !== undefined) this.tally.replace(counted(known), undefined);
        this.podDeleted(ctx, pod);
      },
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
  }

  // Handlers

  private forget(ctx: Context, rs: KObject): void {
    const key = objectKey(rs);
    this.expectations.forget(key);
    this.queue.add(ctx, key);
  }

  private podAdded(ctx: Context, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(ctx, pod);
      return;
    }
    const rs = this.ownerOf(ctx, pod);
    if (rs !== undefined) {
      const key = objectKey(rs);
      this.expectations.creationObserved(ctx, this.subject(rs), key);
      this.queue.add(ctx, key);
    } else if (controllerOf(pod) === undefined) this.queueMatching(ctx, pod);
  }

  private podUpdated(ctx: Context, before: Pod, after: Pod): void {
    if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
    const relabelled = !equalJson(before.metadata.labels ?? {}, after.metadata.labels ?? {});
    if (after.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(ctx, after);
      if (relabelled) this.podDeleted(ctx, before);
      return;
    }
    const oldOwner = controllerOf(before);
    const newOwner = controllerOf(after);
    const handedOver = !sameOwner(oldOwner, newOwner);
    if (handedOver && oldOwner?.kind === this.info.kind) this.queueOwner(ctx, before);
    if (newOwner !== undefined) {
      const rs = this.ownerOf(ctx, after);
      if (rs === undefined) return;
      this.queue.add(ctx, objectKey(rs));
      const { minReadySeconds = 0 } = rs.spec;
      if (!isPodReady(before) && isPodReady(after) && minReadySeconds > 0) {
        this.queue.addAfter(ctx, objectKey(rs), (minReadySeconds + 1) * SECOND);
      }
    } else if (relabelled || handedOver) this.queueMatching(ctx, after);
  }

  private podDeleted(ctx: Context, pod: Pod): void {
    const rs = this.ownerOf(ctx, pod);
    if (rs === undefined) return;
    const key = objectKey(rs);
    this.expectations.deletionObserved(ctx, this.subject(rs), key, objectKey(pod));
    this.queue.add(ctx, key);
  }

  private queueOwner(ctx: Context, pod: Pod): void {
    const rs = this.ownerOf(ctx, pod);
    if (rs !== undefined) this.queue.add(ctx, objectKey(rs));
  }

  private queueMatching(ctx: Context, pod: Pod): void {
    for (const rs of this.replicaSets.indexer.list(ctx, pod.metadata.namespace)) {
      if (matchesLabels(this.kind.selectorOf(rs), pod.metadata.labels)) this.queue.add(ctx, objectKey(rs));
    }
  }

  private ownerOf(ctx: Context, pod: Pod): ReplicaSet | undefined {
    const owner = controllerOf(pod);
    if (owner?.kind !== this.info.kind) return undefined;
    const rs = this.replicaSets.indexer.get(ctx, keyOfOwner(pod, owner));
    return rs?.metadata.uid === owner.uid ? rs : undefined;
  }

  // Sync

  /** Models syncReplicaSet */
  private *sync(ctx: Context, key: string): Process<boolean> {
    const rs = this.replicaSets.indexer.get(ctx, key);
    if (rs === undefined) {
      ctx.step(replicasetSteps.gone, subjectOf(this.info, undefined, key));
      this.expectations.forget(key);
      this.consistency.forget(key);
      return true;
    }
    const lagging = this.consistency.lagging(key);
    if (lagging !== undefined) {
      ctx.step(replicasetSteps.stale, this.subject(rs), { resource: lagging });
      return false;
    }
    const satisfied = this.expectations.satisfied(ctx, key);
    const owned = this.tallied(ctx, rs) ?? (yield* this.listed(ctx, rs));
    if (isStatus(owned)) return false;
    const { counts, terminating } = owned;
    const want = rs.spec.replicas ?? 1;
    const have = counts.active;
    const synced = ctx.step(replicasetSteps.sync, this.subject(rs), { want, have, terminating, satisfied });
    const isManaged = satisfied && rs.metadata.deletionTimestamp === undefined && have !== want;
    const error = isManaged ? yield* this.manage(synced, rs, key, owned) : undefined;
    const shown = this.kind.tellsTerminating ? terminating : undefined;
    const status = calculateStatus(rs, counts, shown, { error, timestamp: rfc3339(synced.wall) });
    const isWritten = yield* this.updateStatus(synced, rs, key, status);
    if (!isWritten || error !== undefined) return false;
    this.lookAgain(synced, rs, key, owned);
    return true;
  }

  /** Creates what is missing or deletes what is too much; the answer is an error's text. Models manageReplicas */
  private *manage(ctx: Context, rs: ReplicaSet, key: string, owned: OwnedPods): Process<string | undefined> {
    const difference = owned.counts.active - (rs.spec.replicas ?? 1);
    return difference < 0
      ? yield* this.createPods(ctx, rs, key, Math.min(-difference, BURST_REPLICAS))
      : yield* this.deletePods(ctx, rs, key, owned.active(), Math.min(difference, BURST_REPLICAS));
  }

  /** A Pod that becomes available makes no event. */
  private lookAgain(ctx: Context, rs: ReplicaSet, key: string, owned: OwnedPods): void {
    const { minReadySeconds = 0 } = rs.spec;
    if (minReadySeconds === 0) return;
    const soon = nextAvailability(owned.active(), minReadySeconds, ctx.wall);
    if (soon !== undefined) this.queue.addAfter(ctx, key, soon);
  }

  /** From the tally, where it can tell: everything has an owner, matches its selector and is available once it is ready. */
  private tallied(ctx: Context, rs: ReplicaSet): OwnedPods | undefined {
    const { uid = '', namespace = '' } = rs.metadata;
    if ((rs.spec.minReadySeconds ?? 0) > 0 || this.tally.orphans(namespace) > 0) return undefined;
    const templateLabels = rs.spec.template?.metadata?.labels ?? {};
    let active = 0;
    let ready = 0;
    let fullyLabeled = 0;
    let terminating = 0;
    for (const group of this.tally.groupsOf(uid).values()) {
      if (group.active === 0 && group.terminating === 0) continue;
      if (!matchesLabels(this.kind.selectorOf(rs), group.labels)) return undefined;
      active += group.active;
      ready += group.ready;
      terminating += group.terminating;
      if (matchesMap(templateLabels, group.labels)) fullyLabeled += group.active;
    }
    if (active <= NOTED_PODS && ctx.engine.recording === 'full') this.podsOf(ctx, rs);
    const list = () => this.podsOf(ctx, rs).filter(isPodActive);
    return { counts: { active, ready, fullyLabeled, available: ready }, terminating, active: list };
  }

  private *listed(ctx: Context, rs: ReplicaSet): Process<OwnedPods | Status> {
    const pods = this.podsOf(ctx, rs);
    const claimed = yield* this.claim(ctx, rs, pods.filter(isPodActive));
    if (isFailure(claimed)) return claimed;
    const active = claimed;
    return {
      counts: countPods(rs, active, ctx.wall),
      terminating: this.countTerminating(rs, pods),
      active: () => active,
    };
  }

  private podsOf(ctx: Context, rs: ReplicaSet): readonly Pod[] {
    const { uid = '', namespace = '' } = rs.metadata;
    const owned = this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid);
    const orphans = this.pods.indexer.byIndex(ctx, ORPHAN_INDEX, namespace);
    return orphans.length === 0 ? owned : [...owned, ...orphans];
  }

  private countTerminating(rs: ReplicaSet, pods: readonly Pod[]): number {
    let count = 0;
    for (const pod of pods) {
      if (!isPodTerminating(pod) || controllerOf(pod)?.uid !== rs.metadata.uid) continue;
      if (matchesLabels(this.kind.selectorOf(rs), pod.metadata.labels)) count += 1;
    }
    return count;
  }

  private claim(ctx: Context, rs: ReplicaSet, pods: readonly Pod[]): Process<readonly Pod[] | Status> {
    const pod = (object: KObject) => ({ pod: object.metadata.name ?? '' });
    return claimObjects(
      ctx,
      {
        client: this.client,
        owner: rs,
        ownerInfo: this.info,
        ownerApiVersion: this.kind.apiVersion,
        dependentInfo: PODS,
        selector: this.kind.selectorOf(rs),
        adopting: (claiming, object) => claiming.step(replicasetSteps.adopt, this.subject(rs), pod(object)),
        releasing: (claiming, object) => claiming.step(replicasetSteps.release, this.subject(rs), pod(object)),
      },
      pods,
    );
  }

  /** The answer is an error's text. */
  private *createPods(ctx: Context, rs: ReplicaSet, key: string, missing: number): Process<string | undefined> {
    const subject = this.subject(rs);
    const batches = 32 - Math.clz32(missing);
    const creating = ctx.step(replicasetSteps.createPods, subject, { missing, batches });
    this.expectations.expectCreations(creating, subject, key, missing);
    const pod = podFromTemplate(rs, this.kind);
    const owner = { object: rs, subject, key };
    const { done, error } = yield* slowStart(
      ctx,
      missing,
      (size, remaining) => creating.step(replicasetSteps.batch, subject, { size, remaining }),
      (batch) => createPod(batch, this, owner, pod),
    );
    if (error === undefined) return undefined;
    const skipped = missing - done;
    const failed = creating.step(replicasetSteps.batchFailed, subject, { created: done, skipped, message: error });
    this.expectations.creationObserved(failed, subject, key, skipped);
    return error;
  }

  private *deletePods(
    ctx: Context,
    rs: ReplicaSet,
    key: string,
    active: readonly Pod[],
    surplus: number,
  ): Process<string | undefined> {
    const subject = this.subject(rs);
    const victims = this.chooseVictims(ctx, rs, active, surplus);
    const deleting = ctx.step(replicasetSteps.deletePods, subject, { surplus });
    const owner = { object: rs, subject, key };
    this.expectations.expectDeletions(deleting, subject, key, victims.map(objectKey));
    const answers = yield* all(
      ctx,
      victims.map((pod) => deletePod(deleting, this, owner, pod)),
    );
    return answers.find((answer) => answer !== undefined);
  }

  private chooseVictims(ctx: Context, rs: ReplicaSet, active: readonly Pod[], surplus: number): readonly Pod[] {
    if (surplus >= active.length) return active;
    const related = this.relatedPodsByNode(ctx, rs);
    const ranked = ctx.step(replicasetSteps.rank, this.subject(rs), { surplus, candidates: active.length });
    const order = rankForDeletion(active, related, ctx.wall);
    for (let position = 0; position < surplus; position += 1) {
      const pod = order[position] as Pod;
      const next = order[position + 1] as Pod;
      const { reason } = comparePods(pod, next, related, ctx.wall);
      const node = pod.spec.nodeName;
      const args = { position: position + 1, reason, node, related: related.get(node ?? '') ?? 0 };
      ranked.step(replicasetSteps.victim, subjectOf(PODS, pod.metadata.namespace, pod.metadata.name ?? ''), args);
    }
    return order.slice(0, surplus);
  }

  /** Active pods of every ReplicaSet of the same owner, per node: crowded nodes are relieved first. */
  private relatedPodsByNode(ctx: Context, rs: ReplicaSet): ReadonlyMap<string, number> {
    const owner = controllerOf(rs);
    const siblings = owner === undefined ? [rs] : this.replicaSets.indexer.byIndex(ctx, CONTROLLER_INDEX, owner.uid);
    const counts = new Map<string, number>();
    for (const sibling of siblings) {
      for (const pod of this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, sibling.metadata.uid ?? '')) {
        if (!isPodActive(pod)) continue;
        const node = pod.spec.nodeName ?? '';
        counts.set(node, (counts.get(node) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Whether the status says what it should. Models updateReplicaSetStatus */
  private *updateStatus(ctx: Context, rs: ReplicaSet, key: string, next: ReplicaSetStatus): Process<boolean> {
    const subject = this.subject(rs);
    if (sameStatus(rs, next)) {
      ctx.note(replicasetSteps.statusUnchanged, subject);
      return true;
    }
    const { replicas, readyReplicas: ready = 0, availableReplicas: available = 0, terminatingReplicas = 0 } = next;
    const args = { replicas, ready, available, terminating: terminatingReplicas };
    let current: KObject = rs;
    for (let tries = 0; tries < STATUS_TRIES; tries += 1) {
      const writing = ctx.step(replicasetSteps.writeStatus, subject, args);
      const written = { ...current, status: next };
      const answer = yield* this.client.update(writing, this.info, written, { subresource: 'status' });
      if (!isFailure(answer)) {
        this.consistency.wroteAt(key, this.info.resource, (answer as KObject).metadata.resourceVersion);
        return true;
      }
      const fresh = yield* this.client.get(writing, this.info, rs.metadata.namespace, rs.metadata.name ?? '');
      if (isFailure(fresh)) return false;
      current = fresh as KObject;
    }
    return false;
  }

  private subject(rs: KObject): string {
    return subjectOfObject(this.info, rs);
  }
}

const NO_TEMPLATE: Partial<ReplicaSet['spec']['template']> = {};

/** The same for every pod of one ReplicaSet: names are the server's. Models pkg/controller/controller_utils.go GetPodFromTemplate (v1.36) */
function podFromTemplate({ metadata, spec }: ReplicaSet, { apiVersion, info }: ReplicaKind): object {
  // The older kind may have none.
  return podOf(spec.template ?? NO_TEMPLATE, metadata.uid ?? '', metadata.name ?? '', apiVersion, info.kind);
}

const podOf = pureOfValues(
  32,
  (
    { metadata, spec }: Partial<ReplicaSet['spec']['template']>,
    uid: string,
    name: string,
    apiVersion: string,
    kind: string,
  ): object => {
    const { labels, annotations, finalizers } = metadata ?? {};
    return {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: {
        generateName: `${name}-`,
        ...(labels === undefined ? undefined : { labels }),
        ...(annotations === undefined ? undefined : { annotations }),
        ownerReferences: [controllerReference({ apiVersion, kind, metadata: { name, uid } }, apiVersion, kind)],
        ...(finalizers === undefined ? undefined : { finalizers }),
      },
      spec,
      status: {},
    };
  },
);
