import { isFailure, type Status } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Micros } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import type { EventRecorder, Indexer, RestClient } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { withReplicas } from './annotations.ts';
import { setCondition } from './conditions.ts';
import { maxSurge, sizeOf, wantedReplicas } from './sizes.ts';

export const deploymentInfo = resourceOf('deployments', 'apps');
export const replicaSetInfo = resourceOf('replicasets', 'apps');

/** Either the ReplicaSets of a Deployment, the new one apart, or why they could not be had. */
export interface ReplicaSets {
  readonly newest: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  readonly all: readonly (ReplicaSet | undefined)[];
}

export interface Tools {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly replicaSets: Indexer;
  /** Looks at the key again later, unless something happens before. */
  requeue(ctx: Context, key: string, micros: Micros): void;
  requeueRateLimited(ctx: Context, key: string): void;
}

/**
 * One sync of one Deployment. Upstream works on a copy of the Deployment that each part changes, and never takes over what the server
 * answers to a write of the status: the next write of the same sync is then refused, which is how real clusters behave.
 * Models pkg/controller/deployment/sync.go (v1.36)
 */
export class Work {
  deployment: Deployment;
  readonly subject: string;

  constructor(
    readonly tools: Tools,
    readonly key: string,
    /** The step of this sync: everything it does is caused by it. */
    readonly ctx: Context,
    deployment: Deployment,
    readonly owned: readonly ReplicaSet[],
    readonly pods: readonly Pod[],
  ) {
    this.deployment = deployment;
    this.subject = subjectOf(deploymentInfo, deployment.metadata.namespace, deployment.metadata.name ?? '');
  }

  get timestamp(): string {
    return rfc3339(this.ctx.wall);
  }

  get hasDeadline(): boolean {
    const { progressDeadlineSeconds } = this.deployment.spec;
    return progressDeadlineSeconds !== undefined && progressDeadlineSeconds !== 2_147_483_647;
  }

  setStatus(status: DeploymentStatus): void {
    this.deployment = { ...this.deployment, status };
  }

  setCondition(condition: DeploymentCondition): void {
    const { status } = this.deployment;
    const conditions = setCondition(status?.conditions ?? [], condition);
    if (conditions === status?.conditions) return;
    const { type, status: value, reason = '' } = condition;
    this.ctx.step(deploymentSteps.condition, this.subject, { type, status: value, reason });
    this.setStatus({ ...status, conditions });
  }

  *writeStatus(): Process<Status | undefined> {
    const { status } = this.deployment;
    const {
      replicas = 0,
      updatedReplicas: updated = 0,
      readyReplicas: ready = 0,
      availableReplicas: available = 0,
    } = status;
    const args = { replicas, updated, ready, available };
    const writing = this.ctx.step(deploymentSteps.writeStatus, this.subject, args);
    const options = { subresource: 'status' };
    const answer: KObject | Status = yield this.tools.client.update(writing, deploymentInfo, this.deployment, options);
    return isFailure(answer) ? answer : undefined;
  }

  *writeDeployment(): Process<Status | undefined> {
    const answer = yield* this.tools.client.update(this.ctx, deploymentInfo, this.deployment);
    return isFailure(answer) ? answer : undefined;
  }

  /** Gives a ReplicaSet its size and the annotations about it; unchanged when it has both. */
  *scale(rs: ReplicaSet, to: number, verb?: 'up' | 'down'): Process<ReplicaSet | Status> {
    const from = sizeOf(rs);
    const wanted = wantedReplicas(this.deployment);
    const annotations = rs.metadata.annotations ?? {};
    const wantedAnnotations = withReplicas(annotations, wanted, wanted + maxSurge(this.deployment));
    if (from === to && wantedAnnotations === annotations) return rs;
    const { name: replicaSet = '' } = rs.metadata;
    const scaling = this.ctx.step(deploymentSteps.scaleReplicaSet, this.subject, { replicaSet, from, to });
    const next = {
      ...rs,
      metadata: { ...rs.metadata, annotations: wantedAnnotations },
      spec: { ...rs.spec, replicas: to },
    };
    const answer = yield* this.tools.client.update(scaling, replicaSetInfo, next);
    if (isFailure(answer)) return answer;
    if (from !== to) {
      const direction = verb ?? (from < to ? 'up' : 'down');
      this.event('Normal', 'ScalingReplicaSet', `Scaled ${direction} replica set ${replicaSet} from ${from} to ${to}`);
    }
    return answer;
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.tools.recorder.event(this.ctx, this.deployment, type, reason, message);
  }

  cachedReplicaSet(name: string): ReplicaSet | undefined {
    const { namespace } = this.deployment.metadata;
    return this.tools.replicaSets.get(this.ctx, `${namespace}/${name}`) as ReplicaSet | undefined;
  }
}

export function failed(answer: KObject | Status | undefined): answer is Status {
  return isFailure(answer);
}
