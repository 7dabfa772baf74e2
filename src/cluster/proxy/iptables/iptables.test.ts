import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpointsOfSlice } from '../shared/endpoint.ts';
import { base32Hash } from '../shared/hash.ts';
import { type ServicePortInfo, servicePortsOf } from '../shared/service-port.ts';
import { ProxyState } from '../shared/state.ts';
import {
  dumpedLines,
  printedLines,
  printedRule,
  RECORDED_SETTINGS,
  rulesByChain,
  serviceOf,
  sliceOf,
  stateOf,
} from '../testing.ts';
import { IptablesProxier } from './proxier.ts';
import { serviceRules } from './service-rules.ts';

interface Recording {
  readonly yaml: string;
  readonly nat: string;
  readonly filter: string;
}

const file = new URL('../../../../testdata/kube-proxy/recordings.json.gz', import.meta.url);
const recordings = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<string, Recording>;
const shapes = Object.entries(recordings).filter(([, { yaml }]) => yaml !== undefined);

describe('recorded shapes of Services', () => {
  it.each(shapes)('IP1: %s gives the chains and rules of the real kube-proxy', (_, { yaml, nat, filter }) => {
    const state = stateOf(yaml);
    const proxier = new IptablesProxier(RECORDED_SETTINGS, state);
    const input = proxier.sync(0, state.take(), true);
    for (const [ours, dump] of [
      [input.nat, nat],
      [input.filter, filter],
    ] as const) {
      expect(printedLines(ours)).toEqual(dumpedLines(dump));
      const rules = ours.filter((line) => line.startsWith('-A ')).map(printedRule);
      const real = rulesByChain(dump.split('\n'));
      for (const [chain, inOrder] of rulesByChain(rules)) expect(inOrder).toEqual(real.get(chain));
    }
  });
});

const PORT = { name: 'http', protocol: 'TCP', port: 8080 };

function endpoints(count: number, from = 0): readonly object[] {
  return Array.from({ length: count }, (_, at) => {
    const n = from + at;
    return { addresses: [`10.244.${n >> 8}.${n & 255}`], nodeName: `node-${n % 3}`, conditions: { ready: true } };
  });
}

function web(at: number): ReturnType<typeof serviceOf> {
  const ports = [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 8080 }];
  return serviceOf(`web-${at}`, { type: 'ClusterIP', clusterIP: `10.96.${1 + (at >> 8)}.${at & 255}`, ports });
}

function proxierOf(services: number, each: number): { state: ProxyState; proxier: IptablesProxier } {
  const state = new ProxyState('IPv4');
  for (let at = 0; at < services; at += 1) {
    state.serviceChanged(`default/web-${at}`, web(at));
    state.sliceChanged(sliceOf(`web-${at}`, [PORT], endpoints(each, at * each)), false);
  }
  return { state, proxier: new IptablesProxier(RECORDED_SETTINGS, state) };
}

describe('names', () => {
  it.each([
    ['default/kubernetes:httpstcp', 'NPX46M4PTMTKRN6Y'],
    ['kube-system/kube-dns:dnsudp', 'TCOU7JCQXEZGVUNU'],
    ['default/nginxtcp', '2CMXP7HKUVJN7L6M'],
    ['default/kubernetes:httpstcp10.0.0.2:6443', 'HSRFD4S3AHFNRYNO'],
  ])('IP2: %s is hashed to %s', (text, hash) => {
    expect(base32Hash(text, 16)).toBe(hash);
  });

  it('IP2: names longer than a block of the hash are hashed too', () => {
    expect(base32Hash('a'.repeat(55), 16)).toBe('T5BZB6GTBQW5SLWJ');
    expect(base32Hash('a'.repeat(200), 16)).toBe('YKUQRWMPLX4YPLPE');
  });
});

describe('syncs', () => {
  it('IP3: a partial sync writes the chains of changed Services only, and all rules of the shared chains', () => {
    const { state, proxier } = proxierOf(3, 2);
    proxier.sync(0, state.take(), true);
    state.sliceChanged(sliceOf('web-1', [PORT], endpoints(1, 2)), false);
    const { nat, changed, deleted } = proxier.sync(1, state.take(), false);
    expect(changed).toEqual(['default/web-1:http']);
    expect(nat.filter((line) => line.startsWith('-A KUBE-SERVICES'))).toHaveLength(4);
    expect(nat.filter((line) => line.startsWith(':KUBE-SVC'))).toHaveLength(1);
    expect(nat.filter((line) => line.startsWith(':KUBE-SEP'))).toHaveLength(2);
    expect(deleted).toHaveLength(1);
    expect(nat).toContain(`-X ${deleted[0]}`);
  });

  it('IP4: the chains of a Service that is gone are flushed and deleted', () => {
    const { state, proxier } = proxierOf(2, 2);
    proxier.sync(0, state.take(), true);
    state.serviceChanged('default/web-1', undefined);
    const { nat, deleted } = proxier.sync(1, state.take(), false);
    expect(deleted.filter((chain) => chain.startsWith('KUBE-SVC'))).toHaveLength(1);
    expect(deleted).toHaveLength(3);
    expect(nat.filter((line) => line.startsWith('-A KUBE-S'))).toHaveLength(2);
  });

  it('IP4: after a restart, chains that no Service needs are found in the table', () => {
    const { state, proxier } = proxierOf(1, 1);
    const existing = ['KUBE-SVC-AAAAAAAAAAAAAAAA', 'KUBE-SERVICES', 'FORWARD'];
    expect(proxier.sync(0, state.take(), true, existing).deleted).toEqual(['KUBE-SVC-AAAAAAAAAAAAAAAA']);
  });

  it('IP5: with more than 1000 endpoints comments are left out, and unused chains are deleted twice a minute', () => {
    const { state, proxier } = proxierOf(102, 10);
    const { nat, largeCluster } = proxier.sync(0, state.take(), true);
    expect(largeCluster).toBe(true);
    expect(nat.some((line) => line.includes(' -> '))).toBe(false);
    expect(nat.some((line) => line.includes('cluster IP'))).toBe(true);
    state.serviceChanged('default/web-3', undefined);
    expect(proxier.sync(1_000_000, state.take(), false).deleted).toHaveLength(0);
    expect(proxier.sync(31_000_000, state.take(), false).deleted).toHaveLength(11);
  });

  it('IP6: odds have ten digits, and the last endpoint takes what is left', () => {
    const { state, proxier } = proxierOf(1, 3);
    const { nat } = proxier.sync(0, state.take(), true);
    const odds = nat.filter((line) => / -> /.test(line)).map((line) => /--probability (\S+)/.exec(line)?.[1]);
    expect(odds).toEqual(['0.3333333333', '0.5000000000', undefined]);
  });

  it('IP6: odds that lie between two numbers of ten digits are rounded as Go does, to the even one', () => {
    const slice = sliceOf('web', [PORT], endpoints(2048));
    const found = endpointsOfSlice(slice).get('default/web:http') ?? [];
    const [info] = servicePortsOf(serviceOf('web', { clusterIP: '10.96.0.7', ports: [PORT] }), 'IPv4');
    const { rules } = serviceRules(info as ServicePortInfo, found, RECORDED_SETTINGS, false);
    const odds = rules.map((line) => /--probability (\S+)/.exec(line)?.[1]).filter((text) => text !== undefined);
    expect([odds.length, odds[0], odds.at(-1)]).toEqual([2047, '0.0004882812', '0.5000000000']);
  });

  it('IP7: node ports are counted on the loopback address in IPv4 alone, health checks answered for load balancers alone', () => {
    const rulesOf = (type: string, clusterIP: string, family: 'IPv4' | 'IPv6') => {
      const ports = [{ ...PORT, nodePort: 30080 }];
      const spec = { type, clusterIP, ports, externalTrafficPolicy: 'Local', healthCheckNodePort: 31000 };
      const [info] = servicePortsOf(serviceOf('web', spec), family);
      const found = endpointsOfSlice(sliceOf('web', ports, endpoints(1))).get('default/web:http') ?? [];
      const { sharedNat, filter } = serviceRules(info as ServicePortInfo, found, RECORDED_SETTINGS, true);
      const has = (lines: readonly string[], text: string) => lines.some((line) => line.includes(text));
      return [has(sharedNat, 'localhost_nps_accepted_pkts'), has(filter, '--dport 31000')];
    };
    expect(rulesOf('LoadBalancer', '10.96.0.7', 'IPv4')).toEqual([true, true]);
    expect(rulesOf('NodePort', '10.96.0.7', 'IPv4')).toEqual([true, false]);
    expect(rulesOf('LoadBalancer', 'fd00:10:96::7', 'IPv6')).toEqual([false, true]);
  });

  it('PS1: what makes no difference to a proxy is not a change', () => {
    const state = new ProxyState('IPv4');
    const slice = sliceOf('web-0', [PORT], endpoints(1));
    expect(state.serviceChanged('default/web-0', web(0))).toBe(true);
    expect(state.sliceChanged(slice, false)).toBe(true);
    state.take();
    const annotated = { ...slice, metadata: { ...slice.metadata, annotations: { a: 'b' } } };
    expect(state.serviceChanged('default/web-0', web(0))).toBe(false);
    expect(state.sliceChanged(annotated, false)).toBe(false);
    expect(state.endpointCount).toBe(1);
    state.serviceChanged('default/web-0', undefined);
    state.take();
    expect(state.endpointCount).toBe(0);
  });

  it('PS2: connections over UDP to an endpoint that is gone, or made while there was none, are stale', () => {
    const state = new ProxyState('IPv4');
    const dns = { name: 'dns', protocol: 'UDP', port: 53 };
    state.serviceChanged('default/dns', serviceOf('dns', { clusterIP: '10.96.0.10', ports: [dns] }));
    state.take();
    state.sliceChanged(sliceOf('dns', [dns], endpoints(1, 7)), false);
    expect(state.take().stale).toMatchObject([{ endpoint: undefined }]);
    state.sliceChanged(sliceOf('dns', [dns], endpoints(1, 8)), false);
    expect(state.take().stale).toMatchObject([{ endpoint: { ip: '10.244.0.7' } }]);
  });
});
