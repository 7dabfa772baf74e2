// Models the kernel's net/netfilter/nf_conntrack_core.c and nf_conntrack_proto_tcp.c (v1.36)

import { type Family, familyOf, formatAddress } from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Engine, type Table, tableFamily } from '../../../engine/index.ts';
import type { ConntrackFilter } from '../../ports/netfilter.ts';
import {
  flag,
  ICMP,
  ICMP6,
  inverse,
  type Packet,
  protocolText,
  SCTP,
  TCP,
  type Tuple,
  tupleKey,
  UDP,
} from '../packets/packet.ts';
import { PROTOCOL_NUMBERS } from '../packets/protocols.ts';

/** By number. */
export interface ConntrackRow {
  readonly id: number;
  readonly original: Tuple;
  /** The addresses and ports of answers. They differ from the inverse of the original where it is translated. */
  readonly reply: Tuple;
  /** The state of the connection, as TCP and SCTP have one. */
  readonly state: string | undefined;
  readonly replied: boolean;
  readonly assured: boolean;
  /** Which ends are translated. */
  readonly dnat: boolean;
  readonly snat: boolean;
  /** Virtual microseconds. */
  readonly expiresAt: number;
}
/** One a node. */
export const CONNTRACK_TABLES = tableFamily<ConntrackRow>('network/*/conntrack');

/** How a packet stands to what is known of its connection. */
export type Standing = 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID';
export type Direction = 'original' | 'reply';

/** An entry while packets of it are on their way through a node. Only confirmed ones are in the table. */
export class Entry {
  /** The first packet as it was sent; it never changes. */
  original: Tuple;
  /** How answers look. Translation changes it before the entry is confirmed, never after. */
  reply: Tuple;
  /** As TCP and SCTP have one. */
  state: string | undefined;
  /** Something has come back; then `assured`: the table does not drop it early. Neither becomes false again. */
  replied = false;
  assured = false;
  /** Which of its ends are translated: settled by the first packet. */
  dnat = false;
  snat = false;
  /** The balancer of the kernel translates it, and not nat. */
  balanced = false;
  /** Whether the chains of nat have been asked, for either end. */
  destinationDone = false;
  sourceDone = false;
  /** It is in the table. */
  confirmed = false;
  /** From then on it is not found; each packet moves it on. */
  expiresAt = 0;

  constructor(
    readonly id: number,
    packet: Tuple,
  ) {
    this.original = {
      protocol: packet.protocol,
      source: packet.source,
      sport: packet.sport,
      destination: packet.destination,
      dport: packet.dport,
    };
    this.reply = inverse(this.original);
  }
}

export interface Tracked {
  readonly entry: Entry | undefined;
  readonly direction: Direction;
  readonly standing: Standing;
}

/** Seconds until an entry without packets is forgotten, as kube-proxy leaves the kernel. */
const TIMEOUTS: { readonly [state: string]: number } = {
  SYN_SENT: 120,
  SYN_RECV: 60,
  ESTABLISHED: 86_400,
  FIN_WAIT: 120,
  CLOSE_WAIT: 3600,
  LAST_ACK: 30,
  TIME_WAIT: 120,
  CLOSE: 10,
  udp: 30,
  'udp-stream': 120,
  icmp: 30,
  COOKIE_WAIT: 3,
  COOKIE_ECHOED: 3,
  'ESTABLISHED-sctp': 210,
  SHUTDOWN_SENT: 3,
  other: 600,
};

/**
 * The connections that one node's kernel remembers.
 *
 * Promises: a connection is found by its packets as they are before translation in one direction and after it in the other; no
 * two that are remembered have answers that look alike; one whose time is over is not found any more.
 * Does not promise: to remember what `track` began. A packet that is dropped on its way leaves nothing behind; only
 * `confirm`, at the last hook, does.
 * Called by: a packet's passage: `track` at its first hook, `confirm` at its last, after a step.
 */
export class Conntrack {
  readonly rows: Table<ConntrackRow>;
  /** Each confirmed entry twice: by its original, and by what its answers look like. */
  private readonly byTuple = new Map<string, { readonly entry: Entry; readonly direction: Direction }>();
  private nextId = 1;
  /** Entries whose time is over and whose rows are still there: they go with the next step that allows a write. */
  private expired: Entry[] = [];

  constructor(
    private readonly engine: Engine,
    node: string,
  ) {
    this.rows = engine.table(CONNTRACK_TABLES.of(node));
  }

  /** Finds or begins the entry of a packet that enters the node's hooks. */
  track(packet: Packet): Tracked {
    if (packet.error !== undefined) return this.trackError(packet.error.about);
    const found = this.find(packet);
    if (found !== undefined) return this.continued(packet, found.entry, found.direction);
    const invalid =
      packet.protocol === TCP &&
      (flag(packet, 'RST') || flag(packet, 'FIN') || (flag(packet, 'SYN') && flag(packet, 'ACK')));
    if (invalid) return { entry: undefined, direction: 'original', standing: 'INVALID' };
    const entry = new Entry(this.nextId, packet);
    this.nextId += 1;
    return { entry, direction: 'original', standing: 'NEW' };
  }

  private continued(packet: Packet, entry: Entry, direction: Direction): Tracked {
    if (direction === 'reply') return { entry, direction, standing: 'ESTABLISHED' };
    // A connection that was closed may begin again from the same port.
    const again =
      packet.protocol === TCP && flag(packet, 'SYN') && (entry.state === 'TIME_WAIT' || entry.state === 'CLOSE');
    if (again) {
      this.remove(entry);
      const fresh = new Entry(this.nextId, packet);
      this.nextId += 1;
      return { entry: fresh, direction, standing: 'NEW' };
    }
    return { entry, direction, standing: entry.replied ? 'ESTABLISHED' : 'NEW' };
  }

  /** An ICMP error belongs to the connection whose packet it quotes; it travels against that packet. */
  private trackError(about: Tuple): Tracked {
    const found = this.find(inverse(about));
    if (found === undefined) return { entry: undefined, direction: 'original', standing: 'INVALID' };
    return { entry: found.entry, direction: found.direction, standing: 'RELATED' };
  }

  find(tuple: Tuple): { readonly entry: Entry; readonly direction: Direction } | undefined {
    const found = this.byTuple.get(tupleKey(tuple));
    if (found === undefined) return undefined;
    if (found.entry.expiresAt > this.engine.now) return found;
    // Its time was over before this packet came; the row goes when the next step allows a write.
    this.expired.push(found.entry);
    this.forget(found.entry);
    return undefined;
  }

  /** Whether another connection has answers that look like this. */
  taken(reply: Tuple, except: Entry): boolean {
    const found = this.byTuple.get(tupleKey(reply));
    return found !== undefined && found.entry !== except && found.entry.expiresAt > this.engine.now;
  }

  /** The packet has passed the last hook: what it began is remembered, what it continued moves on. The caller has emitted a step. */
  confirm({ entry, direction, standing }: Tracked, packet: Packet): void {
    for (const gone of this.expired) this.rows.delete(String(gone.id));
    this.expired = [];
    if (entry === undefined || standing === 'INVALID' || standing === 'RELATED') return;
    if (!entry.confirmed) {
      entry.confirmed = true;
      this.byTuple.set(tupleKey(entry.original), { entry, direction: 'original' });
      this.byTuple.set(tupleKey(entry.reply), { entry, direction: 'reply' });
    }
    if (direction === 'reply') entry.replied = true;
    advance(entry, direction, packet);
    entry.expiresAt = this.engine.now + timeoutOf(entry) * SECOND;
    this.rows.set(String(entry.id), rowOf(entry));
  }

  private remove(entry: Entry): void {
    this.forget(entry);
    this.expired.push(entry);
  }

  private forget(entry: Entry): void {
    this.byTuple.delete(tupleKey(entry.original));
    this.byTuple.delete(tupleKey(entry.reply));
  }

  matching(filter: ConntrackFilter): readonly ConntrackRow[] {
    return [...this.rows.values()].filter((row) => fits(row, filter));
  }

  /** The caller has emitted a step. */
  drop(rows: readonly ConntrackRow[]): void {
    for (const row of rows) {
      this.byTuple.delete(tupleKey(row.original));
      this.byTuple.delete(tupleKey(row.reply));
      this.rows.delete(String(row.id));
    }
  }

  /** `conntrack -L -f ipv4` or `ipv6`, of entries that are still remembered. */
  list(now: number, family: Family = 'IPv4'): readonly string[] {
    return [...this.rows.values()]
      .filter(({ expiresAt, original }) => expiresAt > now && familyOf(original.source) === family)
      .map((row) => conntrackLine(row, now));
  }
}

function fits(row: ConntrackRow, filter: ConntrackFilter): boolean {
  const { protocol, originalDestination, originalDestinationPort, replySource } = filter;
  if (protocol !== undefined && row.original.protocol !== PROTOCOL_NUMBERS[protocol]) return false;
  if (originalDestination !== undefined && formatAddress(row.original.destination) !== originalDestination)
    return false;
  if (originalDestinationPort !== undefined && row.original.dport !== originalDestinationPort) return false;
  return replySource === undefined || formatAddress(row.reply.source) === replySource;
}

function rowOf(entry: Entry): ConntrackRow {
  const { id, original, reply, state, replied, assured, dnat, snat, expiresAt } = entry;
  return { id, original, reply, state, replied, assured, dnat, snat, expiresAt };
}

function timeoutOf({ original, state, assured }: Entry): number {
  if (original.protocol === UDP) return TIMEOUTS[assured ? 'udp-stream' : 'udp'] ?? 30;
  if (state === undefined)
    return TIMEOUTS[original.protocol === ICMP || original.protocol === ICMP6 ? 'icmp' : 'other'] ?? 600;
  if (original.protocol === SCTP && state === 'ESTABLISHED') return TIMEOUTS['ESTABLISHED-sctp'] ?? 210;
  return TIMEOUTS[state] ?? 600;
}

function advance(entry: Entry, direction: Direction, packet: Packet): void {
  if (packet.protocol === TCP) entry.state = tcpState(entry, direction, packet);
  else if (packet.protocol === SCTP) entry.state = sctpState(entry, packet);
  else if (packet.protocol === UDP) entry.assured = entry.replied && (entry.assured || direction === 'original');
  if (packet.protocol === TCP && direction === 'original' && entry.replied && entry.state === 'ESTABLISHED')
    entry.assured = true;
  if (packet.protocol === SCTP && entry.state === 'ESTABLISHED') entry.assured = true;
}

function tcpState(entry: Entry, direction: Direction, packet: Packet): string {
  const { state } = entry;
  if (flag(packet, 'RST')) return 'CLOSE';
  if (flag(packet, 'SYN')) return flag(packet, 'ACK') ? 'SYN_RECV' : (state ?? 'SYN_SENT');
  if (flag(packet, 'FIN')) {
    if (state === 'FIN_WAIT' || state === 'CLOSE_WAIT') return 'LAST_ACK';
    return 'FIN_WAIT';
  }
  if (state === 'SYN_RECV') return direction === 'original' ? 'ESTABLISHED' : state;
  if (state === 'FIN_WAIT') return 'CLOSE_WAIT';
  if (state === 'LAST_ACK') return 'TIME_WAIT';
  // Picked up in the middle.
  return state ?? 'ESTABLISHED';
}

function sctpState(entry: Entry, packet: Packet): string {
  switch (packet.what) {
    case 'INIT':
    case 'INIT ACK':
      return 'COOKIE_WAIT';
    case 'COOKIE ECHO':
      return 'COOKIE_ECHOED';
    case 'SHUTDOWN':
    case 'SHUTDOWN ACK':
    case 'SHUTDOWN COMPLETE':
      return 'SHUTDOWN_SENT';
    default:
      return entry.state === 'COOKIE_ECHOED' || entry.state === 'ESTABLISHED'
        ? 'ESTABLISHED'
        : (entry.state ?? 'COOKIE_WAIT');
  }
}

/** One line of `conntrack -L`. */
export function conntrackLine(row: ConntrackRow, now: number): string {
  const seconds = Math.max(0, Math.ceil((row.expiresAt - now) / SECOND) - 1);
  const name = protocolText(row.original.protocol).padEnd(8);
  const state = row.state === undefined ? '' : `${row.state} `;
  const unreplied = row.replied ? '' : '[UNREPLIED] ';
  const assured = row.assured ? '[ASSURED] ' : '';
  return `${name} ${row.original.protocol} ${seconds} ${state}${tupleText(row.original)} ${unreplied}${tupleText(row.reply)} ${assured}mark=0 use=1`;
}

function tupleText({ source, destination, sport, dport }: Tuple): string {
  return `src=${formatAddress(source)} dst=${formatAddress(destination)} sport=${sport} dport=${dport}`;
}
