// Models the kernel's net/ipv4/ip_input.c, ip_forward.c, ip_output.c and br_netfilter: a packet from host to host (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import { network as kinds } from '../../steps/network.ts';
import { type Address, formatAddress, isSix } from './address.ts';
import { addressOn, type Device, type Host, isLocal, isLoopback, ownAddress, routeTo, type Way } from './host.ts';
import {
  destinationText,
  ICMP,
  ICMP6,
  type IcmpCode,
  icmpOf,
  inverse,
  type Packet,
  protocolText,
  SIX_HEADER_MORE,
  sourceText,
  TCP,
  UDP,
} from './packet.ts';
import { type Decision, Passage, type PassageOptions } from './passage.ts';
import type { PacketRow } from './rows.ts';
import { type RejectWith, TCP_FLAGS } from './rules.ts';

export type LossReason =
  | 'dropped'
  | 'no route'
  | 'no neighbour'
  | 'router'
  | 'hairpin'
  | 'not local'
  | 'loopback'
  | 'too big'
  | 'too many hops'
  | 'no node';

/** Where a packet, or the error that took its place, ended. */
export type Arrival =
  | { readonly kind: 'delivered'; readonly host: Host; readonly packet: Packet }
  | { readonly kind: 'lost'; readonly host: Host; readonly why: LossReason };

/** A frame on a wire: to whom, and the cable that it came from when a bridge carries it. */
interface Frame {
  readonly kind: 'frame';
  readonly from: Host;
  readonly device: Device;
  readonly next: Address;
  readonly packet: Packet;
  readonly veth: string | undefined;
}

type Next = Frame | Arrival;

/** What a journey needs of the network around it. */
export interface Wires {
  readonly passages: (host: Host) => PassageOptions['random'];
  readonly nth: PassageOptions['nth'];
  /** The host that has an address on the wire between nodes and to the outside. */
  reached(from: Host, next: Address, packet: Packet): Host | undefined;
  pod(node: Host, address: Address): Host | undefined;
  /** The node behind the other end of a tunnel. */
  tunnelEnd(next: Address): Host | undefined;
  readonly hairpin: boolean;
  linkMicros(host: Host): number;
  show(row: PacketRow): void;
}

const VXLAN_OVERHEAD = 50;
const VXLAN_PORT = 8472;
const MOST_HOPS = 32;
const ICMP_HEADER = 28;
const ICMP6_HEADER = 48;
/** An error fits into 1280 bytes, the least that every way carries. */
const MOST_QUOTED6 = 1280 - ICMP6_HEADER;
const ERRORS: { readonly [R in RejectWith]: IcmpCode | 'reset' } = {
  'icmp-port-unreachable': 'port-unreachable',
  'icmp-host-unreachable': 'host-unreachable',
  'icmp-net-unreachable': 'net-unreachable',
  'icmp-admin-prohibited': 'admin-prohibited',
  'icmp6-port-unreachable': 'port-unreachable',
  'icmp6-addr-unreachable': 'host-unreachable',
  'icmp6-no-route': 'net-unreachable',
  'icmp6-adm-prohibited': 'admin-prohibited',
  'tcp-reset': 'reset',
};

/** One packet's way from the process that sends it to where it ends. */
export class Journey {
  examined = 0;
  private hops = 0;

  constructor(
    public ctx: Context,
    private readonly wires: Wires,
    readonly connection: number,
  ) {}

  private get subject(): string {
    return `connections/${this.connection}`;
  }

  /** A process at `host` hands a packet to its kernel. */
  *send(host: Host, packet: Packet): Process<Arrival> {
    this.ctx = this.at(host).step(kinds.sent, this.subject, {
      what: packet.what,
      protocol: protocolText(packet.protocol),
      source: sourceText(packet),
      destination: destinationText(packet),
      bytes: packet.size,
      from: host.name,
    });
    this.showAt(host, packet, 'send');
    let next = this.output(host, packet, undefined);
    while (next.kind === 'frame') {
      this.hops += 1;
      if (this.hops > MOST_HOPS) return this.lost(next.from, next.packet, 'too many hops');
      yield this.ctx.sleep(this.wires.linkMicros(next.from));
      next = yield* this.carry(next);
    }
    return next;
  }

  private at(host: Host): Context {
    return this.ctx.as(
      host.kind === 'node' ? `network/${host.name}` : host.kind === 'pod' ? `pod/${host.name}` : host.name,
    );
  }

  // Out of a host

  private output(host: Host, packet: Packet, of: Passage | undefined): Next {
    const way = routeTo(host, packet.destination);
    if (way === undefined) return this.lost(host, packet, 'no route');
    if (host.kernel === undefined) return this.leave(host, way, packet, undefined);
    const passage = this.passage(host, packet);
    if (of !== undefined) passage.adopt(of);
    passage.out = way.device;
    const decision = passage.run('OUTPUT');
    if (decision !== 'accept') return this.refuse(passage, decision);
    const rerouted = this.reroute(host, passage, way);
    if (!('device' in rerouted)) return rerouted;
    return this.postrouting(passage, rerouted, undefined);
  }

  /** DNAT of a process's own packet chooses the way again. */
  private reroute(host: Host, passage: Passage, way: Way): Way | Arrival {
    const { packet } = passage;
    const again = routeTo(host, packet.destination);
    if (again === undefined) return this.lost(host, packet, 'no route');
    if (isLoopback(packet.source) && !again.local && !opensLoopback(host)) return this.lost(host, packet, 'loopback');
    if (again.device !== way.device || again.next !== way.next) this.route(passage, again);
    passage.out = again.device;
    return again;
  }

  private postrouting(passage: Passage, way: Way, veth: string | undefined): Next {
    const { host } = passage;
    const decision = passage.run('POSTROUTING');
    if (decision !== 'accept') return this.refuse(passage, decision);
    passage.confirm();
    this.finish(passage);
    if (way.local) return this.throughLoopback(passage, way);
    return this.leave(host, way, passage.packet, veth);
  }

  private throughLoopback(sent: Passage, way: Way): Next {
    const passage = this.passage(sent.host, sent.packet);
    passage.in = way.device;
    passage.continueAs(sent);
    const decision = passage.run('PREROUTING');
    if (decision !== 'accept') return this.refuse(passage, decision);
    return this.input(passage, undefined);
  }

  private leave(host: Host, way: Way, packet: Packet, veth: string | undefined): Next {
    if (way.local) return this.deliver(host, packet);
    if (packet.size > way.device.mtu) return this.tooBig(host, packet);
    return { kind: 'frame', from: host, device: way.device, next: way.next, packet, veth };
  }

  // Over a wire

  private *carry(frame: Frame): Process<Next> {
    const { from, device } = frame;
    if (from.kind === 'pod') return this.fromPod(frame);
    if (device.kind === 'bridge') return this.toPod(frame);
    if (device.kind === 'vxlan') return yield* this.tunnel(frame);
    const to = this.wires.reached(from, frame.next, frame.packet);
    if (to === undefined) {
      // On its own wire a node asks for the address and hears nothing; beyond the gateway nobody tells.
      const neighbour = from.kind === 'node' && frame.next === frame.packet.destination;
      return this.nobody(frame, neighbour ? 'no neighbour' : 'router');
    }
    this.hop(frame, to, 'eth0');
    return this.receive(to, to.devices.get('eth0') as Device, frame.packet, undefined);
  }

  private fromPod(frame: Frame): Next {
    const { from, packet, next } = frame;
    const node = from.node as Host;
    const bridge = node.devices.get('cni0');
    if (bridge === undefined) return this.lost(from, packet, 'no node');
    if (next === ownAddress(bridge, next)) {
      this.hop(frame, node, 'cni0');
      return this.receive(node, bridge, packet, from.veth);
    }
    const neighbour = this.wires.pod(node, next);
    if (neighbour === undefined) return this.nobody(frame, 'no neighbour');
    const filtered = node.kernel !== undefined && node.kernel.sysctls.get('net/bridge/bridge-nf-call-iptables') !== 0;
    if (filtered) return this.bridged(node, bridge, frame);
    this.hop(frame, neighbour, 'eth0');
    return this.deliverTo(neighbour, packet);
  }

  /** br_netfilter shows packets between two cables of a bridge to iptables, too. */
  private bridged(node: Host, bridge: Device, frame: Frame): Next {
    this.hop(frame, node, 'cni0');
    const passage = this.passage(node, frame.packet);
    passage.in = bridge;
    const before = frame.packet.destination;
    const decision = passage.run('PREROUTING');
    if (decision !== 'accept') return this.refuse(passage, decision);
    if (passage.packet.destination !== before) return this.routed(passage, frame.veth);
    passage.out = bridge;
    for (const hook of ['FORWARD', 'POSTROUTING'] as const) {
      const result = passage.run(hook);
      if (result !== 'accept') return this.refuse(passage, result);
    }
    passage.confirm();
    this.finish(passage);
    return {
      kind: 'frame',
      from: node,
      device: bridge,
      next: frame.next,
      packet: passage.packet,
      veth: frame.from.veth,
    };
  }

  private toPod(frame: Frame): Next {
    const { from, packet, veth } = frame;
    const pod = this.wires.pod(from, frame.next);
    if (pod === undefined) return this.nobody(frame, 'no neighbour');
    if (veth !== undefined && veth === pod.veth && !this.wires.hairpin) return this.lost(from, packet, 'hairpin');
    this.hop(frame, pod, 'eth0');
    return this.deliverTo(pod, packet);
  }

  private deliverTo(pod: Host, packet: Packet): Next {
    if (!isLocal(pod, packet.destination)) return this.lost(pod, packet, 'not local');
    return this.deliver(pod, packet);
  }

  /** The packet becomes the load of a UDP packet between the nodes. */
  private *tunnel(frame: Frame): Process<Next> {
    const { from, packet } = frame;
    const remote = this.wires.tunnelEnd(frame.next);
    const source = ownAddress(from.devices.get('eth0'), frame.next);
    const destination = ownAddress(remote?.devices.get('eth0'), frame.next);
    if (remote === undefined || source === undefined || destination === undefined)
      return this.nobody(frame, 'no neighbour');
    const sport = 32_768 + ((packet.sport * 31 + packet.dport) % 28_232);
    const outer: Packet = {
      protocol: UDP,
      source,
      sport,
      destination,
      dport: VXLAN_PORT,
      size: packet.size + VXLAN_OVERHEAD + (isSix(source) ? SIX_HEADER_MORE : 0),
      flags: 0,
      what: 'VXLAN',
      // The mark of the packet inside stays on its wrapping.
      mark: packet.mark,
      ttl: 64,
      error: undefined,
    };
    this.ctx = this.at(from).step(kinds.wrapped, this.subject, {
      inner: `${sourceText(packet)} → ${destinationText(packet)}`,
      outer: `${sourceText(outer)} → ${destinationText(outer)}`,
      bytes: outer.size,
      to: remote.name,
    });
    this.showAt(from, outer, frame.device.name);
    let next = this.output(from, outer, undefined);
    while (next.kind === 'frame') {
      yield this.ctx.sleep(this.wires.linkMicros(from));
      next = yield* this.carry(next);
    }
    if (next.kind === 'lost') return next;
    this.ctx = this.at(remote).step(kinds.unwrapped, this.subject, {
      inner: `${sourceText(packet)} → ${destinationText(packet)}`,
      at: remote.name,
    });
    return this.receive(remote, remote.devices.get(frame.device.name) as Device, { ...packet, mark: 0 }, undefined);
  }

  private hop(frame: Frame, to: Host, device: string): void {
    this.ctx = this.at(to).step(kinds.hop, this.subject, {
      from: frame.from.name,
      out: frame.device.name,
      to: to.name,
      in: device,
      cable: to.kind === 'pod' ? (to.veth ?? '') : '',
      source: sourceText(frame.packet),
      destination: destinationText(frame.packet),
    });
    this.showAt(to, frame.packet, device);
  }

  // Into a host

  private receive(host: Host, device: Device, arrived: Packet, veth: string | undefined): Next {
    // A mark is a note inside one kernel; the wire does not carry it.
    const packet = arrived.mark === 0 ? arrived : { ...arrived, mark: 0 };
    if (host.kernel === undefined) return this.deliverTo(host, packet);
    const passage = this.passage(host, packet);
    passage.in = device;
    const decision = passage.run('PREROUTING');
    if (decision !== 'accept') return this.refuse(passage, decision);
    return this.routed(passage, veth);
  }

  private routed(passage: Passage, veth: string | undefined): Next {
    const { host, packet } = passage;
    if (isLoopback(packet.destination) && !opensLoopback(host)) return this.lost(host, packet, 'loopback');
    const way = routeTo(host, packet.destination);
    if (way === undefined) return this.error(passage, 'net-unreachable');
    this.route(passage, way);
    if (way.local) return this.input(passage, veth);
    passage.packet = { ...packet, ttl: packet.ttl - 1 };
    if (packet.size > way.device.mtu) return this.error(passage, 'fragmentation-needed', way.device.mtu);
    passage.out = way.device;
    const decision = passage.run('FORWARD');
    if (decision !== 'accept') return this.refuse(passage, decision);
    return this.postrouting(passage, way, veth);
  }

  private input(passage: Passage, veth: string | undefined): Next {
    passage.out = undefined;
    const decision = passage.run('INPUT');
    if (decision !== 'accept') return this.refuse(passage, decision);
    if (passage.turned) return this.turn(passage, veth);
    passage.confirm();
    this.finish(passage);
    return this.deliver(passage.host, passage.packet);
  }

  /** The balancer sends a packet that was for this machine to another one: by the hook of what processes send. */
  private turn(passage: Passage, veth: string | undefined): Next {
    const { host, packet } = passage;
    const way = routeTo(host, packet.destination);
    if (way === undefined) return this.lost(host, packet, 'no route');
    this.route(passage, way);
    if (way.local) {
      passage.confirm();
      this.finish(passage);
      return this.deliver(host, passage.packet);
    }
    passage.packet = { ...packet, ttl: packet.ttl - 1 };
    passage.out = way.device;
    const decision = passage.run('OUTPUT');
    if (decision !== 'accept') return this.refuse(passage, decision);
    return this.postrouting(passage, way, veth);
  }

  private route(passage: Passage, way: Way): void {
    this.examined += passage.examined;
    passage.examined = 0;
    this.ctx = passage.ctx.step(kinds.routed, this.subject, {
      destination: formatAddress(passage.packet.destination),
      local: way.local,
      device: way.device.name,
      via: way.next === passage.packet.destination ? '' : formatAddress(way.next),
    });
    passage.ctx = this.ctx;
  }

  private deliver(host: Host, packet: Packet): Arrival {
    this.ctx = this.at(host).step(kinds.delivered, this.subject, {
      to: host.name,
      what: packet.what,
      source: sourceText(packet),
      destination: destinationText(packet),
    });
    this.showAt(host, packet, 'process');
    return { kind: 'delivered', host, packet };
  }

  // What goes wrong

  private lost(host: Host, packet: Packet, why: LossReason): Arrival {
    this.ctx = this.at(host).step(kinds.lost, this.subject, {
      why,
      at: host.name,
      source: sourceText(packet),
      destination: destinationText(packet),
    });
    this.showAt(host, packet, 'lost');
    return { kind: 'lost', host, why };
  }

  private refuse(passage: Passage, decision: Exclude<Decision, 'accept'>): Next {
    this.finish(passage);
    if (decision === 'drop') return this.lost(passage.host, passage.packet, 'dropped');
    const answer = ERRORS[decision.reject];
    this.ctx = this.ctx.step(kinds.rejected, this.subject, { with: decision.reject, at: passage.host.name });
    passage.ctx = this.ctx;
    return answer === 'reset' ? this.reset(passage) : this.error(passage, answer);
  }

  /** The kernel answers in the place of the process: an ICMP error takes the packet's place. */
  private error(passage: Passage, code: IcmpCode, mtu?: number): Next {
    this.finish(passage);
    const { host, packet } = passage;
    if (packet.protocol === ICMP || packet.protocol === ICMP6) return this.lost(host, packet, 'dropped');
    const back = routeTo(host, packet.source);
    if (back === undefined) return this.lost(host, packet, 'no route');
    const source = isLocal(host, packet.destination) ? packet.destination : addressOn(host, back.device, packet.source);
    const error: Packet = {
      protocol: icmpOf(source),
      source,
      sport: 0,
      destination: packet.source,
      dport: 0,
      size: isSix(source)
        ? ICMP6_HEADER + Math.min(packet.size, MOST_QUOTED6)
        : ICMP_HEADER + Math.min(packet.size, 548),
      flags: 0,
      what: `ICMP ${code}`,
      mark: 0,
      ttl: 64,
      error: { code, about: packet, ...(mtu === undefined ? {} : { mtu }) },
    };
    this.ctx = this.at(host).step(kinds.complained, this.subject, {
      code,
      source: formatAddress(source),
      destination: formatAddress(packet.source),
      at: host.name,
    });
    this.showAt(host, error, 'send');
    return this.output(host, error, passage);
  }

  private reset(passage: Passage): Next {
    const { host, packet } = passage;
    if (packet.protocol !== TCP) return this.lost(host, packet, 'dropped');
    const flags = (TCP_FLAGS.RST ?? 0) | (TCP_FLAGS.ACK ?? 0);
    const reset: Packet = {
      ...packet,
      ...inverse(packet),
      size: isSix(packet.source) ? 60 : 40,
      flags,
      what: 'RST',
      mark: 0,
      error: undefined,
    };
    this.showAt(host, reset, 'send');
    return this.output(host, reset, passage);
  }

  /** Nobody answers the question whose address it is. The kernel gives up after three seconds and says so to the sender. */
  private nobody(frame: Frame, why: LossReason): Next {
    const { from, packet } = frame;
    return this.lost(from, packet, why);
  }

  private tooBig(host: Host, packet: Packet): Next {
    return this.lost(host, packet, 'too big');
  }

  private passage(host: Host, packet: Packet): Passage {
    return new Passage(this.at(host), host, packet, this.subject, {
      random: this.wires.passages(host),
      nth: this.wires.nth,
      show: (passage) => this.show(passage),
    });
  }

  private finish(passage: Passage): void {
    this.ctx = passage.ctx;
    this.examined += passage.examined;
    passage.examined = 0;
  }

  private show(passage: Passage): void {
    const { packet, host } = passage;
    this.wires.show({
      ...header(this.connection, packet),
      host: host.name,
      at: passage.hook ?? '',
      in: passage.in?.name ?? '',
      out: passage.out?.name ?? '',
    });
  }

  private showAt(host: Host, packet: Packet, at: string): void {
    this.wires.show({
      ...header(this.connection, packet),
      host: host.name,
      at,
      in: '',
      out: '',
    });
  }
}

/** Whether packets with loopback addresses may come and go. */
function opensLoopback(host: Host): boolean {
  return host.kernel?.sysctls.get('net/ipv4/conf/all/route_localnet') === 1;
}

function header(connection: number, packet: Packet) {
  return {
    connection,
    what: packet.what,
    protocol: protocolText(packet.protocol),
    source: sourceText(packet),
    destination: destinationText(packet),
    mark: packet.mark,
    bytes: packet.size,
  };
}
