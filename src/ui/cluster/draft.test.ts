import { describe, expect, it } from 'vitest';
import { clusterProblem } from '../../protocol/cluster-check.ts';
import type { ClusterConfig } from '../../protocol/run-description.ts';
import { inputOf } from './asked-fault.ts';
import { draftOf, moved, NEW_POOL, type PoolDraft, readDelays, readDraft, toggled, withPreset } from './draft.ts';
import { costOf, PRESETS } from './presets.ts';

const THREE: ClusterConfig = { nodes: 3, latencies: 'realistic' };
const FULL: ClusterConfig = {
  nodes: 2,
  latencies: 'zero',
  zones: ['a', 'b'],
  pools: [
    {
      name: 'gpu',
      nodes: 2,
      cpu: '8',
      memory: '16Gi',
      pods: 20,
      zones: ['c'],
      labels: { disk: 'ssd' },
      taints: ['dedicated=gpu:NoSchedule', 'x:NoExecute'],
    },
  ],
  podsPerNode: 200,
  etcdMembers: 3,
  etcdQuotaBytes: 5_000_000,
  delays: { network: [20, 60], handler: [5, 5] },
  clocks: { 'kube-apiserver': -3600 },
  faults: { lostRequestPerMille: 5, slowRequestMillis: 900 },
  proxy: 'ipvs',
  ipvsScheduler: 'wrr',
  families: ['IPv6', 'IPv4'],
  authorization: ['RBAC'],
  withoutAuthenticators: ['anonymous'],
  withoutAdmission: ['PodSecurity'],
  addons: [],
  clientLimits: 'none',
};

describe('the settings of a cluster', () => {
  it.each([[THREE], [FULL]])('stay as they were while nobody types: %j', (cluster) => {
    const read = readDraft(draftOf(cluster, 7), cluster);
    expect([read.cluster, read.seed, [...read.wrong]]).toEqual([cluster, 7, []]);
    expect(clusterProblem(read.cluster)).toBeUndefined();
  });

  it('have authorizers in the order that the reader gives them, which is what the run gets', () => {
    const draft = draftOf(THREE, 1);
    const given = (authorization: readonly string[]) => readDraft({ ...draft, authorization }, THREE).cluster;
    expect(given(draft.authorization)).toEqual(THREE);
    const turned = moved(draft.authorization, 'RBAC', -1);
    expect(given(turned)).toEqual({ ...THREE, authorization: ['RBAC', 'Node'] });
    expect(given(moved(turned, 'RBAC', 1))).toEqual(THREE);
    expect(moved(turned, 'RBAC', -1)).toEqual(turned);
    expect(moved(turned, 'Node', 1)).toEqual(turned);
    expect(moved(turned, 'ABAC', 1)).toEqual(turned);
    const added = toggled(turned, 'AlwaysDeny');
    expect(given(added).authorization).toEqual(['RBAC', 'Node', 'AlwaysDeny']);
    expect(toggled(added, 'Node')).toEqual(['RBAC', 'AlwaysDeny']);
    const begun = given(added);
    expect(draftOf(begun, 1).authorization).toEqual(['RBAC', 'Node', 'AlwaysDeny']);
  });

  it('keep what the form does not show', () => {
    const machines = [{ name: 'a', address: '10.0.0.1', podCIDR: '10.244.1.0/24' }];
    const base = { ...THREE, nodes: 1, machines, network: { hairpin: false } };
    expect(readDraft(draftOf(base, 1), base).cluster).toEqual(base);
    expect(readDraft({ ...draftOf(base, 1), nodes: '2' }, base).cluster).toEqual({
      ...THREE,
      nodes: 2,
      network: { hairpin: false },
    });
  });

  it.each(Object.values(PRESETS))('can be begun with a preset: %j', (preset) => {
    const { cluster, wrong } = readDraft(withPreset(draftOf(FULL, 1), preset), FULL);
    expect(wrong.size).toBe(0);
    expect(cluster).toMatchObject({ nodes: preset.nodes });
    expect(cluster.pools).toBeUndefined();
    expect(cluster.etcdMembers ?? 1).toBe(preset.etcdMembers ?? 1);
  });

  it.each<[Partial<ReturnType<typeof draftOf>>, readonly string[]]>([
    [{ nodes: '-1' }, ['nodes']],
    [{ nodes: '' }, ['nodes']],
    [{ nodes: '1e9' }, ['nodes']],
    [{ seed: 'x' }, ['seed']],
    [{ zones: 'a, b c' }, ['zones']],
    [{ podsPerNode: '0' }, ['podsPerNode']],
    [{ etcdQuotaBytes: 'many' }, ['etcdQuotaBytes']],
    [{ delays: 'network' }, ['delays']],
    [{ delays: 'luck=5' }, ['delays']],
    [{ clocks: 'node-2' }, ['clocks']],
    [{ clocks: 'node-77=5' }, ['clocks']],
    [{ delays: 'network=9..5' }, ['delays']],
    [
      { rates: { lostRequestPerMille: '1001', slowRequestMillis: '-5' } },
      ['rates.lostRequestPerMille', 'rates.slowRequestMillis'],
    ],
    [{ pools: [pool({ name: 'GPU', taints: 'dedicated' })] }, ['pools.0.name', 'pools.0.taints']],
    [
      { pools: [pool({}), pool({ cpu: 'fast', memory: '5', pods: '999' })] },
      ['pools.1.cpu', 'pools.1.memory', 'pools.1.pods', 'pools.1.name'],
    ],
    [{ pools: [pool({ labels: 'a=b=c' })] }, ['pools.0.labels']],
    [{ pools: [pool({ name: 'node' })] }, ['pools.0.name']],
    [{ pools: [pool({ nodes: '9999' }), pool({ name: 'b', nodes: '9999' })] }, ['pools']],
  ])('%j: says which fields cannot be used', (typed, wrong) => {
    expect([...readDraft({ ...draftOf(THREE, 1), ...typed }, THREE).wrong]).toEqual(wrong);
  });

  it('say what many nodes cost', () => {
    expect([3, 999, 1000, 2000, 4999, 9000].map((nodes) => costOf(nodes)?.nodes)).toEqual([
      undefined,
      undefined,
      1000,
      1000,
      5000,
      5000,
    ]);
  });

  it('read delays as the command line does', () => {
    expect(readDelays('network=20..60, etcdCommit=50')).toEqual({ network: [20, 60], etcdCommit: [50, 50] });
    expect(readDelays('')).toEqual({});
  });
});

describe('a fault that is asked for', () => {
  const asked = {
    what: 'partition',
    node: 'node-2',
    member: 'etcd-0',
    seconds: '30',
    rates: {},
    fsync: '',
    delays: '',
    machine: 'node-2',
    offset: '-300',
  } as const;
  it.each([
    [{}, { type: 'partition', node: 'node-2', state: 'cut', seconds: 30 }],
    [{ seconds: ' ' }, { type: 'partition', node: 'node-2', state: 'cut' }],
    [{ what: 'kubelet' }, { type: 'kubelet', node: 'node-2', state: 'stopped', seconds: 30 }],
    [{ what: 'api-server' }, { type: 'api-server', state: 'stopped', seconds: 30 }],
    [{ what: 'member.slow' }, { type: 'etcd-member', member: 'etcd-0', state: 'slow', seconds: 30 }],
    [
      { what: 'rates', rates: { lostRequestPerMille: '7' } },
      { type: 'rates', faults: { lostRequestPerMille: 7 }, seconds: 30 },
    ],
    [
      { what: 'delays', delays: 'network=9' },
      { type: 'delays', delays: { network: [9, 9] }, seconds: 30 },
    ],
  ] as const)('%j becomes an input', (changed, input) => {
    expect(inputOf({ ...asked, ...changed }, ['node-1', 'node-2'], ['etcd-0']).input).toEqual(input);
  });

  it.each([
    [{ node: 'node-9' }, 'node'],
    [{ seconds: '0' }, 'seconds'],
    [{ seconds: 'long' }, 'seconds'],
    [{ what: 'rates' }, 'rates'],
    [{ what: 'rates', rates: { lostRequestPerMille: 'x' } }, 'lostRequestPerMille'],
    [{ what: 'delays', delays: 'luck=1' }, 'delays'],
    [{ what: 'member.slow', fsync: '0' }, 'fsync'],
    [{ what: 'clock', machine: 'node-9' }, 'machine'],
    [{ what: 'clock', offset: '1.5' }, 'offset'],
    [{ what: 'clock', offset: '' }, 'offset'],
  ] as const)('%j is none: %s', (changed, field) => {
    const { input, wrong } = inputOf({ ...asked, ...changed }, ['node-1', 'node-2'], ['etcd-0']);
    expect([input, [...wrong]]).toEqual([undefined, [field]]);
  });
});

function pool(changed: Partial<PoolDraft>): PoolDraft {
  return { ...NEW_POOL, name: 'gpu', ...changed };
}
