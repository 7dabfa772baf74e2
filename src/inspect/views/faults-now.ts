import { CONTROL_PLANE } from '../../api/values/control-plane.ts';
import { RAFT_TABLE } from '../../cluster/etcd/rows.ts';
import { CHANGED_TABLE } from '../../cluster/inputs/rows.ts';
import { KUBELETS_TABLE } from '../../cluster/kubelet/pods/rows.ts';
import { CLOCKS_TABLE, CUT_NODES_TABLE } from '../../cluster/machines/rows.ts';
import type { FaultMark } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

/** Where a clock is told of that no node has. */
const placeOf = (machine: string): string =>
  machine.startsWith('etcd-') ? 'store' : CONTROL_PLANE.includes(machine) ? 'server' : machine;

/** What is wrong at the cursor because somebody wanted it so. */
export function faultsNow(snapshot: Snapshot): readonly FaultMark[] {
  const found: FaultMark[] = [];
  for (const { node } of snapshot.table(CUT_NODES_TABLE).values()) found.push({ place: node, what: 'cut', name: node });
  for (const { node } of snapshot.table(KUBELETS_TABLE).values())
    found.push({ place: node, what: 'kubelet', name: node });
  for (const { member, state, fsync } of snapshot.table(RAFT_TABLE).values()) {
    if (state === 'stopped') found.push({ place: 'store', what: 'member', name: member });
    if (state !== 'slow') continue;
    const value = fsync === undefined ? {} : { value: Math.round(fsync / 1000) };
    found.push({ place: 'store', what: 'disk', name: member, ...value });
  }
  for (const { machine, offsetSeconds } of snapshot.table(CLOCKS_TABLE).values())
    found.push({ place: placeOf(machine), what: 'clock', name: machine, value: offsetSeconds });
  for (const { name, value } of snapshot.table(CHANGED_TABLE).values())
    found.push({ place: 'server', what: typeof value === 'number' ? 'rate' : 'delay', name, value });
  return found;
}
