import { expect, it } from 'vitest';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import columns from '../testdata/columns.json';
import { testCluster } from '../testing.ts';
import { columnsOf } from './columns.ts';
import { acceptedForm } from './presentation.ts';

const NOW = 1_795_227_768_000_000;
const CREATED = '2026-11-21T02:12:00Z';

function infoOf(name: string) {
  const dot = name.indexOf('.');
  const info = dot < 0 ? resourceOf(name) : resourceOf(name.slice(0, dot), name.slice(dot + 1));
  if (info === undefined) throw new Error(name);
  return info;
}

function cells(resource: string, object: Partial<KObject>): readonly unknown[] {
  const metadata = { name: 'x', creationTimestamp: CREATED, ...object.metadata };
  return columnsOf(infoOf(resource)).cells({ ...object, metadata } as KObject, NOW);
}

for (const [name, expected] of Object.entries(columns)) {
  it(`AS16: columns of ${name}`, () => {
    const ours = columnsOf(infoOf(name)).definitions.map(
      (column) =>
        column.name + (column.type === 'string' ? '' : `:${column.type}`) + (column.priority === 0 ? '' : '!'),
    );
    expect(ours).toEqual(expected);
  });
}

const container = (name: string, state: object, more: object = {}) => ({
  name,
  state,
  ready: false,
  restartCount: 0,
  ...more,
});
const pod = (status: object, more: Partial<KObject> = {}) =>
  cells('pods', { spec: { containers: [{ name: 'a' }, { name: 'b' }], nodeName: 'n' }, status, ...more }).slice(1, 5);

it('AS16: a pod’s status is told as people know it', () => {
  expect(pod({ phase: 'Pending' })).toEqual(['0/2', 'Pending', '0', '10m']);
  const waiting = { waiting: { reason: 'ContainerCreating' } };
  expect(pod({ phase: 'Pending', containerStatuses: [container('a', waiting)] })[1]).toBe('ContainerCreating');
  const running = container('a', { running: {} }, { ready: true });
  const crashed = container(
    'b',
    { waiting: { reason: 'CrashLoopBackOff' } },
    {
      restartCount: 3,
      lastState: { terminated: { exitCode: 1, finishedAt: '2026-11-21T02:20:48Z' } },
    },
  );
  expect(pod({ phase: 'Running', containerStatuses: [running, crashed] })).toEqual([
    '1/2',
    'CrashLoopBackOff',
    '3 (2m ago)',
    '10m',
  ]);
  const exited = container('b', { terminated: { exitCode: 137, signal: 9 } });
  expect(pod({ phase: 'Running', containerStatuses: [running, exited] })[1]).toBe('Signal:9');
  const initial = { phase: 'Pending', initContainerStatuses: [container('i', { running: {} })] };
  const spec = { containers: [{ name: 'a' }], initContainers: [{ name: 'i' }, { name: 'j' }] };
  expect(pod(initial, { spec })[1]).toBe('Init:0/2');
  const metadata = { deletionTimestamp: CREATED } as KObject['metadata'];
  expect(pod({ phase: 'Running', containerStatuses: [running] }, { metadata })[1]).toBe('Terminating');
  const gated = {
    phase: 'Pending',
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
  };
  expect(pod(gated)[1]).toBe('SchedulingGated');
});

it('AS16: services, nodes and endpoints are told as people know them', () => {
  const ports = [{ port: 80, nodePort: 30080, protocol: 'TCP' }];
  expect(cells('services', { spec: { type: 'LoadBalancer', clusterIP: '10.96.0.9', ports } }).slice(1, 5)).toEqual([
    'LoadBalancer',
    '10.96.0.9',
    '<pending>',
    '80:30080/TCP',
  ]);
  const node = cells('nodes', {
    metadata: { labels: { 'node-role.kubernetes.io/control-plane': '' } },
    spec: { unschedulable: true },
    status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1.36.2' } },
  });
  expect(node.slice(1, 5)).toEqual(['Ready,SchedulingDisabled', 'control-plane', '10m', 'v1.36.2']);
  const addresses = ['1', '2', '3', '4'].map((ip) => ({ ip }));
  expect(cells('endpoints', { subsets: [{ addresses, ports: [{ port: 80 }] }] })[1]).toBe('1:80,2:80,3:80 + 1 more...');
});

it('AS16: the addresses of a load balancer are told whole and each once, whatever their length', () => {
  const names = ['b.elb.example.com', '10.0.0.7', 'b.elb.example.com'];
  const ingress = [{ hostname: names[0] }, { ip: names[1] }, { hostname: names[2] }];
  const spec = { type: 'LoadBalancer', externalIPs: ['9.9.9.9'] };
  const told = cells('services', { spec, status: { loadBalancer: { ingress } } });
  expect(told[3]).toBe('10.0.0.7,b.elb.example.com,9.9.9.9');
});

it('AS16: a volume without a capacity, and a claim whose volume is not yet there, have the capacity 0', () => {
  expect(cells('persistentvolumes', { spec: {} })[1]).toBe('0');
  expect(cells('persistentvolumeclaims', { spec: { volumeName: 'pv-a' }, status: { phase: 'Pending' } })[3]).toBe('0');
  expect(cells('persistentvolumeclaims', { spec: {}, status: { phase: 'Pending' } })[3]).toBe('');
});

it('AS16: of endpoints that are not ready nothing is told, of none at all <none>', () => {
  const notReadyAddresses = [{ ip: '10.0.0.1' }];
  expect(cells('endpoints', { subsets: [{ notReadyAddresses, ports: [{ port: 80 }] }] })[1]).toBe('');
  expect(cells('endpoints', { subsets: [] })[1]).toBe('<none>');
});

it('AS16: an Ingress counts also the rules without a host among those that it does not show', () => {
  const rules = [{ host: 'a' }, {}, { host: 'b' }, { host: 'c' }, {}];
  const hosts = (some: object[]) => cells('ingresses.networking.k8s.io', { spec: { rules: some } })[2];
  expect([hosts(rules), hosts(rules.slice(0, 4)), hosts([{}])]).toEqual(['a,b,c + 2 more...', 'a,b,c', '*']);
});

it('AS16: the class of a claim or a volume may be in an annotation, which is older than the field', () => {
  const metadata = { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } };
  const spec = { storageClassName: 'new' };
  expect(cells('persistentvolumeclaims', { metadata, spec })[5]).toBe('old');
  expect(cells('persistentvolumes', { metadata, spec })[6]).toBe('old');
});

it('AS16: an event about something without a name is about its kind', () => {
  expect(cells('events', { involvedObject: { kind: 'Node' } })[3]).toBe('node');
});

it('AS16: a client asks for a table in its Accept header', () => {
  expect(acceptedForm('application/json;as=Table;v=v1;g=meta.k8s.io,application/json')).toBe('table');
  expect(acceptedForm('application/json')).toBe('object');
  const cluster = testCluster();
  const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
  const list = cluster.request('GET', '/api/v1/namespaces?limit=500', undefined, { headers }).body as {
    kind: string;
    rows: { cells: unknown[]; object: { kind: string } }[];
  };
  expect(list.kind).toBe('Table');
  expect(list.rows[0]).toMatchObject({ cells: ['default', 'Active', '0s'], object: { kind: 'PartialObjectMetadata' } });
});

it('AS16: a request for a certificate tells how it was judged', () => {
  const spec = { signerName: 's', username: 'jane', expirationSeconds: 3600 };
  const judged = (status: object) => cells('certificatesigningrequests.certificates.k8s.io', { spec, status }).slice(1);
  expect(judged({})).toEqual(['10m', 's', 'jane', '60m', 'Pending']);
  expect(judged({ conditions: [{ type: 'Approved' }], certificate: 'x' }).at(-1)).toBe('Approved,Issued');
  expect(judged({ conditions: [{ type: 'Approved' }, { type: 'Failed' }] }).at(-1)).toBe('Approved,Failed');
});
