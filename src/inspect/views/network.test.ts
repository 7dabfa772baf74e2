import { describe, expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { ClusterConfig } from '../../protocol/run-description.ts';
import { Snapshot } from '../snapshot.ts';
import { networkView } from './network.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx:1.27}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 80, nodePort: 32198}]
`;

/** A cluster in which one packet was sent to a node port, and a reader at its steps. */
function sent(proxy: 'iptables' | 'nftables' | 'ipvs' = 'iptables', more: Partial<ClusterConfig> = {}) {
  const run = startedRun({ nodes: 2, latencies: 'zero', proxy, ...more }, { seed: 5 });
  const to = more.families === undefined ? '10.123.0.11' : 'fd00:10:123::b';
  const settle = () => {
    run.advance({ quiescent: true });
    run.advance({ time: run.engine.now + 3_000_000 });
    run.advance({ quiescent: true });
  };
  settle();
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
  settle();
  run.give({ type: 'packet', from: 'client', to, port: 32198, protocol: 'tcp' });
  settle();
  const snapshot = new Snapshot(run.engine, { grain: 'detail', scope: 'everything' });
  snapshot.refresh();
  const { journal } = snapshot;
  const find = (fits: (seq: number) => boolean): number => {
    for (let seq = journal.base; seq < journal.end; seq += 1) if (fits(seq)) return seq;
    throw new Error('no such step');
  };
  const at = (kind: string, nth = 0) => {
    let left = nth;
    const seq = find((each) => journal.kindOf(each).name === kind && (left === 0 || left-- < 0));
    snapshot.cursor.seek(seq);
    return networkView(snapshot, {});
  };
  const atRule = (chain: RegExp, matched: boolean, params: ViewParams = {}) => {
    const seq = find((each) => {
      if (journal.kindOf(each).name !== 'network.rule') return false;
      const { args } = journal.step(each);
      return chain.test(String(args.chain)) && args.matched === matched;
    });
    snapshot.cursor.seek(seq);
    return networkView(snapshot, params);
  };
  return { at, atRule };
}

describe('the network at the cursor', () => {
  const { at, atRule } = sent();

  it('NW6: shows the chains that the packet came through, with verdicts and counters', () => {
    const { walk, node, listing, chain } = atRule(/^KUBE-SEP-/, true);
    expect(node).toBe('node-1');
    expect(walk?.chains.map(({ name }) => name.replace(/-[A-Z0-9]{16}$/, ''))).toEqual([
      'PREROUTING',
      'KUBE-SERVICES',
      'KUBE-NODEPORTS',
      'KUBE-EXT',
      'KUBE-MARK-MASQ',
      'KUBE-SVC',
      'KUBE-SEP',
    ]);
    expect(walk?.chains.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 4, 5]);
    const services = walk?.chains[1]?.rules ?? [];
    expect(services[0]).toMatchObject({ verdict: 'miss', why: 'destination', seen: '10.123.0.11', packets: 0 });
    expect(services.at(-1)).toMatchObject({ verdict: 'hit', target: 'KUBE-NODEPORTS', packets: 1, bytes: 60 });
    const endpoint = walk?.chains.at(-1)?.rules.at(-1);
    expect(endpoint).toMatchObject({ now: true, verdict: 'hit' });
    expect(endpoint?.text).toMatch(/^-p tcp -j DNAT --to-destination 10\.244\.\d\.\d+:80$/);
    expect(chain).toMatch(/^nat\/KUBE-SEP-/);
    expect(listing[0]).toMatch(/^Chain KUBE-SEP-\w+ \(1 references\)$/);
    expect(walk?.endpoints.map(({ chance }) => chance)).toEqual(['1/3', '1/3', '1/3']);
    expect(walk?.endpoints.filter(({ chosen }) => chosen)).toHaveLength(1);
    expect(walk?.endpoints[0]?.pod).toMatch(/^web-.* · node-\d$/);
  });

  it('NW6: shows the header before and after a translation', () => {
    const { walk } = at('network.translated');
    expect(walk?.before.destination).toBe('10.123.0.11:32198');
    expect(walk?.after.destination).toMatch(/^10\.244\.\d\.\d+:80$/);
    expect(walk?.after.source).toBe(walk?.before.source);
    expect(walk?.after.mark).toBe('0x4000');
    expect(walk?.examined).toBeGreaterThan(8);
  });

  it('NW14: shows a packet that asks no rule those that decided about its connection', () => {
    const { walk } = at('network.sent', 3);
    expect(walk?.decidedOn).toBe('node-1');
    expect(walk?.chainsAt).toBe('PREROUTING');
    expect(walk?.chains.at(-1)?.name).toMatch(/^KUBE-SEP-/);
    expect(walk?.rule).toBeUndefined();
    expect(walk?.chains.flatMap(({ rules }) => rules).some(({ now }) => now)).toBe(false);
  });

  it('NW6: shows the way behind and ahead, and what the node remembers in the end', () => {
    const { walk } = at('network.routed');
    const states = walk?.stops.map(({ state }) => state) ?? [];
    expect(states.filter((state) => state === 'now')).toHaveLength(1);
    expect(states).toContain('ahead');
    expect(walk?.stops.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['client', 'eth0', 'PREROUTING', 'routing', 'FORWARD', 'POSTROUTING']),
    );
    const end = at('network.ended');
    expect(end.entries.map(({ line }) => line).join('\n')).toMatch(
      /tcp +6 \d+ TIME_WAIT src=203\.0\.113\.9 dst=10\.123\.0\.11/,
    );
    expect(end.connections).toMatchObject([{ from: 'client', outcome: 'answered' }]);
    expect(end.senders).toEqual(expect.arrayContaining(['client', 'node-1', 'node-2']));
  });
});

describe('the other modes at the cursor', () => {
  it('NW6: chains of nftables, the look into a map, the number that was drawn', () => {
    const { atRule } = sent('nftables');
    const look = atRule(/^services$/, true);
    expect(look).toMatchObject({ mode: 'nftables', chain: 'kube-proxy/services' });
    const rules = look.walk?.chains.at(-1)?.rules ?? [];
    expect(rules.map(({ verdict }) => verdict)).toEqual(['miss', 'miss', 'hit']);
    expect(rules[2]).toMatchObject({ why: 'lookup', want: '@service-nodeports', seen: 'tcp . 32198' });
    expect(look.listing.join('\n')).toMatch(/# service-nodeports\ntcp \. 32198 : goto external-/);
    const drawn = atRule(/^service-/, true);
    expect(drawn.walk?.rule).toMatch(/^meta l4proto tcp dnat ip to numgen random mod 3 map/);
    expect(drawn.walk?.endpoints.map(({ chance }) => chance)).toEqual(['1/3', '1/3', '1/3']);
    expect(drawn.walk?.endpoints.filter(({ chosen }) => chosen)).toHaveLength(1);
  });

  it('NW6: whose turn it is in IPVS', () => {
    const { at } = sent('ipvs');
    const { walk, mode, listing } = at('network.balanced');
    expect(mode).toBe('ipvs');
    expect(walk?.chains.at(-1)).toMatchObject({ table: 'ipvs', name: '10.123.0.11:32198', total: 3 });
    expect(walk?.chains.at(-1)?.rules.map(({ verdict }) => verdict)).toEqual(['hit', 'ahead', 'ahead']);
    expect(walk?.endpoints[0]).toMatchObject({ chosen: true, chance: '' });
    expect(listing.join('\n')).toContain('10.123.0.11:32198 rr');
    expect(walk?.stops.map(({ name }) => name)).toContain('IPVS');
  });

  it('NW6: endpoints of IPv6 are told with their Pods, in each mode', () => {
    for (const proxy of ['iptables', 'nftables'] as const) {
      const { atRule } = sent(proxy, { families: ['IPv6'] });
      const { walk } = atRule(proxy === 'iptables' ? /^KUBE-SEP-/ : /^service-/, true);
      expect(walk?.endpoints).toHaveLength(3);
      for (const { address, pod } of walk?.endpoints ?? []) {
        expect(address).toMatch(/^\[fd00:10:244:[12]::\w+\]:80$/);
        expect(pod).toMatch(/^web-.* · node-\d$/);
      }
    }
  });

  it('NW12: another scheduler is told where the modes are compared', () => {
    const { at } = sent('ipvs', { ipvsScheduler: 'lc' });
    expect(at('network.balanced').listing.join('\n')).toContain('10.123.0.11:32198 lc');
  });

  it('NW12: one Service is shown as each mode writes it, and on each node', () => {
    const { atRule } = sent();
    const { compare, targets } = atRule(/^KUBE-SVC-/, true, { service: 'default/web:http' });
    expect(compare?.modes.map(({ mode, real }) => [mode, real])).toEqual([
      ['iptables', true],
      ['nftables', false],
      ['ipvs', false],
    ]);
    const text = compare?.modes.map(({ blocks }) => blocks.flatMap(({ lines }) => lines).join('\n')) ?? [];
    expect(text[0]).toContain('--dport 32198');
    expect(text[1]).toContain('add element service-nodeports { tcp . 32198 : goto external-');
    expect(text[2]).toMatch(/-> 10\.244\.\d\.\d:80 Masq 1/);
    expect(compare?.nodes.map(({ node }) => node)).toEqual(['node-1', 'node-2']);
    expect(targets).toContainEqual({ name: 'default/web:http', kind: 'node-port', to: 'node-1', port: 32198 });
  });
});
