// Models pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV (v1.36)

import { isStatus } from '../../../api/errors/status.ts';
import { claimNameOf, notMadeFor } from '../../../api/pods/claims.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim, Volume } from '../../../api/types/core-volumes.ts';
import { present } from '../../../base/assert.ts';
import { sortedKeys } from '../../../base/order.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { subjectOf } from '../status/status-manager.ts';

const CLAIMS = present(resourceOf('persistentvolumeclaims'), 'claims');
const VOLUMES = present(resourceOf('persistentvolumes'), 'volumes');

const SYNC_RETRY = 10 * SECOND;

/** A claim that cannot be looked up ends the attempt at once, as nothing else does. */
export function* lacksClaims(
  ctx: Context,
  services: NodeServices,
  state: PodState,
  volumes: readonly Volume[],
): Process<boolean> {
  const { namespace = 'default' } = state.pod.metadata;
  const failed: string[] = [];
  let error = '';
  for (const volume of volumes) {
    const { name } = volume;
    const claim = claimNameOf(state.pod.metadata.name, volume);
    if (claim === undefined || state.mounts.setUp.includes(name)) continue;
    const owner = volume.ephemeral === undefined ? undefined : state.pod;
    const found = yield* volumeOfClaim(ctx, services, namespace, claim, owner);
    if (typeof found === 'string') {
      failed.push(name);
      error = `${error}${error === '' ? '' : '; '}${found}`;
    } else {
      state.mounts.bound ??= new Map();
      state.mounts.bound.set(name, found);
    }
  }
  if (failed.length === 0) return false;
  const missing = sortedKeys(volumes.map(({ name }) => name).filter((name) => !state.mounts.setUp.includes(name)));
  const said = `unmounted volumes=[${missing.join(' ')}], unattached volumes=[], failed to process volumes=[${sortedKeys(failed).join(' ')}]: ${error}`;
  const origin = ctx.step(kinds.mountFailed, subjectOf(state.pod), { volume: failed.join(', '), error });
  const message = `Unable to attach or mount volumes: ${said}`;
  services.recorder?.event(origin, state.eventObject, 'Warning', 'FailedMount', message);
  origin.after(SYNC_RETRY + services.random.below(SYNC_RETRY / 2), () => state.wake(origin), true);
  return true;
}

/** The volume of a claim, or why it cannot be found. */
function* volumeOfClaim(
  ctx: Context,
  { client }: NodeServices,
  namespace: string,
  name: string,
  owner: Pod | undefined,
): Process<PersistentVolume | string> {
  const place = `error processing PVC ${namespace}/${name}`;
  const claim = yield* client.get(ctx, CLAIMS, namespace, name);
  if (isStatus(claim)) return `${place}: failed to fetch PVC from API server: ${claim.message}`;
  const { spec, status } = claim as PersistentVolumeClaim;
  const { volumeName = '' } = spec;
  if (status?.phase !== 'Bound' || volumeName === '')
    return `${place}: PVC ${namespace}/${name} has non-bound phase ("${status?.phase ?? ''}") or empty pvc.Spec.VolumeName ("${volumeName}")`;
  const problem = owner === undefined ? undefined : notMadeFor(owner, claim);
  if (problem !== undefined) return problem;
  const volume = yield* client.get(ctx, VOLUMES, undefined, volumeName);
  return isStatus(volume)
    ? `${place}: failed to fetch PV ${volumeName} from API server: ${volume.message}`
    : (volume as PersistentVolume);
}
