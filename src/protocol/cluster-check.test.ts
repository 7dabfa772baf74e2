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
  podsPerNode: 500,
  clientLimits: 'none',
  authorization: ['RBAC', 'Node'],
  withoutAuthenticators: ['anonymous'],
  withoutAdmission: ['PodSecurity'],
  etcdMembers: 3,
  etcdQuotaBytes: 1_000_000,
  machines: [MACHINE, { ...MACHINE, name: 'b.example', address: '192.168.49.3', podCIDR: '10.244.1.0/24' }],
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

it('every setting of a cluster is taken', () => {
  expect(clusterProblem(ONE_OF_EACH)).toBeUndefined();
});

it('a setting of any other sort is refused with its name', () => {
  for (const name of Object.keys(ONE_OF_EACH)) {
    for (const odd of [null, Number.NaN, 0.5, '', 'x', [null], [[]], { odd: [] }, [{ odd: 1 }]])
      expect(clusterProblem({ ...ONE_OF_EACH, [name]: odd }), `${name}: ${JSON.stringify(odd)}`).toMatch(
        new RegExp(`^cluster\\.${name}`),
      );
  }
  expect(clusterProblem({ ...ONE_OF_EACH, nodes: 129 })).toBe(
    'cluster.podsPerNode leaves no addresses for more than 128 nodes',
  );
  expect(clusterProblem({ ...ONE_OF_EACH, nods: 3 })).toBe('cluster.nods is no setting of a cluster');
  expect(clusterProblem({ ...ONE_OF_EACH, constructor: 3 })).toBe('cluster.constructor is no setting of a cluster');
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
