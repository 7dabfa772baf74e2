import { expect, it } from 'vitest';
import { leaseObjects } from './component-leases.ts';

it('the parts of a control plane hold a lease each, and own what they wrote', () => {
  const minute = 60_000_000;
  const leases = leaseObjects(0, minute, '10.0.0.1:6443');
  expect(leases.map(({ metadata }) => [metadata.name, metadata.managedFields?.map(({ manager }) => manager)])).toEqual([
    [expect.stringMatching(/^apiserver-[a-z2-7]{26}$/), ['kube-apiserver']],
    ['kube-controller-manager', ['kube-controller-manager']],
    ['kube-scheduler', ['kube-scheduler']],
  ]);
  expect(leases[2]?.spec).toMatchObject({
    leaseDurationSeconds: 15,
    acquireTime: '1970-01-01T00:00:00.000000Z',
    renewTime: '1970-01-01T00:01:00.000000Z',
  });
});
