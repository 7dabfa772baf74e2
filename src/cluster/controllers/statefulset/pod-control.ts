import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import type { StatefulSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import { PODS } from '../shared/pod-control.ts';
import { claimsOf } from './identity.ts';

/**
 * Writes of pods and their claims, with the events that tell of them.
 * Models pkg/controller/statefulset/stateful_pod_control.go (v1.36)
 */
export class StatefulPodControl {
  private readonly claimInfo = resourceOf('persistentvolumeclaims');

  constructor(
    private readonly client: RestClient,
    private readonly recorder: EventRecorder,
    private readonly claims: SharedInformer,
    /** Told of the revision of each write of a pod. */
    private readonly wrote: (key: string, revision: string | undefined) => void,
  ) {}

  /** Claims first: without all of them no pod. */
  *create(ctx: Context, set: StatefulSet, key: string, pod: Pod): Process<boolean> {
    const { name = '' } = pod.metadata;
    if (!(yield* this.createClaims(ctx, set, name))) return false;
    const answer = yield* this.client.create(ctx, PODS, set.metadata.namespace, pod);
    if (!isFailure(answer)) this.wrote(key, (answer as KObject).metadata.resourceVersion);
    if (isFailure(answer) && answer.reason === 'AlreadyExists') return false;
    this.report(ctx, set, 'Create', name, isFailure(answer) ? (answer.message ?? '') : undefined);
    return !isFailure(answer);
  }

  *createClaims(ctx: Context, set: StatefulSet, podName: string): Process<boolean> {
    const { namespace = '', name: setName } = set.metadata;
    for (const claim of claimsOf(set, podName)) {
      const { name = '' } = claim.metadata;
      if (this.claims.indexer.get(ctx, `${namespace}/${name}`) !== undefined) continue;
      const answer = yield* this.client.create(ctx, this.claimInfo, namespace, claim);
      const what = `Create Claim ${name} Pod ${podName} in StatefulSet ${setName}`;
      if (!isFailure(answer)) this.recorder.event(ctx, set, 'Normal', 'SuccessfulCreate', `${what} success`);
      else if (answer.reason !== 'AlreadyExists') {
        this.recorder.event(ctx, set, 'Warning', 'FailedCreate', `${what} failed error: ${answer.message}`);
        return false;
      }
    }
    return true;
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
