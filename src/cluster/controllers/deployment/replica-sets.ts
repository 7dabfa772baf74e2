import { isNamespaceTerminating, notFound, type Status } from '../../../api/errors/status.ts';
import { podTemplateHash } from '../../../api/hashes/pod-template.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { controllerOf, controllerReference } from '../shared/owner.ts';
import { maxRevision, newReplicaSetAnnotations, REVISION, withReplicas } from './annotations.ts';
import { conditionOf, makeCondition } from './conditions.ts';
import { maxSurge, newReplicaSetSize, wantedReplicas } from './sizes.ts';
import { byCreation, HASH_LABEL, sameTemplate } from './template.ts';
import { failed, type ReplicaSets, replicaSetInfo, type Work } from './work.ts';

/**
 * The Deployment's ReplicaSets, the one with its present template apart, created if need be, with revisions up to date.
 * Models pkg/controller/deployment/sync.go getAllReplicaSetsAndSyncRevision (v1.36)
 */
export function* replicaSetsOf(work: Work, create: boolean): Process<ReplicaSets | Status> {
  const sorted = work.owned.length < 2 ? work.owned : [...work.owned].sort(byCreation);
  const { template } = work.deployment.spec;
  const found = sorted.find((rs) => sameTemplate(rs.spec.template, template));
  const old = sorted.filter((rs) => rs !== found);
  const revision = maxRevision(old) + 1n;
  let newest: ReplicaSet | undefined;
  if (found !== undefined || create) {
    const answer = yield* found === undefined ? createNew(work, old, revision) : syncFound(work, found, revision);
    if (failed(answer)) return answer;
    newest = answer;
  }
  return { newest, old, all: [...old, newest] };
}

/** Most often there is nothing to write. */
function* syncFound(work: Work, rs: ReplicaSet, revision: bigint): Process<ReplicaSet | Status> {
  const { deployment, ctx, subject } = work;
  const before = rs.metadata.annotations ?? {};
  const annotations = newReplicaSetAnnotations(deployment, before, revision);
  const { name: replicaSet = '' } = rs.metadata;
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  if (annotations !== before || (rs.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    const args = { replicaSet, revision: annotations[REVISION] ?? '' };
    const writing = ctx.step(deploymentSteps.annotateReplicaSet, subject, args);
    const { minReadySeconds: _, ...spec } = rs.spec;
    const next = {
      ...rs,
      metadata: { ...rs.metadata, annotations },
      spec: minReadySeconds === 0 ? spec : { ...spec, minReadySeconds },
    };
    return yield* work.tools.client.update(writing, replicaSetInfo, next);
  }
  const own = annotations[REVISION] ?? '';
  ctx.step(deploymentSteps.foundReplicaSet, subject, { replicaSet, revision: own });
  let changed = setRevision(work, own);
  if (work.hasDeadline && conditionOf(deployment.status?.conditions, 'Progressing') === undefined) {
    const message = `Found new replica set "${replicaSet}"`;
    work.setCondition(makeCondition('Progressing', 'True', 'FoundNewReplicaSet', message, work.timestamp));
    changed = true;
  }
  return changed ? ((yield* work.writeStatus()) ?? rs) : rs;
}

function* createNew(work: Work, old: readonly ReplicaSet[], revision: bigint): Process<ReplicaSet | Status> {
  const { deployment, tools, subject, ctx } = work;
  const hash = podTemplateHash(deployment.spec.template, deployment.status?.collisionCount);
  const planned = plan(work, old, revision, hash);
  const replicas = planned.spec.replicas ?? 0;
  const { name = '', namespace } = planned.metadata;
  const creating = ctx.step(deploymentSteps.newReplicaSet, subject, { replicaSet: name, replicas, hash });
  const answer = yield* tools.client.create(creating, replicaSetInfo, namespace, planned);
  let created = answer as ReplicaSet;
  let existed = false;
  if (failed(answer)) {
    if (answer.reason !== 'AlreadyExists') return yield* createFailed(work, name, answer);
    const found = work.cachedReplicaSet(name);
    // The cache is late: this says nothing about whose it is. It is tried again.
    if (found === undefined) return notFound({ group: 'apps', resource: 'replicaset' }, name);
    if (!isOwn(work, found)) return yield* collided(work, name, answer);
    created = found;
    existed = true;
  }
  if (!existed && replicas > 0) {
    work.event('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`);
  }
  let changed = setRevision(work, String(revision));
  if (!existed && work.hasDeadline) {
    const message = `Created new replica set "${name}"`;
    work.setCondition(makeCondition('Progressing', 'True', 'NewReplicaSetCreated', message, work.timestamp));
    changed = true;
  }
  const error = changed ? yield* work.writeStatus() : undefined;
  return error ?? created;
}

function plan(work: Work, old: readonly ReplicaSet[], revision: bigint, hash: string): ReplicaSet {
  const { deployment } = work;
  const { template, selector, minReadySeconds = 0 } = deployment.spec;
  const { name, namespace } = deployment.metadata;
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  const replicas = newReplicaSetSize(deployment, old, 0);
  const wanted = wantedReplicas(deployment);
  const annotations = newReplicaSetAnnotations(deployment, {}, revision);
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: withReplicas(annotations, wanted, wanted + maxSurge(deployment)),
      ownerReferences: [controllerReference(deployment, 'apps/v1', 'Deployment')],
    },
    spec: {
      replicas,
      ...(minReadySeconds === 0 ? undefined : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: 0 },
  };
}

/** One of this name that is already ours, with our template. */
function isOwn({ deployment }: Work, rs: ReplicaSet): boolean {
  return controllerOf(rs)?.uid === deployment.metadata.uid && sameTemplate(rs.spec.template, deployment.spec.template);
}

/** Another template has the same hash: counting collisions changes the next one. */
function* collided(work: Work, name: string, error: Status): Process<Status> {
  const { status } = work.deployment;
  const collisionCount = (status?.collisionCount ?? 0) + 1;
  work.ctx.step(deploymentSteps.hashCollision, work.subject, { replicaSet: name, collisions: collisionCount });
  work.setStatus({ ...status, collisionCount });
  yield* work.writeStatus();
  return error;
}

function* createFailed(work: Work, name: string, error: Status): Process<Status> {
  if (isNamespaceTerminating(error)) return error;
  const message = `Failed to create new replica set "${name}": ${error.message}`;
  work.ctx.step(deploymentSteps.createFailed, work.subject, { replicaSet: name, message: error.message ?? '' });
  if (work.hasDeadline) {
    work.setCondition(makeCondition('Progressing', 'False', 'ReplicaSetCreateError', message, work.timestamp));
    yield* work.writeStatus();
  }
  work.event('Warning', 'ReplicaSetCreateError', message);
  return error;
}

function setRevision(work: Work, revision: string): boolean {
  const { deployment } = work;
  const annotations = deployment.metadata.annotations ?? {};
  if (annotations[REVISION] === revision) return false;
  const metadata = { ...deployment.metadata, annotations: { ...annotations, [REVISION]: revision } };
  work.deployment = { ...deployment, metadata } as KObject as typeof deployment;
  return true;
}
