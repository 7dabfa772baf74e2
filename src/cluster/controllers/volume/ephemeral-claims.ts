// Models pkg/controller/volume/ephemeral/controller.go syncHandler (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { claimNameOf, notMadeFor } from '../../../api/pods/claims.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod, Volume } from '../../../api/types/core.ts';
import type { PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';

const CLAIMS = resourceOf('persistentvolumeclaims');
const PODS = resourceOf('pods');

/** One claim for each such volume; what cannot be made is told, and tried again. */
export function* claimsForPod(
  ctx: Context,
  pod: Pod,
  claims: SharedInformer<PersistentVolumeClaim>,
  client: RestClient,
  recorder: EventRecorder,
): Process<boolean> {
  const { namespace = 'default', name = '' } = pod.metadata;
  for (const volume of pod.spec.volumes ?? []) {
    if (volume.ephemeral === undefined) continue;
    const claim = claimNameOf(name, volume) ?? '';
    const known = claims.indexer.get(ctx, `${namespace}/${claim}`);
    const looked = ctx.step(upkeepSteps.claimForPod, subjectOf(PODS, namespace, name), {
      claim,
      present: known !== undefined,
    });
    const problem = known === undefined ? yield* make(looked, pod, volume, claim, client) : notMadeFor(pod, known);
    if (problem === undefined) continue;
    recorder.event(looked, pod, 'Warning', 'FailedBinding', `ephemeral volume ${volume.name}: ${problem}`);
    return false;
  }
  return true;
}

function* make(
  ctx: Context,
  pod: Pod,
  { ephemeral }: Volume,
  claim: string,
  client: RestClient,
): Process<string | undefined> {
  const { namespace, name, uid } = pod.metadata;
  const { metadata, spec } = ephemeral?.volumeClaimTemplate ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', name, uid, controller: true, blockOwnerDeletion: true };
  const body = {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: {
      name: claim,
      ...(metadata?.labels && { labels: metadata.labels }),
      ...(metadata?.annotations && { annotations: metadata.annotations }),
      ownerReferences: [owner],
    },
    spec,
    status: {},
  };
  const answer = yield* client.create(ctx, CLAIMS, namespace, body);
  return isFailure(answer) ? `create PVC ${claim}: ${answer.message}` : undefined;
}
