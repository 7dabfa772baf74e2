import { internalError, isFailure, type Status } from '../../../api/errors/status.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { garbageCollectorSteps } from '../../../steps/controllers/garbage-collector.ts';
import { type DeleteOptions, METADATA_ACCEPT, type RestClient } from '../../clientgo/index.ts';
import { FOREGROUND, type Graph, type GraphNode, ORPHAN, subject } from './graph.ts';

const FINALIZER_TRIES = 5;

type Policy = NonNullable<DeleteOptions['propagationPolicy']>;
type Failure = Status | undefined;

interface Classified {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  readonly waiting: readonly OwnerReference[];
}

/** What the collector asks of whoever keeps its graph. */
export interface Listener {
  readonly client: RestClient;
  readonly graph: Graph;
  infoOf(reference: OwnerReference): ResourceInfo | undefined;
  lookAgain(ctx: Context, uid: string): void;
}

/**
 * Acts on what the queues of the garbage collector hold: what has lost its owners, owners that wait, dependents to set free.
 * Models attemptToDeleteItem and orphanDependents of pkg/controller/garbagecollector/garbagecollector.go (v1.36)
 */
export class Collector {
  constructor(private readonly listener: Listener) {}

  *attemptToDelete(ctx: Context, uid: string): Process<boolean> {
    const node = this.listener.graph.get(uid);
    if (node === undefined) return true;
    if (node.beingDeleted && !node.deletingDependents) {
      ctx.step(garbageCollectorSteps.skip, subject(node), { reason: 'being deleted' });
      return true;
    }
    const { owners, dependents, deletingDependents } = node;
    const args = { owners: owners.length, dependents: dependents.size, deletingDependents };
    const considered = ctx.step(garbageCollectorSteps.consider, subject(node), args);
    const latest = yield* this.live(considered, node);
    if (isFailure(latest) && latest.reason !== 'NotFound') return false;
    if (isFailure(latest) || latest.metadata.uid !== uid) {
      const absent = considered.step(garbageCollectorSteps.absent, subject(node));
      this.listener.graph.remove(absent, uid);
      return true;
    }
    const error = node.deletingDependents
      ? yield* this.waitForDependents(considered, node)
      : yield* this.judge(considered, node, latest);
    // A node that no informer has shown yet is looked at again until one has.
    return error === undefined && !node.virtual;
  }

  /** The present object, reduced to its metadata. */
  private *live(ctx: Context, node: GraphNode): Process<KObject | Status> {
    if (node.virtual) return yield* this.named(ctx, node);
    const { info, namespace, name } = node;
    return yield* this.listener.client.get(ctx, info, namespace, name, undefined, METADATA_ACCEPT);
  }

  /** As it is called by who names it as an owner: of a kind that is served by now, or not. */
  private *named(ctx: Context, { info, namespace, name, uid }: GraphNode): Process<KObject | Status> {
    const reference = { apiVersion: apiVersionOf(info), kind: info.kind, name, uid };
    const served = this.listener.infoOf(reference);
    if (served === undefined) return unmapped(reference);
    const place = served.namespaced ? namespace : undefined;
    return yield* this.listener.client.get(ctx, served, place, name, undefined, METADATA_ACCEPT);
  }

  private *judge(ctx: Context, node: GraphNode, latest: KObject): Process<Failure> {
    const { ownerReferences: references = [], resourceVersion, finalizers = [] } = latest.metadata;
    if (references.length === 0) return undefined;
    const answer = yield* this.classify(ctx, node, references);
    if (isFailure(answer)) return answer;
    const { solid, dangling, waiting } = answer;
    const counts = { solid: solid.length, dangling: dangling.length, waiting: waiting.length };
    const classified = ctx.step(garbageCollectorSteps.classified, subject(node), counts);
    if (solid.length > 0) return yield* this.keep(classified, node, solid, [...dangling, ...waiting]);
    if (waiting.length > 0 && node.dependents.size > 0) {
      const failure = yield* this.unblockCycle(classified, node);
      if (failure !== undefined) return failure;
      return yield* this.collect(classified, node, resourceVersion, references, 'Foreground');
    }
    const policy = finalizers.includes(ORPHAN)
      ? 'Orphan'
      : finalizers.includes(FOREGROUND)
        ? 'Foreground'
        : 'Background';
    return yield* this.collect(classified, node, resourceVersion, references, policy);
  }

  private *classify(
    ctx: Context,
    node: GraphNode,
    references: readonly OwnerReference[],
  ): Process<Classified | Status> {
    const classified = {
      solid: [] as OwnerReference[],
      dangling: [] as OwnerReference[],
      waiting: [] as OwnerReference[],
    };
    for (const reference of references) {
      const owner = yield* this.ownerOf(ctx, node, reference);
      if (isFailure(owner)) return owner;
      if (owner === undefined) classified.dangling.push(reference);
      else if (isWaiting(owner)) classified.waiting.push(reference);
      else classified.solid.push(reference);
    }
    return classified;
  }

  /** Undefined when the owner does not exist, or another object has taken its name. */
  private *ownerOf(ctx: Context, node: GraphNode, reference: OwnerReference): Process<KObject | Status | undefined> {
    const info = this.listener.infoOf(reference);
    // Of a kind that nobody serves it cannot be told whether the owner exists: asked again later.
    if (info === undefined) return unmapped(reference);
    const namespace = info.namespaced ? node.namespace : undefined;
    if (this.listener.graph.isAbsent(reference.uid, namespace)) return undefined;
    const owner = yield* this.listener.client.get(ctx, info, namespace, reference.name, undefined, METADATA_ACCEPT);
    if (isFailure(owner) && owner.reason !== 'NotFound') return owner;
    if (!isFailure(owner) && owner.metadata.uid === reference.uid) return owner;
    this.listener.graph.rememberAbsent(reference.uid, namespace);
    return undefined;
  }

  private *keep(
    ctx: Context,
    node: GraphNode,
    solid: readonly OwnerReference[],
    gone: readonly OwnerReference[],
  ): Process<Failure> {
    const kept = ctx.step(garbageCollectorSteps.keep, subject(node), { solid: solid.length, removed: gone.length });
    if (gone.length === 0) return undefined;
    return yield* this.removeOwners(
      kept,
      node,
      gone.map(({ uid }) => uid),
    );
  }

  private *removeOwners(ctx: Context, node: GraphNode, owners: readonly string[]): Process<Failure> {
    const { info, namespace, name, uid } = node;
    if (info.custom === true) {
      return yield* this.mergeOwners(ctx, node, (present) => present.filter((owner) => !owners.includes(owner.uid)));
    }
    const ownerReferences = owners.map((owner) => ({ $patch: 'delete', uid: owner }));
    const body = { metadata: { ownerReferences, uid } };
    const answer = yield* this.listener.client.patch(ctx, info, namespace, name, {
      type: 'strategic',
      body,
      accept: METADATA_ACCEPT,
    });
    return isFailure(answer) && answer.reason !== 'NotFound' ? answer : undefined;
  }

  /** Custom resources take no strategic patch: the whole list is written, as of the revision that was read. */
  private *mergeOwners(
    ctx: Context,
    node: GraphNode,
    change: (present: readonly OwnerReference[]) => readonly OwnerReference[],
  ): Process<Failure> {
    const found = yield* this.live(ctx, node);
    if (isFailure(found)) return found.reason === 'NotFound' ? undefined : found;
    const { ownerReferences = [], resourceVersion } = found.metadata;
    const { info, namespace, name } = node;
    const answer = yield* this.listener.client.patch(ctx, info, namespace, name, {
      type: 'merge',
      body: { metadata: { resourceVersion, ownerReferences: change(ownerReferences) } },
      accept: METADATA_ACCEPT,
    });
    return isFailure(answer) && answer.reason !== 'NotFound' ? answer : undefined;
  }

  /** Two objects that wait for each other would wait for ever: the item no longer blocks its owners. */
  private *unblockCycle(ctx: Context, node: GraphNode): Process<Failure> {
    if (![...node.dependents.values()].some(({ deletingDependents }) => deletingDependents)) return undefined;
    const { info, namespace, name, uid } = node;
    const unblocking = (owners: readonly OwnerReference[]) =>
      owners.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
    if (info.custom === true) return yield* this.mergeOwners(ctx, node, () => unblocking(node.owners));
    const blocking = node.owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true);
    const answer = yield* this.listener.client.patch(ctx, info, namespace, name, {
      type: 'strategic',
      body: { metadata: { ownerReferences: unblocking(blocking), uid } },
      accept: METADATA_ACCEPT,
    });
    return isFailure(answer) ? answer : undefined;
  }

  private *collect(
    ctx: Context,
    node: GraphNode,
    resourceVersion: string | undefined,
    references: readonly OwnerReference[],
    propagationPolicy: Policy,
  ): Process<Failure> {
    const { info, namespace, name, uid } = node;
    const collecting = ctx.step(garbageCollectorSteps.collect, subject(node), { policy: propagationPolicy });
    const options = { preconditions: { uid, resourceVersion }, propagationPolicy };
    const answer = yield* this.listener.client.delete(collecting, info, namespace, name, options);
    if (!isFailure(answer) || answer.reason === 'NotFound') return undefined;
    if (answer.reason !== 'Conflict') return answer;
    const fresh = yield* this.live(collecting, node);
    if (isFailure(fresh)) return fresh.reason === 'NotFound' ? undefined : fresh;
    const { metadata } = fresh;
    if (metadata.uid !== uid || !sameReferences(metadata.ownerReferences ?? [], references)) return answer;
    const again = yield* this.listener.client.delete(collecting, info, namespace, name, {
      preconditions: { uid },
      propagationPolicy,
    });
    return isFailure(again) && again.reason !== 'NotFound' ? again : undefined;
  }

  /** Deletion in the foreground: the owner goes when the last dependent that blocks it has gone. */
  private *waitForDependents(ctx: Context, node: GraphNode): Process<Failure> {
    const blocking = [...node.dependents.values()].filter(({ owners }) =>
      owners.some((owner) => owner.uid === node.uid && owner.blockOwnerDeletion === true),
    );
    const waiting = ctx.step(garbageCollectorSteps.waitForDependents, subject(node), { blocking: blocking.length });
    if (blocking.length === 0) return yield* this.removeFinalizer(waiting, node, FOREGROUND);
    for (const dependent of blocking) {
      if (!dependent.deletingDependents) this.listener.lookAgain(waiting, dependent.uid);
    }
    return undefined;
  }

  *attemptToOrphan(ctx: Context, uid: string): Process<boolean> {
    const node = this.listener.graph.get(uid);
    if (node === undefined) return true;
    const dependents = [...node.dependents.values()];
    const orphaning = ctx.step(garbageCollectorSteps.orphan, subject(node), { dependents: dependents.length });
    const failures = yield* all(
      ctx,
      dependents.map((dependent) => this.removeOwners(orphaning, dependent, [uid])),
    );
    if (failures.some((failure) => failure !== undefined)) return false;
    return (yield* this.removeFinalizer(orphaning, node, ORPHAN)) === undefined;
  }

  private *removeFinalizer(ctx: Context, node: GraphNode, finalizer: string): Process<Failure> {
    const { info, namespace, name } = node;
    let failure: Failure;
    for (let tries = 0; tries < FINALIZER_TRIES; tries += 1) {
      const latest = yield* this.live(ctx, node);
      if (isFailure(latest)) return latest.reason === 'NotFound' ? undefined : latest;
      const { finalizers = [], resourceVersion } = latest.metadata;
      const left = finalizers.filter((one) => one !== finalizer);
      if (left.length === finalizers.length) return undefined;
      const removing = ctx.step(garbageCollectorSteps.removeFinalizer, subject(node), { finalizer });
      const body = { metadata: { resourceVersion, finalizers: left.length === 0 ? null : left } };
      const answer = yield* this.listener.client.patch(removing, info, namespace, name, {
        type: 'merge',
        body,
        accept: METADATA_ACCEPT,
      });
      failure = isFailure(answer) && answer.reason !== 'NotFound' ? answer : undefined;
      if (failure?.reason !== 'Conflict') return failure;
    }
    return failure;
  }
}

const unmapped = ({ apiVersion, kind }: OwnerReference): Status =>
  internalError(`unable to get REST mapping for ${apiVersion}/${kind}.`);

function isWaiting({ metadata }: KObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(FOREGROUND) === true;
}

function sameReferences(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return a.length === b.length && a.every((one, index) => one.uid === b[index]?.uid);
}
