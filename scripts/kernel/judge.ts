import { formatAddress, parseAddress } from '../../src/base/address.ts';
import type { Result } from '../../src/cluster/network/journeys/request.ts';
import type { NodeNetfilter } from '../../src/cluster/network/kernel/node-netfilter.ts';
import { Network } from '../../src/cluster/network/network.ts';
import { TCP, UDP } from '../../src/cluster/network/packets/packet.ts';
import { NO_FAULTS } from '../../src/cluster/ports/environment.ts';
import { zeroLatencies } from '../../src/cluster/ports/latency.ts';
import { IptablesBackend } from '../../src/cluster/proxy/iptables/backend.ts';
import { NftablesBackend } from '../../src/cluster/proxy/nftables/backend.ts';
import { ProxyState } from '../../src/cluster/proxy/shared/state.ts';
import { type Context, Engine, Random } from '../../src/engine/index.ts';
import { clusterKinds } from '../../src/steps/index.ts';
import { kubectl } from '../../src/steps/kubectl.ts';
import { type Attempt, CLIENT, type Lab, NODES, PODS, PORTS } from './lab.ts';
import { inSix, objectInSix } from './six.ts';
import { type Topology, type Try, topology } from './topologies.ts';

export interface Verdict {
  readonly topologies: number;
  readonly connections: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/** Fails a given number of draws, then wins one: so the simulation chooses as the kernel did. */
class Steered extends Random {
  failures = 0;
  /** Which of how many is drawn. */
  readonly places = new Map<number, number>();
  private readonly ports = new Random(1, 'ports');

  override below(bound: number): number {
    return this.places.get(bound) ?? this.ports.below(bound);
  }

  override nextU32(): number {
    if (this.failures === 0) return 0;
    this.failures -= 1;
    return 0x7fff_ffff;
  }
}

/** Source ports; a SYN that is sent again has that of the first. */
class SourcePorts extends Random {
  again = false;
  private last = 0;

  override below(bound: number): number {
    if (!this.again) this.last = super.below(bound);
    return this.last;
  }
}

export type Mode = 'iptables' | 'ip6tables' | 'nftables' | 'nftables6';

export const isSixMode = (mode: Mode) => mode.endsWith('6tables') || mode.endsWith('s6');
const isNftMode = (mode: Mode) => mode.startsWith('nftables');

const CLUSTER_CIDR = '10.244.0.0/16';
const SERVICE_CIDR = '10.96.0.0/12';

const BYTES = 7;
const LONG = 10_000;
/** A packet that is dropped is never answered: that long nobody must answer. */
const SHORT = 120;
/** Some draws are answered and some never; before a packet is sent a second time. */
const MIXED = 900;
/** An error that comes while connect() still holds the socket is lost; the second SYN, a second later, is refused for good. */
const SENT_AGAIN = 900;

/** The simulated twin of the lab, with the rules of one topology. */
class Twin {
  readonly engine: Engine;
  readonly network: Network;
  readonly random = new Steered(1, 'steered');
  private readonly ports = new SourcePorts(1, 'source ports');
  private readonly ctx: Context;
  private readonly tables = new Map<string, NftablesBackend>();

  constructor(
    readonly topology: Topology,
    readonly mode: Mode,
  ) {
    this.engine = new Engine({
      seed: 1,
      kinds: clusterKinds,
      startTime: 0,
      recording: 'off',
      maxSteps: 1000,
      freeze: false,
    });
    let ctx: Context | undefined;
    this.engine.perform(() => {
      ctx = this.engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: '' });
    });
    this.ctx = ctx as Context;
    const env = {
      engine: this.engine,
      latencies: zeroLatencies,
      faults: NO_FAULTS,
    };
    const listener = (host: string, protocol: number, port: number) =>
      PODS.some(({ name }) => name === host) && PORTS.includes(port) && (protocol === TCP || protocol === UDP)
        ? { process: host, answer: { writes: [20], text: host } }
        : undefined;
    this.network = new Network(env, listener, {
      overlay: 'routed',
      hairpin: true,
      bridgeFilter: true,
      podMtu: 1500,
    });
    for (const node of NODES) this.network.addNode({ ...node, second: objectInSix(node) });
    for (const pod of PODS) this.network.addPod({ ...pod, second: inSix(pod.address) });
    this.network.addOutside('client', CLIENT, inSix(CLIENT));
    this.network.setVirtual(() => ['node-1']);
    this.network.passages = () => this.random;
    Reflect.set(this.network, 'random', this.ports);
    for (const node of NODES) this.writeRules(node);
  }

  /** What kube-proxy of a node would write. */
  private writeRules({ name, address }: (typeof NODES)[number]): void {
    const { service, slice } = this.topology;
    const six = isSixMode(this.mode);
    const family = six ? 'IPv6' : 'IPv4';
    const state = new ProxyState(family);
    state.serviceChanged(`default/${this.topology.name}`, service);
    state.sliceChanged(slice, false);
    const place = { nodeIP: address, clusterCIDR: CLUSTER_CIDR };
    const settings = { node: name, zone: '', ...(six ? objectInSix(place) : place), masqueradeAll: false };
    const netfilter = this.netfilter(name);
    const services = six ? inSix(SERVICE_CIDR) : SERVICE_CIDR;
    const backend = isNftMode(this.mode)
      ? new NftablesBackend(this.engine, netfilter, settings, services, state, family)
      : new IptablesBackend(netfilter, settings, state, family);
    if (backend instanceof NftablesBackend) this.tables.set(name, backend);
    this.engine.perform(() => backend.prepare(this.ctx));
    const update = state.take();
    this.engine.perform(() => {
      const error = backend.prepareSync(this.ctx, update, true).apply(this.ctx);
      if (error !== undefined) throw new Error(error);
    });
  }

  private netfilter(node: string): NodeNetfilter {
    const found = this.network.netfilter(node);
    if (found === undefined) throw new Error(node);
    return isSixMode(this.mode) ? found.six : found;
  }

  /** The text for `nft -f`. */
  table(node: string): string {
    return (this.tables.get(node)?.list() ?? []).join('\n');
  }

  rules(node: string, counters: boolean): readonly string[] {
    const netfilter = this.netfilter(node);
    return [...netfilter.save('nat', counters), ...netfilter.save('filter', counters)];
  }

  /** The endpoint's place among those that are drawn from, wherever it is drawn. */
  steer(endpoint: string | undefined, node: string): void {
    this.random.failures = 0;
    this.random.places.clear();
    if (endpoint === undefined) return;
    if (isNftMode(this.mode)) {
      for (const [of, place] of placesOf(this.table(node), endpoint)) this.random.places.set(of, place);
      return;
    }
    const lines = this.rules(node, false);
    const chain = lines.find((line) => line.includes(`--to-destination ${bracketed(endpoint)}:`))?.split(' ')[1];
    const chooses = lines.filter((line) => line.endsWith(`-j ${chain}`) && !line.includes('-m recent'));
    const [chosen] = chooses;
    if (chosen === undefined) return;
    const siblings = lines.filter(
      (line) => line.split(' ')[1] === chosen.split(' ')[1] && /-j KUBE-SEP-/.test(line) && !line.includes('-m recent'),
    );
    this.random.failures = siblings.indexOf(chosen);
  }

  /** `again`: from the same port as the last one. */
  connect({ from, to, port, protocol }: Try, again = false): Result {
    this.ports.again = again;
    let result: Result | undefined;
    const { ctx, network } = this;
    this.engine.spawn(
      (function* () {
        const address = parseAddress(to) ?? 0;
        const request = {
          from,
          to,
          address,
          port,
          protocol: protocol === 'tcp' ? TCP : UDP,
          bytes: BYTES,
          what: 'ask',
          timeoutMicros: 500_000,
        };
        result = yield* network.request(ctx, request);
      })(),
    );
    while (this.engine.advance());
    return result as Result;
  }
}

/** A wrong rule differs every time; a packet that a busy kernel sends again, or an entry it still remembers, does not. */
const TIMES = 3;

/** Where an endpoint stands in each map that is drawn from, by how many that has. */
function placesOf(table: string, endpoint: string): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  // Names have dots in the place of colons.
  const wanted = new RegExp(`[ _]${endpoint.replaceAll(':', '[:.]')}( \\. |/)`);
  for (const [, of, elements = ''] of table.matchAll(/numgen random mod (\d+) v?map \{ ([^}]*) \}/g)) {
    const place = elements.split(', ').findIndex((each) => wanted.test(each));
    if (place >= 0) places.set(Number(of), place);
  }
  return places;
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

function topologyFor(mode: Mode, number: number): Topology {
  const found = topology(number);
  return isSixMode(mode) ? objectInSix(found) : found;
}

/** Loads each topology into the kernel, tries everything in both, and compares. */
export async function judgeTopologies(lab: Lab, count: number, mode: Mode, first = 0): Promise<Verdict> {
  const differences: string[] = [];
  const outcomes = new Map<string, number>();
  let connections = 0;
  for (let number = 1; number <= count; number += 1) {
    let found: readonly string[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      found = await judge(lab, new Twin(topologyFor(mode, number + first), mode), (outcome) => {
        connections += 1;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      });
      if (found.length === 0) break;
    }
    for (const difference of found) differences.push(`topology ${number + first}: ${difference}`);
  }
  return { topologies: count, connections, outcomes, differences };
}

async function judge(lab: Lab, twin: Twin, tell: (outcome: string) => void): Promise<readonly string[]> {
  const differences: string[] = [];
  await Promise.all(
    NODES.map(({ name }) =>
      isNftMode(twin.mode)
        ? lab.restoreNft(name, twin.table(name))
        : lab.restore(name, withoutAccounting(twin.rules(name, false)).join('\n')),
    ),
  );
  for (const attempt of twin.topology.tries) {
    const node = drawingNode(attempt);
    const wait = patience(twin, attempt);
    const before = isNftMode(twin.mode) ? await tracesOf(lab, node) : undefined;
    const command = attempt.protocol === 'tcp' ? 'connectTcp' : 'connectUdp';
    const asked = performance.now();
    const real = await lab.tell(attempt.from, { command, host: attempt.to, port: attempt.port, bytes: BYTES, wait });
    const silent = () => (before === undefined ? silentChoice(lab, twin, node) : newChoice(lab, node, attempt, before));
    const answered = podOf(real)?.address;
    const endpoint = answered === undefined || !isSixMode(twin.mode) ? answered : inSix(answered);
    twin.steer(endpoint ?? (await silent()), node);
    const twice = real.outcome === 'ECONNREFUSED' && performance.now() - asked > SENT_AGAIN;
    if (twice) twin.connect(attempt);
    const ours = twin.connect(attempt, twice);
    tell(ours.outcome);
    if (isCollision(real, ours)) tell(COLLISION);
    const difference = compare(real, ours);
    if (difference !== undefined) differences.push(`${JSON.stringify(attempt)}: ${difference}`);
  }
  if (isNftMode(twin.mode)) return differences;
  const saved = await Promise.all(NODES.map(({ name }) => lab.save(name)));
  NODES.forEach(({ name }, at) => {
    differences.push(
      ...compareCounters(name, saved[at] ?? [], withoutAccounting(twin.rules(name, true)), twin.mode === 'ip6tables'),
    );
  });
  return differences;
}

/** How long an answer is worth waiting for, whatever is drawn; each time by a twin that has seen nobody yet. */
function patience({ topology, mode }: Twin, attempt: Try): number {
  const draws = [0, 1, 2].slice(0, Math.max(1, topology.slice.endpoints.length));
  const silent = draws.filter((place) => {
    const forecaster = new Twin(topology, mode);
    forecaster.random.failures = place;
    for (const of of [1, 2, 3]) forecaster.random.places.set(of, Math.min(place, of - 1));
    return forecaster.connect(attempt).outcome === 'timed out';
  });
  if (silent.length === 0) return LONG;
  return silent.length === draws.length ? SHORT : MIXED;
}

/** Nobody said who was asked; the kernel's counters do, where there was a choice. */
async function silentChoice(lab: Lab, twin: Twin, node: string): Promise<string | undefined> {
  const ours = new Map(twin.rules(node, true).map((line) => [line.replace(COUNTER, ''), line]));
  if ([...ours.keys()].filter((line) => line.includes('--to-destination')).length < 2) return undefined;
  for (const line of await lab.save(node)) {
    const counted = ours.get(line.replace(COUNTER, ''));
    if (counted !== line && counted !== undefined) {
      const chosen = / --to-destination \[?([0-9a-f.:]+?)\]?:\d+$/.exec(line)?.[1];
      if (chosen !== undefined) return chosen;
    }
  }
  return undefined;
}

/** Where a connection leaves something behind: what a node remembers, and what each Pod has refused. */
interface Traces {
  readonly remembered: readonly string[];
  readonly resets: ReadonlyMap<string, number>;
}

async function tracesOf(lab: Lab, node: string): Promise<Traces> {
  const [remembered, resets] = await Promise.all([lab.remembered(node), lab.resets()]);
  return { remembered, resets };
}

/** Nobody said who was asked; what the kernel remembers anew does, or who refused, for which it keeps no entry. */
async function newChoice(lab: Lab, node: string, { to, port }: Try, before: Traces): Promise<string | undefined> {
  const known = new Set(before.remembered.map(endsOf));
  const now = await tracesOf(lab, node);
  for (const line of now.remembered) {
    const [, asked = '', at, answers = ''] = ENDS.exec(line) ?? [];
    if (shortest(asked) === to && Number(at) === port && !known.has(endsOf(line))) return shortest(answers);
  }
  return [...now.resets.keys()].find((pod) => now.resets.get(pod) !== before.resets.get(pod));
}

/** The kernel writes every group of an address. */
function shortest(text: string): string {
  const address = parseAddress(text);
  return address === undefined ? text : formatAddress(address);
}

const ENDS = / src=\S+ dst=(\S+) sport=\d+ dport=(\d+) .*?src=(\S+) dst=/;

function endsOf(line: string): string {
  return line.slice(line.indexOf(' src='));
}

const COUNTER = /^\[\S+ /;

/** Where the choice falls: at the node whose kernel sees the packet first. */
function drawingNode({ from, to }: Try): string {
  const is = (address: string) => to === address || to === inSix(address);
  if (is(NODES[1].address)) return 'node-2';
  return from === 'pod-c' && !is(NODES[0].address) ? 'node-2' : 'node-1';
}

function podOf({ outcome, text }: Attempt): (typeof PODS)[number] | undefined {
  return outcome === 'answered' ? PODS.find(({ name }) => text.startsWith(`${name} `)) : undefined;
}

const CODES: { readonly [code: string]: string } = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timed out',
  ECONNRESET: 'reset',
};

/** How it ended, who answered, and whom they saw. */
function compare(real: Attempt, ours: Result): string | undefined {
  const outcome = CODES[real.outcome] ?? real.outcome;
  if (outcome !== ours.outcome)
    return `the kernel says ${outcome} ${real.text}, we say ${ours.outcome} ${ours.process}`;
  if (outcome !== 'answered') return undefined;
  const [pod, address = '', port] = real.text.split(' ');
  const [seen = '', seenPort] = endsOfSeen(ours);
  if (pod !== ours.process) return `${pod} answered, in ours ${ours.process}`;
  if (address !== seen) return `${pod} saw ${address}, in ours ${seen}`;
  if (isCollision(real, ours)) return undefined;
  const kept = Number(port) === real.local;
  if (kept !== (Number(seenPort) === ours.port)) return `the port was ${kept ? 'kept' : 'changed'} by the kernel`;
  return undefined;
}

/** `10.0.0.1:80` or `[fd00::1]:80` */
function endsOfSeen({ seen }: Result): readonly string[] {
  const colon = seen.lastIndexOf(':');
  return [seen.slice(0, Math.max(0, colon)).replace(/[[\]]/g, ''), seen.slice(colon + 1)];
}

/** Told among the outcomes: how often the kernel gave another source port where ours keeps it. */
export const COLLISION = 'another port';

/** Behind one address two connections cannot have one port: the kernel, which remembers earlier ones, then takes another. */
function isCollision(real: Attempt, ours: Result): boolean {
  const [, address, port] = real.text.split(' ');
  const [seen, seenPort] = endsOfSeen(ours);
  return address === seen && Number(port) !== real.local && Number(seenPort) === ours.port;
}

/** Objects of nfacct are made over netlink, which no tool of a plain machine does. */
function withoutAccounting(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/ -m nfacct --nfacct-name +\S+/, ''));
}

/** How many packets an established connection takes depends on timing; how many begin does not. */
const TIMED =
  /RELATED,ESTABLISHED -j ACCEPT|kubernetes forwarding rules" -j KUBE-FORWARD|-j KUBE-FIREWALL|health check service ports" -j KUBE-NODEPORTS/;

/** Neighbours are asked for in packets of IPv6 as well; rules without a state count them. */
const NEIGHBOURS = /health check service ports" -j KUBE-NODEPORTS|kubernetes forwarding rules" -j KUBE-FORWARD/;

function compareCounters(
  node: string,
  real: readonly string[],
  ours: readonly string[],
  six: boolean,
): readonly string[] {
  const differences: string[] = [];
  for (let at = 0; at < Math.max(real.length, ours.length); at += 1) {
    const [theirs = '', mine = ''] = [real[at], ours[at]];
    // What a policy counts is not modelled.
    if (theirs === mine || (mine.startsWith(':') && theirs.split(' ')[0] === mine.split(' ')[0])) continue;
    const same = theirs.replace(COUNTER, '') === mine.replace(COUNTER, '');
    if (same && NEIGHBOURS.test(mine) && six) continue;
    if (same && TIMED.test(mine) && theirs.startsWith('[0:0]') === mine.startsWith('[0:0]')) continue;
    differences.push(`${node}: kernel ${theirs}, ours ${mine}`);
  }
  return differences;
}
