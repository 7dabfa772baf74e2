import { describe, expect, it } from 'vitest';
import type { KObject } from '../../api/types/meta.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Context, Engine } from '../../engine/index.ts';
import { clusterKinds } from '../../steps/index.ts';
import { FakeApiServer } from '../clientgo/fake-api-server.ts';
import { NO_FAULTS } from '../ports/environment.ts';
import { zeroLatencies } from '../ports/latency.ts';
import type { Netfilter } from '../ports/netfilter.ts';
import { createKubeProxy, type ProxyMode } from './index.ts';
import { HEALTH_TABLES, SYNC_TABLES } from './shared/rows.ts';
import { serviceOf, sliceOf } from './testing.ts';

const PORT = { name: 'http', protocol: 'TCP', port: 8080 };
const SPEC = { type: 'ClusterIP', clusterIP: '10.96.0.7', ports: [{ ...PORT, port: 80 }] };

/** Remembers what it was told. */
class FakeNetfilter implements Netfilter {
  get six(): Netfilter {
    return this;
  }

  readonly restores: (readonly string[])[] = [];
  readonly rules: string[] = [];
  readonly chains = new Set<string>();
  readonly forgotten: object[] = [];
  error: string | undefined;

  restore(_: Context, text: string | readonly string[]): string | undefined {
    this.restores.push(text as readonly string[]);
    return this.error;
  }
  save(): readonly string[] {
    return [':PREROUTING ACCEPT [0:0]', ':KUBE-SVC-OLDOLDOLDOLDOLDO - [0:0]'];
  }
  ensureChain(_: Context, table: string, chain: string): boolean {
    this.chains.add(`${table} ${chain}`);
    return true;
  }
  chainExists(): boolean {
    return true;
  }
  ensureRule(_: Context, table: string, chain: string, _position: string, rule: string): boolean {
    const text = `${table} ${chain} ${rule}`;
    if (this.rules.includes(text)) return false;
    this.rules.push(text);
    return true;
  }
  deleteRule(): boolean {
    return false;
  }
  deleteChain(): boolean {
    return false;
  }
  forgetConnections(_: Context, filter: object): number {
    this.forgotten.push(filter);
    return 0;
  }
  setSysctl(): void {}
  listen(): void {}
  readonly nftables = { apply: () => undefined };
  readonly ipvs = {
    apply: () => undefined,
    connections: () => 0,
    bind: () => undefined,
    addresses: () => ['10.123.0.11'],
  };
  readonly ipsets = { apply: () => undefined };
}

function world(mode: ProxyMode = 'iptables') {
  const engine = new Engine({
    seed: 1,
    kinds: clusterKinds,
    startTime: 0,
    recording: 'full',
    maxSteps: 100_000,
    freeze: true,
  });
  const api = new FakeApiServer(engine);
  const netfilter = new FakeNetfilter();
  const env = { engine, latencies: zeroLatencies, faults: NO_FAULTS };
  const base = engine.background('test');
  const put = (resource: string, object: KObject) => engine.perform(() => void api.put(base, resource, object));
  const until = (time: number) => {
    while ((engine.nextTime ?? time + 1) <= time) engine.advance();
    engine.idleUntil(time);
  };
  const kinds = (name: string) => {
    const found: object[] = [];
    for (let seq = engine.journal.base; seq < engine.journal.end; seq += 1) {
      const step = engine.journal.step(seq);
      if (step.kind.name === name) found.push({ at: step.time, ...step.args });
    }
    return found as { readonly [arg: string]: unknown }[];
  };
  const credentials = { clientCertificate: { commonName: 'p', organizations: [], fingerprint: '' } };
  const start = () =>
    createKubeProxy(env, api, {
      credentials,
      mode,
      node: 'node-1',
      places: [{ family: 'IPv4', nodeIP: '10.123.0.11', clusterCIDR: '10.244.0.0/16', serviceCIDR: '10.96.0.0/12' }],
      netfilter,
    }).start();
  const last = () => engine.table(SYNC_TABLES.IPv4.of('node-1')).get('last');
  return { engine, api, netfilter, put, until, kinds, start, last };
}

describe('kube-proxy', () => {
  it('KP1: the first sync is a full one, made when everything has been listed', () => {
    const { put, start, until, netfilter, kinds, last } = world();
    put('services', serviceOf('web', SPEC));
    put('endpointslices', sliceOf('web', [PORT], [{ addresses: ['10.244.1.5'], nodeName: 'node-1' }]));
    start();
    until(SECOND);
    expect(kinds('proxy.sync')).toMatchObject([{ full: true, services: 1, endpoints: 1, changed: 1 }]);
    expect(netfilter.restores).toHaveLength(1);
    expect(netfilter.rules).toHaveLength(14);
    expect([...netfilter.chains].filter((chain) => chain.endsWith('CANARY'))).toHaveLength(3);
    expect(netfilter.restores[0]).toContain('-X KUBE-SVC-OLDOLDOLDOLDOLDO');
    expect(last()).toMatchObject({ full: true, changed: ['default/web:http'], error: undefined });
  });

  it('KP2: changes within a second are written together', () => {
    const { put, start, until, kinds } = world();
    start();
    until(10 * SECOND);
    put('services', serviceOf('web', SPEC));
    until(10.1 * SECOND);
    put('endpointslices', sliceOf('web', [PORT], [{ addresses: ['10.244.1.5'] }]));
    until(10.2 * SECOND);
    put('services', serviceOf('db', { ...SPEC, clusterIP: '10.96.0.8' }));
    until(20 * SECOND);
    const syncs = kinds('proxy.sync').slice(1);
    expect(syncs).toMatchObject([
      { full: false, changed: 1 },
      { full: false, changed: 2 },
    ]);
    expect((syncs[1]?.at as number) - (syncs[0]?.at as number)).toBe(SECOND);
    expect(kinds('proxy.delayed')).toHaveLength(1);
    expect(kinds('proxy.portRefused')).toHaveLength(2);
    expect(kinds('proxy.portWritten')).toMatchObject([
      { mode: 'iptables', port: 'default/web:http', usable: 1, local: 0 },
    ]);
  });

  it('KP2: a quiet cluster is synced once an hour', () => {
    const { start, until, kinds, engine } = world();
    start();
    until(3700 * SECOND);
    expect(kinds('proxy.sync')).toMatchObject([{ full: true }, { full: true }]);
    expect(engine.quiescent).toBe(true);
  });

  it('KP3: a sync that fails is tried again after half a minute, as a full one', () => {
    const { put, start, until, kinds, netfilter, last } = world();
    start();
    until(10 * SECOND);
    netfilter.error = 'iptables-restore: line 4 failed';
    put('services', serviceOf('web', SPEC));
    until(20 * SECOND);
    expect(last()?.error).toBe('iptables-restore: line 4 failed');
    netfilter.error = undefined;
    until(60 * SECOND);
    expect(kinds('proxy.sync').map(({ full }) => full)).toEqual([true, false, true]);
    expect(last()?.error).toBeUndefined();
  });

  it('KP4: a load balancer is told whether this node has an endpoint', () => {
    const { put, start, until, engine } = world();
    start();
    const policy = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 32000 };
    put('services', serviceOf('web', { ...SPEC, ...policy }));
    until(10 * SECOND);
    const health = engine.table(HEALTH_TABLES.of('node-1'));
    expect(health.get('32000')).toEqual({ service: 'default/web', localEndpoints: 0, code: 503 });
    put('endpointslices', sliceOf('web', [PORT], [{ addresses: ['10.244.1.5'], nodeName: 'node-1' }]));
    until(20 * SECOND);
    expect(health.get('32000')).toMatchObject({ localEndpoints: 1, code: 200 });
  });

  it('KP5: the mode of old is refused, and shown', () => {
    const { start, until, kinds, netfilter } = world('userspace');
    start();
    until(SECOND);
    expect(kinds('proxy.refused')).toMatchObject([
      {
        error:
          'KubeProxyConfiguration.Mode: Invalid value: "userspace": must be iptables,ipvs,nftables or blank (blank means the best-available proxy [currently iptables])',
      },
    ]);
    expect(netfilter.restores[0]?.join('\n')).toContain(':KUBE-PORTALS-CONTAINER');
  });
});
