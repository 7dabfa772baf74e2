import { aggregate, isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { StatefulSet } from '../../../api/types/apps.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { PODS } from '../shared/pod-control.ts';
import { claimOwner, hasOtherController, hasRightOwners, isStale, withRightOwners } from './claim-policy.ts';
import { claimsOf, hasIdentity, identityLabels, ordinalOf } from './identity.ts';

/**
 * Writes of pods and their claims, with the events that tell of them.
 * Models pkg/controller/statefulset/stateful_pod_control.go (v1.36)
 */
export class StatefulPodControl {
  private readonly claimInfo = resourceOf('persistentvolumeclaims');

  constructor(
    private readonly client: RestClient,
    private readonly recorder: EventRecorder,
    private readonly claims: SharedInformer<PersistentVolumeClaim>,
    /** Told of the revision of each write of a pod. */
    private readonly wrote: (key: string, revision: string | undefined) => void,
  ) {}

  /** Claims first: without all of them no pod. */
  *create(ctx: Context, set: StatefulSet, key: string, pod: Pod): Process<boolean> {
    const { name = '' } = pod.metadata;
    const missing = yield* this.createClaims(ctx, set, name);
    if (missing !== undefined) {
      this.report(ctx, set, 'Create', name, missing);
      return false;
    }
    const answer = yield* this.client.create(ctx, PODS, set.metadata.namespace, pod);
    if (!isFailure(answer)) this.wrote(key, (answer as KObject).metadata.resourceVersion);
    if (isFailure(answer) && answer.reason === 'AlreadyExists') return false;
    const owner = isFailure(answer) ? pod : answer;
    if (!(yield* this.setOwners(ctx, set, owner))) return false;
    this.report(ctx, set, 'Create', name, isFailure(answer) ? (answer.message ?? '') : undefined);
    return !isFailure(answer);
  }

  /** Whether a pod and its claims are as the set wants them. Models pkg/controller/statefulset/stateful_set_control.go processReplica, its invariants (v1.36) */
  conforms(ctx: Context, set: StatefulSet, pod: Pod): boolean {
    return hasIdentity(pod) && this.ownersAreRight(ctx, set, pod);
  }

  ownersAreRight(ctx: Context, set: StatefulSet, pod: Pod): boolean {
    return this.claimsFor(ctx, set, pod).every((claim) => hasRightOwners(claim, set, pod));
  }

  /** A claim is there that will go with an earlier pod of this name. */
  claimIsStale(ctx: Context, set: StatefulSet, pod: Pod): boolean {
    return this.claimsFor(ctx, set, pod).some((claim) => isStale(claim, set, pod));
  }

  /** Brings labels and claims to where they should be; models UpdateStatefulPod (v1.36), which always writes the pod, too. */
  *conform(ctx: Context, set: StatefulSet, key: string, pod: Pod): Process<boolean> {
    const { name = '' } = pod.metadata;
    if (!(yield* this.setOwners(ctx, set, pod))) return false;
    const labels = { ...pod.metadata.labels, ...identityLabels(name, ordinalOf(set, pod)) };
    const next = hasIdentity(pod) ? pod : { ...pod, metadata: { ...pod.metadata, labels } };
    const answer = yield* this.client.update(ctx, PODS, next);
    if (!isFailure(answer)) this.wrote(key, (answer as KObject).metadata.resourceVersion);
    this.report(ctx, set, 'Update', name, isFailure(answer) ? (answer.message ?? '') : undefined);
    return !isFailure(answer);
  }

  /** Models pkg/controller/statefulset/stateful_pod_control.go UpdatePodClaimForRetentionPolicy (v1.36) */
  *setOwners(ctx: Context, set: StatefulSet, pod: Pod): Process<boolean> {
    for (const claim of this.claimsFor(ctx, set, pod)) {
      const { name = '' } = claim.metadata;
      if (hasOtherController(claim, set, pod)) {
        const message = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a managing controller, the retention policy is ignored for this claim`;
        this.recorder.event(ctx, set, 'Warning', 'ConflictingController', message);
      }
      if (hasRightOwners(claim, set, pod)) continue;
      const subject = subjectOfObject(this.claimInfo, claim);
      const owning = ctx.step(statefulsetSteps.claimOwner, subject, { owner: claimOwner(set, pod) });
      const answer = yield* this.client.update(owning, this.claimInfo, withRightOwners(claim, set, pod));
      if (!isFailure(answer)) continue;
      const error = `could not update claim ${name} for delete policy ownerRefs: ${answer.message}`;
      this.report(ctx, set, 'Update', pod.metadata.name ?? '', error);
      return false;
    }
    return true;
  }

  /** Those of a pod's claims that the cache has. */
  private claimsFor(ctx: Context, set: StatefulSet, pod: Pod): readonly PersistentVolumeClaim[] {
    if (set.spec.volumeClaimTemplates === undefined) return [];
    const { namespace = '' } = set.metadata;
    const names = claimsOf(set, pod.metadata.name ?? '').map(({ metadata }) => metadata.name);
    const found = names.map((name) => this.claims.indexer.get(ctx, `${namespace}/${name}`));
    return found.filter((claim) => claim !== undefined);
  }

  /** What a Pod waits for may be claims that somebody deleted: they are made again. Models createMissingPersistentVolumeClaims (v1.36) */
  *replaceClaims(ctx: Context, set: StatefulSet, pod: Pod): Process<boolean> {
    const missing = yield* this.createClaims(ctx, set, pod.metadata.name ?? '');
    return missing === undefined && (yield* this.setOwners(ctx, set, pod));
  }

  /** All are tried; the answer is the text of what went wrong. Models createPersistentVolumeClaims (v1.36) */
  private *createClaims(ctx: Context, set: StatefulSet, podName: string): Process<string | undefined> {
    const errors: string[] = [];
    for (const claim of claimsOf(set, podName)) {
      const error = yield* this.createClaim(ctx, set, podName, claim);
      if (error !== undefined) errors.push(error);
    }
    return errors.length === 0 ? undefined : aggregate(errors);
  }

  private *createClaim(
    ctx: Context,
    set: StatefulSet,
    podName: string,
    claim: PersistentVolumeClaim,
  ): Process<string | undefined> {
    const { namespace = '', name: setName } = set.metadata;
    const { name = '' } = claim.metadata;
    const known = this.claims.indexer.get(ctx, `${namespace}/${name}`);
    if (known !== undefined) {
      return known.metadata.deletionTimestamp === undefined ? undefined : `pvc ${name} is being deleted`;
    }
    const answer = yield* this.client.create(ctx, this.claimInfo, namespace, claim);
    const what = `Pod ${podName} in StatefulSet ${setName}`;
    if (!isFailure(answer)) {
      this.recorder.event(ctx, set, 'Normal', 'SuccessfulCreate', `Create Claim ${name} ${what} success`);
      return undefined;
    }
    if (answer.reason !== 'AlreadyExists') {
      const message = `Create Claim ${name} for ${what} failed error: ${answer.message}`;
      this.recorder.event(ctx, set, 'Warning', 'FailedCreate', message);
    }
    return `failed to create PVC ${name}: ${answer.message}`;
  }

  *remove(ctx: Context, set: StatefulSet, key: string, pod: Pod): Process<boolean> {
    const { namespace, name = '' } = pod.metadata;
    const answer = yield* this.client.delete(ctx, PODS, namespace, name);
    if (!isFailure(answer)) this.wrote(key, (answer as KObject).metadata?.resourceVersion);
    this.report(ctx, set, 'Delete', name, isFailure(answer) ? (answer.message ?? '') : undefined);
    return !isFailure(answer);
  }

  private report(ctx: Context, set: StatefulSet, verb: string, pod: string, error: string | undefined): void {
    const what = `${verb} Pod ${pod} in StatefulSet ${set.metadata.name}`;
    if (error === undefined) this.recorder.event(ctx, set, 'Normal', `Successful${verb}`, `${what} successful`);
    else this.recorder.event(ctx, set, 'Warning', `Failed${verb}`, `${what} failed error: ${error}`);
  }
}
