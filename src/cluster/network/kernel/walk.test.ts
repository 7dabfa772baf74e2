import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Result } from '../journeys/request.ts';
import { TCP } from '../packets/packet.ts';
import { testNetwork } from '../testing.ts';
import type { Listener } from './host.ts';

function recorded(name: string): { readonly [file: string]: string } {
  return JSON.parse(gunzipSync(readFileSync(`testdata/network/${name}.json.gz`)).toString('utf8'));
}

const traffic = recorded('nodeport');
const shapes = recorded('kubeproxy-dumps');
const file = (name: string) => traffic[name] ?? '';

/** The machine of the recording: two workers, a client beside them, a web server on each. */
function recordedMachine(pods: readonly [string, string], nat: string) {
  const serves: Listener = { process: 'httpd', answer: { writes: [202, 22], text: 'Welcome to nginx 1.27\n' } };
  const machine = testNetwork({
    overlay: 'routed',
    listener: (_, protocol, port) => (protocol === TCP && port === 80 ? serves : undefined),
    nodes: [
      { name: 'worker-1', address: '10.123.0.21', podCIDR: '10.244.3.0/24' },
      { name: 'worker-2', address: '10.123.0.22', podCIDR: '10.244.5.0/24' },
    ],
    pods: [
      { name: 'local', node: 'worker-1', address: pods[0], veth: 'veth1' },
      { name: 'remote', node: 'worker-2', address: pods[1], veth: 'veth2' },
    ],
    outside: [['client', '10.123.0.1']],
  });
  machine.restore('worker-1', file(nat));
  machine.restore('worker-1', shapes['k06-nodeport.filter.txt'] ?? '');
  return machine;
}

type Counts = Map<string, readonly [packets: number, bytes: number]>;

/** Rules of an `iptables-save -c` with their counters. */
function counts(lines: readonly string[]): Counts {
  const found: Counts = new Map();
  for (const line of lines) {
    const match = /^\[(\d+):(\d+)\] (.*)$/.exec(line);
    if (match !== null) found.set(match[3] ?? '', [Number(match[1]), Number(match[2])]);
  }
  return found;
}

function grown(before: Counts, after: Counts): Map<string, readonly [number, number]> {
  const result = new Map<string, readonly [number, number]>();
  for (const [rule, [packets, bytes]] of after) {
    const [had, hadBytes] = before.get(rule) ?? [0, 0];
    if (packets !== had) result.set(rule, [packets - had, bytes - hadBytes]);
  }
  return result;
}

/** Connections whose end is drawn count for either. */
function drawn(rule: string): string {
  return rule.replace(/^-A KUBE-SEP-\w+ .*-j DNAT.*/, 'DNAT').replace(/^-A KUBE-SVC-\w+ .* -> .*/, 'chosen');
}

function summed(counters: Map<string, readonly [number, number]>): Map<string, readonly [number, number]> {
  const result = new Map<string, readonly [number, number]>();
  for (const [rule, [packets, bytes]] of counters) {
    const name = drawn(rule);
    const [had, hadBytes] = result.get(name) ?? [0, 0];
    result.set(name, [had + packets, hadBytes + bytes]);
  }
  return result;
}

/** Entries without their ports that are drawn and their seconds. */
function entryShapes(lines: readonly string[], sport: RegExp): string[] {
  const found = new Set<string>();
  for (const line of lines) {
    if (!sport.test(line) || line.includes('SYN_SENT')) continue;
    found.add(
      line
        .replace(/^(\w+ +\d+) \d+/, '$1 #')
        .replace(/sport=\d{5}/, 'sport=#')
        .replace(/dport=\d{4,5}( \[ASSURED\])/, 'dport=#$1'),
    );
  }
  return [...found].sort();
}

/** Columns `pkts bytes` of a chain of the recorded filter table, by the rest of the line. */
function listed(text: string, chain: string): Counts {
  const found: Counts = new Map();
  const block = text.split('\n\n').find((each) => each.startsWith(`Chain ${chain} `)) ?? '';
  for (const line of block.split('\n').slice(2)) {
    const match = /^ *(\d+) +(\d+) (\S+) .*?(ctstate \S+|mark match \S+|\/\*.*)?$/.exec(line);
    if (match !== null) found.set(`${match[3]} ${line.slice(90).trim()}`, [Number(match[1]), Number(match[2])]);
  }
  return found;
}

describe('a packet walks as it did through a real kernel', () => {
  it('NW1: twenty requests to a node port count in nat what they counted there', () => {
    const machine = recordedMachine(['10.244.3.86', '10.244.5.64'], '0-before.nat-save.txt');
    const before = counts(machine.save('worker-1', 'nat'));
    const results = machine.requests(20, { from: 'client', to: '10.123.0.21', port: 30080, bytes: 81 });
    expect(results.every(({ outcome }) => outcome === 'answered')).toBe(true);
    const real = grown(
      counts(file('0-before.nat-save.txt').split('\n')),
      counts(file('1-after-nodeport-20.nat-save.txt').split('\n')),
    );
    expect(summed(grown(before, counts(machine.save('worker-1', 'nat'))))).toEqual(summed(real));
  });

  it('NW1: and in filter, packet by packet, byte by byte', () => {
    const machine = recordedMachine(['10.244.3.86', '10.244.5.64'], '0-before.nat-save.txt');
    machine.requests(20, { from: 'client', to: '10.123.0.21', port: 30080, bytes: 81 });
    const ours = machine.list('worker-1', 'filter').join('\n');
    for (const chain of ['FORWARD', 'KUBE-FORWARD']) {
      const real = grown(
        listed(file('0-before.filter-counters.txt'), chain),
        listed(file('1-after-nodeport-20.filter-counters.txt'), chain),
      );
      expect(grown(new Map(), listed(ours, chain)), chain).toEqual(real);
    }
  });

  it('NW2: the kernel remembers them as the recording has it', () => {
    const machine = recordedMachine(['10.244.3.86', '10.244.5.64'], '0-before.nat-save.txt');
    machine.requests(20, { from: 'client', to: '10.123.0.21', port: 30080, bytes: 81 });
    const real = entryShapes(file('1-conntrack.txt').split('\n'), /dport=30080/);
    expect(entryShapes(machine.conntrack('worker-1'), /dport=30080/)).toEqual(real);
  });

  it('NW1: twenty from the node itself to the cluster IP', () => {
    const machine = recordedMachine(['10.244.3.86', '10.244.5.64'], '1-after-nodeport-20.nat-save.txt');
    const before = counts(machine.save('worker-1', 'nat'));
    machine.requests(20, { from: 'worker-1', to: '10.96.10.10', port: 80, bytes: 81 });
    const real = grown(
      counts(file('1-after-nodeport-20.nat-save.txt').split('\n')),
      counts(file('2-after-clusterip-from-node-20.nat-save.txt').split('\n')),
    );
    expect(summed(grown(before, counts(machine.save('worker-1', 'nat'))))).toEqual(summed(real));
  });

  it('NW1, NW2: twenty from a Pod, to itself too', () => {
    const machine = recordedMachine(['10.244.3.93', '10.244.5.72'], '3-before-clusterip-from-pod.nat-save.txt');
    const before = counts(machine.save('worker-1', 'nat'));
    const results = machine.requests(20, { from: 'local', to: '10.96.10.10', port: 80, bytes: 18 });
    const after = grown(before, counts(machine.save('worker-1', 'nat')));
    const toItself = results.filter(({ seen }) => seen.startsWith('10.244.3.1:')).length;
    expect(toItself).toBeGreaterThan(0);
    const marked = [...after].find(([rule]) => rule.includes('MARK --set-xmark 0x4000/0x4000'));
    expect(marked?.[1]).toEqual([toItself, toItself * 60]);
    const entries = entryShapes(file('3-conntrack.txt').split('\n'), /dst=10.96.10.10/);
    expect(entryShapes(machine.conntrack('worker-1'), /dst=10.96.10.10/)).toEqual(entries);
    const filterThere = grown(
      listed(file('3-before-clusterip-from-pod.filter-counters.txt'), 'FORWARD'),
      listed(file('3-after-clusterip-from-pod-20.filter-counters.txt'), 'FORWARD'),
    );
    const forward = (counters: ReadonlyMap<string, unknown>) =>
      [...counters].filter(([rule]) => rule.startsWith('KUBE-FORWARD ')).map(([, count]) => count);
    expect(forward(listed(machine.list('worker-1', 'filter').join('\n'), 'FORWARD'))).toEqual(forward(filterThere));
  });

  it('NW3: a closed port is refused by the node, a Service without endpoints by a rule', () => {
    const machine = recordedMachine(['10.244.3.86', '10.244.5.64'], '5-no-endpoints.nat-save.txt');
    machine.restore('worker-1', shapes['k07-nodeport-no-endpoints.filter.txt'] ?? '');
    const [closed] = machine.requests(1, { from: 'client', to: '10.123.0.21', port: 31999, bytes: 81 }) as [Result];
    expect(closed.outcome).toBe('refused');
    const [empty] = machine.requests(1, { from: 'client', to: '10.123.0.21', port: 30080, bytes: 81 }) as [Result];
    expect(empty.outcome).toBe('refused');
    const lines = machine.list('worker-1', 'filter');
    expect(lines.filter((line) => line.includes('REJECT') && !/^ +0 /.test(line))).toHaveLength(1);
    expect(machine.conntrack('worker-1').filter((line) => line.includes('dport=30080'))).toEqual([]);
  });
});
