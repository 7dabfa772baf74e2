// Models pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV (v1.36)

import { resourceOf } from '../../api/scheme.ts';
import { isStatus } from '../../api/status.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { NodeServices } from './node-services.ts';

const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');

/** The volume of a claim, or why it cannot be found. */
export function* volumeOfClaim(
  ctx: Context,
  { client }: NodeServices,
  namespace: string,
  name: string,
): Process<PersistentVolume | string> {
  const claim = yield* client.get(ctx, CLAIMS, namespace, name);
  if (isStatus(claim)) return `failed to fetch PVC from API server: ${claim.message}`;
  const { spec, status } = claim as unknown as PersistentVolumeClaim;
  const { volumeName = '' } = spec;
  if (status?.phase !== 'Bound' || volumeName === '')
    return `PVC ${namespace}/${name} has non-bound phase ("${status?.phase ?? ''}") or empty pvc.Spec.VolumeName ("${volumeName}")`;
  const volume = yield* client.get(ctx, VOLUMES, undefined, volumeName);
  return isStatus(volume)
    ? `failed to fetch PV ${volumeName} from API server: ${volume.message}`
    : (volume as unknown as PersistentVolume);
}
