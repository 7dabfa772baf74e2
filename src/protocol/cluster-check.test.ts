import { expect, it } from 'vitest';
import type { KObject } from '../api/types/meta.ts';
import { clusterProblem } from './cluster-check.ts';
import type { ClusterConfig } from './run-description.ts';

const MACHINE = { name: 'a', address: '192.168.49.2', podCIDR: '10.244.0.0/24' };

/** The compiler asks for one of each setting. */
const ONE_OF_EACH: { readonly [name in keyof ClusterConfig]-?: NonNullable<ClusterConfig[name]> } = {
  nodes: 3,
  latencies: 'zero',
  delays: { network: [20, 60] },
  faults: { requestErrorPerMille: 5 },
  clocks: { 'kube-apiserver': -90 },
  podsPerNode: 500,
  clientLimits: 'none',
  authorization: ['RBAC', 'Node'],
  withoutAuthenticators: ['anonymous'],
  withoutAdmission: ['PodSecurity'],
  etcdMembers: 3,
  etcdQuotaBytes: 1_000_000,
  machines: [MACHINE, { ...MACHINE, name: 'b.example', address: '192.168.49.3', podCIDR: '10.244.1.0/24' }],
  pools: [
    {
      name: 'gpu',
      nodes: 2,
      cpu: '8',
      memory: '16Gi',
      pods: 50,
      zones: ['a'],
      labels: { a: 'b' },
      taints: ['a=b:NoExecute', 'c:NoSchedule'],
    },
  ],
  zones: ['eu-1a', 'eu-1b'],
  addons: ['dns'],
  families: ['IPv6', 'IPv4'],
  dualStack: true,
  proxy: 'nftables',
  ipvsScheduler: 'rr',
  start: {
    time: '2026-03-01T10:00:00Z',
    objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', uid: 'u' } } as KObject],
  },
  log: {
    time: '2026-03-01T10:00:00Z',
    requests: [
      {
        id: 'a',
        receivedAt: 1,
        answeredAt: 2,
        verb: 'get',
        uri: '/api',
        user: 'jane',
        groups: [],
        userAgent: 'kubectl',
        credential: undefined,
        target: undefined,
        code: 200,
        message: undefined,
        decision: 'allow',
        decidedBy: '',
        sent: undefined,
        answer: undefined,
      },
    ],
  },
  network: { podMtu: 1400, hairpin: false, bridgeFilter: true },
};

const { machines: _, ...POOLED } = ONE_OF_EACH;
const { pools: __, ...SINGLE } = ONE_OF_EACH;

it('every setting of a cluster is taken', () => {
  expect(clusterProblem(POOLED)).toBeUndefined();
  expect(clusterProblem(SINGLE)).toBeUndefined();
  expect(clusterProblem(ONE_OF_EACH)).toBe(
    'cluster.pools and cluster.machines both say which machines there are: leave one out',
  );
});

it('a setting of any other sort is refused with its name', () => {
  for (const name of Object.keys(ONE_OF_EACH)) {
    for (const odd of [null, Number.NaN, 0.5, '', 'x', [null], [[]], { odd: [] }, [{ odd: 1 }]])
      expect(
        clusterProblem({ ...(name === 'machines' ? SINGLE : POOLED), [name]: odd }),
        `${name}: ${JSON.stringify(odd)}`,
      ).toMatch(new RegExp(`^cluster\\.${name}`));
  }
  expect(clusterProblem({ ...SINGLE, nodes: 129 })).toBe(
    'cluster.podsPerNode leaves no addresses for more than 128 nodes',
  );
  expect(clusterProblem({ ...SINGLE, nods: 3 })).toBe('cluster.nods is no setting of a cluster');
  expect(clusterProblem({ ...SINGLE, constructor: 3 })).toBe('cluster.constructor is no setting of a cluster');
});

it.each([
  [[null], 'cluster.machines[0] is not a machine'],
  [[{ ...MACHINE, name: 'A_b' }], 'cluster.machines[0].name is not a name of a node'],
  [[{ ...MACHINE, address: '192.168.49' }], 'cluster.machines[0].address is not an IPv4 address'],
  [[{ ...MACHINE, address: 'fd00::1' }], 'cluster.machines[0].address is not an IPv4 address'],
  [[{ ...MACHINE, podCIDR: '10.244.0.0' }], 'cluster.machines[0].podCIDR is not an IPv4 range for Pods'],
  [[{ ...MACHINE, podCIDR: '10.244.0.0/40' }], 'cluster.machines[0].podCIDR is not an IPv4 range for Pods'],
  [[{ ...MACHINE, lastPodAddress: -1 }], 'cluster.machines[0].lastPodAddress is not a place in its range'],
  [[{ ...MACHINE, zone: 'a' }], 'cluster.machines[0].zone is no setting of a machine'],
  [[MACHINE, MACHINE], 'cluster.machines[1] has a, which another machine has'],
])('machines %j: %s', (machines, problem) => {
  expect(clusterProblem({ nodes: 1, latencies: 'zero', machines })).toBe(problem);
});

const POOL = { name: 'gpu', nodes: 2 };

it.each([
  ['pools', [{ ...POOL, name: 'GPU' }], '[0].name is not a name of a pool, as gpu'],
  ['pools', [POOL, { ...POOL, name: 'b', nodes: -1 }], '[1].nodes is not a number of nodes up to 10000'],
  ['pools', [{ ...POOL, cpu: 'many' }], '[0].cpu is not a quantity of CPU, as 4 or 500m'],
  ['pools', [{ ...POOL, memory: '5' }], '[0].memory is not a quantity of memory of at least 200Mi, as 8Gi'],
  ['pools', [{ ...POOL, pods: 251 }], '[0].pods is not a number of Pods from 1 to 250'],
  [
    'pools',
    [{ ...POOL, taints: ['a=b:NoSchedule', 'dedicated'] }],
    '[0].taints[1] is not a taint as dedicated=gpu:NoSchedule',
  ],
  ['pools', [{ ...POOL, zones: ['a', ''] }], '[0].zones[1] is not a name of a zone, as eu-west-1a'],
  ['pools', [{ ...POOL, taint: [] }], '[0].taint is no setting of a pool'],
  ['pools', [POOL, POOL], '[1].name is gpu, as another pool is called'],
  ['pools', [{ ...POOL, name: 'node' }], '[0].name makes node-1, as the first of the usual nodes is called'],
  ['pools', [{ ...POOL, nodes: 10_000 }], ' make 10001 nodes of it: there may be 10000'],
  ['zones', ['a', 'b c'], '[1] is not a name of a zone, as eu-west-1a'],
  ['faults', { requestErrors: 3 }, '.requestErrors is no setting of faults'],
  ['faults', { lostRequestPerMille: 1001 }, '.lostRequestPerMille is not a number of a thousand'],
  ['faults', { slowRequestMillis: 1.5 }, '.slowRequestMillis is not a whole number of milliseconds up to 600000'],
  ['delays', { network: [5, 1] }, '.network is not a pair of milliseconds, from and to, up to 600000'],
  ['addons', ['dns', 'istio'], ' is not a list of addons'],
])('%s %j: %s', (setting, value, problem) => {
  expect(clusterProblem({ nodes: 1, latencies: 'zero', [setting]: value })).toBe(`cluster.${setting}${problem}`);
});

it('the keys of labels are checked', () => {
  const problem = clusterProblem({ nodes: 1, latencies: 'zero', pools: [{ ...POOL, labels: { 'a b': 'c' } }] });
  expect(problem).toMatch(/^cluster\.pools\[0\]\.labels\["a b"\] is not the key of a label, as/);
});
