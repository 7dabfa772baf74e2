// Models the kernel's net/bridge, drivers/net/vxlan and br_netfilter (v1.36): a packet from host to host

import { isSix } from '../../../base/address.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import { type Device, type Host, ownAddress } from '../kernel/host.ts';
import { destinationText, type Packet, protocolText, SIX_HEADER_MORE, sourceText, UDP } from '../packets/packet.ts';
import type { Arrival, Frame, LossReason, Next, Wires } from './wires.ts';
import { WithinHosts } from './within-hosts.ts';

const VXLAN_OVERHEAD = 50;
const VXLAN_PORT = 8472;
const MOST_HOPS = 32;
/** One packet's way from the process that sends it to where it ends. */
export class Journey {
  private hops = 0;
  private readonly within: WithinHosts;

  constructor(
    ctx: Context,
    private readonly wires: Wires,
    connection: number,
  ) {
    this.within = new WithinHosts(ctx, wires, connection);
  }

  get ctx(): Context {
    return this.within.ctx;
  }

  /** Rules looked at so far. */
  get examined(): number {
    return this.within.examined;
  }

  /** A process at `host` hands a packet to its kernel. */
  *send(host: Host, packet: Packet): Process<Arrival> {
    this.within.ctx = this.within.at(host).step(kinds.sent, this.within.subject, {
      what: packet.what,
      protocol: protocolText(packet.protocol),
      source: sourceText(packet),
      destination: destinationText(packet),
      bytes: packet.size,
      from: host.name,
    });
    this.within.showAt(host, packet, 'send');
    let next = this.within.output(host, packet, undefined);
    while (next.kind === 'frame') {
      this.hops += 1;
      if (this.hops > MOST_HOPS) return this.within.lost(next.from, next.packet, 'too many hops');
      yield this.ctx.sleep(this.wires.linkMicros(next.from));
      next = yield* this.carry(next);
    }
    return next;
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
    return this.within.receive(to, to.devices.get('eth0') as Device, frame.packet, undefined);
  }

  private fromPod(frame: Frame): Next {
    const { from, packet, next } = frame;
    const node = from.node as Host;
    const bridge = node.devices.get('cni0');
    if (bridge === undefined) return this.within.lost(from, packet, 'no node');
    if (next === ownAddress(bridge, next)) {
      this.hop(frame, node, 'cni0');
      return this.within.receive(node, bridge, packet, from.veth);
    }
    const neighbour = this.wires.pod(node, next);
    if (neighbour === undefined) return this.nobody(frame, 'no neighbour');
    const filtered = node.kernel !== undefined && node.kernel.sysctls.get('net/bridge/bridge-nf-call-iptables') !== 0;
    if (filtered) {
      this.hop(frame, node, 'cni0');
      return this.within.bridged(node, bridge, frame);
    }
    this.hop(frame, neighbour, 'eth0');
    return this.within.deliverTo(neighbour, packet);
  }

  private toPod(frame: Frame): Next {
    const { from, packet, veth } = frame;
    const pod = this.wires.pod(from, frame.next);
    if (pod === undefined) return this.nobody(frame, 'no neighbour');
    if (veth !== undefined && veth === pod.veth && !this.wires.hairpin)
      return this.within.lost(from, packet, 'hairpin');
    this.hop(frame, pod, 'eth0');
    return this.within.deliverTo(pod, packet);
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
    this.within.ctx = this.within.at(from).step(kinds.wrapped, this.within.subject, {
      inner: `${sourceText(packet)} → ${destinationText(packet)}`,
      outer: `${sourceText(outer)} → ${destinationText(outer)}`,
      bytes: outer.size,
      to: remote.name,
    });
    this.within.showAt(from, outer, frame.device.name);
    let next = this.within.output(from, outer, undefined);
    while (next.kind === 'frame') {
      yield this.ctx.sleep(this.wires.linkMicros(from));
      next = yield* this.carry(next);
    }
    if (next.kind === 'lost') return next;
    this.within.ctx = this.within.at(remote).step(kinds.unwrapped, this.within.subject, {
      inner: `${sourceText(packet)} → ${destinationText(packet)}`,
      at: remote.name,
    });
    return this.within.receive(
      remote,
      remote.devices.get(frame.device.name) as Device,
      { ...packet, mark: 0 },
      undefined,
    );
  }

  private hop(frame: Frame, to: Host, device: string): void {
    this.within.ctx = this.within.at(to).step(kinds.hop, this.within.subject, {
      from: frame.from.name,
      out: frame.device.name,
      to: to.name,
      in: device,
      cable: to.kind === 'pod' ? (to.veth ?? '') : '',
      source: sourceText(frame.packet),
      destination: destinationText(frame.packet),
    });
    this.within.showAt(to, frame.packet, device);
  }

  /** Nobody answers the question whose address it is. The kernel gives up after three seconds and says so to the sender. */
  private nobody(frame: Frame, why: LossReason): Next {
    const { from, packet } = frame;
    return this.within.lost(from, packet, why);
  }
}
