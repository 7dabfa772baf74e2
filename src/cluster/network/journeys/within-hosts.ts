// Models the kernel's net/ipv4/ip_input.c, ip_forward.c, ip_output.c (v1.36): a packet within one host, in and out

import { formatAddress } from '../../../base/address.ts';
import type { Context } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import { ERRORS, errorAbout, isComplaint, resetFor } from '../kernel/complaint.ts';
import type { Decision } from '../kernel/hook.ts';
import { addressOn, type Device, type Host, isLocal, isLoopback, routeTo, type Way } from '../kernel/host.ts';
import { Passage } from '../kernel/passage.ts';
import { destinationText, type IcmpCode, type Packet, protocolText, sourceText, TCP } from '../packets/packet.ts';
import type { Arrival, Frame, LossReason, Next, Wires } from './wires.ts';

/** What one packet, or the error that takes its place, meets within the hosts on its way. */
export class WithinHosts {
  /** Rules looked at so far. */
  examined = 0;
  readonly subject: string;

  constructor(
    public ctx: Context,
    private readonly wires: Wires,
    private readonly connection: number,
  ) {
    this.subject = `connections/${connection}`;
  }

  at(host: Host): Context {
    return this.ctx.as(
      host.kind === 'node' ? `network/${host.name}` : host.kind === 'pod' ? `pod/${host.name}` : host.name,
    );
  }

  // Out of a host

  output(host: Host, packet: Packet, of: Passage | undefined): Next {
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
    if (isLoopback(packet.source) && !again.local && !opensLoopback(host, again.device))
      return this.lost(host, packet, 'loopback');
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
    if (packet.size > way.device.mtu) return this.lost(host, packet, 'too big');
    return { kind: 'frame', from: host, device: way.device, next: way.next, packet, veth };
  }

  /** br_netfilter shows packets between two cables of a bridge to iptables, too. */
  bridged(node: Host, bridge: Device, frame: Frame): Next {
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

  deliverTo(pod: Host, packet: Packet): Next {
    if (!isLocal(pod, packet.destination)) return this.lost(pod, packet, 'not local');
    return this.deliver(pod, packet);
  }

  // Into a host

  receive(host: Host, device: Device, arrived: Packet, veth: string | undefined): Next {
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
    if (isLoopback(packet.destination) && !opensLoopback(host, passage.in)) return this.lost(host, packet, 'loopback');
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

  lost(host: Host, packet: Packet, why: LossReason): Arrival {
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
    if (isComplaint(packet)) return this.lost(host, packet, 'dropped');
    const back = routeTo(host, packet.source);
    if (back === undefined) return this.lost(host, packet, 'no route');
    const source = isLocal(host, packet.destination) ? packet.destination : addressOn(host, back.device, packet.source);
    const error = errorAbout(packet, source, code, mtu);
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
    const reset = resetFor(packet);
    this.showAt(host, reset, 'send');
    return this.output(host, reset, passage);
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

  showAt(host: Host, packet: Packet, at: string): void {
    this.wires.show({
      ...header(this.connection, packet),
      host: host.name,
      at,
      in: '',
      out: '',
    });
  }
}

/** Whether packets with loopback addresses may come and go by this device. */
function opensLoopback({ kernel }: Host, device: Device | undefined): boolean {
  if (kernel === undefined) return false;
  const opened = (name: string): boolean => kernel.sysctls.get(`net/ipv4/conf/${name}/route_localnet`) === 1;
  return opened('all') || (device !== undefined && opened(device.name));
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
