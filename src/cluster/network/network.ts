// Models the network that nodes, Pods and the world outside share: bridge and routes or vxlan, as flannel lays them (v1.36)

import {
  type Address,
  type Address6,
  addressNumber,
  type Cidr,
  formatAddress,
  isSix,
  networkOf,
  nthOf,
  parseAddress,
  parseCidr,
} from '../../base/address.ts';
import { assert, present } from '../../base/assert.ts';
import type { Context, Process, Random, Table } from '../../engine/index.ts';
import type { Environment } from '../ports/environment.ts';
import { draw } from '../ports/latency.ts';
import { Connection } from './journeys/connection.ts';
import type { Request, Result } from './journeys/request.ts';
import type { Wires } from './journeys/wires.ts';
import { type Device, type Host, type Kernel, type Listener, ownAddress, type Route } from './kernel/host.ts';
import { NodeKernel, NodeNetfilter } from './kernel/node-netfilter.ts';
import { type Packet, SIX_HEADER_MORE } from './packets/packet.ts';
import { CONNECTIONS_TABLE, type ConnectionRow, PACKETS_TABLE, type PacketRow } from './packets/rows.ts';

export interface NetworkOptions {
  /** How packets reach Pods of other nodes: wrapped, or by routes that every node has. */
  readonly overlay: 'vxlan' | 'routed';
  /** A bridge sends a packet back through the cable that it came from. */
  readonly hairpin: boolean;
  /** Packets between two Pods of a node pass iptables. */
  readonly bridgeFilter: boolean;
  /** What Pods believe that their network carries. */
  readonly podMtu: number;
}

export const DEFAULT_NETWORK: NetworkOptions = {
  overlay: 'vxlan',
  hairpin: true,
  bridgeFilter: true,
  podMtu: 1450,
};

/** A machine's place in one family. */
interface Place {
  readonly address: string;
  readonly podCIDR: string;
}

export interface NodeOptions extends Place {
  readonly name: string;
  /** Of the second family, where there is one. */
  readonly second?: Place | undefined;
}

export interface PodOptions {
  readonly name: string;
  readonly node: string;
  readonly address: string;
  readonly second?: string | undefined;
  readonly veth: string;
}

/** Who listens where: asked when a packet arrives. */
export type Listeners = (host: string, protocol: number, port: number, address: string) => Listener | undefined;

const NODE_MTU = 1500;
const VXLAN_MTU = 1450;
const LO: Device = { name: 'lo', kind: 'lo', address: 0x7f00_0001, mtu: 65_536 };
const DEFAULT_ROUTE: Cidr = { address: 0, prefix: 0 };
const DEFAULT_ROUTE6: Cidr = { address: '0'.repeat(32) as Address6, prefix: 0 };
/** The tunnel of IPv6: its own packets are of IPv6, too. */
const VXLAN6 = 'flannel-v6.1';
const SEGMENT6 = 64;
/** The machine behind everything that is no node: the gateway of nodes, and the way of those outside to them. */
const GATEWAY_PREFIX = 24;

const NO_ANSWER = { writes: [], text: '' };

/** All kernels and wires of a cluster. */
export class Network implements Wires {
  readonly nth = new Map<number, number>();
  readonly hairpin: boolean;
  private readonly hostsByName = new Map<string, Host>();
  private readonly hostsByAddress = new Map<Address, Host>();
  private readonly podCidrs = new Map<Host, Cidr>();
  /** In clusters with both families. */
  private readonly podCidrs6 = new Map<Host, Cidr>();
  /** Nodes by the network of their Pods, one map a family and prefix length. */
  private readonly byPodCidr = new Map<string, { readonly cidr: Cidr; readonly nodes: Map<Address, Host> }>();
  private readonly podsByAddress = new Map<Address, Host>();
  /** Attached, and not joined yet: most Pods are never sent a packet, and nobody looks where they are. */
  private arriving: PodOptions[] = [];
  private readonly packets: Table<PacketRow>;
  private readonly connections: Table<ConnectionRow>;
  private readonly randoms = new Map<Host, Random>();
  private readonly random: Random;
  private readonly linkRandom: Random;
  private count = 0;
  /** Addresses that lead from outside to some node: load balancers, external IPs. */
  private virtual: (address: string) => readonly string[] = () => [];

  constructor(
    private readonly env: Environment,
    private readonly listeners: Listeners,
    private readonly options: NetworkOptions = DEFAULT_NETWORK,
  ) {
    const { engine } = env;
    this.hairpin = options.hairpin;
    this.packets = engine.table(PACKETS_TABLE);
    this.connections = engine.table(CONNECTIONS_TABLE);
    this.random = engine.random('network/connections');
    this.linkRandom = engine.random('network/links');
  }

  // Hosts

  addNode({ name, address, podCIDR, second }: NodeOptions): NodeNetfilter {
    const kernel = this.newKernel(name);
    const places = second === undefined ? [{ address, podCIDR }] : [{ address, podCIDR }, second];
    const [own, own6] = byFamily(places.map((place) => place.address));
    const cidrs = places.map((place) => present(parseCidr(place.podCIDR), place.podCIDR));
    const cidr = cidrs.find((each) => !isSix(each.address));
    const cidr6 = cidrs.find((each) => isSix(each.address));
    const bridge = cidr === undefined ? undefined : first(cidr);
    const bridge6 = cidr6 === undefined ? undefined : (nthOf(cidr6, 1) as Address6);
    const devices = deviceMap(
      LO,
      { name: 'eth0', kind: 'ethernet', address: own, address6: own6, mtu: NODE_MTU },
      { name: 'cni0', kind: 'bridge', address: bridge, address6: bridge6, mtu: this.options.podMtu },
    );
    if (this.options.overlay === 'vxlan') {
      if (cidr !== undefined) devices.set('flannel.1', vxlan(cidr.address as number));
      if (cidr6 !== undefined) devices.set(VXLAN6, vxlan6(cidr6.address as Address6));
    }
    const routes: Route[] = [];
    if (cidr !== undefined && own !== undefined) routes.push(...nodeRoutes(cidr, own));
    if (cidr6 !== undefined && own6 !== undefined) routes.push(...nodeRoutes6(cidr6, own6));
    const remote = (destination: Address) => this.routeFrom(name, destination);
    const host = this.addHost({
      name,
      kind: 'node',
      devices,
      routes,
      remote,
      kernel,
      node: undefined,
      veth: undefined,
    });
    if (cidr !== undefined) {
      this.podCidrs.set(host, cidr);
      this.knowPods(host, cidr);
    }
    if (cidr6 !== undefined) {
      this.podCidrs6.set(host, cidr6);
      this.knowPods(host, cidr6);
    }
    return new NodeNetfilter(host, kernel);
  }

  private knowPods(host: Host, cidr: Cidr): void {
    const key = `${isSix(cidr.address) ? 6 : 4}/${cidr.prefix}`;
    let known = this.byPodCidr.get(key);
    if (known === undefined) {
      known = { cidr, nodes: new Map() };
      this.byPodCidr.set(key, known);
    }
    known.nodes.set(cidr.address, host);
  }

  private newKernel(name: string): Kernel {
    const { engine } = this.env;
    const sysctls = new Map([
      ['net/ipv4/conf/all/route_localnet', 0],
      ['net/bridge/bridge-nf-call-iptables', this.options.bridgeFilter ? 1 : 0],
    ]);
    return new NodeKernel(engine, name, sysctls);
  }

  /** The node whose Pods have addresses like this. */
  private nodeOfPod(address: Address): Host | undefined {
    for (const { cidr, nodes } of this.byPodCidr.values()) {
      if (isSix(cidr.address) !== isSix(address)) continue;
      const node = nodes.get(networkOf(address, cidr.prefix));
      if (node !== undefined) return node;
    }
    return undefined;
  }

  private routeFrom(from: string, destination: Address): Route | undefined {
    const node = this.nodeOfPod(destination);
    const six = isSix(destination);
    const cidr = node === undefined ? undefined : (six ? this.podCidrs6 : this.podCidrs).get(node);
    if (node === undefined || cidr === undefined || node.name === from) return undefined;
    if (this.options.overlay === 'vxlan') return { cidr, via: cidr.address, device: six ? VXLAN6 : 'flannel.1' };
    return { cidr, via: ownAddress(node.devices.get('eth0'), destination), device: 'eth0' };
  }

  addPod(pod: PodOptions): void {
    this.arriving.push(pod);
  }

  /** Those that have arrived are there from now on: whoever looks at hosts comes by here. */
  private settle(): void {
    if (this.arriving.length === 0) return;
    const pods = this.arriving;
    this.arriving = [];
    for (const pod of pods) this.join(pod);
  }

  private get hosts(): Map<string, Host> {
    this.settle();
    return this.hostsByName;
  }

  private get byAddress(): Map<Address, Host> {
    this.settle();
    return this.hostsByAddress;
  }

  private get pods(): Map<Address, Host> {
    this.settle();
    return this.podsByAddress;
  }

  private join({ name, node, address, second, veth }: PodOptions): void {
    const host = present(this.hosts.get(node), node);
    const [own, own6] = byFamily(second === undefined ? [address] : [address, second]);
    const cidr = own === undefined ? undefined : present(this.podCidrs.get(host), node);
    const cidr6 = own6 === undefined ? undefined : this.podCidrs6.get(host);
    const devices = deviceMap(LO, {
      name: 'eth0',
      kind: 'ethernet',
      address: own,
      address6: own6,
      mtu: this.options.podMtu,
    });
    const routes: Route[] = [];
    if (cidr !== undefined)
      routes.push({ cidr, via: undefined, device: 'eth0' }, { cidr: DEFAULT_ROUTE, via: first(cidr), device: 'eth0' });
    if (cidr6 !== undefined)
      routes.push(
        { cidr: cidr6, via: undefined, device: 'eth0' },
        { cidr: DEFAULT_ROUTE6, via: nthOf(cidr6, 1), device: 'eth0' },
      );
    const pod = this.addHost({
      name,
      kind: 'pod',
      devices,
      routes,
      remote: undefined,
      kernel: undefined,
      node: host,
      veth,
    });
    for (const each of [own, own6]) if (each !== undefined) this.pods.set(each, pod);
  }

  removePod(name: string, address: string): void {
    const pod = this.hosts.get(name);
    const { address: own, address6: own6 } = pod?.devices.get('eth0') ?? {};
    const asked = parseAddress(address);
    if (pod === undefined || asked === undefined || (asked !== own && asked !== own6)) return;
    this.hosts.delete(name);
    for (const each of [own, own6]) {
      if (each === undefined) continue;
      this.pods.delete(each);
      this.byAddress.delete(each);
    }
  }

  /** A machine that is no part of the cluster. */
  addOutside(name: string, address: string, second?: string): void {
    const [own, own6] = byFamily(second === undefined ? [address] : [address, second]);
    const devices = deviceMap(LO, { name: 'eth0', kind: 'ethernet', address: own, address6: own6, mtu: NODE_MTU });
    const routes: Route[] = [];
    if (own !== undefined) routes.push({ cidr: DEFAULT_ROUTE, via: undefined, device: 'eth0' });
    if (own6 !== undefined) routes.push({ cidr: DEFAULT_ROUTE6, via: undefined, device: 'eth0' });
    this.addHost({
      name,
      kind: 'outside',
      devices,
      routes,
      remote: undefined,
      kernel: undefined,
      node: undefined,
      veth: undefined,
    });
  }

  private addHost(host: Omit<Host, 'listener'>): Host {
    const { name } = host;
    const { listeners } = this;
    const { kind, devices, routes, remote, kernel, node, veth } = host;
    const whole: Host = {
      name,
      kind,
      devices,
      routes,
      remote,
      kernel,
      node,
      veth,
      listener: (protocol, port, address) => {
        const relay = kernel?.relays?.get(`${protocol}/${port}`);
        if (relay !== undefined) return { process: `kube-proxy/${name}`, answer: NO_ANSWER, relay };
        return listeners(name, protocol, port, formatAddress(address));
      },
    };
    this.hosts.set(name, whole);
    const { address, address6 } = whole.devices.get('eth0') ?? {};
    if (address !== undefined) this.byAddress.set(address, whole);
    if (address6 !== undefined) this.byAddress.set(address6, whole);
    return whole;
  }

  host(name: string): Host | undefined {
    return this.hosts.get(name);
  }

  hostNames(kind: Host['kind']): readonly string[] {
    return [...this.hosts.values()].filter((host) => host.kind === kind).map(({ name }) => name);
  }

  addressText(address: Address): string {
    return formatAddress(address);
  }

  netfilter(node: string): NodeNetfilter | undefined {
    const host = this.hosts.get(node);
    return host?.kernel === undefined ? undefined : new NodeNetfilter(host, host.kernel);
  }

  /** Which nodes the world outside sends an address to, besides their own. */
  setVirtual(nodesFor: (address: string) => readonly string[]): void {
    this.virtual = nodesFor;
  }

  // Connections

  /** One request from a host to an address. */
  *request(ctx: Context, request: Omit<Request, 'from'> & { readonly from: string }): Process<Result> {
    const from = this.hosts.get(request.from);
    assert(from !== undefined, `no host ${request.from}`);
    this.count += 1;
    const connection = new Connection(
      ctx,
      this.count,
      { ...request, from },
      {
        wires: this,
        random: this.random,
        save: (row) => this.connections.set(String(row.id), row),
        request: (own, again) => this.request(own, again),
      },
    );
    return yield* connection.run();
  }

  // Wires

  passages(host: Host): Random {
    let random = this.randoms.get(host);
    if (random === undefined) {
      random = this.env.engine.random(`network/${host.name}`);
      this.randoms.set(host, random);
    }
    return random;
  }

  reached(from: Host, next: Address, packet: Packet): Host | undefined {
    const direct = this.byAddress.get(next);
    // The gateway may be a machine, too; what goes through it is not for that machine.
    if (direct !== undefined && (direct.kind === 'node' || (direct.kind === 'outside' && next === packet.destination)))
      return direct;
    const outside = this.byAddress.get(packet.destination);
    if (outside !== undefined && outside.kind === 'outside' && from.kind === 'node') return outside;
    if (from.kind === 'node') return undefined;
    return this.nodeFor(packet);
  }

  private nodeFor(packet: Packet): Host | undefined {
    const node = this.options.overlay === 'routed' ? this.nodeOfPod(packet.destination) : undefined;
    if (node !== undefined) return node;
    const candidates = this.virtual(formatAddress(packet.destination));
    if (candidates.length === 0) return undefined;
    // Balancers keep a connection on its node: the choice follows from its two ends.
    const name = candidates[(packet.sport * 31 + (addressNumber(packet.source) % 65_521)) % candidates.length];
    return name === undefined ? undefined : this.hosts.get(name);
  }

  pod(node: Host, address: Address): Host | undefined {
    const pod = this.pods.get(address);
    return pod?.node === node ? pod : undefined;
  }

  tunnelEnd(next: Address): Host | undefined {
    return this.nodeOfPod(next);
  }

  linkMicros(): number {
    return draw(this.linkRandom, this.env.latencies.link);
  }

  show(row: PacketRow): void {
    this.packets.set(String(row.connection), row);
  }
}

function deviceMap(...devices: readonly Device[]): Map<string, Device> {
  return new Map(devices.map((device) => [device.name, device]));
}

/** One address a family, whichever comes first. */
function byFamily(addresses: readonly string[]): readonly [four: number | undefined, six: Address6 | undefined] {
  const parsed = addresses.map((address) => present(parseAddress(address), address));
  return [parsed.find((address) => typeof address === 'number'), parsed.find(isSix)];
}

/** The bridge's own address in its network. */
function first(cidr: Cidr): number {
  return nthOf(cidr, 1) as number;
}

function vxlan(address: number): Device {
  return { name: 'flannel.1', kind: 'vxlan', address, mtu: VXLAN_MTU };
}

function vxlan6(address6: Address6): Device {
  return { name: VXLAN6, kind: 'vxlan', address: undefined, address6, mtu: VXLAN_MTU - SIX_HEADER_MORE };
}

function nodeRoutes(cidr: Cidr, own: number): readonly Route[] {
  const segment = { address: own - (own % 256), prefix: GATEWAY_PREFIX };
  return [
    { cidr, via: undefined, device: 'cni0' },
    { cidr: segment, via: undefined, device: 'eth0' },
    { cidr: DEFAULT_ROUTE, via: segment.address + 1, device: 'eth0' },
  ];
}

function nodeRoutes6(cidr: Cidr, own: Address6): readonly Route[] {
  const segment = { address: networkOf(own, SEGMENT6), prefix: SEGMENT6 };
  return [
    { cidr, via: undefined, device: 'cni0' },
    { cidr: segment, via: undefined, device: 'eth0' },
    { cidr: DEFAULT_ROUTE6, via: nthOf(segment, 1), device: 'eth0' },
  ];
}
