// Models the kernel's net/ipv4/tcp_input.c, tcp_timer.c and udp.c, as far as the two ends of one request need it (v1.36)

import type { Context, Process, Random } from '../../engine/index.ts';
import { network as kinds } from '../../steps/network.ts';
import { type Address, formatAddress, isSix, parseAddress } from './address.ts';
import { type Answer, addressOn, type Host, isLoopback, type Listener, LOOPBACK6, routeTo } from './host.ts';
import { type Arrival, Journey, type Wires } from './journey.ts';
import {
  destinationText,
  endText,
  icmpOf,
  type Packet,
  protocolText,
  SCTP,
  SIX_HEADER_MORE,
  sourceText,
  TCP,
  type Tuple,
  tupleKey,
  UDP,
} from './packet.ts';
import type { ConnectionRow, Outcome } from './rows.ts';
import { TCP_FLAGS } from './rules.ts';

export interface Request {
  readonly from: Host;
  /** As it was written. */
  readonly to: string;
  readonly address: Address;
  readonly port: number;
  readonly protocol: number;
  /** Bytes of what is asked. */
  readonly bytes: number;
  readonly what: string;
  /** How long the sender waits at most; as the kernel does when nobody says. */
  readonly timeoutMicros: number | undefined;
}

export interface Result {
  readonly outcome: Exclude<Outcome, 'open'>;
  readonly process: string;
  /** The sender as the process saw it. */
  readonly seen: string;
  /** The sender's own port. */
  readonly port: number;
  readonly text: string;
  /** Of an HTTP answer, where it is not 200. */
  readonly code?: number;
  readonly micros: number;
  readonly packets: number;
  readonly examined: number;
  readonly error: string;
  /** What comes after it follows from its last step. */
  readonly ctx: Context;
}

export interface Surroundings {
  readonly wires: Wires;
  readonly random: Random;
  save(row: ConnectionRow): void;
  /** A request of its own, by a process that passes this one on. */
  request(ctx: Context, request: Omit<Request, 'from'> & { readonly from: string }): Process<Result>;
}

const SECOND = 1_000_000;
const TCP_OPTIONS = 60;
const TCP_HEADER = 52;
const UDP_HEADER = 28;
const SCTP_HEADER = 32;
/** When a SYN is sent again, and when it is given up; seconds after the first. */
const SYN_AGAIN = [1, 3, 7, 15, 31, 63];
const SYN_GIVEN_UP = 127;
const UDP_GIVEN_UP = 5 * SECOND;
const NEIGHBOUR_GIVEN_UP = 3 * SECOND;
const MSS_OVERHEAD = 40;

interface Server {
  readonly host: Host;
  /** The connection as the server has it: from its own end. */
  readonly own: Tuple;
  readonly listener: Listener;
}

/** One request and its answer, packet by packet. */
export class Connection {
  private packets = 0;
  private code: number | undefined;
  private examined = 0;
  private readonly startedAt: number;
  private readonly client: Tuple;
  /** By how much its headers are longer than those of IPv4. */
  private readonly more: number;
  private server: Server | undefined;
  private process = '';
  private seen = '';
  private failure: Result['outcome'] | undefined;
  private error = '';

  constructor(
    public ctx: Context,
    readonly id: number,
    private readonly request: Request,
    private readonly around: Surroundings,
  ) {
    this.startedAt = ctx.now;
    const { from, address, port, protocol } = request;
    const way = routeTo(from, address);
    const source = way === undefined ? 0 : way.local ? localSource(address) : addressOn(from, way.device, address);
    this.more = isSix(address) ? SIX_HEADER_MORE : 0;
    const sport = 32_768 + around.random.below(28_232);
    this.client = { protocol, source, sport, destination: address, dport: port };
  }

  private get subject(): string {
    return `connections/${this.id}`;
  }

  /** How long the sender waits for an answer. */
  private get limit(): number {
    const usual = this.request.protocol === TCP ? SYN_GIVEN_UP * SECOND : UDP_GIVEN_UP;
    return Math.min(this.request.timeoutMicros ?? usual, usual);
  }

  *run(): Process<Result> {
    const { request } = this;
    this.ctx = this.ctx.step(kinds.connect, this.subject, {
      from: request.from.name,
      to: request.to,
      address: endText(request.address, request.port),
      protocol: protocolText(request.protocol),
    });
    this.save('open');
    let text = '';
    if (this.client.source === 0) this.fail('unreachable', 'Network is unreachable');
    else if (request.protocol === TCP) text = yield* this.tcp();
    else if (request.protocol === UDP) text = yield* this.udp();
    else if (request.protocol === SCTP) text = yield* this.sctp();
    const outcome = this.failure ?? 'answered';
    // Whoever waits for what never comes waits to the end.
    const left = this.startedAt + this.limit - this.ctx.now;
    if (outcome === 'timed out' && left > 0) yield this.ctx.sleep(left);
    this.ctx = this.ctx.step(kinds.ended, this.subject, {
      outcome,
      process: this.process,
      seen: this.seen,
      packets: this.packets,
      examined: this.examined,
      micros: this.ctx.now - this.startedAt,
    });
    this.save(outcome);
    return {
      outcome,
      process: this.process,
      seen: this.seen,
      port: this.client.sport,
      text,
      ...(this.code === undefined || this.code === 200 ? undefined : { code: this.code }),
      micros: this.ctx.now - this.startedAt,
      packets: this.packets,
      examined: this.examined,
      error: this.error,
      ctx: this.ctx,
    };
  }

  // TCP

  private *tcp(): Process<string> {
    if (!(yield* this.handshake())) return '';
    if (!(yield* this.toServer(this.request.what, this.request.bytes, 'ACK'))) return '';
    const answer = yield* this.answer(this.server as Server);
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
    return this.failure === undefined ? answer.text : '';
  }

  /** What the process says; one that only passes on asks somebody else first. */
  private *answer({ host, listener }: Server): Process<Answer | undefined> {
    const { relay } = listener;
    if (relay === undefined) return listener.answerTo?.(this.request.what) ?? listener.answer;
    const { ctx, to } = relay(this.ctx, this.seen.slice(0, this.seen.lastIndexOf(':')));
    this.ctx = ctx;
    const address = to === undefined ? undefined : parseAddress(to.ip);
    if (to !== undefined && address !== undefined) {
      const { protocol, bytes, what } = this.request;
      const again = { from: host.name, to: `${to.ip}:${to.port}`, address, port: to.port, protocol, bytes, what };
      const result = yield* this.around.request(ctx.as(listener.process), { ...again, timeoutMicros: undefined });
      this.ctx = result.ctx.as('client');
      this.process = `${result.process} (${listener.process})`;
      if (result.outcome === 'answered') return { writes: [result.text.length], text: result.text };
    }
    this.fail('reset', 'Connection reset by peer');
    return undefined;
  }

  /** Both ends said how much they take at once. */
  private segments(answer: Answer): number[] {
    const most =
      Math.min(mtuOf(this.request.from), mtuOf((this.server as Server).host)) - MSS_OVERHEAD - this.more - 12;
    const sizes: number[] = [];
    for (const bytes of answer.writes) for (let left = bytes; left > 0; left -= most) sizes.push(Math.min(left, most));
    return sizes;
  }

  private *handshake(): Process<boolean> {
    const { limit } = this;
    for (let attempt = 0; ; attempt += 1) {
      const arrival = yield* this.fromClient('SYN', TCP_OPTIONS, tcpFlags('SYN'));
      if (arrival.kind === 'delivered') return yield* this.answerSyn(arrival);
      if (yield* this.noNeighbour(arrival)) return false;
      const again = SYN_AGAIN[attempt];
      const due = again === undefined ? limit : Math.min(again * SECOND, limit);
      yield this.ctx.sleep(Math.max(0, this.startedAt + due - this.ctx.now));
      if (again === undefined || due >= limit) {
        this.ctx = this.ctx.step(kinds.gaveUp, this.subject, {
          seconds: Math.round(limit / SECOND),
          attempts: attempt + 1,
        });
        this.fail('timed out', 'Connection timed out');
        return false;
      }
      this.ctx = this.ctx.step(kinds.again, this.subject, { attempt: attempt + 2, seconds: again });
    }
  }

  /** An address of the own network that nobody has: the kernel notices, and says so. */
  private *noNeighbour(arrival: Arrival): Process<boolean> {
    if (arrival.kind !== 'lost') return false;
    if (arrival.why === 'no route') {
      this.fail('unreachable', 'Network is unreachable');
      return true;
    }
    if (arrival.why !== 'no neighbour') return false;
    yield this.ctx.sleep(NEIGHBOUR_GIVEN_UP);
    this.ctx = this.ctx.step(kinds.noNeighbour, this.subject, { at: arrival.host.name });
    this.fail('unreachable', 'No route to host');
    return true;
  }

  private *answerSyn({ host, packet }: Extract<Arrival, { kind: 'delivered' }>): Process<boolean> {
    if (host === this.request.from && this.complaint(packet)) return false;
    if ((packet.flags & (TCP_FLAGS.RST ?? 0)) !== 0) {
      this.fail('refused', 'Connection refused');
      return false;
    }
    const listener = host.listener(TCP, packet.dport, packet.destination);
    const own = ownEnd(packet);
    this.seen = sourceText(packet);
    if (listener === undefined) {
      this.ctx = this.ctx.step(kinds.nobodyListens, this.subject, { at: host.name, port: packet.dport });
      const reset = { ...own, ...plain, size: 40, flags: tcpFlags('RST', 'ACK'), what: 'RST' };
      const back = yield* this.transmit(host, reset);
      // A reset that another connection seems to have sent is ignored as well.
      if (this.mustReach(back, this.request.from) && this.recognised(back)) this.fail('refused', 'Connection refused');
      return false;
    }
    this.server = { host, own, listener };
    this.process = listener.process;
    this.ctx = this.ctx.step(kinds.accepted, this.subject, {
      process: listener.process,
      seen: this.seen,
      port: packet.dport,
    });
    if (!(yield* this.toClient('SYN ACK', TCP_OPTIONS - TCP_HEADER, 'SYN'))) return false;
    return yield* this.toServer('ACK', 0, 'ACK');
  }

  private *toServer(what: string, bytes: number, kind: 'ACK' | 'FIN'): Process<boolean> {
    const arrival = yield* this.fromClient(
      what,
      TCP_HEADER + bytes,
      kind === 'FIN' ? tcpFlags('FIN', 'ACK') : tcpFlags('ACK'),
    );
    return this.mustReach(arrival, this.server?.host);
  }

  private *toClient(what: string, bytes: number, kind: 'ACK' | 'SYN' | 'FIN'): Process<boolean> {
    const { host, own } = this.server as Server;
    const flags = kind === 'ACK' ? tcpFlags('ACK') : tcpFlags(kind, 'ACK');
    const arrival = yield* this.transmit(host, { ...own, ...plain, size: TCP_HEADER + bytes, flags, what });
    const fits = arrival.kind === 'delivered' && arrival.host === host ? arrival.packet.error?.mtu : undefined;
    const header = TCP_HEADER + this.more;
    if (fits !== undefined && fits < header + bytes) return yield* this.smaller(what, bytes, fits - header);
    if (!this.mustReach(arrival, this.request.from)) return false;
    return this.recognised(arrival);
  }

  /** Told what fits on the way, the kernel of the server sends the same bytes in smaller packets. */
  private *smaller(what: string, bytes: number, most: number): Process<boolean> {
    this.ctx = this.ctx.step(kinds.pathMtu, this.subject, {
      bytes: bytes + TCP_HEADER + this.more,
      mtu: most + TCP_HEADER + this.more,
    });
    for (let left = bytes; left > 0; left -= most)
      if (!(yield* this.toClient(what, Math.min(left, most), 'ACK'))) return false;
    return true;
  }

  /** An answer must come from where the question went, or no socket takes it. */
  private recognised(arrival: Arrival): boolean {
    if (arrival.kind !== 'delivered') return false;
    const { packet } = arrival;
    const { client } = this;
    if (packet.source === client.destination && packet.sport === client.dport && packet.dport === client.sport)
      return true;
    this.stranger(sourceText(packet));
    return false;
  }

  private stranger(seen: string): void {
    const { destination, dport } = this.client;
    this.ctx = this.ctx.step(kinds.notRecognised, this.subject, { seen, want: endText(destination, dport) });
    this.fail('timed out', 'Connection timed out');
  }

  private mustReach(arrival: Arrival, host: Host | undefined): boolean {
    if (arrival.kind === 'delivered' && arrival.host === host && arrival.packet.error === undefined) return true;
    this.fail('timed out', 'Connection timed out');
    return false;
  }

  // UDP and SCTP

  private *udp(): Process<string> {
    const arrival = yield* this.fromClient(this.request.what, UDP_HEADER + this.request.bytes, 0);
    const reached = yield* this.reachedServer(arrival);
    if (reached === undefined) return '';
    const { host, own } = reached;
    const answer = yield* this.answer(reached);
    if (answer === undefined) return '';
    const bytes = answer.writes.reduce((sum, each) => sum + each, 0);
    const answered = yield* this.transmit(host, {
      ...own,
      ...plain,
      size: UDP_HEADER + bytes,
      flags: 0,
      what: 'answer',
    });
    if (!this.mustReach(answered, this.request.from) || !this.recognised(answered)) return '';
    return answer.text;
  }

  private *reachedServer(arrival: Arrival): Process<Server | undefined> {
    if (arrival.kind === 'lost') {
      if (yield* this.noNeighbour(arrival)) return undefined;
      this.fail('timed out', 'timed out');
      return undefined;
    }
    const { host, packet } = arrival;
    if (host === this.request.from && this.complaint(packet)) return undefined;
    const listener = host.listener(packet.protocol, packet.dport, packet.destination);
    this.seen = sourceText(packet);
    if (listener === undefined) {
      this.ctx = this.ctx.step(kinds.nobodyListens, this.subject, { at: host.name, port: packet.dport });
      const error = { code: 'port-unreachable' as const, about: packet };
      const answer = {
        ...ownEnd(packet),
        ...plain,
        protocol: icmpOf(packet.source),
        sport: 0,
        dport: 0,
        // What it quotes has the longer header already.
        size: UDP_HEADER + packet.size,
        flags: 0,
        what: 'ICMP port-unreachable',
        error,
      };
      const back = yield* this.transmit(host, answer);
      if (back.kind === 'delivered' && back.host === this.request.from) this.complaint(back.packet);
      else this.fail('timed out', 'timed out');
      return undefined;
    }
    this.process = listener.process;
    this.ctx = this.ctx.step(kinds.accepted, this.subject, {
      process: listener.process,
      seen: this.seen,
      port: packet.dport,
    });
    this.server = { host, own: ownEnd(packet), listener };
    return this.server;
  }

  private *sctp(): Process<string> {
    const arrival = yield* this.fromClient('INIT', SCTP_HEADER + 68, 0);
    const reached = yield* this.reachedServer(arrival);
    if (reached === undefined) return '';
    const { host, own, listener } = reached;
    const script: readonly (readonly ['client' | 'server', string, number])[] = [
      ['server', 'INIT ACK', 268],
      ['client', 'COOKIE ECHO', 232],
      ['server', 'COOKIE ACK', 16],
      ['client', 'DATA', this.request.bytes + 28],
      ['server', 'SACK', 16],
      ['server', 'DATA', listener.answer.text.length + 28],
      ['client', 'SACK', 16],
      ['client', 'SHUTDOWN', 8],
      ['server', 'SHUTDOWN ACK', 4],
      ['client', 'SHUTDOWN COMPLETE', 4],
    ];
    for (const [side, what, bytes] of script) {
      const size = SCTP_HEADER + bytes;
      const arrived =
        side === 'client'
          ? yield* this.fromClient(what, size, 0)
          : yield* this.transmit(host, { ...own, ...plain, size, flags: 0, what });
      if (!this.mustReach(arrived, side === 'client' ? host : this.request.from)) return '';
    }
    return listener.answer.text;
  }

  // Both

  private *fromClient(what: string, size: number, flags: number): Process<Arrival> {
    return yield* this.transmit(this.request.from, { ...this.client, ...plain, size, flags, what });
  }

  private *transmit(host: Host, packet: Packet): Process<Arrival> {
    const journey = new Journey(this.ctx, this.around.wires, this.id);
    const whole = this.more === 0 ? packet : { ...packet, size: packet.size + this.more };
    const arrival = yield* journey.send(host, whole);
    this.packets += 1;
    this.examined += journey.examined;
    this.ctx = journey.ctx.as('client');
    return arrival;
  }

  /** An ICMP error about the own packet ends the attempt. */
  private complaint(packet: Packet): boolean {
    const { error } = packet;
    if (error === undefined) return false;
    if (tupleKey(error.about) !== tupleKey(this.client)) {
      this.stranger(destinationText(error.about));
      return true;
    }
    if (error.code === 'port-unreachable') this.fail('refused', 'Connection refused');
    else this.fail('unreachable', error.code === 'net-unreachable' ? 'Network is unreachable' : 'No route to host');
    return true;
  }

  private fail(outcome: Result['outcome'], error: string): void {
    if (this.failure !== undefined) return;
    this.failure = outcome;
    this.error = error;
  }

  private save(outcome: Outcome): void {
    const { request } = this;
    this.around.save({
      id: this.id,
      protocol: protocolText(request.protocol),
      from: request.from.name,
      to: request.to,
      address: formatAddress(request.address),
      port: request.port,
      outcome,
      process: this.process,
      seen: this.seen,
      packets: this.packets,
      examined: this.examined,
      startedAt: this.startedAt,
      endedAt: outcome === 'open' ? undefined : this.ctx.now,
    });
  }
}

/** Who talks to an own address does so from that address; to loopback from the first one. */
function localSource(address: Address): Address {
  if (isSix(address)) return isLoopback(address) ? LOOPBACK6 : address;
  return isLoopback(address) ? 0x7f00_0001 : address;
}

const plain = { mark: 0, ttl: 64, error: undefined } as const;

function tcpFlags(...names: readonly string[]): number {
  return names.reduce((value, name) => value | (TCP_FLAGS[name] ?? 0), 0);
}

/** The other end's view: what it received comes back reversed. */
function ownEnd(packet: Tuple): Tuple {
  return {
    protocol: packet.protocol,
    source: packet.destination,
    sport: packet.dport,
    destination: packet.source,
    dport: packet.sport,
  };
}

function mtuOf(host: Host): number {
  return host.devices.get('eth0')?.mtu ?? 1500;
}
