import { describe, expect, it } from 'vitest';
import type { Pod, ReplicationController } from '../../../api/types/core.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';

/** What etcd calls it. */
const KEY = 'controllers/default/old';

function controller(replicas: number): object {
  const template = {
    metadata: { labels: { app: 'old' } },
    spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] },
  };
  const metadata = { name: 'old' };
  return {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata,
    spec: { replicas, selector: { app: 'old' }, template },
  };
}

describe('ReplicationController', () => {
  it('RS9: has its Pods made, counted and deleted as a ReplicaSet has', () => {
    const bench = new ClusterBench();
    bench.apply(controller(3));
    const pods = () => bench.stored('pods/default') as readonly Pod[];
    const status = () => bench.object<ReplicationController>(KEY)?.status;
    expect(pods()).toHaveLength(3);
    expect(pods()[0]?.metadata).toMatchObject({
      generateName: 'old-',
      ownerReferences: [{ apiVersion: 'v1', kind: 'ReplicationController', name: 'old', controller: true }],
    });
    expect(status()).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      observedGeneration: 1,
    });
    expect(bench.events('default', 'ReplicationController')).toHaveLength(3);
    bench.kubectl('scale', 'rc', 'old', '--replicas=1');
    expect(pods()).toHaveLength(1);
    bench.kubectl('delete', 'rc', 'old');
    expect(pods()).toEqual([]);
  });
});
