import { expect, it } from 'vitest';
import { forbidden } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node, Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import { ControllerBench } from '../testing.ts';
import { type Plan, planSlices, type Surroundings } from './reconcile.ts';
import { Topology } from './topology.ts';

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

const ZONE = 'topology.kubernetes.io/zone';
const node = (name: string, zone: string, cpu = '4', ready = 'True'): Node =>
  ({
    metadata: { name, labels: { [ZONE]: zone } },
    status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: ready }] },
  }) as unknown as Node;
const nodeOf = (name: string) => (name === 'lost' ? undefined : node(name, name === 'node-1' ? 'a' : 'b'));
const AROUND: Surroundings = { trigger: undefined, nodeOf, topology: undefined };

const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'u' },
  spec: { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports: [{ port: 80, protocol: 'TCP' }] },
} as unknown as Service;
const AUTO = {
  ...SERVICE,
  metadata: { ...SERVICE.metadata, annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } },
} as Service;

/** Slices as they are stored after a plan; those of a Service with this UID. */
function stored(plan: Plan, uid = 'u'): readonly EndpointSlice[] {
  return [...plan.create, ...plan.update].map((slice, at) => ({
    ...slice,
    metadata: { ...slice.metadata, name: slice.metadata.name ?? `web-${at}`, uid: `${uid}-${at}` },
  }));
}

const many = (count: number, from = 0): readonly Pod[] =>
  Array.from({ length: count }, (_, at) => {
    const one = pod(`p${at + from}`, 'node-1', true) as Pod;
    const podIP = `10.244.${Math.floor((at + from) / 200)}.${(at + from) % 200}`;
    return { ...one, status: { ...one.status, podIP, podIPs: [{ ip: podIP }] } } as Pod;
  });

function endpointsFor(spec: object) {
  const ports = [{ name: 'http', port: 80, protocol: 'TCP' }];
  const service = {
    metadata: { name: 'web', namespace: 'default', uid: 'u' },
    spec: { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports, ...spec },
  } as unknown as Service;
  return planSlices(service, PODS, [], AROUND).create[0]?.endpoints ?? [];
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
  made.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec } as KObject);
  made.run(0.2);
  expect(made.events()).toContain(
    'Error updating Endpoint Slices for Service default/web: failed to create EndpointSlice for Service default/web: endpointslices.discovery.k8s.io is forbidden: no',
  );
  refusing = false;
  made.run(5);
  expect(made.server.all('endpointslices')).toHaveLength(1);
});

it('ES12: a Pod that is written anew with the labels that it had is no news to its Service', () => {
  const made = new ControllerBench();
  const metadata = { name: 'web', namespace: 'default', uid: 'u', creationTimestamp: '2026-01-15T09:00:00Z' };
  made.put('services', { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'web' } } } as KObject);
  const labelled = (labels: Readonly<Record<string, string>>, annotations = {}): KObject =>
    ({
      ...pod('a', 'node-1', true),
      metadata: { name: 'a', namespace: 'default', uid: 'a', labels, annotations },
    }) as KObject;
  made.put('nodes', { ...node('node-1', 'a'), spec: {} } as KObject);
  made.put('pods', labelled({ app: 'web' }));
  made.run(5);
  const queuedBy = (act: () => void): number => {
    const { journal } = made.engine;
    const from = journal.end;
    act();
    made.run(5);
    let count = 0;
    for (let seq = from; seq < journal.end; seq += 1) {
      const { kind, args } = journal.step(seq);
      if (kind === clientgoSteps.queued && args.queue === 'endpoint_slice') count += 1;
    }
    return count;
  };
  expect(queuedBy(() => made.put('pods', labelled({ app: 'web' }, { note: 'b' })))).toBe(0);
  expect(queuedBy(() => made.put('pods', labelled({ app: 'web', tier: 'front' })))).toBeGreaterThan(0);
});

it('ES3: what is left over goes to the slice that is fullest then; slices that are written anyway are filled first', () => {
  const first = stored(planSlices(SERVICE, many(140), [], AROUND));
  expect(first.map(({ endpoints }) => endpoints.length)).toEqual([100, 40]);
  const more = planSlices(SERVICE, many(290), first, AROUND);
  expect(more.create.map(({ endpoints }) => endpoints.length)).toEqual([100]);
  expect(more.update.map(({ metadata, endpoints }) => [metadata.name, endpoints.length])).toEqual([['web-1', 90]]);
});

it('ES8: slices of a Service that had the name before are deleted, not written over', () => {
  const old = stored(
    planSlices({ ...SERVICE, metadata: { ...SERVICE.metadata, uid: 'old' } } as Service, PODS, [], AROUND),
  );
  const plan = planSlices(SERVICE, PODS, old, AROUND);
  expect([plan.create.length, plan.update.length, plan.remove.map(({ metadata }) => metadata.name)]).toEqual([
    1,
    0,
    ['web-0'],
  ]);
});

it('ES9: a Pod on a node that nobody knows is left out, and looked for again', () => {
  const pods = [...PODS, pod('dddd', 'lost', true)];
  const plan = planSlices(SERVICE, pods, [], AROUND);
  expect(plan.create[0]?.endpoints).toHaveLength(3);
  expect(plan.problems).toEqual(['skipping Pod dddd for Service default/web: Node lost Not Found']);
  const published = { ...SERVICE, spec: { ...SERVICE.spec, publishNotReadyAddresses: true } } as Service;
  expect(planSlices(published, pods, [], AROUND)).toMatchObject({
    create: [{ endpoints: { length: 4 } }],
    problems: [],
  });
});

it('ES10: with the topology mode Auto endpoints are for zones by their processors', () => {
  const topology = new Topology();
  const around = { ...AROUND, topology };
  const pods = [...many(5), pod('bb', 'node-2', true)];
  const hints = (slices: readonly EndpointSlice[]) =>
    slices.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.hints?.forZones?.[0]?.name));
  const refused = planSlices(AUTO, pods, [], around);
  const said = (plan: Plan) => plan.notices.map(({ reason, message }) => `${reason} ${message}`);
  expect(said(refused)).toEqual([
    'TopologyAwareHintsDisabled Insufficient Node information: allocatable CPU or zone not specified on one or more nodes, addressType: IPv4',
  ]);
  topology.setNodes([node('node-1', 'a'), node('node-2', 'b')]);
  const few = planSlices(AUTO, pods.slice(0, 1), [], around);
  expect(said(few)).toEqual([
    'TopologyAwareHintsDisabled Insufficient number of endpoints (1 endpoints, 2 zones), addressType: IPv4',
  ]);
  const plan = planSlices(AUTO, pods, [], around);
  expect(hints(plan.create)).toEqual(['b', 'b', 'a', 'a', 'a', 'b']);
  expect(said(plan)).toEqual(['TopologyAwareHintsEnabled Topology Aware Hints has been enabled, addressType: IPv4']);
  const again = planSlices(AUTO, pods, stored(plan), around);
  expect([again.create.length, again.update.length, again.notices.length]).toEqual([0, 0, 0]);
  topology.setNodes([node('node-1', 'a'), node('node-2', 'b', '4', 'False')]);
  expect(topology.overloaded()).toEqual(['default/web']);
  const off = planSlices(SERVICE, pods, stored(plan), around);
  expect(said(off)).toEqual(['TopologyAwareHintsDisabled Topology Aware Hints has been disabled, addressType: IPv4']);
  expect(hints(off.update).every((hint) => hint === undefined)).toBe(true);
});

it('ES5: a slice that somebody deletes is made again a second later', () => {
  const made = new ControllerBench();
  made.put('services', SERVICE);
  made.settle();
  const [slice] = made.server.all('endpointslices');
  made.act((ctx) => made.server.remove(ctx, 'endpointslices', `default/${slice?.metadata.name}`));
  made.run(0.9);
  expect(made.server.all('endpointslices')).toHaveLength(0);
  made.run(0.5);
  expect(made.server.all('endpointslices')).toHaveLength(1);
});

it('ES11: ports have an order of their own, and a slice with the same ports in another order is not made anew', () => {
  const ports = [
    { name: 'http', port: 80, protocol: 'TCP' },
    { name: 'https', port: 443, protocol: 'TCP' },
  ];
  const service = { ...SERVICE, spec: { ...SERVICE.spec, ports } } as Service;
  const plan = planSlices(service, PODS.slice(0, 1), [], AROUND);
  expect(plan.create[0]?.ports.map(({ name }) => name)).toEqual(['https', 'http']);
  const turned = stored(plan).map((slice) => ({ ...slice, ports: [...slice.ports].reverse() }));
  expect(planSlices(service, PODS.slice(0, 1), turned, AROUND)).toMatchObject({ create: [], update: [], remove: [] });
  const spoken = { ...service, spec: { ...service.spec, ports: [{ ...ports[0], appProtocol: 'h2c' }, ports[1]] } };
  expect(planSlices(spoken as Service, PODS.slice(0, 1), stored(plan), AROUND).update).toHaveLength(1);
});
