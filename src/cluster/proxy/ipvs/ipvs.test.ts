import { describe, expect, it } from 'vitest';
import { RECORDED_SETTINGS, serviceOf, sliceOf, stateOf } from '../testing.ts';
import { ipvsRestore } from './rules.ts';
import { ipsetLines, ipvsadmLines, portServers } from './virtual-servers.ts';

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
  const parts = state.keys.map((key) => portServers(state.port(key), state.endpointsOf(key), RECORDED_SETTINGS));
  const members = new Map<string, Set<string>>();
  for (const [set, member] of parts.flatMap((part) => part.members)) {
    members.set(set, new Set([...(members.get(set) ?? []), member]));
  }
  return { servers: parts.flatMap((part) => part.servers), members };
}

describe('IV1: virtual servers', () => {
  it('are one for each address and port, with the endpoints behind it', () => {
    const { servers } = made({ type: 'NodePort', sessionAffinity: 'ClientIP' });
    expect(ipvsadmLines(servers).slice(2)).toEqual([
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
    expect(servers.map(({ targets }) => targets.length)).toEqual([1, 2, 1]);
    expect([...(members.get('KUBE-NODE-PORT-LOCAL-TCP') ?? [])]).toEqual(['30080']);
  });
});

describe('IV2: sets and rules', () => {
  it('hold what the Services are, and rules do not grow with them', () => {
    const { members } = made({ type: 'NodePort' });
    const sets = ipsetLines(members);
    expect(sets).toHaveLength(17 + 2 + 1 + 1 + 2);
    expect(sets).toContain('add KUBE-CLUSTER-IP 10.96.10.10,tcp:80');
    expect(sets).toContain('add KUBE-LOOP-BACK 10.244.1.5,tcp:8080,10.244.1.5');
    expect(sets).toContain('add KUBE-NODE-PORT-TCP 30080');
    const rules = ipvsRestore(members, '10.244.0.0/16');
    expect(rules).toContain(
      '-A KUBE-SERVICES -m comment --comment "Kubernetes service cluster ip + port for masquerade purpose" -m set --match-set KUBE-CLUSTER-IP dst,dst ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ',
    );
    expect(rules.filter((rule) => rule.startsWith('-A'))).toHaveLength(20);
  });
});
