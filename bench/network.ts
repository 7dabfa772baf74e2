import type { Service } from '../src/api/types/core.ts';
import type { EndpointSlice } from '../src/api/types/discovery.ts';
import { parseAddress } from '../src/base/address.ts';
import { Network } from '../src/cluster/network/network.ts';
import { TCP } from '../src/cluster/network/packets/packet.ts';
import { NO_FAULTS } from '../src/cluster/ports/environment.ts';
import { zeroLatencies } from '../src/cluster/ports/latency.ts';
import { IptablesBackend } from '../src/cluster/proxy/iptables/backend.ts';
import { IpvsBackend } from '../src/cluster/proxy/ipvs/backend.ts';
import { NftablesBackend } from '../src/cluster/proxy/nftables/backend.ts';
import type { Backend } from '../src/cluster/proxy/shared/backend.ts';
import { ProxyState } from '../src/cluster/proxy/shared/state.ts';
import { type Context, Engine } from '../src/engine/index.ts';
import { clusterKinds } from '../src/steps/index.ts';
import { kubectl } from '../src/steps/kubectl.ts';
import { calibrate, type Figure, percentile, round } from './calibrate.ts';
import { figure } from './engine.ts';

const SERVICES = 5000;
const ENDPOINTS = 10;
const CHANGES = 20;
const MODES = ['iptables', 'nftables', 'ipvs'] as const;
type Mode = (typeof MODES)[number];

const NODE = { name: 'node-1', address: '10.123.0.11', podCIDR: '10.244.1.0/24' };
const clusterIP = (at: number) => `10.${96 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`;
const podIP = (at: number) => `10.${244 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`;

function service(at: number): Service {
  const spec = {
    type: 'ClusterIP',
    clusterIP: clusterIP(at + 300),
    ports: [{ name: 'http', protocol: 'TCP', port: 80 }],
  };
  return { metadata: { name: `web-${at}`, namespace: 'default' }, spec } as unknown as Service;
}

function slice(at: number, endpoints: number): EndpointSlice {
  const name = `web-${at}`;
  const labels = { 'kubernetes.io/service-name': name };
  const conditions = { ready: true, serving: true, terminating: false };
  return {
    metadata: { name: `${name}-1`, namespace: 'default', labels },
    addressType: 'IPv4',
    ports: [{ name: 'http', protocol: 'TCP', port: 8080 }],
    endpoints: Array.from({ length: endpoints }, (_, each) => ({
      addresses: [podIP(at * ENDPOINTS + each + 600)],
      conditions,
      nodeName: 'node-9',
    })),
  } as unknown as EndpointSlice;
}

/** Of this process: a busy machine makes others wait, not this figure larger. */
function cpuMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Figures {
  readonly full: number;
  readonly written: number;
  readonly change: number;
  /** Rules that the first packet to a Service meets: the last Service's. */
  readonly examined: number;
}

/** One node's kube-proxy and kernel, with so many Services. */
function measured(mode: Mode, services: number): Figures {
  const options = {
    seed: 1,
    kinds: clusterKinds,
    startTime: 0,
    recording: 'off',
    maxSteps: 1_000_000,
    freeze: false,
  } as const;
  const engine = new Engine(options);
  const doing = <T>(action: (ctx: Context) => T): T => {
    let result: T | undefined;
    engine.perform(() => {
      result = action(engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: '' }));
    });
    return result as T;
  };
  const env = { engine, latencies: zeroLatencies, faults: NO_FAULTS };
  const network = new Network(env, () => undefined);
  const netfilter = network.addNode(NODE);
  const state = new ProxyState('IPv4');
  const backend = backendOf(mode, engine, netfilter, state);
  for (let at = 0; at < services; at += 1) {
    state.serviceChanged(`default/web-${at}`, service(at));
    state.sliceChanged(slice(at, ENDPOINTS), false);
  }
  doing((ctx) => backend.prepare(ctx));
  const began = cpuMillis();
  const update = state.take();
  const text = doing((ctx) => backend.prepareSync(ctx, update, true));
  const full = cpuMillis() - began;
  doing((ctx) => text.apply(ctx));
  const written = cpuMillis() - began;
  const changes: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const started = cpuMillis();
    state.sliceChanged(slice(change, ENDPOINTS - 1), false);
    const next = state.take();
    doing((ctx) => backend.prepareSync(ctx, next, false));
    changes.push(cpuMillis() - started);
  }
  return { full, written, change: percentile(changes, 0.5), examined: ask(engine, network, services - 1, doing) };
}

function ask(engine: Engine, network: Network, at: number, doing: <T>(action: (ctx: Context) => T) => T): number {
  let examined = 0;
  const to = clusterIP(at + 300);
  const asked = { to, address: parseAddress(to) ?? 0, port: 80, protocol: TCP, bytes: 10, what: 'GET /' };
  const ctx = doing((own) => own);
  engine.spawn(
    (function* () {
      const result = yield* network.request(ctx, { from: 'node-1', ...asked, timeoutMicros: 1 });
      examined = result.examined;
    })(),
  );
  while (engine.advance());
  return examined;
}

function backendOf(mode: Mode, engine: Engine, netfilter: ReturnType<Network['addNode']>, state: ProxyState): Backend {
  const settings = {
    node: NODE.name,
    zone: '',
    nodeIP: NODE.address,
    clusterCIDR: '10.244.0.0/14',
    masqueradeAll: false,
  };
  if (mode === 'iptables') return new IptablesBackend(netfilter, settings, state);
  if (mode === 'ipvs') return new IpvsBackend(netfilter, settings, state);
  return new NftablesBackend(engine, netfilter, settings, '10.96.0.0/12', state);
}

/** 5,000 Services with 50,000 endpoints: what a sync costs in each mode, and what a packet meets. */
export function networkFigures(): readonly Figure[] {
  for (const mode of MODES) measured(mode, 200); // the compiler has seen everything now
  return MODES.flatMap((mode) => {
    const calibration = calibrate();
    const { full, written, change, examined } = measured(mode, SERVICES);
    const few = measured(mode, 10).examined;
    const detail = { written: round(written), examined, examinedAmong10: few };
    return [
      figure(`network.sync.${mode}`, full, 'ms', '<= 2000', full <= 2000, calibration, detail),
      figure(`network.change.${mode}`, change, 'ms', '<= 20', change <= 20, calibration),
    ];
  });
}
