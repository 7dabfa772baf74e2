// Models pkg/volume/{volume_linux.go,emptydir/empty_dir.go,projected/projected.go} and pkg/volume/util FsUserFrom (v1.36)

import type { Pod, Volume } from '../../../api/types/core.ts';
import type { PersistentVolume } from '../../../api/types/core-volumes.ts';
import { value } from '../../../api/values/quantity.ts';
import type { NodeSpec } from '../node/spec.ts';
import { allContainers } from '../pods/all-containers.ts';
import { cgroupsOf } from '../process/cgroups.ts';

const ONLY_OWNER = 0o600;

/** Whether `fsGroup` changes the group of a volume. Folders of the node, exported folders and volumes that many nodes may write to keep theirs. */
export function sharesGroup({ emptyDir }: Volume, bound: PersistentVolume | undefined): boolean {
  if (emptyDir !== undefined || bound?.spec.local !== undefined) return true;
  return bound?.spec.csi !== undefined && bound.spec.accessModes?.includes('ReadWriteOnce') === true;
}

/** How much fits into what is kept in memory: what the node has for Pods, the Pod may have, or the volume says. */
export function memoryFor(pod: Pod, { allocatable }: NodeSpec, sizeLimit?: string | number): number {
  const ofPod = Number(cgroupsOf(pod)[0]?.memoryMax);
  const most = Math.min(value(allocatable.memory), Number.isNaN(ofPod) ? Number.POSITIVE_INFINITY : ofPod);
  const own = value(sizeLimit ?? 0);
  return own > 0 ? Math.min(own, most) : most;
}

/** A token is for the group of the volumes, or for the one user that all containers are; else everybody may read it. */
export function tokenMode(pod: Pod): { readonly mode?: number; readonly uid?: number } {
  const uid = commonUser(pod);
  if (uid !== undefined) return { mode: ONLY_OWNER, uid };
  return pod.spec.securityContext?.fsGroup === undefined ? {} : { mode: ONLY_OWNER };
}

function commonUser({ spec }: Pod): number | undefined {
  const all = allContainers(spec);
  const users = new Set(
    all.map(({ securityContext }) => securityContext?.runAsUser ?? spec.securityContext?.runAsUser),
  );
  return users.size === 1 ? [...users][0] : undefined;
}
