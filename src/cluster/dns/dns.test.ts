import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import { candidates, hostsFile, resolvConf, resolverOf } from './pod-files.ts';
import { answer, type RecordType, type ZoneSource } from './zone.ts';

const service = (name: string, spec: object): Service =>
  ({ metadata: { name, namespace: 'default' }, spec }) as unknown as Service;

const SERVICES = [
  service('web', { clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7'], ports: [{ name: 'http', port: 80 }] }),
  service('db', { clusterIP: 'None', ports: [{ name: 'pg', port: 5432 }] }),
  service('none', { clusterIP: 'None' }),
  service('ext', { type: 'ExternalName', externalName: 'example.org' }),
  service('near', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' }),
  service('ring', { type: 'ExternalName', externalName: 'ring.default.svc.cluster.local' }),
];
const SLICE = {
  ports: [{ name: 'pg', port: 5432, protocol: 'TCP' }],
  endpoints: [
    { addresses: ['10.244.1.5'], hostname: 'db-0', conditions: { ready: true } },
    { addresses: ['10.244.2.7'], conditions: { ready: true } },
    { addresses: ['10.244.2.8'], conditions: { ready: false } },
  ],
} as unknown as EndpointSlice;

const source: ZoneSource = {
  service: (namespace, name) => SERVICES.find(({ metadata }) => metadata.name === name && namespace === 'default'),
  slices: (_, name) => (name === 'db' ? [SLICE] : []),
  serviceByAddress: (address) => SERVICES.find(({ spec }) => spec.clusterIP === address),
  endpointByAddress: (address) => {
    const endpoint = SLICE.endpoints.find(({ addresses }) => addresses[0] === address);
    return endpoint === undefined ? undefined : { service: SERVICES[1] as Service, endpoint };
  },
};

const ask = (name: string, type: RecordType = 'A') => {
  const { rcode, answers } = answer(source, name, type);
  return rcode === 'NOERROR' ? answers.map((each) => `${each.type} ${each.data}`) : rcode;
};

type Row = readonly [id: string, name: string, type: RecordType, expected: string | readonly string[]];

const ROWS: readonly Row[] = [
  ['DN1', 'web.default.svc.cluster.local.', 'A', ['A 10.96.0.7']],
  ['DN1', 'web.default.svc.cluster.local', 'AAAA', []],
  ['DN1', 'db.default.svc.cluster.local', 'A', ['A 10.244.1.5', 'A 10.244.2.7']],
  ['DN1', 'none.default.svc.cluster.local', 'A', 'NXDOMAIN'],
  ['DN1', 'ext.default.svc.cluster.local', 'A', ['CNAME example.org.']],
  ['DN1', 'near.default.svc.cluster.local', 'A', ['CNAME web.default.svc.cluster.local.', 'A 10.96.0.7']],
  ['DN1', 'near.default.svc.cluster.local', 'AAAA', []],
  ['DN1', 'near.default.svc.cluster.local', 'CNAME', ['CNAME web.default.svc.cluster.local.']],
  [
    'DN1',
    'ring.default.svc.cluster.local',
    'A',
    Array.from({ length: 8 }, () => 'CNAME ring.default.svc.cluster.local.'),
  ],
  ['DN2', '_http._tcp.web.default.svc.cluster.local', 'SRV', ['SRV 0 100 80 web.default.svc.cluster.local.']],
  [
    'DN2',
    '_pg._tcp.db.default.svc.cluster.local',
    'SRV',
    ['SRV 0 50 5432 db-0.db.default.svc.cluster.local.', 'SRV 0 50 5432 10-244-2-7.db.default.svc.cluster.local.'],
  ],
  ['DN2', '_http._udp.web.default.svc.cluster.local', 'SRV', 'NXDOMAIN'],
  ['DN3', 'db-0.db.default.svc.cluster.local', 'A', ['A 10.244.1.5']],
  ['DN3', '10-244-2-7.db.default.svc.cluster.local', 'A', ['A 10.244.2.7']],
  ['DN3', 'a.web.default.svc.cluster.local', 'A', 'NXDOMAIN'],
  ['DN3', '10-244-9-9.default.pod.cluster.local', 'A', ['A 10.244.9.9']],
  ['DN4', '7.0.96.10.in-addr.arpa', 'PTR', ['PTR web.default.svc.cluster.local.']],
  ['DN4', '5.1.244.10.in-addr.arpa', 'PTR', ['PTR db-0.db.default.svc.cluster.local.']],
  ['DN5', 'web.other.svc.cluster.local', 'A', 'NXDOMAIN'],
  ['DN5', 'svc.cluster.local', 'A', []],
  ['DN5', 'cluster.local', 'A', []],
  ['DN5', 'other.cluster.local', 'A', 'NXDOMAIN'],
  ['DN5', '9.9.96.10.in-addr.arpa', 'PTR', 'FORWARD'],
  ['DN5', 'example.org', 'A', 'FORWARD'],
];

const check = (id: string) =>
  it.each(ROWS.filter(([of]) => of === id))('%s %s %s', (_, name, type, expected) => {
    expect(ask(name, type)).toEqual(expected);
  });

describe('DN1: names of Services', () => check('DN1'));
describe('DN2: named ports', () => check('DN2'));
describe('DN3: endpoints and Pods', () => check('DN3'));
describe('DN4: addresses in reverse', () => check('DN4'));
describe('DN5: what is not there', () => check('DN5'));

const pod = (spec: object, name = 'web-0'): Pod =>
  ({ metadata: { name, namespace: 'shop' }, spec, status: { podIPs: [{ ip: '10.244.1.5' }] } }) as unknown as Pod;

describe('what a Pod is told', () => {
  it('DN6: short names go through the search list, long ones are tried as they are', () => {
    const config = resolverOf(pod({}));
    expect(candidates('web', config)).toEqual([
      'web.shop.svc.cluster.local',
      'web.svc.cluster.local',
      'web.cluster.local',
      'web',
    ]);
    expect(candidates('a.b.c.d.e.f', config)[0]).toBe('a.b.c.d.e.f');
    expect(candidates('example.org.', config)).toEqual(['example.org']);
    expect(candidates('example.org', resolverOf(pod({ dnsPolicy: 'Default' })))).toEqual(['example.org']);
  });

  it('DN7: resolv.conf follows the policy, and dnsConfig adds to it', () => {
    expect(resolvConf(resolverOf(pod({})))).toBe(
      'search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
    );
    expect(resolvConf(resolverOf(pod({ hostNetwork: true })))).toBe('nameserver 10.123.0.1\n');
    const dnsConfig = {
      nameservers: ['1.1.1.1'],
      searches: ['example.org'],
      options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
    };
    expect(resolvConf(resolverOf(pod({ dnsPolicy: 'None', dnsConfig })))).toBe(
      'search example.org\nnameserver 1.1.1.1\noptions ndots:2 edns0\n',
    );
    expect(resolverOf(pod({ dnsConfig })).options).toEqual(['ndots:2', 'edns0']);
  });

  it('DN7: the hosts file names the Pod, and the aliases', () => {
    const hostAliases = [{ ip: '192.168.0.1', hostnames: ['old', 'older'] }];
    const text = hostsFile(pod({ hostname: 'db-0', subdomain: 'db', hostAliases }));
    expect(text).toContain('10.244.1.5\tdb-0.db.shop.svc.cluster.local\tdb-0\n');
    expect(text.endsWith('\n\n# Entries added by HostAliases.\n192.168.0.1\told\tolder\n')).toBe(true);
    expect(hostsFile(pod({}))).toMatch(/\n10\.244\.1\.5\tweb-0\n$/);
  });
});
