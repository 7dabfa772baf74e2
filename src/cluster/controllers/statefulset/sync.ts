import { isFailure } from '../../../api/errors/status.ts';
import { revisionHash } from '../../../api/hashes/revision.ts';
import type { ControllerRevision, StatefulSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import { newRevision, revisionData, sameData } from '../shared/history.ts';
import { CONTROLLER_INDEX, ORPHAN_INDEX } from '../shared/owner.ts';
import { PODS } from '../shared/pod-control.ts';
import { isFinished, nextAvailability } from '../shared/pods.ts';
import { claimRevisions, createRevision, deleteRevisions, renumber } from '../shared/revision-store.ts';
import { ordinalOf, revisionNameOf, startOf, statefulPod } from './identity.ts';
import type { StatefulSetParts } from './parts.ts';
import { STATEFUL_SETS } from './resources.ts';
import { isCreated, isRunningAndAvailable, isTerminating, statefulStatus, withOneLessCurrent } from './status.ts';
import { writeStatus } from './status-writer.ts';

interface History {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly all: readonly ControllerRevision[];
  readonly collisionCount: number;
}

/** Next: go on. Stop: what has been done must be seen first; replaced: that is the deletion of an outdated Pod. */
type Outcome = 'next' | 'stop' | 'replaced' | 'failed';

/**
 * What is done about one StatefulSet.
 * Models pkg/controller/statefulset/stateful_set_control.go (v1.36)
 */
export class StatefulSetSync {
  constructor(private readonly parts: StatefulSetParts) {}

  *sync(ctx: Context, key: string): Process<boolean> {
    const set = this.parts.sets.indexer.get(ctx, key);
    if (set === undefined) {
      ctx.step(replicasetSteps.gone, `statefulsets.apps/${key}`);
      this.parts.consistency.forget(key);
      return true;
    }
    const lagging = this.parts.consistency.lagging(key);
    if (lagging !== undefined) {
      ctx.step(replicasetSteps.stale, subjectOfObject(STATEFUL_SETS, set), { resource: lagging });
      return false;
    }
    const revisions = yield* claimRevisions(ctx, this.parts.client, this.parts.revisions, set, STATEFUL_SETS);
    if (revisions === undefined) return false;
    const pods = yield* this.podsOf(ctx, set);
    if (pods === undefined) return false;
    const synced = ctx.step(statefulsetSteps.sync, subjectOfObject(STATEFUL_SETS, set), {
      want: set.spec.replicas ?? 1,
      have: pods.length,
    });
    const history = yield* this.history(synced, set, key, revisions);
    if (history === undefined) return false;
    const outcome =
      set.metadata.deletionTimestamp === undefined ? yield* this.act(synced, set, key, history, pods) : 'stop';
    const { current, update, collisionCount } = history;
    const names = { current: current.metadata.name ?? '', update: update.metadata.name ?? '', collisionCount };
    const counted = statefulStatus(set, pods, names, ctx.wall);
    const next = outcome === 'replaced' ? withOneLessCurrent(counted) : counted;
    if (!(yield* writeStatus(this.parts, synced, set, key, next))) return false;
    if (outcome === 'failed') return false;
    yield* this.cleanUp(synced, set, history, pods);
    const { minReadySeconds = 0 } = set.spec;
    if (minReadySeconds > 0 && next.availableReplicas !== (next.readyReplicas ?? 0)) {
      const soon = nextAvailability(pods, minReadySeconds, ctx.wall) ?? minReadySeconds * SECOND;
      this.parts.queue.addAfter(synced, key, soon);
    }
    return true;
  }

  private *podsOf(ctx: Context, set: StatefulSet): Process<readonly Pod[] | undefined> {
    const { uid = '', namespace = '' } = set.metadata;
    const owned = this.parts.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid);
    const orphans = this.parts.pods.indexer.byIndex(ctx, ORPHAN_INDEX, namespace);
    const members = [...owned, ...orphans].filter((pod) => ordinalOf(set, pod) >= 0);
    const name = (object: KObject) => ({ pod: object.metadata.name ?? '' });
    const claimed = yield* claimObjects(
      ctx,
      {
        client: this.parts.client,
        owner: set,
        ownerInfo: STATEFUL_SETS,
        ownerApiVersion: 'apps/v1',
        dependentInfo: PODS,
        selector: set.spec.selector,
        adopting: (claiming, object) =>
          claiming.step(replicasetSteps.adopt, subjectOfObject(STATEFUL_SETS, set), name(object)),
        releasing: (claiming, object) =>
          claiming.step(replicasetSteps.release, subjectOfObject(STATEFUL_SETS, set), name(object)),
      },
      members,
    );
    return isFailure(claimed) ? undefined : claimed;
  }

  /** Models pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions (v1.36) */
  private *history(
    ctx: Context,
    set: StatefulSet,
    key: string,
    all: readonly ControllerRevision[],
  ): Process<History | undefined> {
    const { template } = set.spec;
    const data = revisionData(template);
    const number = (all.at(-1)?.revision ?? 0) + 1;
    let collisionCount = set.status?.collisionCount ?? 0;
    let update = all.findLast((revision) => sameData(revision, data));
    if (update !== undefined && update !== all.at(-1)) {
      const raising = ctx.step(statefulsetSteps.revision, subjectOfObject(STATEFUL_SETS, set), { revision: number });
      const raised = yield* renumber(raising, this.parts.client, update, number);
      if (isFailure(raised)) return undefined;
      update = raised;
      this.parts.consistency.wroteAt(key, 'controllerrevisions', update.metadata.resourceVersion);
    }
    while (update === undefined) {
      const hash = revisionHash(data, collisionCount);
      const labels = { ...template.metadata?.labels, 'controller.kubernetes.io/hash': hash };
      const creating = ctx.step(statefulsetSteps.revision, subjectOfObject(STATEFUL_SETS, set), { revision: number });
      const made = newRevision({ owner: set, kind: 'StatefulSet', hash, labels, data, revision: number });
      const stored = yield* createRevision(creating, this.parts.client, set.metadata.namespace, made);
      if (isFailure(stored)) return undefined;
      update = stored;
      if (update === undefined) collisionCount += 1;
      else this.parts.consistency.wroteAt(key, 'controllerrevisions', update.metadata.resourceVersion);
    }
    const current = all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
    return { current, update, all, collisionCount };
  }

  /** Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (v1.36) */
  private *act(ctx: Context, set: StatefulSet, key: string, history: History, pods: readonly Pod[]): Process<Outcome> {
    const start = startOf(set);
    const wanted = set.spec.replicas ?? 1;
    const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
    const ordinals = Array.from({ length: wanted }, (_, at) => start + at);
    const condemned = pods
      .filter((pod) => ordinalOf(set, pod) < start || ordinalOf(set, pod) >= start + wanted)
      .sort((a, b) => ordinalOf(set, b) - ordinalOf(set, a));
    const replicas = ordinals.map(
      (ordinal) => byOrdinal.get(ordinal) ?? statefulPod(set, versionOf(set, history, ordinal), ordinal),
    );
    const one = (pod: Pod) => this.keep(ctx, set, key, pod);
    const kept = isMonotonic(set) ? yield* inOrder(replicas, one) : yield* inBatches(ctx, replicas, one);
    if (kept !== 'next') return kept;
    const firstUnhealthy = [...replicas, ...condemned.toReversed()].find((pod) => !isHealthy(pod, set, ctx.wall));
    const claims = (pod: Pod) => this.fixClaims(ctx, set, pod);
    const fixed = isMonotonic(set) ? yield* inOrder(condemned, claims) : yield* inBatches(ctx, condemned, claims);
    if (fixed !== 'next') return fixed;
    const other = (pod: Pod) => this.condemn(ctx, set, key, pod, firstUnhealthy);
    const removed = isMonotonic(set) ? yield* inOrder(condemned, other) : yield* inBatches(ctx, condemned, other);
    if (removed !== 'next') return removed;
    return yield* this.update(ctx, set, key, history, replicas);
  }

  /** Brings one pod to where it should be; in order, nothing follows one that is not there yet. */
  private *keep(ctx: Context, set: StatefulSet, key: string, pod: Pod): Process<Outcome> {
    const { name = '' } = pod.metadata;
    const monotonic = isMonotonic(set);
    if (pod.metadata.uid === undefined) {
      if (this.parts.control.claimIsStale(ctx, set, pod)) return 'failed';
      const claims = set.spec.volumeClaimTemplates?.length ?? 0;
      const creating = ctx.step(statefulsetSteps.createPod, subjectOfObject(STATEFUL_SETS, set), { pod: name, claims });
      if (!(yield* this.parts.control.create(creating, set, key, pod))) return 'failed';
      return monotonic ? 'stop' : 'next';
    }
    if (isFinished(pod)) {
      if (isTerminating(pod)) return 'stop';
      return (yield* this.remove(ctx, set, key, pod, 'finished')) ? 'stop' : 'failed';
    }
    if (pod.status?.phase === 'Pending' && !(yield* this.parts.control.replaceClaims(ctx, set, pod))) return 'failed';
    if (monotonic && !isHealthy(pod, set, ctx.wall)) return this.wait(ctx, set, pod);
    if (this.parts.control.conforms(ctx, set, pod)) return 'next';
    const repairing = ctx.step(statefulsetSteps.repair, subjectOfObject(STATEFUL_SETS, set), { pod: name });
    return (yield* this.parts.control.conform(repairing, set, key, pod)) ? 'next' : 'failed';
  }

  /** The claims of a surplus pod go with it, if the set wants that: they must know before it goes. */
  private *fixClaims(ctx: Context, set: StatefulSet, pod: Pod): Process<Outcome> {
    if (this.parts.control.ownersAreRight(ctx, set, pod)) return 'next';
    return (yield* this.parts.control.setOwners(ctx, set, pod)) ? 'next' : 'failed';
  }

  private *condemn(
    ctx: Context,
    set: StatefulSet,
    key: string,
    pod: Pod,
    firstUnhealthy: Pod | undefined,
  ): Process<Outcome> {
    const monotonic = isMonotonic(set);
    if (isTerminating(pod)) return monotonic ? this.wait(ctx, set, pod) : 'next';
    if (monotonic && pod !== firstUnhealthy && !isRunningAndAvailable(pod, set, ctx.wall)) {
      return this.wait(ctx, set, firstUnhealthy ?? pod);
    }
    if (!(yield* this.remove(ctx, set, key, pod, 'scale down'))) return 'failed';
    return monotonic ? 'stop' : 'next';
  }

  /** From the highest number down to the partition, the next one only when this one is healthy. */
  private *update(
    ctx: Context,
    set: StatefulSet,
    key: string,
    { update }: History,
    replicas: readonly Pod[],
  ): Process<Outcome> {
    if (set.spec.updateStrategy?.type === 'OnDelete') return 'next';
    const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
    for (let at = replicas.length - 1; at >= partition; at -= 1) {
      const pod = replicas[at] as Pod;
      if (revisionNameOf(pod) !== update.metadata.name && !isTerminating(pod)) {
        return (yield* this.remove(ctx, set, key, pod, 'outdated')) ? 'replaced' : 'failed';
      }
      if (!isHealthy(pod, set, ctx.wall)) return this.wait(ctx, set, pod);
    }
    return 'next';
  }

  private wait(ctx: Context, set: StatefulSet, pod: Pod): Outcome {
    const reason = isTerminating(pod) ? 'terminating' : 'not ready';
    ctx.step(statefulsetSteps.wait, subjectOfObject(STATEFUL_SETS, set), { pod: pod.metadata.name ?? '', reason });
    return 'stop';
  }

  private remove(ctx: Context, set: StatefulSet, key: string, pod: Pod, reason: string): Process<boolean> {
    const args = { pod: pod.metadata.name ?? '', reason };
    const deleting = ctx.step(statefulsetSteps.deletePod, subjectOfObject(STATEFUL_SETS, set), args);
    return this.parts.control.remove(deleting, set, key, pod);
  }

  private *cleanUp(ctx: Context, set: StatefulSet, history: History, pods: readonly Pod[]): Process<void> {
    const limit = set.spec.revisionHistoryLimit ?? 10;
    if (history.all.length <= limit) return;
    const live = new Set([...pods.map(revisionNameOf), history.current.metadata.name, history.update.metadata.name]);
    const unused = history.all.filter(({ metadata }) => !live.has(metadata.name));
    yield* deleteRevisions(ctx, this.parts.client, unused.slice(0, Math.max(0, unused.length - limit)));
  }
}

function isMonotonic(set: StatefulSet): boolean {
  return set.spec.podManagementPolicy !== 'Parallel';
}

function isHealthy(pod: Pod, set: StatefulSet, now: number): boolean {
  return isCreated(pod) && isRunningAndAvailable(pod, set, now) && !isTerminating(pod);
}

/** Numbers below the partition keep the current revision, as do those that an update without one has not reached. */
function versionOf(set: StatefulSet, { current, update }: History, ordinal: number): ControllerRevision {
  const { type = 'RollingUpdate', rollingUpdate } = set.spec.updateStrategy ?? {};
  if (type !== 'RollingUpdate') return update;
  const kept = rollingUpdate === undefined ? (set.status?.currentReplicas ?? 0) : (rollingUpdate.partition ?? 0);
  return ordinal < startOf(set) + kept ? current : update;
}

function* inOrder(pods: readonly Pod[], one: (pod: Pod) => Process<Outcome>): Process<Outcome> {
  for (const pod of pods) {
    const outcome = yield* one(pod);
    if (outcome !== 'next') return outcome;
  }
  return 'next';
}

/** One, two, four … at once, until one fails; none waits for another. */
function* inBatches(ctx: Context, pods: readonly Pod[], one: (pod: Pod) => Process<Outcome>): Process<Outcome> {
  let at = 0;
  for (let size = Math.min(1, pods.length); size > 0; size = Math.min(2 * size, pods.length - at)) {
    const outcomes = yield* all(ctx, pods.slice(at, at + size).map(one));
    if (outcomes.includes('failed')) return 'failed';
    at += size;
  }
  return 'next';
}
