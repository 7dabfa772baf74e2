import { expect, it } from 'vitest';
import { resourceOf } from '../../../api/scheme.ts';
import { forbidden } from '../../../api/status.ts';
import type { Pod, Service } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { ControllerBench } from '../testing.ts';
import { planSlices } from './reconcile.ts';

const pod = (name: string, node: string, ready: boolean, deleted = false): Pod =>
  ({
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      ...(deleted ? { deletionTimestamp: '2026-01-15T09:00:00Z' } : {}),
    },
    spec: { nodeName: node, containers: [] },
    status: {
      podIP: `10.244.1.${name.length}`,
      podIPs: [{ ip: `10.244.1.${name.length}` }],
      phase: 'Running',
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  }) as unknown as Pod;

const PODS = [pod('a', 'node-1', true), pod('bb', 'node-2', false), pod('ccc', 'node-2', true, true)];

function endpointsFor(spec: object) {
  const ports = [{ name: 'http', port: 80, protocol: 'TCP' }];
  const service = {
    metadata: { name: 'web', namespace: 'default', uid: 'u' },
    spec: { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports, ...spec },
  } as unknown as Service;
  const zoneOf = (node: string) => (node === 'node-1' ? 'a' : 'b');
  return planSlices(service, PODS, [], undefined, zoneOf).create[0]?.endpoints ?? [];
}

it('ES2: a Pod that ends serves, but is not ready', () => {
  expect(endpointsFor({}).map(({ conditions }) => conditions)).toEqual([
    { ready: true, serving: true, terminating: false },
    { ready: false, serving: false, terminating: false },
    { ready: false, serving: true, terminating: true },
  ]);
  expect(endpointsFor({ publishNotReadyAddresses: true }).every(({ conditions }) => conditions?.ready)).toBe(true);
});

it('ES6: a Service that wants its traffic near has hints for its ready endpoints', () => {
  const hints = (distribution: string) =>
    endpointsFor({ trafficDistribution: distribution }).map((endpoint) => endpoint.hints);
  expect(endpointsFor({}).some((endpoint) => 'hints' in endpoint)).toBe(false);
  expect(hints('PreferClose')).toEqual([{ forZones: [{ name: 'a' }] }, undefined, undefined]);
  expect(hints('PreferSameNode')[0]).toEqual({ forZones: [{ name: 'a' }], forNodes: [{ name: 'node-1' }] });
});

it('ES7: a slice that cannot be written is told of on the Service, and tried again', () => {
  const made = new ControllerBench();
  const slices = resourceOf('endpointslices', 'discovery.k8s.io');
  let refusing = true;
  made.server.refuse = ({ method, path }) =>
    refusing && method === 'POST' && path.endsWith('/endpointslices') ? forbidden(slices, '', 'no') : undefined;
  const metadata = { name: 'web', namespace: 'default', uid: 'u', creationTimestamp: '2026-01-15T09:00:00Z' };
  const spec = { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports: [{ port: 80, protocol: 'TCP' }] };
  made.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec } as unknown as KObject);
  made.run(0.2);
  expect(made.events()).toContain(
    'Error updating Endpoint Slices for Service default/web: failed to create EndpointSlice for Service default/web: endpointslices.discovery.k8s.io is forbidden: no',
  );
  refusing = false;
  made.run(5);
  expect(made.server.all('endpointslices')).toHaveLength(1);
});
