import type { Keepsake } from '../../base/keepsakes.ts';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { KUBELETS_TABLE } from '../../cluster/kubelet/pods/rows.ts';
import type { Snapshot } from '../snapshot.ts';
import { Crowd } from './crowd.ts';

const CROWD: Keepsake<{ crowd: Crowd | undefined }> = { begin: () => ({ crowd: undefined }) };

/** The nodes and Pods at the cursor of a snapshot. */
export function crowdAt(snapshot: Snapshot): Crowd {
  const kept = snapshot.keepsakes.of(CROWD);
  kept.crowd ??= begun(snapshot);
  return kept.crowd;
}

function begun(snapshot: Snapshot): Crowd {
  const crowd = new Crowd(snapshot, () => snapshot.table(KEYS_TABLE));
  snapshot.watch(KEYS_TABLE, (key) => crowd.touch(key));
  snapshot.watch(KUBELETS_TABLE, (node) => crowd.touchKubelet(node));
  return crowd;
}
