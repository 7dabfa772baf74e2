import { describe, expect, it } from 'vitest';
import { TCP, UDP } from '../packets/packet.ts';
import { testNetwork } from '../testing.ts';
import type { Listener } from './host.ts';

const NODES = [
  { name: 'node-1', address: '10.123.0.11', podCIDR: '10.244.1.0/24' },
  { name: 'node-2', address: '10.123.0.12', podCIDR: '10.244.2.0/24' },
];
const PODS = [
  { name: 'a', node: 'node-1', address: '10.244.1.2', veth: 'vetha' },
  { name: 'b', node: 'node-1', address: '10.244.1.3', veth: 'vethb' },
  { name: 'c', node: 'node-2', address: '10.244.2.2', veth: 'vethc' },
];

interface Shape {
  readonly overlay?: 'vxlan' | 'routed';
  readonly hairpin?: boolean;
  readonly bridgeFilter?: boolean;
  readonly podMtu?: number;
  readonly writes?: readonly number[];
  readonly recording?: 'off';
}

function machine({ writes = [100, 500], ...shape }: Shape = {}) {
  const listener = (host: string, protocol: number, port: number): Listener | undefined =>
    (protocol === TCP && port === 80) || (protocol === UDP && port === 53)
      ? { process: host, answer: { writes, text: host } }
      : undefined;
  return testNetwork({ ...shape, listener, nodes: NODES, pods: PODS, outside: [['client', '203.0.113.9']] });
}

/** One Service with its endpoints, as short as rules can be. */
function service(endpoints: readonly string[], protocol = 'tcp', port = 80, affinity = false): string {
  const lines = ['*nat', ':KUBE-SERVICES - [0:0]', ':KUBE-SVC-X - [0:0]', ':KUBE-MARK-MASQ - [0:0]'];
  endpoints.forEach((_, at) => {
    lines.push(`:KUBE-SEP-${at} - [0:0]`);
  });
  lines.push(
    '-A PREROUTING -j KUBE-SERVICES',
    '-A OUTPUT -j KUBE-SERVICES',
    '-A POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE',
    '-A KUBE-MARK-MASQ -j MARK --or-mark 0x4000',
    `-A KUBE-SERVICES -d 10.96.0.10/32 -p ${protocol} --dport ${port} -j KUBE-SVC-X`,
  );
  endpoints.forEach((address, at) => {
    const [ip] = address.split(':');
    const recent = affinity ? `-m recent --name S${at} --set ` : '';
    if (affinity) lines.push(`-A KUBE-SVC-X -m recent --name S${at} --rcheck --seconds 10800 --reap -j KUBE-SEP-${at}`);
    lines.push(
      `-A KUBE-SEP-${at} -s ${ip} -j KUBE-MARK-MASQ`,
      `-A KUBE-SEP-${at} ${recent}-p ${protocol} -j DNAT --to-destination ${address}`,
    );
  });
  endpoints.forEach((_, at) => {
    const left = endpoints.length - at;
    const odds = left === 1 ? '' : `-m statistic --mode random --probability ${(1 / left).toFixed(10)} `;
    lines.push(`-A KUBE-SVC-X ${odds}-j KUBE-SEP-${at}`);
  });
  return `${lines.join('\n')}\nCOMMIT\n`;
}

const ASK = { from: 'a', to: '10.96.0.10', port: 80 };

describe('cases that baffle people', () => {
  it('NW7: without hairpin mode a Pod cannot reach itself through its Service', () => {
    const fine = machine();
    fine.restore('node-1', service(['10.244.1.2:80']));
    expect(fine.requests(1, ASK)[0]).toMatchObject({ outcome: 'answered', process: 'a' });
    const without = machine({ hairpin: false });
    without.restore('node-1', service(['10.244.1.2:80']));
    expect(without.requests(1, { ...ASK, seconds: 2 })[0]?.outcome).toBe('timed out');
  });

  it('NW7: when iptables does not see the bridge, the answer of a neighbour is not recognised', () => {
    const without = machine({ bridgeFilter: false });
    without.restore('node-1', service(['10.244.1.3:80']));
    const [result] = without.requests(1, { ...ASK, seconds: 2 });
    expect(result).toMatchObject({ outcome: 'timed out', process: 'b' });
    // On another node the answer must come back through the node that translated.
    without.restore('node-1', service(['10.244.2.2:80']));
    expect(without.requests(1, ASK)[0]).toMatchObject({ outcome: 'answered', process: 'c' });
  });

  it('NW7: an endpoint that is gone is no route to host, after three seconds', () => {
    const { restore, requests } = machine();
    restore('node-1', service(['10.244.1.77:80']));
    const [result] = requests(1, { ...ASK, from: 'node-1' });
    expect(result?.outcome).toBe('unreachable');
    expect(result?.micros).toBeGreaterThanOrEqual(3_000_000);
  });

  it('NW7: a sender stays with its endpoint for three hours, then draws again', () => {
    const { restore, requests, engine } = machine();
    restore('node-1', service(['10.244.1.2:80', '10.244.1.3:80', '10.244.2.2:80'], 'tcp', 80, true));
    const first = requests(1, ASK)[0]?.process;
    expect(new Set(requests(20, ASK).map(({ process }) => process))).toEqual(new Set([first]));
    const later = new Set<string | undefined>();
    for (let count = 0; count < 12; count += 1) {
      engine.after(10_801_000_000, () => undefined, false);
      later.add(requests(1, ASK)[0]?.process);
    }
    expect(later.size).toBeGreaterThan(1);
  });

  it('NW7: too large a packet is told of, and its bytes come in smaller ones', () => {
    const { restore, requests } = machine({ podMtu: 1500, writes: [1448] });
    restore('node-1', service(['10.244.2.2:80']));
    expect(requests(1, ASK)[0]).toMatchObject({ outcome: 'answered', process: 'c' });
    // Where errors are dropped on the way, the answer never comes.
    const silent = machine({ podMtu: 1500, writes: [1448] });
    silent.restore('node-1', service(['10.244.2.2:80']));
    silent.restore('node-2', '*filter\n-A OUTPUT -p icmp -j DROP\nCOMMIT\n');
    expect(silent.requests(1, { ...ASK, seconds: 9 })[0]).toMatchObject({ outcome: 'timed out', process: 'c' });
  });

  it('NW7: UDP follows its entry to an endpoint that is gone until the entry is deleted', () => {
    const { restore, requests, conntrack, network, engine } = machine();
    restore('node-1', service(['10.244.1.3:53'], 'udp', 53));
    const ask = { from: 'a', to: '10.96.0.10', port: 53, protocol: UDP };
    expect(requests(1, ask)[0]).toMatchObject({ outcome: 'answered', process: 'b' });
    expect(conntrack('node-1')[0]).toMatch(
      /^udp +17 \d+ src=10.244.1.2 dst=10.96.0.10 .* src=10.244.1.3 dst=10.244.1.2/,
    );
    let forgotten = 0;
    engine.spawn(
      (function* () {
        const ctx = engine.background('kube-proxy/node-1');
        const filter = { protocol: 'udp', originalDestination: '10.96.0.10', replySource: '10.244.1.3' } as const;
        forgotten = network.netfilter('node-1')?.forgetConnections(ctx, filter) ?? 0;
        yield ctx.sleep(0);
      })(),
    );
    while (engine.advance());
    expect(forgotten).toBe(1);
    expect(conntrack('node-1')).toEqual([]);
  });

  it('NW8: over many draws every endpoint has the same share', () => {
    const { restore, requests } = machine({ recording: 'off', overlay: 'routed' });
    restore('node-1', service(['10.244.1.2:80', '10.244.1.3:80', '10.244.2.2:80']));
    const times = 600;
    const counts = new Map<string, number>();
    for (const { process } of requests(times, { ...ASK, from: 'node-1' }))
      counts.set(process, (counts.get(process) ?? 0) + 1);
    const expected = times / 3;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Two degrees of freedom, one chance in a thousand.
    expect(counts.size).toBe(3);
    expect(chiSquare).toBeLessThan(13.8);
  });

  it('NW8: a packet is held against no more rules than those of the chains that it comes to', () => {
    const small = machine({ recording: 'off' });
    small.restore('node-1', service(['10.244.1.3:80']));
    const [one] = small.requests(1, ASK);
    const large = machine({ recording: 'off' });
    const others = Array.from({ length: 5000 }, (_, at) => `:KUBE-SVC-O${at} - [0:0]`);
    const rules = others.map((_, at) => `-A KUBE-SVC-O${at} -j KUBE-MARK-MASQ`);
    large.restore(
      'node-1',
      service(['10.244.1.3:80'])
        .replace('-A PREROUTING', `${others.join('\n')}\n-A PREROUTING`)
        .replace('COMMIT', `${rules.join('\n')}\nCOMMIT`),
    );
    expect(large.requests(1, ASK)[0]?.examined).toBe(one?.examined);
  });
});
