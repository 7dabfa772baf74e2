import { expect, it } from 'vitest';
import { replay } from '../../testing/session.ts';
import { rfc1123z } from '../indented-writer.ts';
import { describeRole } from './access.ts';
import { describeJob, describeStatefulSet } from './controllers.ts';
import { describeIngress } from './network.ts';
import { describeNode } from './node.ts';
import { describeConfigMap, describeSecret } from './plain.ts';
import { describePod } from './pod.ts';
import { describeCsiNode } from './storage.ts';

const NOW = 1_795_227_768_000_000;

function pod(name: string, cpu: string, memory: string) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', creationTimestamp: '2026-11-21T02:22:38Z' },
    spec: { containers: [{ name, image: 'i', resources: { requests: { cpu, memory }, limits: { cpu } } }] },
    status: {},
  } as const;
}

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', labels: { 'node-role.kubernetes.io/worker': '' }, creationTimestamp: '2026-11-21T02:00:00Z' },
  spec: { podCIDR: '10.244.1.0/24' },
  status: { capacity: { cpu: '4', memory: '8Gi' }, allocatable: { cpu: '2', memory: '4Gi' } },
} as const;

it('KC28: describe of a node sums what its Pods ask for', () => {
  const pods = [pod('a', '500m', '1Gi'), pod('b', '250m', '512Mi')];
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'n1' },
    spec: { holderIdentity: 'n1', renewTime: '2026-11-21T02:22:40.000000Z' },
  } as const;
  const text = describeNode(node, { lease, pods, events: [] }, NOW);
  expect(text).toContain('Roles:              worker\n');
  expect(text).toContain(
    'Lease:\n  HolderIdentity:  n1\n  AcquireTime:     <unset>\n  RenewTime:       Sat, 21 Nov 2026 02:22:40 +0000\n',
  );
  expect(text).toContain(
    'default                     a       500m (25%)    500m (25%)  1Gi (25%)        0 (0%)         10s\n',
  );
  expect(text).toContain(
    '  Resource           Requests      Limits\n  --------           --------      ------\n  cpu                750m (37%)    750m (37%)\n  memory             1536Mi (37%)  0 (0%)\n',
  );
});

it('KC28: what a Pod asks for is that of all its containers: sidecars, what starts before, what runs it, the Pod itself', () => {
  const asks = (cpu: string, gpus = '1') => ({ requests: { cpu, 'example.com/gpu': gpus }, limits: { cpu } });
  const containers = [{ name: 'c', resources: asks('100m') }];
  const initContainers = [
    { name: 's', restartPolicy: 'Always', resources: asks('200m') },
    { name: 'i', resources: asks('150m', '2') },
  ];
  const of = (name: string, spec: object) => ({ ...pod(name, '0', '0'), spec }) as ReturnType<typeof pod>;
  const pods = [
    of('side', { containers, initContainers, overhead: { cpu: '250m' } }),
    of('whole', { containers, resources: { requests: { cpu: '300m' }, limits: { cpu: '400m' } } }),
  ];
  const allocatable = { ...node.status.allocatable, 'example.com/gpu': '4' };
  const equipped = { ...node, status: { ...node.status, allocatable } } as typeof node;
  const text = describeNode(equipped, { lease: '', pods, events: [] }, NOW);
  expect(text).toMatch(/ side +600m \(30%\) +600m \(30%\) /);
  expect(text).toMatch(/ whole +300m \(15%\) +400m \(20%\) /);
  expect(text).toMatch(/\n {2}example.com\/gpu +4 +0\n/);
});

it('KC28: times of describe', () => {
  expect(rfc1123z('2026-11-21T02:22:48Z')).toBe('Sat, 21 Nov 2026 02:22:48 +0000');
  expect(rfc1123z('1970-01-01T00:00:00Z')).toBe('Thu, 01 Jan 1970 00:00:00 +0000');
});

it('KC29: describe takes the beginning of a name', () => {
  const missing = { kind: 'Status', reason: 'NotFound', message: 'pods "web" not found' };
  const found = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'default', uid: 'u' },
    spec: { containers: [] },
  };
  const exchanges = [
    { method: 'GET', uri: '', code: 404, response: missing },
    {
      method: 'GET',
      uri: '',
      code: 200,
      response: { items: [{ metadata: { name: 'web-1' } }, { metadata: { name: 'a' } }] },
    },
    { method: 'GET', uri: '', code: 200, response: found },
    { method: 'GET', uri: '', code: 200, response: { items: [] } },
  ];
  const { stdout, code, sent } = replay({
    argv: ['kubectl', 'describe', 'pod', 'web'],
    files: {},
    now: NOW,
    exchanges,
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Name: +web-1\n/);
  expect(sent.map(({ uri }) => uri)).toEqual([
    '/api/v1/namespaces/default/pods/web',
    '/api/v1/namespaces/default/pods?limit=500',
    '/api/v1/namespaces/default/pods/web-1',
  ]);
});

it('KC32: describe of a Secret shows sizes, of a ServiceAccount its token; of a ConfigMap everything', () => {
  const metadata = { name: 'x', namespace: 'default' };
  const secret = describeSecret({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata,
    type: 'Opaque',
    data: { a: 'cQ==', bb: 'aGVsbG8=' },
  });
  expect(secret).toContain('Type:  Opaque\n\nData\n====\na:   1 bytes\nbb:  5 bytes\n');
  const data = { namespace: 'cQ==', token: 'aGVsbG8=' };
  const ofAccount = { apiVersion: 'v1', kind: 'Secret', metadata, data } as const;
  expect(describeSecret({ ...ofAccount, type: 'kubernetes.io/service-account-token' })).toContain(
    '====\nnamespace:  1 bytes\ntoken:      hello\n',
  );
  expect(describeSecret({ ...ofAccount, type: 'Opaque' })).toContain('token:      5 bytes\n');
  const map = describeConfigMap({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { one: '1' } }, [], NOW);
  expect(map).toContain('\nData\n====\none:\n----\n1\n\n\nBinaryData\n====\n\nEvents:  <none>\n');
});

it('KC28: describe of a CSINode goes without drivers where a node has none', () => {
  const metadata = { name: 'n1', creationTimestamp: '2026-11-21T02:22:48Z' };
  const bare = { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata, spec: { drivers: null } } as const;
  expect(describeCsiNode(bare, [], NOW)).toMatch(/\nSpec:\nEvents: +<none>\n$/);
});

it('KC170: a template says how Pods are spread, and claims which class they want', () => {
  const metadata = { name: 'db', namespace: 'default', uid: 'u', annotations: { long: '长'.repeat(50) } };
  const claim = {
    metadata: { name: 'data', annotations: { 'volume.beta.kubernetes.io/storage-class': 'old', 'x/y': 'a: b' } },
    spec: { storageClassName: 'new', accessModes: ['ReadWriteOnce'] },
  };
  const spread = { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
  const set = {
    metadata,
    spec: {
      selector: {},
      template: { spec: { containers: [], topologySpreadConstraints: [spread] } },
      volumeClaimTemplates: [claim],
    },
  } as unknown as Parameters<typeof describeStatefulSet>[0];
  const lines = describeStatefulSet(set, [], [], NOW).split('\n');
  const line = (start: string) => lines.find((one) => one.startsWith(start))?.replace(/ +/g, ' ');
  expect(line('  Topology')).toBe(' Topology Spread Constraints: zone:DoNotSchedule when max skew 2 is exceeded');
  expect(line('  StorageClass')).toBe(' StorageClass: old');
  expect(line('  Annotations')).toBe(' Annotations: volume.beta.kubernetes.io/storage-class=old');
  expect(lines.map((one) => one.trim())).toContain('x/y=a: b');
  expect(lines.map((one) => one.trim())).toContain(`${'长'.repeat(46)}...`);
});

it('KC171: what would steer a terminal is shown', () => {
  const metadata = { name: 'x', namespace: 'default' };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { one: '\x1b[31mred\r\nend' } } as const;
  expect(describeConfigMap(map, [], NOW)).toContain('one:\n----\n^[[31mred\\r\nend\n');
});

it('KC180: a verb that several rules give on one resource is told once', () => {
  const rule = (verbs: readonly string[], resources = ['pods']) => ({ apiGroups: [''], resources, verbs });
  const rules = [rule(['get', 'list']), rule(['watch', 'get'], ['pods', 'services']), rule(['list'])];
  const rows = describeRole({ metadata: { name: 'r' }, rules }).split('\n');
  expect(rows.filter((row) => row.includes('[get') || row.includes('[watch'))).toEqual([
    '  pods       []                 []              [get list watch]',
    '  services   []                 []              [watch get]',
  ]);
});

it('KC180: the time that a Job took is told as an age', () => {
  const took = (completionTime: string): string | undefined => {
    const status = { startTime: '2026-11-21T00:00:00Z', completionTime };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, spec: { template: {} }, status };
    return /^Duration: +(.*)$/m.exec(describeJob(job as never, [], NOW))?.[1];
  };
  expect(took('2026-11-21T00:01:59Z')).toBe('119s');
  expect(took('2026-11-21T00:12:34Z')).toBe('12m');
  expect(took('2026-11-21T05:30:10Z')).toBe('5h30m');
  expect(took('2026-12-01T00:00:00Z')).toBe('10d');
});

it('KC181: a variable that holds a limit that is not set names what the node has', () => {
  const env = ['limits.cpu', 'limits.memory', 'requests.cpu', 'limits.ephemeral-storage'].map((resource, at) => ({
    name: `V${at}`,
    valueFrom: { resourceFieldRef: { resource } },
  }));
  const containers = [{ name: 'c', image: 'i', env, resources: { limits: { cpu: '1500m' } } }];
  const text = describePod({ ...pod('p', '1', '1Gi'), spec: { containers } } as never, [], NOW);
  const told = ['V0', 'V1', 'V2', 'V3'].map((name) => new RegExp(`${name}: +(.*)`).exec(text)?.[1]);
  expect(told).toEqual([
    '2 (limits.cpu)',
    'node allocatable (limits.memory)',
    '0 (requests.cpu)',
    '0 (limits.ephemeral-storage)',
  ]);
});

it('KC181: the address that a probe asks is written as a URL', () => {
  const asked = (httpGet: object): string | undefined => {
    const containers = [{ name: 'c', image: 'i', livenessProbe: { httpGet } }];
    const text = describePod({ ...pod('p', '1', '1Gi'), spec: { containers } } as never, [], NOW);
    return /Liveness: +http-get (\S*) delay/.exec(text)?.[1];
  };
  expect(asked({ path: '/healthz?full=a b', port: 80 })).toBe('http://:80/healthz%3Ffull=a%20b');
  expect(asked({ path: 'ü(1)', port: 'web', scheme: 'HTTPS' })).toBe('https://:web/%C3%BC%281%29');
  expect(asked({ path: '/a:b@c;d+$&,=~', port: 80, host: '::1' })).toBe('http://[::1]:80/a:b@c;d+$&,=~');
});

it('KC181: what a volume with a claim of its own claims is told as of a claim', () => {
  const metadata = { labels: { b: '2', a: '1' }, annotations: { x: 'y', z: '1\n2' } };
  const spec = { volumeMode: 'Block', dataSource: { apiGroup: 'g', kind: 'K', name: 'n' } };
  const volumes = [{ name: 'v', ephemeral: { volumeClaimTemplate: { metadata, spec } } }];
  const text = describePod({ ...pod('p', '1', '1Gi'), spec: { containers: [], volumes } } as never, [], NOW);
  const told = text.slice(text.indexOf('    StorageClass'), text.indexOf('QoS Class'));
  expect(told.split('\n').map((line) => line.trimEnd())).toEqual([
    '    StorageClass:',
    '    Volume:',
    '    Labels:            a=1',
    '                       b=2',
    '    Annotations:       x: y',
    '                       z:',
    '                     1',
    '                     2',
    '    Capacity:',
    '    Access Modes:',
    '    VolumeMode:    Block',
    '    DataSource:',
    '      APIGroup:  g',
    '      Kind:      K',
    '      Name:      n',
    '',
  ]);
});

it('KC181: the addresses of an Ingress are in order, each once', () => {
  const ingress = [{ hostname: 'lb.example.com' }, { ip: '10.0.0.7' }, { hostname: 'lb.example.com' }];
  const balanced = { metadata: { name: 'i' }, spec: {}, status: { loadBalancer: { ingress } } };
  expect(describeIngress(balanced as never, () => '', [], NOW)).toMatch(/^Address: +10\.0\.0\.7,lb\.example\.com$/m);
});
