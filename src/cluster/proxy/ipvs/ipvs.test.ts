import { describe, expect, it } from 'vitest';
import { ipsetList, ipsetSave, ipvsadmText } from '../../network/ipvs/print.ts';
import { doing, testEngine } from '../../network/testing.ts';
import type { Netfilter, VirtualServer } from '../../ports/netfilter.ts';
import { RECORDED_SETTINGS, serviceOf, sliceOf, stateOf } from '../testing.ts';
import { Farewells } from './farewells.ts';
import { ipvsRestore } from './rules.ts';
import { portServers, SETS, setName } from './virtual-servers.ts';

const PORT = { name: 'http', protocol: 'TCP', port: 8080 };
const ENDPOINTS = [
  { addresses: ['10.244.1.5'], nodeName: 'node-1', conditions: { ready: true } },
  { addresses: ['10.244.2.7'], nodeName: 'node-2', conditions: { ready: true } },
];

function made(spec: object, endpoints: readonly object[] = ENDPOINTS) {
  const state = stateOf('');
  const ports = [{ name: 'http', protocol: 'TCP', port: 80, nodePort: 30080 }];
  state.serviceChanged('default/web', serviceOf('web', { clusterIP: '10.96.10.10', ports, ...spec }));
  state.sliceChanged(sliceOf('web', [PORT], endpoints), false);
  state.take();
  const parts = state.keys.map((key) =>
    portServers(state.port(key), state.endpointsOf(key), RECORDED_SETTINGS, ['10.123.0.11']),
  );
  const members = new Map<string, Set<string>>();
  for (const [set, member] of parts.flatMap((part) => part.members)) {
    members.set(set, new Set([...(members.get(set) ?? []), member]));
  }
  return { servers: parts.flatMap((part) => part.servers), members };
}

const printed = (servers: ReturnType<typeof portServers>['servers']) =>
  ipvsadmText(
    servers.map((server) => ({ ...server, last: '' })),
    [],
    0,
  );

describe('IV1: virtual servers', () => {
  it('are one for each address and port, with the endpoints behind it', () => {
    const { servers } = made({ type: 'NodePort', sessionAffinity: 'ClientIP' });
    expect(printed(servers).slice(2)).toEqual([
      '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
      'TCP  10.96.0.1:443 rr',
      '  -> 10.123.0.1:6443              Masq    1      0          0         ',
      'TCP  10.96.10.10:80 rr persistent 10800',
      '  -> 10.244.1.5:8080              Masq    1      0          0         ',
      '  -> 10.244.2.7:8080              Masq    1      0          0         ',
      'TCP  10.123.0.11:30080 rr persistent 10800',
      '  -> 10.244.1.5:8080              Masq    1      0          0         ',
      '  -> 10.244.2.7:8080              Masq    1      0          0         ',
    ]);
  });

  it('have only endpoints of this node from outside under the policy Local', () => {
    const { servers, members } = made({ type: 'NodePort', externalTrafficPolicy: 'Local' });
    expect(servers.map(({ servers: real }) => real.length)).toEqual([1, 2, 1]);
    expect([...(members.get('KUBE-NODE-PORT-LOCAL-TCP') ?? [])]).toEqual(['30080']);
  });
});

describe('IV2: sets and rules', () => {
  it('hold what the Services are, and rules do not grow with them', () => {
    const { members } = made({ type: 'NodePort' });
    const rows = SETS.map(([name, type]) => ({
      name,
      type,
      family: 'IPv4' as const,
      members: [...(members.get(name) ?? [])],
    }));
    const sets = ipsetSave(rows);
    expect(sets).toHaveLength(17 + 2 + 1 + 1 + 2);
    expect(sets).toContain('add KUBE-CLUSTER-IP 10.96.10.10,tcp:80');
    expect(sets).toContain('add KUBE-LOOP-BACK 10.244.1.5,tcp:8080,10.244.1.5');
    expect(sets).toContain('add KUBE-NODE-PORT-TCP 30080');
    const listed = ipsetList(rows, () => 2).join('\n');
    expect(listed).toContain(
      'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nRevision: 5\nHeader: family inet hashsize 1024 maxelem 65536\n',
    );
    expect(listed).toMatch(/References: 2\nNumber of entries: 1\nMembers:\n30080\n\nName: KUBE-NODE-PORT-LOCAL-TCP/);
    const rules = ipvsRestore(members, '10.244.0.0/16');
    expect(rules).toContain(
      '-A KUBE-SERVICES -m comment --comment "Kubernetes service cluster ip + port for masquerade purpose" -m set --match-set KUBE-CLUSTER-IP dst,dst ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ',
    );
    expect(rules.filter((rule) => rule.startsWith('-A'))).toHaveLength(20);
  });
});

it('IV4: node ports are virtual servers at each address of the node', () => {
  const state = stateOf('');
  const ports = [{ name: 'http', protocol: 'TCP', port: 80, nodePort: 30080 }];
  state.serviceChanged('default/web', serviceOf('web', { type: 'NodePort', clusterIP: '10.96.10.10', ports }));
  state.take();
  const key = 'default/web:http';
  const { servers } = portServers(state.port(key), [], RECORDED_SETTINGS, ['10.123.0.11', '10.244.1.1']);
  expect(servers.map(({ address, port }) => `${address}:${port}`)).toEqual([
    '10.96.10.10:80',
    '10.123.0.11:30080',
    '10.244.1.1:30080',
  ]);
});

describe('IV5: IPv6', () => {
  it('has sets of its own, whose names are cut where the kernel takes no more', () => {
    expect(setName('KUBE-CLUSTER-IP', 'IPv6')).toBe('KUBE-6-CLUSTER-IP');
    expect(setName('KUBE-LOAD-BALANCER-SOURCE-CIDR', 'IPv6')).toBe('KUBE-6-LOAD-BALANCER-SOURCE-CID');
    expect(setName('KUBE-CLUSTER-IP', 'IPv4')).toBe('KUBE-CLUSTER-IP');
  });

  it('is asked for by the same rules with those names', () => {
    const rules = ipvsRestore(made({ type: 'NodePort' }).members, 'fd00:10:244::/48', 'IPv6').join('\n');
    expect(rules).toContain('--match-set KUBE-6-CLUSTER-IP dst,dst ! -s fd00:10:244::/48 -j KUBE-MARK-MASQ');
    expect(rules).toContain('--match-set KUBE-6-NODE-PORT-TCP dst -j KUBE-MARK-MASQ');
    expect(rules).not.toMatch(/--match-set KUBE-[^6]/);
  });
});

it('IV7: a balancer whose ranges have the node lets the node itself in', () => {
  const ranges = { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.123.0.0/24'] };
  const status = { loadBalancer: { ingress: [{ ip: '203.0.113.9' }] } };
  const state = stateOf('');
  const ports = [{ name: 'http', protocol: 'TCP', port: 80 }];
  state.serviceChanged('default/web', { ...serviceOf('web', { clusterIP: '10.96.10.10', ports, ...ranges }), status });
  state.take();
  const { members } = portServers(state.port('default/web:http'), [], RECORDED_SETTINGS, []);
  expect(members).toContainEqual(['KUBE-LOAD-BALANCER-SOURCE-IP', '203.0.113.9,tcp:80,203.0.113.9']);
});

describe('IV3: real servers that leave', () => {
  const server = (real: readonly string[], protocol: 'tcp' | 'udp' = 'tcp') => ({
    protocol,
    address: '10.96.0.7',
    port: 80,
    scheduler: 'rr' as const,
    persistent: 0,
    servers: real.map((ip) => ({ ip, port: 8080, weight: 1 })),
  });

  function farewells(connections: () => number) {
    const { engine, ctx } = testEngine();
    const told: string[] = [];
    const ipvs = {
      apply: (_: unknown, changed: readonly VirtualServer[]) => {
        for (const { servers } of changed) told.push(servers.map(({ ip, weight }) => `${ip} ${weight}`).join(', '));
      },
      connections,
      bind: () => undefined,
      addresses: () => [],
    };
    const own = new Farewells({ ipvs } as unknown as Netfilter, 'node-1');
    const write = (before: readonly VirtualServer[], after: readonly VirtualServer[]) =>
      doing(engine, () => {
        own.write(ctx, before, after);
        own.flush(ctx);
      });
    return { engine, told, write };
  }

  it('stay with weight 0 while connections lead there, and are looked after every minute', () => {
    let connections = 1;
    const { engine, told, write } = farewells(() => connections);
    write([], [server(['a', 'b'])]);
    write([server(['a', 'b'])], [server(['b'])]);
    expect(told).toEqual(['a 1, b 1', 'b 1, a 0']);
    engine.idleUntil(engine.now + 1);
    engine.advance();
    expect(told).toHaveLength(2);
    connections = 0;
    engine.advance();
    expect(told.at(-1)).toBe('b 1');
  });

  it('go at once when nobody is connected, and over UDP', () => {
    const idle = farewells(() => 0);
    idle.write([], [server(['a', 'b'])]);
    idle.write([server(['a', 'b'])], [server(['b'])]);
    expect(idle.told.at(-1)).toBe('b 1');
    const udp = farewells(() => 1);
    udp.write([], [server(['a', 'b'], 'udp')]);
    udp.write([server(['a', 'b'], 'udp')], [server(['b'], 'udp')]);
    expect(udp.told.at(-1)).toBe('b 1');
  });
});
