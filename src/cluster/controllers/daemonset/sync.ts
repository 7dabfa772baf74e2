import { isFailure } from '../../../api/errors/status.ts';
import { podTemplateHash } from '../../../api/hashes/pod-template.ts';
import type { ControllerRevision, DaemonSet, DaemonSetStatus } from '../../../api/types/apps.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { daemonsetSteps } from '../../../steps/controllers/daemonset.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import { objectKey } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import { HASH_LABEL, newRevision, revisionData, sameData } from '../shared/history.ts';
import { CONTROLLER_INDEX, ORPHAN_INDEX } from '../shared/owner.ts';
import { createPod, deletePod, PODS, slowStart } from '../shared/pod-control.ts';
import { isFinished } from '../shared/pods.ts';
import { claimRevisions, createRevision, deleteRevisions, renumber } from '../shared/revision-store.ts';
import { FailedPods } from './failed-pods.ts';
import { DAEMON_SETS, type DaemonSetParts } from './parts.ts';
import { daemonPod, shouldRun, targetNode } from './placement.ts';
import { sameDaemonStatus, statusOf } from './status.ts';
import { allowsSurge, type Changes, nextReplacements, type PodsByNode, surplusOnNode } from './update.ts';

const BURST_REPLICAS = 250;
const STATUS_TRIES = 2;

interface History {
  readonly hash: string;
  readonly old: readonly ControllerRevision[];
}

/**
 * What is done about one DaemonSet.
 * Models pkg/controller/daemon/daemon_controller.go syncDaemonSet (v1.36)
 */
export class DaemonSetSync {
  private readonly failures = new FailedPods();

  constructor(private readonly parts: DaemonSetParts) {}

  *sync(ctx: Context, key: string): Process<boolean> {
    const ds = this.parts.sets.indexer.get(ctx, key);
    if (ds === undefined) {
      ctx.step(replicasetSteps.gone, `daemonsets.apps/${key}`);
      this.parts.expectations.forget(key);
      this.parts.consistency.forget(key);
      return true;
    }
    const lagging = this.parts.consistency.lagging(key);
    if (lagging !== undefined) {
      ctx.step(replicasetSteps.stale, subjectOfObject(DAEMON_SETS, ds), { resource: lagging });
      return false;
    }
    if (ds.metadata.deletionTimestamp !== undefined) return true;
    const nodes = this.parts.nodes.indexer.list(ctx);
    const satisfied = this.parts.expectations.satisfied(ctx, key);
    const wanted = nodes.filter((node) => shouldRun(ds, node).run).length;
    const synced = ctx.step(daemonsetSteps.sync, subjectOfObject(DAEMON_SETS, ds), {
      nodes: nodes.length,
      wanted,
      satisfied,
    });
    const history = yield* this.history(synced, ds, key);
    if (history === undefined) return false;
    let done = true;
    if (satisfied) {
      done = yield* this.manage(synced, ds, key, nodes, history.hash);
      if (done) done = yield* this.update(synced, ds, key, nodes, history.hash);
      if (done) yield* this.cleanUp(synced, ds, history);
    }
    const pods = yield* this.podsByNode(synced, ds);
    if (pods === undefined) return false;
    const next = statusOf(ds, nodes, pods, history.hash, ctx.wall, satisfied);
    if (!(yield* this.writeStatus(synced, ds, key, next))) return false;
    const { minReadySeconds = 0 } = ds.spec;
    if (minReadySeconds > 0 && next.numberReady !== (next.numberAvailable ?? 0)) {
      this.parts.queue.addAfter(synced, key, minReadySeconds * SECOND);
    }
    return done;
  }

  /** The revision of the present template, made if need be, and all others. */
  private *history(ctx: Context, ds: DaemonSet, key: string): Process<History | undefined> {
    const { template } = ds.spec;
    const data = revisionData(template);
    const all = yield* claimRevisions(ctx, this.parts.client, this.parts.revisions, ds, DAEMON_SETS);
    if (all === undefined) return undefined;
    const current = all.findLast((revision) => sameData(revision, data));
    const old = all.filter((revision) => revision !== current);
    const number = (old.at(-1)?.revision ?? 0) + 1;
    if (current !== undefined) {
      const hash = current.metadata.labels?.[HASH_LABEL] ?? '';
      if (current.revision >= number) return { hash, old };
      const raising = ctx.step(daemonsetSteps.revision, subjectOfObject(DAEMON_SETS, ds), { revision: number });
      const raised = yield* renumber(raising, this.parts.client, current, number);
      return isFailure(raised) ? undefined : { hash, old };
    }
    const hash = podTemplateHash(template, ds.status?.collisionCount);
    const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
    const creating = ctx.step(daemonsetSteps.revision, subjectOfObject(DAEMON_SETS, ds), { revision: number });
    const made = newRevision({
      owner: ds,
      kind: 'DaemonSet',
      namespace: ds.metadata.namespace,
      hash,
      labels,
      data,
      revision: number,
    });
    const stored = yield* createRevision(creating, this.parts.client, ds.metadata.namespace, made);
    if (stored === undefined) {
      const collisionCount = (ds.status?.collisionCount ?? 0) + 1;
      yield* this.parts.client.update(
        creating,
        DAEMON_SETS,
        { ...ds, status: { ...ds.status, collisionCount } },
        { subresource: 'status' },
      );
      return undefined;
    }
    if (isFailure(stored)) return undefined;
    this.parts.consistency.wroteAt(key, 'controllerrevisions', stored.metadata.resourceVersion);
    return { hash, old };
  }

  /** Pods by the node they run on or are meant for, without those that have ended and are going; nodes in the order of their names. */
  private *podsByNode(ctx: Context, ds: DaemonSet): Process<PodsByNode | undefined> {
    const { uid = '', namespace = '' } = ds.metadata;
    const owned = this.parts.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid);
    const orphans = this.parts.pods.indexer.byIndex(ctx, ORPHAN_INDEX, namespace);
    const name = (object: KObject) => ({ pod: object.metadata.name ?? '' });
    const claimed = yield* claimObjects(
      ctx,
      {
        client: this.parts.client,
        owner: ds,
        ownerInfo: DAEMON_SETS,
        ownerApiVersion: 'apps/v1',
        dependentInfo: PODS,
        selector: ds.spec.selector,
        adopting: (claiming, object) =>
          claiming.step(replicasetSteps.adopt, subjectOfObject(DAEMON_SETS, ds), name(object)),
        releasing: (claiming, object) =>
          claiming.step(replicasetSteps.release, subjectOfObject(DAEMON_SETS, ds), name(object)),
      },
      orphans.length === 0 ? owned : [...owned, ...orphans],
    );
    if (isFailure(claimed)) return undefined;
    const byNode = new Map<string, Pod[]>();
    const lasting = claimed.filter((pod) => isLasting(pod) || !isFinished(pod));
    const placed = lasting.map((pod) => ({ pod, node: targetNode(pod) }));
    placed.sort((a, b) => (a.node < b.node ? -1 : a.node > b.node ? 1 : 0));
    for (const { pod, node } of placed) {
      const pods = byNode.get(node);
      if (pods === undefined) byNode.set(node, [pod]);
      else pods.push(pod);
    }
    return byNode;
  }

  private *manage(ctx: Context, ds: DaemonSet, key: string, nodes: readonly Node[], hash: string): Process<boolean> {
    const pods = yield* this.podsByNode(ctx, ds);
    if (pods === undefined) return false;
    const create: string[] = [];
    const remove: Pod[] = [];
    for (const node of nodes) {
      const name = node.metadata.name ?? '';
      const onNode = pods.get(name);
      const { run, stay } = shouldRun(ds, node);
      if (onNode === undefined) {
        if (run) create.push(name);
      } else if (stay) {
        const { running, ended } = this.sortOut(ctx, ds, key, onNode, name);
        if (run && running.length === 0 && allowsSurge(ds)) create.push(name);
        remove.push(...ended, ...surplusOnNode(ds, running, hash, ctx.wall));
      } else remove.push(...onNode.filter(isLasting));
    }
    const names = new Set(nodes.map(({ metadata }) => metadata.name ?? ''));
    for (const [node, onNode] of pods) {
      if (!names.has(node)) remove.push(...onNode.filter((pod) => isLasting(pod) && (pod.spec.nodeName ?? '') === ''));
    }
    return yield* this.syncNodes(ctx, ds, key, { create, remove }, hash, false);
  }

  /** Those of a node's pods that run, and those that have ended and are to be replaced; a failed one that must wait is neither. */
  private sortOut(
    ctx: Context,
    ds: DaemonSet,
    key: string,
    pods: readonly Pod[],
    node: string,
  ): { readonly running: readonly Pod[]; readonly ended: readonly Pod[] } {
    const ended: Pod[] = [];
    const running: Pod[] = [];
    for (const pod of pods.filter(isLasting)) {
      const phase = pod.status?.phase;
      const named = `daemon pod ${objectKey(pod)} on node ${node}`;
      if (phase === 'Failed') {
        const wait = this.failures.pause(ds, node, ctx.now);
        if (wait > 0) {
          this.parts.queue.addAfter(ctx, key, wait);
          continue;
        }
        const message = `Found failed ${named}, will try to kill it`;
        this.parts.recorder.event(ctx, ds, 'Warning', 'FailedDaemonPod', message);
        ended.push(pod);
      } else if (phase === 'Succeeded') {
        const message = `Found succeeded ${named}, will try to delete it`;
        this.parts.recorder.event(ctx, ds, 'Normal', 'SucceededDaemonPod', message);
        ended.push(pod);
      } else running.push(pod);
    }
    return { running, ended };
  }

  private *update(ctx: Context, ds: DaemonSet, key: string, nodes: readonly Node[], hash: string): Process<boolean> {
    if ((ds.spec.updateStrategy?.type ?? 'RollingUpdate') !== 'RollingUpdate') return true;
    if (!this.parts.expectations.satisfied(ctx, key)) return true;
    const pods = yield* this.podsByNode(ctx, ds);
    if (pods === undefined) return false;
    return yield* this.syncNodes(ctx, ds, key, nextReplacements(ds, nodes, pods, hash, ctx.wall), hash, true);
  }

  private *syncNodes(
    ctx: Context,
    ds: DaemonSet,
    key: string,
    changes: Changes,
    hash: string,
    outdated: boolean,
  ): Process<boolean> {
    const create = changes.create.slice(0, BURST_REPLICAS);
    const remove = changes.remove.slice(0, BURST_REPLICAS);
    if (create.length + remove.length === 0) return true;
    const subject = subjectOfObject(DAEMON_SETS, ds);
    this.parts.expectations.expectChanges(ctx, subject, key, create.length, remove.map(objectKey));
    const created = yield* this.createPods(ctx, ds, key, create, hash);
    if (remove.length === 0) return created;
    const deleting = ctx.step(daemonsetSteps.deletePods, subject, { count: remove.length, outdated });
    const answers = yield* all(
      ctx,
      remove.map((pod) => deletePod(deleting, this.parts, { object: ds, subject, key }, pod)),
    );
    return created && answers.every((error) => error === undefined);
  }

  private *createPods(
    ctx: Context,
    ds: DaemonSet,
    key: string,
    nodes: readonly string[],
    hash: string,
  ): Process<boolean> {
    const subject = subjectOfObject(DAEMON_SETS, ds);
    const owner = { object: ds, subject, key };
    const { done, error } = yield* slowStart(
      ctx,
      nodes.length,
      (size, missing) => ctx.step(daemonsetSteps.createPods, subject, { missing, size }),
      (batch, index) => createPod(batch, this.parts, owner, daemonPod(ds, nodes[index] as string, hash)),
    );
    if (error === undefined) return true;
    this.parts.expectations.creationObserved(ctx, subject, key, nodes.length - done);
    return false;
  }

  private *cleanUp(ctx: Context, ds: DaemonSet, { hash, old }: History): Process<void> {
    const { uid = '' } = ds.metadata;
    const limit = ds.spec.revisionHistoryLimit ?? 10;
    if (old.length <= limit) return;
    const pods = this.parts.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid);
    const live = new Set([hash, ...pods.map(({ metadata }) => metadata.labels?.[HASH_LABEL])]);
    const unused = old.filter(({ metadata }) => !live.has(metadata.labels?.[HASH_LABEL]));
    yield* deleteRevisions(ctx, this.parts.client, unused.slice(0, old.length - limit));
  }

  private *writeStatus(ctx: Context, ds: DaemonSet, key: string, next: DaemonSetStatus): Process<boolean> {
    if (sameDaemonStatus(ds, next)) return true;
    const { desiredNumberScheduled: desired, numberReady: ready, updatedNumberScheduled: updated = 0 } = next;
    let current: KObject = ds;
    for (let tries = 0; tries < STATUS_TRIES; tries += 1) {
      const writing = ctx.step(daemonsetSteps.writeStatus, subjectOfObject(DAEMON_SETS, ds), {
        desired,
        ready,
        updated,
      });
      const body = { ...current, status: next };
      const answer = yield* this.parts.client.update(writing, DAEMON_SETS, body, { subresource: 'status' });
      if (!isFailure(answer)) {
        this.parts.consistency.wroteAt(key, 'daemonsets', (answer as KObject).metadata.resourceVersion);
        return true;
      }
      if (tries === STATUS_TRIES - 1) return false;
      const fresh = yield* this.parts.client.get(writing, DAEMON_SETS, ds.metadata.namespace, ds.metadata.name ?? '');
      if (isFailure(fresh)) return false;
      current = fresh as KObject;
    }
    return false;
  }
}

/** Not being deleted already. */
function isLasting(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp === undefined;
}
