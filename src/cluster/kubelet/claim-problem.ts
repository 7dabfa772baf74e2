// Models pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import type { PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { NodeServices } from './node-services.ts';

const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');

/** Why the volume of a claim cannot be found. */
export function* claimProblem(
  ctx: Context,
  { client }: NodeServices,
  namespace: string,
  name: string,
): Process<string | undefined> {
  const answer = yield* client.get(ctx, CLAIMS, namespace, name);
  if (isStatus(answer)) return `failed to fetch PVC from API server: ${answer.message}`;
  const { spec, status } = answer as unknown as PersistentVolumeClaim;
  const { volumeName = '' } = spec;
  if (status?.phase === 'Bound' && volumeName !== '') return undefined;
  return `PVC ${namespace}/${name} has non-bound phase ("${status?.phase ?? ''}") or empty pvc.Spec.VolumeName ("${volumeName}")`;
}
