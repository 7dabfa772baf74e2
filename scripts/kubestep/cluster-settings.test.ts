import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubestep-'));
const given = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const MANIFEST = given('a.yaml', 'kind: ConfigMap');

/** The cluster that the options say; a text where something is wrong with them. */
function read(...options: readonly string[]): unknown {
  const asked = readOptions(['run', MANIFEST, ...options]);
  return typeof asked === 'string' ? asked : asked.cluster;
}

it('a file has the settings under the names that the page gives them', () => {
  const yaml = given(
    'cluster.yaml',
    'nodes: 2\nzones: [a, b]\npools:\n- name: gpu\n  nodes: 1\n  taints: ["dedicated=gpu:NoSchedule"]\netcdMembers: 3\n',
  );
  const pools = [{ name: 'gpu', nodes: 1, taints: ['dedicated=gpu:NoSchedule'] }];
  expect(read('--cluster', yaml)).toEqual({ nodes: 2, zones: ['a', 'b'], pools, etcdMembers: 3 });
  expect(read('--cluster', yaml, '--nodes', '5')).toMatchObject({ nodes: 5, zones: ['a', 'b'] });
  expect(read('--cluster', given('cluster.json', '{"nodes": 1, "latencies": "zero"}'))).toEqual({
    nodes: 1,
    latencies: 'zero',
  });
});

it('each setting has an option of the same name', () => {
  expect(
    read(
      ...['--zones', 'a,b', '--proxy', 'nftables', '--families', 'IPv4,IPv6', '--addons', 'dns'],
      ...['--without-admission', 'PodSecurity', '--pods-per-node', '200', '--authorization', 'RBAC'],
      ...['--pools', '[{name: gpu, nodes: 2, cpu: "8"}]', '--faults', 'lost=5,slow=7,slow-by=900'],
    ),
  ).toEqual({
    zones: ['a', 'b'],
    proxy: 'nftables',
    families: ['IPv4', 'IPv6'],
    addons: ['dns'],
    withoutAdmission: ['PodSecurity'],
    podsPerNode: 200,
    authorization: ['RBAC'],
    pools: [{ name: 'gpu', nodes: 2, cpu: '8' }],
    faults: { lostRequestPerMille: 5, slowRequestPerMille: 7, slowRequestMillis: 900 },
  });
});

it.each([
  [['--pools', '[{name: GPU, nodes: 1}]'], /^cluster\.pools\[0\]\.name is not a name of a pool/],
  [['--proxy', 'ebpf'], /^cluster\.proxy is not one of iptables/],
  [['--zones', 'a b'], /^cluster\.zones\[0\] is not a name of a zone/],
  [['--without-admission', 'PodSecurty'], /^cluster\.withoutAdmission has PodSecurty, which is no plugin/],
  [['--pools', '[{'], /^--pools is not YAML/],
  [['--cluster', '/nowhere/cluster.yaml'], /cluster\.yaml cannot be read/],
  [['--cluster', given('list.yaml', '- 1')], /list\.yaml is not one description of a cluster/],
  [['--cluster', given('broken.yaml', 'nodes: [')], /broken\.yaml:\d+: /],
  [['--cluster', given('odd.yaml', 'nodes: 2\nnods: 3')], /odd\.yaml: cluster\.nods is no setting of a cluster$/],
])('%j: says what is wrong, and where', (options, problem) => {
  expect(read(...options)).toMatch(problem);
});
