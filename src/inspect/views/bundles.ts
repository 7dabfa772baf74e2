import type { Pod } from '../../api/types/core.ts';
import type { PersistentVolume } from '../../api/types/core-volumes.ts';
import { value } from '../../api/values/quantity.ts';
import { cacheTable } from '../../cluster/apiserver/watchcache/rows.ts';
import { CONTAINER_TABLES, SANDBOX_TABLES } from '../../cluster/cri/rows.ts';
import { VOLUME_TABLES } from '../../cluster/kubelet/pods/rows.ts';
import { cgroupsOf } from '../../cluster/kubelet/process/cgroups.ts';
import type { NodeView } from '../../protocol/views.ts';
import { bundlePath, ociSpec, runcCalls, volumePath, volumePlugin } from '../pods/oci-spec.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST = 12;
const GUARANTEED = -997;
const BEST_EFFORT = 1000;

/** What the runtime hands to runc for each container that is there. */
export function bundles(snapshot: Snapshot, node: string): NonNullable<NodeView['bundles']> {
  const pods = snapshot.table(cacheTable('pods'));
  const sandboxes = snapshot.table(SANDBOX_TABLES.of(node));
  const memory = snapshot.table(cacheTable('nodes')).get(node)?.status?.capacity?.memory;
  const rows = [...snapshot.table(CONTAINER_TABLES.of(node)).values()].filter(({ state }) => state !== 'exited');
  return rows.slice(0, MOST).flatMap((row) => {
    const pod = pods.get(`${row.namespace}/${row.pod}`);
    const sandbox = sandboxes.get(row.sandboxId);
    const container =
      pod === undefined
        ? undefined
        : [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find(({ name }) => name === row.name);
    if (pod === undefined || container === undefined || sandbox === undefined) return [];
    const values = cgroupsOf(pod).find((each) => each.container === row.name) ?? cgroupsOf(pod)[0];
    if (values === undefined) return [];
    const quota = values.cpuMax.split(' ')[0];
    const bundle = {
      pod,
      container,
      id: row.id,
      sandboxId: row.sandboxId,
      image: row.image,
      cgroupParent: values.path.slice(values.path.lastIndexOf('/') + 1),
      cpuShares: values.cpuShares,
      cpuQuota: quota === 'max' ? undefined : Number(quota),
      memoryLimit: values.memoryMax === 'max' ? undefined : Number(values.memoryMax),
      oomScore: oomScore(pod, value(container.resources?.requests?.memory), value(memory)),
    };
    const calls = runcCalls(bundle).join('\n');
    const text = JSON.stringify(ociSpec(bundle), undefined, 2);
    return [
      {
        pod: `${row.namespace}/${row.pod}`,
        container: row.name,
        path: `${bundlePath(row.id)}/config.json`,
        calls,
        text,
      },
    ];
  });
}

/** Models pkg/kubelet/qos/policy.go GetContainerOOMScoreAdjust (v1.36) */
function oomScore({ status }: Pod, request: number, capacity: number): number {
  if (status?.qosClass === 'Guaranteed') return GUARANTEED;
  if (status?.qosClass === 'BestEffort' || capacity === 0) return BEST_EFFORT;
  return Math.min(999, Math.max(3, 1000 - Math.floor((1000 * request) / capacity)));
}

/** Which plugin set up which volume, and where it lies on the node. */
export function volumes(snapshot: Snapshot, node: string): NonNullable<NodeView['volumes']> {
  const pods = snapshot.table(cacheTable('pods'));
  const rows = [...snapshot.table(VOLUME_TABLES.of(node)).values()];
  return rows.slice(0, 2 * MOST).map(({ pod, volume: name, mounted, type }) => {
    const object = pods.get(pod);
    const volume = object?.spec.volumes?.find((each) => each.name === name);
    if (object === undefined || volume === undefined) return { pod, volume: name, plugin: type, path: '', mounted };
    const bound = boundVolume(snapshot, object.metadata.namespace ?? '', volume.persistentVolumeClaim?.claimName);
    const plugin = volumePlugin(volume, bound?.spec.csi?.driver);
    const path = bound?.spec.hostPath?.path ?? bound?.spec.local?.path ?? volumePath(object.metadata.uid ?? '', volume);
    return { pod, volume: name, plugin, path, mounted };
  });
}

function boundVolume(snapshot: Snapshot, namespace: string, claim: string | undefined): PersistentVolume | undefined {
  if (claim === undefined) return undefined;
  const claims = snapshot.table(cacheTable('persistentvolumeclaims'));
  const name = claims.get(`${namespace}/${claim}`)?.spec.volumeName ?? '';
  return snapshot.table(cacheTable('persistentvolumes')).get(name);
}
