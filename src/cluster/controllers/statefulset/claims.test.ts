import { describe, expect, it } from 'vitest';
import type { StatefulSet } from '../../../api/types/apps.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { claimOwner, hasOtherController, hasRightOwners, isStale, withRightOwners } from './claim-policy.ts';

const CLAIMS = 'persistentvolumeclaims/default';

function set(policy: object, replicas = 2): KObject {
  const metadata = { labels: { app: 'db' } };
  const containers = [{ name: 'c', image: 'nginx:1.27' }];
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      replicas,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      podManagementPolicy: 'Parallel',
      persistentVolumeClaimRetentionPolicy: policy,
      template: { metadata, spec: { containers } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  } as KObject;
}

function running(policy: object): ClusterBench {
  const bench = new ClusterBench();
  for (const name of ['one', 'two']) {
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: `/${name}` } };
    bench.apply({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec });
  }
  bench.apply(set(policy));
  return bench;
}

const owners = (bench: ClusterBench): readonly string[] =>
  bench.stored(CLAIMS).map(({ metadata }) => {
    const [owner] = metadata.ownerReferences ?? [];
    return `${metadata.name}: ${owner?.kind ?? 'nobody'}`;
  });

describe('claims of a StatefulSet', () => {
  it('SS10: whenDeleted gives them to the set, and they go with it', () => {
    const bench = running({ whenDeleted: 'Delete', whenScaled: 'Retain' });
    expect(owners(bench)).toEqual(['data-db-0: StatefulSet', 'data-db-1: StatefulSet']);
    bench.kubectl('scale', 'sts', 'db', '--replicas=1');
    expect(owners(bench)).toHaveLength(2);
    bench.kubectl('delete', 'sts', 'db');
    bench.seconds(60);
    expect(owners(bench)).toEqual([]);
  });

  it('SS10: whenScaled gives those of surplus Pods to the Pods', () => {
    const bench = running({ whenDeleted: 'Retain', whenScaled: 'Delete' });
    expect(owners(bench)).toEqual(['data-db-0: nobody', 'data-db-1: nobody']);
    bench.kubectl('scale', 'sts', 'db', '--replicas=1');
    bench.seconds(60);
    expect(owners(bench)).toEqual(['data-db-0: nobody']);
    bench.kubectl('delete', 'sts', 'db');
    bench.seconds(60);
    expect(owners(bench)).toEqual(['data-db-0: nobody']);
  });

  it('SS10: what somebody else controls, or an earlier Pod owned, is not touched', () => {
    const owner = { ...set({ whenDeleted: 'Delete', whenScaled: 'Delete' }), metadata: { name: 'db', uid: 'set' } };
    const [sts, pod] = [owner as StatefulSet, { metadata: { name: 'db-0', uid: 'pod' } } as Pod];
    const claim = (...ownerReferences: readonly object[]) =>
      ({ metadata: { name: 'data-db-0', ownerReferences } }) as PersistentVolumeClaim;
    const mine = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'set', controller: true };
    const other = { apiVersion: 'x/v1', kind: 'Backup', name: 'b', uid: 'b', controller: true };
    const former = { apiVersion: 'v1', kind: 'Pod', name: 'db-0', uid: 'earlier', controller: true };
    expect(claimOwner(sts, pod)).toBe('set');
    expect(hasRightOwners(claim(mine), sts, pod)).toBe(true);
    expect(hasRightOwners(claim({ ...mine, controller: false }), sts, pod)).toBe(false);
    expect(hasOtherController(claim(other), sts, pod)).toBe(true);
    expect(withRightOwners(claim(mine, other), sts, pod).metadata.ownerReferences).toEqual([other]);
    expect(isStale(claim(former), sts, pod)).toBe(true);
    expect(hasRightOwners(claim(former), sts, pod)).toBe(true);
    const surplus = { metadata: { name: 'db-7', uid: 'pod' } } as Pod;
    expect(withRightOwners(claim(mine), sts, surplus).metadata.ownerReferences).toMatchObject([{ kind: 'Pod' }]);
  });

  it('SS11: labels that somebody took off a Pod come back', () => {
    const bench = running({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    bench.kubectl('label', 'pod', 'db-0', 'statefulset.kubernetes.io/pod-name-');
    const label = bench.object('pods/default/db-0')?.metadata.labels?.['statefulset.kubernetes.io/pod-name'];
    expect(label).toBe('db-0');
    expect(bench.events('default', 'StatefulSet')).toContain(
      'SuccessfulUpdate Update Pod db-0 in StatefulSet db successful',
    );
  });

  it('SS12: revisions without an owner are adopted', () => {
    const bench = running({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    const [revision] = bench.stored('controllerrevisions/default');
    const name = revision?.metadata.name ?? '';
    bench.kubectl('patch', 'controllerrevision', name, '--type=merge', '-p', '{"metadata":{"ownerReferences":null}}');
    bench.kubectl('annotate', 'sts', 'db', 'a=b');
    expect(bench.stored('controllerrevisions/default')).toHaveLength(1);
    expect(bench.object(`controllerrevisions/default/${name}`)?.metadata.ownerReferences).toMatchObject([
      { name: 'db' },
    ]);
  });
});
