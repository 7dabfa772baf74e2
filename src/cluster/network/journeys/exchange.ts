// Models the kernel's net/ipv4/icmp.c and af_inet.c (v1.36): what the two ends of a request do, whatever the protocol

import { type Address, isSix, joinHostPort, parseAddress } from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { Dialing } from '../../ports/http.ts';
import { type Answer, addressOn, type Host, isLoopback, type Listener, LOOPBACK6, routeTo } from '../kernel/host.ts';
import {
  destinationText,
  endText,
  icmpOf,
  type Packet,
  SIX_HEADER_MORE,
  sourceText,
  TCP,
  type Tuple,
  tupleKey,
  UDP,
} from '../packets/packet.ts';
import { Journey } from './journey.ts';
import type { Request, Result, Surroundings } from './request.ts';
import type { Arrival } from './wires.ts';

/** When a connection of TCP is given up. */
const SYN_GIVEN_UP = 127;
const UDP_GIVEN_UP = 5 * SECOND;
const DIAL_MICROS = 5 * SECOND;
const NEIGHBOUR_GIVEN_UP = 3 * SECOND;
export const UDP_HEADER = 28;

export interface Server {
  readonly host: Host;
  /** The connection as the server has it: from its own end. */
  readonly own: Tuple;
  readonly listener: Listener;
}

/** The sender and whoever answers, while packets go to and fro. */
export class Exchange {
  packets = 0;
  examined = 0;
  readonly startedAt: number;
  readonly client: Tuple;
  /** By how much its headers are longer than those of IPv4. */
  readonly more: number;
  readonly subject: string;
  server: Server | undefined;
  process = '';
  seen = '';
  failure: Result['outcome'] | undefined;
  error = '';

  constructor(
    public ctx: Context,
    readonly id: number,
    readonly request: Request,
    private readonly around: Surroundings,
  ) {
    this.subject = `connections/${id}`;
    this.startedAt = ctx.now;
    const { from, address, port, protocol } = request;
    const way = routeTo(from, address);
    const source = way === undefined ? 0 : way.local ? localSource(address) : addressOn(from, way.device, address);
    this.more = isSix(address) ? SIX_HEADER_MORE : 0;
    const sport = request.fromPort ?? 32_768 + around.random.below(28_232);
    this.client = { protocol, source, sport, destination: address, dport: port };
  }

  /** How long the sender waits for an answer. */
  get limit(): number {
    const usual = this.request.protocol === TCP ? SYN_GIVEN_UP * SECOND : UDP_GIVEN_UP;
    return Math.min(this.request.timeoutMicros ?? usual, usual);
  }

  /** What the process says; one that only passes on asks somebody else first. */
  *answer({ host, listener }: Server): Process<Answer | undefined> {
    const { relay } = listener;
    const asker = this.seen.slice(0, this.seen.lastIndexOf(':'));
    if (relay === undefined) {
      const { what, agent = '-', body } = this.request;
      const dialing = listener.dials?.(what);
      if (dialing !== undefined) return yield* this.dialed(host, listener, dialing);
      return listener.answerTo?.(what, { end: this.seen, address: asker, agent, body }) ?? listener.answer;
    }
    const { ctx, to } = relay(this.ctx, asker);
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

  /** The process asks others itself, and tells what they said. */
  private *dialed(host: Host, { process }: Listener, dialing: Dialing): Process<Answer> {
    const { port, protocol, request, tries } = dialing;
    const address = parseAddress(dialing.host);
    if (address === undefined) {
      const text = `host and/or port param are invalid. lookup ${dialing.host}: no such host\n`;
      return { writes: [text.length], text, code: 400 };
    }
    const to = joinHostPort(dialing.host, port);
    const isHttp = protocol === 'http';
    const [what, number] = isHttp ? [`GET /${request}`, TCP] : [request, UDP];
    const responses: string[] = [];
    const errors: string[] = [];
    for (let left = tries; left > 0; left -= 1) {
      const asked = { from: host.name, to, address, port, protocol: number, bytes: request.length, what };
      const result = yield* this.around.request(this.ctx.as(process), { ...asked, timeoutMicros: DIAL_MICROS });
      this.ctx = result.ctx.as('client');
      if (result.outcome === 'answered') responses.push(result.text);
      else if (isHttp) errors.push(`Get "http://${to}/${request}": dial tcp ${to}: ${goError(result.outcome)}`);
      else errors.push(`reading from udp connection failed. err:'read udp ${to}: ${goError(result.outcome)}'`);
    }
    const text = JSON.stringify({
      ...(errors.length === 0 ? undefined : { errors }),
      ...(responses.at(-1) === undefined ? undefined : { responses }),
    });
    return { writes: [text.length], text };
  }

  /** An address of the own network that nobody has: the kernel notices, and says so. */
  *noNeighbour(arrival: Arrival): Process<boolean> {
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

  /** An answer must come from where the question went, or no socket takes it. */
  recognised(arrival: Arrival): boolean {
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

  mustReach(arrival: Arrival, host: Host | undefined): boolean {
    if (arrival.kind === 'delivered' && arrival.host === host && arrival.packet.error === undefined) return true;
    this.fail('timed out', 'Connection timed out');
    return false;
  }

  *reachedServer(arrival: Arrival): Process<Server | undefined> {
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

  *fromClient(what: string, size: number, flags: number): Process<Arrival> {
    return yield* this.transmit(this.request.from, { ...this.client, ...plain, size, flags, what });
  }

  *transmit(host: Host, packet: Packet): Process<Arrival> {
    const journey = new Journey(this.ctx, this.around.wires, this.id);
    const whole = this.more === 0 ? packet : { ...packet, size: packet.size + this.more };
    const arrival = yield* journey.send(host, whole);
    this.packets += 1;
    this.examined += journey.examined;
    this.ctx = journey.ctx.as('client');
    return arrival;
  }

  /** An ICMP error about the own packet ends the attempt. */
  complaint(packet: Packet): boolean {
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

  fail(outcome: Result['outcome'], error: string): void {
    if (this.failure !== undefined) return;
    this.failure = outcome;
    this.error = error;
  }
}

/** Who talks to an own address does so from that address; to loopback from the first one. */
function localSource(address: Address): Address {
  if (isSix(address)) return isLoopback(address) ? LOOPBACK6 : address;
  return isLoopback(address) ? 0x7f00_0001 : address;
}

export const plain = { mark: 0, ttl: 64, error: undefined } as const;

/** The other end's view: what it received comes back reversed. */
export function ownEnd(packet: Tuple): Tuple {
  return {
    protocol: packet.protocol,
    source: packet.destination,
    sport: packet.dport,
    destination: packet.source,
    dport: packet.sport,
  };
}

/** In the words of Go's dialer. */
function goError(outcome: Result['outcome']): string {
  if (outcome === 'refused') return 'connect: connection refused';
  return outcome === 'unreachable' ? 'connect: no route to host' : 'i/o timeout';
}
