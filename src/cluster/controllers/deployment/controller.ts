import { isFailure, isNamespaceTerminating, type Status } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { isEmptySelector, matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Deployment, ReplicaSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import { CONTROLLER_INDEX, controllerOf, keyOfOwner, ORPHAN_INDEX, ownerIndexers, sameOwner } from '../shared/owner.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { rollbackTo } from './annotations.ts';
import { checkPaused, syncStatus } from './progress.ts';
import { replicaSetsOf } from './replica-sets.ts';
import { rollback } from './rollback.ts';
import { recreate, rollOut } from './rollout.ts';
import { isScalingEvent } from './scale.ts';
import { isRollingUpdate, wantedReplicas } from './sizes.ts';
import { syncScale } from './sync-scale.ts';
import { deploymentInfo, replicaSetInfo, type Tools, Work } from './work.ts';

const NAME = 'deployment-controller';
const WORKERS = 5;
const MAX_RETRIES = 15;

/**
 * Moves a Deployment's ReplicaSets towards its template and its size.
 * Models pkg/controller/deployment/deployment_controller.go (v1.36)
 */
export class DeploymentController implements Controller {
  readonly name = NAME;
  private readonly deployments: SharedInformer<Deployment>;
  private readonly replicaSets: SharedInformer<ReplicaSet>;
  private readonly pods: SharedInformer<Pod>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly tools: Tools;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.deployments = informers.informer(deploymentInfo);
    this.replicaSets = informers.informer(replicaSetInfo);
    this.pods = informers.informer(resourceOf('pods'));
    this.queue = new WorkQueue(env, 'deployment', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.tools = {
      client: this.client,
      recorder: this.recorder,
      replicaSets: this.replicaSets.indexer,
      requeue: (ctx, key, micros) => this.queue.addAfter(ctx, key, micros),
      requeueRateLimited: (ctx, key) => this.queue.addRateLimited(ctx, key),
    };
    this.replicaSets.addIndexers(ownerIndexers);
    this.pods.addIndexers(ownerIndexers);
    this.addHandlers();
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
  }

  // Handlers

  private addHandlers(): void {
    this.deployments.addHandler(NAME, {
      onAdd: (ctx, d) => this.queue.add(ctx, objectKey(d)),
      onUpdate: (ctx, _, d) => this.queue.add(ctx, objectKey(d)),
      onDelete: (ctx, d) => this.queue.add(ctx, objectKey(d)),
    });
    this.replicaSets.addHandler(NAME, {
      onAdd: (ctx, rs) => this.replicaSetAdded(ctx, rs),
      onUpdate: (ctx, before, after) => this.replicaSetUpdated(ctx, before, after),
      onDelete: (ctx, rs) => this.queueOwner(ctx, rs),
    });
    this.pods.addHandler(NAME, { onDelete: (ctx, pod) => this.podDeleted(ctx, pod) });
  }

  private replicaSetAdded(ctx: Context, rs: ReplicaSet): void {
    if (controllerOf(rs) !== undefined) this.queueOwner(ctx, rs);
    else if (rs.metadata.deletionTimestamp === undefined) this.queueMatching(ctx, rs);
  }

  private replicaSetUpdated(ctx: Context, before: ReplicaSet, after: ReplicaSet): void {
    if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
    const handedOver = !sameOwner(controllerOf(before), controllerOf(after));
    if (handedOver) this.queueOwner(ctx, before);
    if (controllerOf(after) !== undefined) this.queueOwner(ctx, after);
    else if (handedOver || !equalJson(before.metadata.labels ?? {}, after.metadata.labels ?? {}))
      this.queueMatching(ctx, after);
  }

  /** With the strategy Recreate the last old pod's end is what the rollout waits for. */
  private podDeleted(ctx: Context, pod: Pod): void {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return;
    const rs = this.replicaSets.indexer.get(ctx, keyOfOwner(pod, owner));
    const d = rs === undefined ? undefined : this.ownerOf(ctx, rs);
    if (d === undefined || isRollingUpdate(d)) return;
    const left = this.ownedBy(ctx, d).some(
      ({ metadata }) => this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, metadata.uid ?? '').length > 0,
    );
    if (!left) this.queue.add(ctx, objectKey(d));
  }

  private queueOwner(ctx: Context, rs: KObject): void {
    const d = this.ownerOf(ctx, rs);
    if (d !== undefined) this.queue.add(ctx, objectKey(d));
  }

  private queueMatching(ctx: Context, rs: ReplicaSet): void {
    for (const d of this.deployments.indexer.list(ctx, rs.metadata.namespace)) {
      const { selector } = d.spec;
      if (!isEmptySelector(selector) && matchesLabels(selector, rs.metadata.labels)) this.queue.add(ctx, objectKey(d));
    }
  }

  private ownerOf(ctx: Context, rs: KObject): Deployment | undefined {
    const owner = controllerOf(rs);
    if (owner?.kind !== 'Deployment') return undefined;
    const d = this.deployments.indexer.get(ctx, keyOfOwner(rs, owner));
    return d?.metadata.uid === owner.uid ? d : undefined;
  }

  // Sync

  private *sync(ctx: Context, key: string): Process<boolean> {
    const d = this.deployments.indexer.get(ctx, key);
    if (d === undefined) {
      ctx.step(deploymentSteps.gone, `${deploymentInfo.resource}.${deploymentInfo.group}/${key}`);
      return true;
    }
    const refuses = isEmptySelector(d.spec.selector);
    const error = refuses ? yield* this.refuse(ctx, key, d) : yield* this.syncDeployment(ctx, key, d);
    return error === undefined || this.handleError(ctx, key, error);
  }

  /** Whether nothing more is tried. Models handleErr */
  private handleError(ctx: Context, key: string, error: Status): boolean {
    const retries = this.queue.requeues(key);
    ctx.step(deploymentSteps.failed, `${deploymentInfo.resource}.${deploymentInfo.group}/${key}`, {
      reason: error.reason ?? '',
      retries,
    });
    return retries >= MAX_RETRIES || isNamespaceTerminating(error);
  }

  /** Models syncDeployment */
  private *syncDeployment(ctx: Context, key: string, d: Deployment): Process<Status | undefined> {
    const owned = yield* this.claim(ctx, d);
    if (isFailure(owned)) return owned;
    const work = this.begin(ctx, key, d, owned);
    if (d.metadata.deletionTimestamp !== undefined) {
      const sets = yield* replicaSetsOf(work, false);
      return isFailure(sets) ? sets : yield* syncStatus(work, sets);
    }
    const error = yield* checkPaused(work);
    if (error !== undefined) return error;
    if (work.deployment.spec.paused === true) return yield* syncScale(work);
    if (rollbackTo(work.deployment) !== undefined) return yield* rollback(work);
    const scaling = yield* isScalingEvent(work);
    if (isFailure(scaling)) return scaling;
    if (scaling === true) return yield* syncScale(work);
    return isRollingUpdate(work.deployment) ? yield* rollOut(work) : yield* recreate(work);
  }

  private begin(ctx: Context, key: string, d: Deployment, replicaSets: readonly ReplicaSet[]): Work {
    const pods = isRollingUpdate(d) ? [] : this.podsOf(ctx, replicaSets);
    const started = ctx.step(deploymentSteps.sync, this.subject(d), {
      replicas: wantedReplicas(d),
      generation: d.metadata.generation ?? 0,
      replicaSets: replicaSets.length,
      paused: d.spec.paused === true,
    });
    return new Work(this.tools, key, started, d, replicaSets, pods);
  }

  private *refuse(ctx: Context, key: string, d: Deployment): Process<Status | undefined> {
    const refused = ctx.step(deploymentSteps.selectsAll, this.subject(d));
    const message = 'This deployment is selecting all pods. A non-empty selector is required.';
    this.recorder.event(refused, d, 'Warning', 'SelectingAll', message);
    const observedGeneration = d.metadata.generation ?? 0;
    if ((d.status?.observedGeneration ?? 0) >= observedGeneration) return undefined;
    const work = new Work(this.tools, key, refused, d, [], []);
    work.setStatus({ ...d.status, observedGeneration });
    yield* work.writeStatus();
    return undefined;
  }

  private claim(ctx: Context, d: Deployment): Process<readonly ReplicaSet[] | Status> {
    const orphans = this.replicaSets.indexer.byIndex(ctx, ORPHAN_INDEX, d.metadata.namespace ?? '');
    const named = (rs: KObject) => ({ replicaSet: rs.metadata.name ?? '' });
    return claimObjects(
      ctx,
      {
        client: this.client,
        owner: d,
        ownerInfo: deploymentInfo,
        ownerApiVersion: 'apps/v1',
        dependentInfo: replicaSetInfo,
        selector: d.spec.selector,
        adopting: (claiming, rs) => claiming.step(deploymentSteps.adopt, this.subject(d), named(rs)),
        releasing: (claiming, rs) => claiming.step(deploymentSteps.release, this.subject(d), named(rs)),
      },
      [...this.ownedBy(ctx, d), ...orphans],
    );
  }

  private ownedBy(ctx: Context, d: Deployment): readonly ReplicaSet[] {
    return this.replicaSets.indexer.byIndex(ctx, CONTROLLER_INDEX, d.metadata.uid ?? '');
  }

  private podsOf(ctx: Context, replicaSets: readonly ReplicaSet[]): readonly Pod[] {
    return replicaSets.flatMap(({ metadata }) => this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, metadata.uid ?? ''));
  }

  private subject(d: KObject): string {
    return subjectOf(deploymentInfo, d.metadata.namespace, d.metadata.name ?? '');
  }
}
