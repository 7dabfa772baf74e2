import { expect, it } from 'vitest';
import type { Container, Pod } from '../../../api/types/core.ts';
import { podAsks } from '../pods/resources.ts';
import { cgroupsOf } from './cgroups.ts';

const container = (name: string, cpu: string, more: object = {}): Container =>
  ({ name, resources: { requests: { cpu }, limits: { cpu } }, ...more }) as Container;
const sidecar = { restartPolicy: 'Always' };
const podOf = (spec: object): Pod =>
  ({ metadata: { name: 'a', uid: 'u' }, spec, status: { qosClass: 'Burstable' } }) as Pod;

it('KL99: an init container asks beside the sidecars before it, not beside those after it', () => {
  const containers = [container('main', '100m')];
  const asks = (initContainers: readonly Container[], more: object = {}) =>
    podAsks(podOf({ containers, initContainers, ...more }).spec)?.cpu;
  expect(asks([container('side', '50m', sidecar), container('once', '200m')])).toBe('250m');
  expect(asks([container('once', '200m'), container('side', '50m', sidecar)])).toBe('200m');
  expect(asks([container('once', '20m')], { overhead: { cpu: '7m' } })).toBe('107m');
  expect(asks([container('once', '20m')], { resources: { requests: { cpu: '3' } } })).toBe('3');
});

it('KL99: sidecars have a cgroup, too, and the limit of a pod is that of its containers without one', () => {
  const initContainers = [container('side', '50m', sidecar), container('once', '400m')];
  const of = (spec: object) =>
    cgroupsOf(podOf(spec)).map(({ container: name, cpuShares, cpuMax, memoryMax }) => [
      name,
      cpuShares,
      cpuMax,
      memoryMax,
    ]);
  expect(of({ initContainers, containers: [container('main', '100m')] })).toEqual([
    ['', 460, '45000 100000', 'max'],
    ['side', 51, '5000 100000', 'max'],
    ['once', 409, '40000 100000', 'max'],
    ['main', 102, '10000 100000', 'max'],
  ]);
  const open = { name: 'open', resources: {} };
  expect(of({ containers: [container('main', '100m'), open] })[0]).toEqual(['', 102, 'max 100000', 'max']);
  expect(of({ containers: [open], resources: { requests: { cpu: '1' }, limits: { memory: '1Ki' } } })).toEqual([
    ['', 1024, 'max 100000', '1024'],
    ['open', 2, 'max 100000', '1024'],
  ]);
});
