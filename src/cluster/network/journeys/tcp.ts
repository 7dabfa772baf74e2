// Models the kernel's net/ipv4/tcp_input.c and tcp_timer.c, as far as the two ends of one request need it (v1.36)

import { SECOND } from '../../../base/time/units.ts';
import type { Process } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { Answer, Host } from '../kernel/host.ts';
import { sourceText, TCP } from '../packets/packet.ts';
import { TCP_FLAGS } from '../packets/protocols.ts';
import { type Exchange, ownEnd, plain, type Server } from './exchange.ts';
import type { Arrival } from './wires.ts';

const TCP_OPTIONS = 60;
const TCP_HEADER = 52;
/** When a SYN is sent again; seconds after the first. */
const SYN_AGAIN = [1, 3, 7, 15, 31, 63];
const MSS_OVERHEAD = 40;

/** One request over a connection of TCP, from the first SYN to the last ACK. */
export class TcpConversation {
  /** Of the answer, when there is one. */
  code: number | undefined;

  constructor(private readonly ends: Exchange) {}

  /** The text of the answer; empty when there is none. */
  *run(): Process<string> {
    if (!(yield* this.handshake())) return '';
    if (!(yield* this.toServer(this.ends.request.what, this.ends.request.bytes, 'ACK'))) return '';
    const answer = yield* this.ends.answer(this.ends.server as Server);
    if (answer === undefined) return '';
    if (!(yield* this.toClient('ACK', 0, 'ACK'))) return '';
    for (const bytes of this.segments(answer)) {
      if (!(yield* this.toClient('data', bytes, 'ACK'))) return '';
      if (!(yield* this.toServer('ACK', 0, 'ACK'))) return '';
    }
    if (!(yield* this.toClient('FIN', 0, 'FIN'))) return '';
    if (!(yield* this.toServer('FIN', 0, 'FIN'))) return '';
    yield* this.toClient('ACK', 0, 'ACK');
    this.code = answer.code;
    return this.ends.failure === undefined ? answer.text : '';
  }

  /** Both ends said how much they take at once. */
  private segments(answer: Answer): number[] {
    const most =
      Math.min(mtuOf(this.ends.request.from), mtuOf((this.ends.server as Server).host)) -
      MSS_OVERHEAD -
      this.ends.more -
      12;
    const sizes: number[] = [];
    for (const bytes of answer.writes) for (let left = bytes; left > 0; left -= most) sizes.push(Math.min(left, most));
    return sizes;
  }

  private *handshake(): Process<boolean> {
    const { limit } = this.ends;
    for (let attempt = 0; ; attempt += 1) {
      const arrival = yield* this.ends.fromClient('SYN', TCP_OPTIONS, tcpFlags('SYN'));
      if (arrival.kind === 'delivered') return yield* this.answerSyn(arrival);
      if (yield* this.ends.noNeighbour(arrival)) return false;
      const again = SYN_AGAIN[attempt];
      const due = again === undefined ? limit : Math.min(again * SECOND, limit);
      yield this.ends.ctx.sleepUntil(this.ends.startedAt + due);
      if (again === undefined || due >= limit) {
        this.ends.ctx = this.ends.ctx.step(kinds.gaveUp, this.ends.subject, {
          seconds: Math.round(limit / SECOND),
          attempts: attempt + 1,
        });
        this.ends.fail('timed out', 'Connection timed out');
        return false;
      }
      this.ends.ctx = this.ends.ctx.step(kinds.again, this.ends.subject, { attempt: attempt + 2, seconds: again });
    }
  }

  private *answerSyn({ host, packet }: Extract<Arrival, { kind: 'delivered' }>): Process<boolean> {
    if (host === this.ends.request.from && this.ends.complaint(packet)) return false;
    if ((packet.flags & (TCP_FLAGS.RST ?? 0)) !== 0) {
      this.ends.fail('refused', 'Connection refused');
      return false;
    }
    const listener = host.listener(TCP, packet.dport, packet.destination);
    const own = ownEnd(packet);
    this.ends.seen = sourceText(packet);
    if (listener === undefined) {
      this.ends.ctx = this.ends.ctx.step(kinds.nobodyListens, this.ends.subject, { at: host.name, port: packet.dport });
      const reset = { ...own, ...plain, size: 40, flags: tcpFlags('RST', 'ACK'), what: 'RST' };
      const back = yield* this.ends.transmit(host, reset);
      // A reset that another connection seems to have sent is ignored as well.
      if (this.ends.mustReach(back, this.ends.request.from) && this.ends.recognised(back))
        this.ends.fail('refused', 'Connection refused');
      return false;
    }
    this.ends.server = { host, own, listener };
    this.ends.process = listener.process;
    this.ends.ctx = this.ends.ctx.step(kinds.accepted, this.ends.subject, {
      process: listener.process,
      seen: this.ends.seen,
      port: packet.dport,
    });
    if (!(yield* this.toClient('SYN ACK', TCP_OPTIONS - TCP_HEADER, 'SYN'))) return false;
    return yield* this.toServer('ACK', 0, 'ACK');
  }

  private *toServer(what: string, bytes: number, kind: 'ACK' | 'FIN'): Process<boolean> {
    const arrival = yield* this.ends.fromClient(
      what,
      TCP_HEADER + bytes,
      kind === 'FIN' ? tcpFlags('FIN', 'ACK') : tcpFlags('ACK'),
    );
    return this.ends.mustReach(arrival, this.ends.server?.host);
  }

  private *toClient(what: string, bytes: number, kind: 'ACK' | 'SYN' | 'FIN'): Process<boolean> {
    const { host, own } = this.ends.server as Server;
    const flags = kind === 'ACK' ? tcpFlags('ACK') : tcpFlags(kind, 'ACK');
    const arrival = yield* this.ends.transmit(host, { ...own, ...plain, size: TCP_HEADER + bytes, flags, what });
    const fits = arrival.kind === 'delivered' && arrival.host === host ? arrival.packet.error?.mtu : undefined;
    const header = TCP_HEADER + this.ends.more;
    if (fits !== undefined && fits < header + bytes) return yield* this.smaller(what, bytes, fits - header);
    if (!this.ends.mustReach(arrival, this.ends.request.from)) return false;
    return this.ends.recognised(arrival);
  }

  /** Told what fits on the way, the kernel of the server sends the same bytes in smaller packets. */
  private *smaller(what: string, bytes: number, most: number): Process<boolean> {
    this.ends.ctx = this.ends.ctx.step(kinds.pathMtu, this.ends.subject, {
      bytes: bytes + TCP_HEADER + this.ends.more,
      mtu: most + TCP_HEADER + this.ends.more,
    });
    for (let left = bytes; left > 0; left -= most)
      if (!(yield* this.toClient(what, Math.min(left, most), 'ACK'))) return false;
    return true;
  }
}

function tcpFlags(...names: readonly string[]): number {
  return names.reduce((value, name) => value | (TCP_FLAGS[name] ?? 0), 0);
}

function mtuOf(host: Host): number {
  return host.devices.get('eth0')?.mtu ?? 1500;
}
