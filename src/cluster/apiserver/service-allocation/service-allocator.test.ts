import { describe, expect, it } from 'vitest';
import type { Service } from '../../../api/types/core.ts';
import type { KList } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster } from '../testing.ts';

interface Refusal {
  readonly code?: number;
  readonly message?: string;
}

const SERVICES = '/api/v1/namespaces/default/services';
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses';

function service(name: string, spec: object = {}): object {
  const ports = [{ name: 'http', port: 80 }];
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: { app: name }, ports, ...spec } };
}

function create(cluster: TestCluster, name: string, spec?: object): Service & Refusal {
  return cluster.request('POST', SERVICES, service(name, spec)).body as Service & Refusal;
}

function patch(cluster: TestCluster, name: string, spec: object): Service & Refusal {
  return cluster.request('PATCH', `${SERVICES}/${name}`, { spec }).body as Service & Refusal;
}

const addresses = (cluster: TestCluster) =>
  (cluster.request('GET', ADDRESSES).body as KList).items.map(({ metadata }) => metadata.name);

describe('SV1: what a Service holds', () => {
  it('is an IPAddress for each address, which goes with it', () => {
    const cluster = testCluster();
    const { clusterIP = '' } = create(cluster, 'web').spec;
    expect(addresses(cluster)).toContain(clusterIP);
    const answer = cluster.request('GET', `${ADDRESSES}/${clusterIP}`).body as { spec: object };
    expect(answer.spec).toEqual({ parentRef: { resource: 'services', namespace: 'default', name: 'web' } });
    cluster.request('DELETE', `${SERVICES}/web`);
    expect(addresses(cluster)).toEqual(['10.96.0.1']);
  });

  it('is given back when the Service is refused', () => {
    const cluster = testCluster();
    create(cluster, 'first', { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] });
    const before = addresses(cluster);
    const taken = create(cluster, 'second', { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] });
    expect(taken.message).toContain('spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated');
    const invalid = create(cluster, 'third', { sessionAffinity: 'Sometimes' });
    expect(invalid.code).toBe(422);
    expect(addresses(cluster)).toEqual(before);
  });

  it('is noted under the name that the server made', () => {
    const cluster = testCluster();
    const unnamed = { ...service('web'), metadata: { generateName: 'web-' } };
    const made = cluster.request('POST', SERVICES, unnamed).body as Service;
    expect(made.metadata.name).toMatch(/^web-[a-z0-9]{5}$/);
    const answer = cluster.request('GET', `${ADDRESSES}/${made.spec.clusterIP}`).body as { spec: object };
    expect(answer.spec).toMatchObject({ parentRef: { name: made.metadata.name } });
    const refused = { ...service('web', { sessionAffinity: 'Sometimes' }), metadata: { generateName: 'web-' } };
    expect(cluster.request('POST', SERVICES, refused).code).toBe(422);
    expect(addresses(cluster)).toHaveLength(2);
  });

  it('comes out of every range that is ready', () => {
    const cluster = testCluster();
    const wanted = { clusterIP: '10.50.0.6' };
    expect(create(cluster, 'early', wanted).message).toContain('the provided network does not match the current range');
    const range = (name: string, cidr: string) =>
      cluster.request('POST', '/apis/networking.k8s.io/v1/servicecidrs', {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'ServiceCIDR',
        metadata: { name, finalizers: ['example.com/kept'] },
        spec: { cidrs: [cidr] },
      });
    expect(range('more', '10.50.0.0/29').code).toBe(201);
    expect(create(cluster, 'web', wanted).spec.clusterIP).toBe('10.50.0.6');
    for (const address of ['10.50.0.0', '10.50.0.7', '10.50.0.8']) {
      expect(create(cluster, 'outside', { clusterIP: address }).code).toBe(422);
    }
    cluster.request('DELETE', '/apis/networking.k8s.io/v1/servicecidrs/more');
    expect(create(cluster, 'late', { clusterIP: '10.50.0.5' }).code).toBe(422);
  });

  it('is refused when a small range is full, and not before', () => {
    const cluster = testCluster({ config: { serviceCidr: '10.96.0.0/28' } });
    const given = Array.from({ length: 13 }, (_, i) => create(cluster, `s${i}`).spec.clusterIP);
    expect(new Set(given).size).toBe(13);
    expect(create(cluster, 'last').message).toContain('range is full');
  });

  it.each([
    [{ clusterIP: '1.2.3.400' }, 'spec.clusterIPs[0]: Invalid value: "1.2.3.400": must be a valid IP address'],
    [{ clusterIP: '010.96.0.7' }, 'spec.clusterIPs[0]: Invalid value: "010.96.0.7": must not have leading 0s'],
    [
      { clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.8'] },
      'spec.clusterIPs: Invalid value: ["10.96.0.8"]: first value must match `clusterIP`',
    ],
    [
      { clusterIP: 'None', clusterIPs: ['None', '10.96.0.8'] },
      `spec.clusterIPs: Invalid value: ["None","10.96.0.8"]: 'None' must be the first and only value`,
    ],
    [
      { clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7', '10.96.0.8'] },
      'may specify no more than one IP for each IP family',
    ],
  ])('is not looked for when it is none: %j', (spec, problem) => {
    expect(create(testCluster(), 'web', spec).message).toContain(problem);
  });

  it('is a number that stands for one in a dry run, and nothing is given back', () => {
    const cluster = testCluster();
    const node = { type: 'NodePort', ports: [80, 81].map((port) => ({ name: `p${port}`, port })) };
    const { spec } = cluster.request('POST', `${SERVICES}?dryRun=All`, service('web', node)).body as Service;
    expect(spec.clusterIP).toBe('10.96.0.0');
    expect(spec.ports?.map(({ nodePort }) => nodePort)).toEqual([32_769, 32_770]);
    const { clusterIP = '' } = create(cluster, 'web', { type: 'NodePort' }).spec;
    const turned = { spec: { type: 'ExternalName', externalName: 'a.b', clusterIP: null, clusterIPs: null } };
    expect(cluster.request('PATCH', `${SERVICES}/web?dryRun=All`, turned).code).toBe(200);
    expect(addresses(cluster)).toContain(clusterIP);
    // Whether an address that is asked for is free is not looked at, either.
    expect(cluster.request('POST', `${SERVICES}?dryRun=All`, service('other', { clusterIP })).code).toBe(201);
  });

  it('is nothing for a dry run', () => {
    const cluster = testCluster();
    const answer = cluster.request('POST', `${SERVICES}?dryRun=All`, service('web', { type: 'NodePort' }));
    expect((answer.body as Service).spec.clusterIP).toMatch(/^10\./);
    expect(addresses(cluster)).toEqual(['10.96.0.1']);
    expect(create(cluster, 'web').spec.clusterIP).toMatch(/^10\./);
  });

  it('changes with its type', () => {
    const cluster = testCluster();
    const { clusterIP } = create(cluster, 'web').spec;
    const port = patch(cluster, 'web', { type: 'NodePort' }).spec.ports?.[0]?.nodePort ?? 0;
    expect(port).toBeGreaterThanOrEqual(30086);
    expect(patch(cluster, 'web', { type: 'ClusterIP' }).spec).toMatchObject({ clusterIP, ports: [{ port: 80 }] });
    expect(create(cluster, 'other', { type: 'NodePort', ports: [{ port: 80, nodePort: port }] }).code).toBeUndefined();
    const named = patch(cluster, 'web', { type: 'ExternalName', externalName: 'example.org', ports: null });
    expect(named.spec).not.toHaveProperty('clusterIP');
    expect(addresses(cluster)).not.toContain(clusterIP);
  });

  it('stays when a change of type is refused', () => {
    const cluster = testCluster();
    const { clusterIP, ports = [] } = create(cluster, 'web', { type: 'NodePort' }).spec;
    expect(patch(cluster, 'web', { type: 'ExternalName' }).message).toContain('spec.externalName: Required value');
    expect(addresses(cluster)).toContain(clusterIP);
    const nodePort = ports[0]?.nodePort;
    expect(create(cluster, 'other', { type: 'NodePort', ports: [{ port: 80, nodePort }] }).code).toBe(422);
    expect(patch(cluster, 'web', { type: 'LoadBalancer' }).code).toBeUndefined();
    expect(patch(cluster, 'web', { loadBalancerClass: 'a/b' }).message).toContain(
      'spec.loadBalancerClass: Invalid value: "a/b": may not change once set',
    );
  });

  it('is a port for health checks with a load balancer that keeps clients apart', () => {
    const cluster = testCluster();
    const { spec } = create(cluster, 'web', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    expect(spec.healthCheckNodePort).toBeGreaterThanOrEqual(30000);
    expect(patch(cluster, 'web', { externalTrafficPolicy: 'Cluster' }).spec).not.toHaveProperty('healthCheckNodePort');
  });

  it('may be one number for two protocols', () => {
    const cluster = testCluster();
    const ports = [
      { name: 'tcp', port: 53, nodePort: 30053 },
      { name: 'udp', port: 53, protocol: 'UDP', nodePort: 30053 },
    ];
    expect(create(cluster, 'dns', { type: 'NodePort', ports }).code).toBeUndefined();
  });
});

describe('SV2: families of addresses', () => {
  it('are one, unless the cluster has two', () => {
    const cluster = testCluster();
    expect(create(cluster, 'one').spec).toMatchObject({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
    expect(create(cluster, 'prefer', { ipFamilyPolicy: 'PreferDualStack' }).spec.ipFamilies).toEqual(['IPv4']);
    expect(create(cluster, 'require', { ipFamilyPolicy: 'RequireDualStack' }).message).toBe(
      'Service "require" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    );
    expect(create(cluster, 'six', { ipFamilies: ['IPv6'] }).message).toBe(
      'Service "six" is invalid: spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    );
    const free = create(cluster, 'free', { clusterIP: 'None', selector: null });
    expect(free.spec).toMatchObject({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' });
  });

  it('are both in a cluster with two ranges', () => {
    const cluster = testCluster({ config: { serviceCidr: '10.96.0.0/12,fd00:10:96::/112' } });
    const { spec } = create(cluster, 'web', { ipFamilyPolicy: 'PreferDualStack' });
    expect(spec.ipFamilies).toEqual(['IPv4', 'IPv6']);
    expect(spec.clusterIPs).toHaveLength(2);
    expect(spec.clusterIPs?.[1]).toMatch(/^fd00:10:96::[0-9a-f]+$/);
    expect(addresses(cluster)).toEqual(expect.arrayContaining([...(spec.clusterIPs ?? [])]));
    const six = create(cluster, 'six', { ipFamilies: ['IPv6'] }).spec;
    expect(six.clusterIPs).toEqual([six.clusterIP]);
    const back = patch(cluster, 'web', {
      ipFamilyPolicy: 'SingleStack',
      ipFamilies: ['IPv4'],
      clusterIPs: [spec.clusterIP],
    });
    expect(back.spec.clusterIPs).toEqual([spec.clusterIP]);
    expect(addresses(cluster)).not.toContain(spec.clusterIPs?.[1]);
  });
});
