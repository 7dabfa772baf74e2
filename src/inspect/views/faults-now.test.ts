import { expect, it } from 'vitest';
import { TypedCluster } from '../../cluster/testing/typed-cluster.ts';
import { Snapshot } from '../snapshot.ts';
import { stageView } from './stage.ts';

function faultsAt(cluster: TypedCluster, step = cluster.run.engine.journal.end - 1) {
  const snapshot = new Snapshot(cluster.run.engine, { grain: 'detail', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(step);
  return stageView(snapshot).faults;
}

it('the map says which faults are there at the cursor, and where', () => {
  const cluster = new TypedCluster({ etcdMembers: 3 });
  const before = cluster.run.engine.journal.end - 1;
  expect(faultsAt(cluster)).toBeUndefined();
  const { run } = cluster;
  run.give({ type: 'partition', node: 'node-2', state: 'cut' });
  run.give({ type: 'clock', machine: 'node-1', offsetSeconds: -300 });
  run.give({ type: 'clock', machine: 'kube-scheduler', offsetSeconds: 9 });
  run.give({ type: 'etcd-member', member: 'etcd-1', state: 'slow', fsyncMillis: 700 });
  run.give({ type: 'etcd-member', member: 'etcd-2', state: 'stopped' });
  run.give({ type: 'rates', faults: { lostRequestPerMille: 30 } });
  run.give({ type: 'delays', delays: { network: [20, 60] }, seconds: 5 });
  expect(faultsAt(cluster)).toEqual([
    { place: 'node-2', what: 'cut', name: 'node-2' },
    { place: 'store', what: 'disk', name: 'etcd-1', value: 700 },
    { place: 'store', what: 'member', name: 'etcd-2' },
    { place: 'node-1', what: 'clock', name: 'node-1', value: -300 },
    { place: 'server', what: 'clock', name: 'kube-scheduler', value: 9 },
    { place: 'server', what: 'rate', name: 'lostRequestPerMille', value: 30 },
    { place: 'server', what: 'delay', name: 'network', value: [20, 60] },
  ]);
  expect(faultsAt(cluster, before)).toBeUndefined();
  cluster.wait(6);
  run.give({ type: 'rates', faults: { lostRequestPerMille: 0 } });
  run.give({ type: 'partition', node: 'node-2', state: 'whole' });
  expect(faultsAt(cluster)?.map(({ what }) => what)).toEqual(['disk', 'member', 'clock', 'clock']);
});
