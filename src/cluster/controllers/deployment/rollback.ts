import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { ROLLBACK_TO, revisionOf, rollbackTo, rolledBackAnnotations } from './annotations.ts';
import { replicaSetsOf } from './replica-sets.ts';
import { sameTemplate, withoutHash } from './template.ts';
import type { Work } from './work.ts';

/**
 * The old way to roll back, by an annotation; kubectl patches the template itself.
 * Models pkg/controller/deployment/rollback.go (v1.36)
 */
export function* rollback(work: Work): Process<Status | undefined> {
  const answer = yield* replicaSetsOf(work, true);
  if (isFailure(answer)) return answer;
  const replicaSets = answer.all.filter((rs) => rs !== undefined);
  const asked = rollbackTo(work.deployment) ?? 0n;
  const wanted = asked === 0n ? lastRevision(replicaSets) : asked;
  const revision = Number(wanted);
  const target = wanted === 0n ? undefined : replicaSets.find((rs) => revisionOf(rs) === wanted);
  if (target === undefined) {
    const missing = revision === 0 ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.';
    work.ctx.step(deploymentSteps.rollback, work.subject, { revision, outcome: 'not found' });
    work.event('Warning', 'DeploymentRollbackRevisionNotFound', missing);
    return yield* clear(work);
  }
  const { name } = work.deployment.metadata;
  if (sameTemplate(work.deployment.spec.template, target.spec.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`;
    work.ctx.step(deploymentSteps.rollback, work.subject, { revision, outcome: 'unchanged' });
    work.event('Warning', 'DeploymentRollbackTemplateUnchanged', message);
    return yield* clear(work);
  }
  work.ctx.step(deploymentSteps.rollback, work.subject, { revision, outcome: 'rolled back' });
  takeOver(work, target);
  const error = yield* clear(work);
  if (error === undefined)
    work.event('Normal', 'DeploymentRollback', `Rolled back deployment "${name}" to revision ${wanted}`);
  return error;
}

/** The second highest revision. */
function lastRevision(replicaSets: readonly ReplicaSet[]): bigint {
  const revisions = replicaSets.map(revisionOf).sort((a, b) => Number(b - a));
  return revisions[1] ?? 0n;
}

function takeOver(work: Work, rs: ReplicaSet): void {
  const { deployment } = work;
  work.deployment = {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: rolledBackAnnotations(deployment, rs) },
    spec: { ...deployment.spec, template: withoutHash(rs.spec.template) },
  };
}

function* clear(work: Work): Process<Status | undefined> {
  const { deployment } = work;
  const { [ROLLBACK_TO]: _, ...annotations } = deployment.metadata.annotations ?? {};
  work.deployment = { ...deployment, metadata: { ...deployment.metadata, annotations } };
  return yield* work.writeDeployment();
}
