// Models the kernel's net/netfilter/xt_*.c: whether a packet fits a rule, and why (v1.36)

import { type Address, contains, formatAddress, formatCidr, isSix } from '../../../base/address.ts';
import type { Random } from '../../../engine/index.ts';
import { probabilityText } from '../iptables/print-rule.ts';
import { type Match, type PortRange, PROBABILITY_ONE, type Rule } from '../iptables/rules.ts';
import { type Packet, protocolText, SCTP, TCP, UDP } from '../packets/packet.ts';
import type { Standing } from './conntrack.ts';
import { type Host, isLocal } from './host.ts';

/** What conditions depend on besides the packet: the hook, the connection, chance. */
export interface Circumstances {
  readonly host: Host;
  readonly packet: Packet;
  readonly in: string | undefined;
  readonly out: string | undefined;
  readonly standing: Standing;
  readonly snat: boolean;
  readonly dnat: boolean;
  readonly random: Random;
  /** Packets that each rule of a counting kind has seen. */
  readonly nth: Map<number, number>;
  /** True when steps are recorded: only then the words of the reason are made. */
  readonly told: boolean;
}

/** The condition that decided: the first that failed, or the most telling of those that held. */
export interface Verdict {
  readonly matched: boolean;
  readonly why: Why;
  readonly want: string;
  readonly seen: string;
  readonly apply: (() => void) | undefined;
}

export type Why =
  | 'always'
  | 'source'
  | 'destination'
  | 'in'
  | 'out'
  | 'protocol'
  | 'source port'
  | 'port'
  | 'flags'
  | 'state'
  | 'mark'
  | 'source type'
  | 'type'
  | 'odds'
  | 'turn'
  | 'recent'
  | 'limit'
  | 'set'
  /** A look into a set or map of nftables. */
  | 'lookup'
  /** A number that nftables drew. */
  | 'draw';

interface One {
  readonly ok: boolean;
  readonly why: Why;
  readonly want: string;
  readonly seen: string;
  readonly apply?: (() => void) | undefined;
}

/** When several conditions held, the first of these is told: it says most about the packet. */
const TELLING: readonly Why[] = [
  'odds',
  'recent',
  'turn',
  'type',
  'source type',
  'mark',
  'state',
  'port',
  'destination',
  'source',
  'source port',
  'flags',
  'in',
  'out',
  'set',
  'limit',
  'protocol',
];

export function judge(rule: Rule, about: Circumstances): Verdict {
  let best: One | undefined;
  let apply: (() => void) | undefined;
  for (const match of rule.matches) {
    const one = test(match, rule, about);
    if (one === undefined) continue;
    if (one.apply !== undefined) apply = both(apply, one.apply);
    if (!one.ok) return { matched: false, why: one.why, want: one.want, seen: one.seen, apply };
    if (best === undefined || TELLING.indexOf(one.why) < TELLING.indexOf(best.why)) best = one;
  }
  if (best === undefined) return { matched: true, why: 'always', want: '', seen: '', apply };
  return { matched: true, why: best.why, want: best.want, seen: best.seen, apply };
}

function both(first: (() => void) | undefined, second: () => void): () => void {
  if (first === undefined) return second;
  return () => {
    first();
    second();
  };
}

const no = (not: boolean): string => (not ? 'not ' : '');

function test(match: Match, rule: Rule, about: Circumstances): One | undefined {
  const { packet } = about;
  switch (match.kind) {
    case 'comment':
    case 'nfacct':
      return undefined;
    case 'source':
    case 'destination': {
      const address = match.kind === 'source' ? packet.source : packet.destination;
      return {
        ok: contains(match.cidr, address) !== match.not,
        why: match.kind,
        want: about.told ? `${no(match.not)}${formatCidr(match.cidr)}` : '',
        seen: about.told ? formatAddress(address) : '',
      };
    }
    case 'in':
    case 'out': {
      const device = (match.kind === 'in' ? about.in : about.out) ?? '';
      return {
        ok: deviceFits(match.device, device) !== match.not,
        why: match.kind,
        want: `${no(match.not)}${match.device}`,
        seen: device === '' ? '-' : device,
      };
    }
    case 'protocol':
      return {
        ok: (packet.protocol === match.protocol) !== match.not,
        why: 'protocol',
        want: `${no(match.not)}${protocolText(match.protocol)}`,
        seen: protocolText(packet.protocol),
      };
    case 'tcp':
    case 'udp':
    case 'sctp':
      return portsAndFlags(match, packet);
    case 'multiport':
      return multiport(match, packet);
    case 'conntrack':
      return connectionState(match, about);
    case 'mark':
      return {
        ok: ((packet.mark & match.mask) >>> 0 === match.value) !== match.not,
        why: 'mark',
        want: `${no(match.not)}${hex(match.value)}`,
        seen: hex(packet.mark),
      };
    case 'addrtype':
      return addressType(match, about);
    case 'random': {
      const drawn = about.random.nextU32() & 0x7fff_ffff;
      return {
        ok: drawn < match.probability !== match.not,
        why: 'odds',
        want: probabilityText(match.probability),
        seen: (drawn / PROBABILITY_ONE).toFixed(3),
      };
    }
    case 'nth':
      return everyNth(match, rule, about);
    case 'recent': {
      const { recent } = about.host.kernel ?? {};
      const result = recent?.check(match, packet.source, packet.destination);
      return {
        ok: result?.matched === true,
        why: 'recent',
        want: match.seconds === undefined ? match.action : `${match.action} ${match.seconds} s`,
        seen: result?.agoSeconds === undefined ? '-' : `${result.agoSeconds} s`,
        apply: result?.apply,
      };
    }
    case 'set': {
      const look = about.host.kernel?.sets?.look(match.name, match.flags, packet);
      return {
        ok: (look?.found === true) !== match.not,
        why: 'set',
        want: `${no(match.not)}${match.name}`,
        seen: look?.key ?? '',
      };
    }
    case 'limit':
      return { ok: true, why: 'limit', want: match.rate, seen: '' };
  }
}

function deviceFits(pattern: string, device: string): boolean {
  return pattern.endsWith('+') ? device.startsWith(pattern.slice(0, -1)) : pattern === device;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function rangeText({ from, to, not }: PortRange): string {
  return `${no(not)}${from === to ? from : `${from}:${to}`}`;
}

function within(range: PortRange, port: number): boolean {
  return (port >= range.from && port <= range.to) !== range.not;
}

function portsAndFlags(match: Extract<Match, { kind: 'tcp' | 'udp' | 'sctp' }>, packet: Packet): One | undefined {
  const { sport, dport, flags } = match;
  if (packet.error !== undefined) return { ok: false, why: 'port', want: '', seen: '-' };
  let result: One | undefined;
  if (sport !== undefined) {
    result = {
      ok: within(sport, packet.sport),
      why: 'source port',
      want: rangeText(sport),
      seen: String(packet.sport),
    };
    if (!result.ok) return result;
  }
  if (dport !== undefined) {
    result = { ok: within(dport, packet.dport), why: 'port', want: rangeText(dport), seen: String(packet.dport) };
    if (!result.ok) return result;
  }
  if (flags !== undefined) {
    const ok = ((packet.flags & flags.mask) === flags.set) !== flags.not;
    if (!ok || result === undefined) result = { ok, why: 'flags', want: hex(flags.set), seen: hex(packet.flags) };
  }
  return result;
}

function multiport(match: Extract<Match, { kind: 'multiport' }>, packet: Packet): One {
  const ports = packet.protocol === TCP || packet.protocol === UDP || packet.protocol === SCTP;
  const wanted =
    match.which === 'sports'
      ? [packet.sport]
      : match.which === 'dports'
        ? [packet.dport]
        : [packet.sport, packet.dport];
  const found = ports && match.ports.some((range) => wanted.some((port) => within(range, port)));
  return { ok: found !== match.not, why: 'port', want: match.ports.map(rangeText).join(','), seen: wanted.join('/') };
}

function connectionState(match: Extract<Match, { kind: 'conntrack' }>, about: Circumstances): One {
  const { standing } = about;
  const found = match.states.some(
    (state) => state === standing || (state === 'SNAT' && about.snat) || (state === 'DNAT' && about.dnat),
  );
  return { ok: found !== match.not, why: 'state', want: `${no(match.not)}${match.states.join(',')}`, seen: standing };
}

function addressType(match: Extract<Match, { kind: 'addrtype' }>, { host, packet }: Circumstances): One {
  const { src, dst } = match;
  if (src !== undefined) {
    const type = typeOf(host, packet.source);
    const ok = (type === src.type) !== src.not;
    if (!ok || dst === undefined)
      return {
        ok,
        why: 'source type',
        want: `${no(src.not)}${src.type}`,
        seen: `${formatAddress(packet.source)} ${type}`,
      };
  }
  const type = typeOf(host, packet.destination);
  const ok = dst === undefined || (type === dst.type) !== dst.not;
  return {
    ok,
    why: 'type',
    want: `${no(dst?.not ?? false)}${dst?.type ?? ''}`,
    seen: `${formatAddress(packet.destination)} ${type}`,
  };
}

function typeOf(host: Host, address: Address): 'LOCAL' | 'UNICAST' | 'MULTICAST' {
  if (isLocal(host, address)) return 'LOCAL';
  const multicast = isSix(address) ? address.startsWith('ff') : address >>> 28 === 14;
  return multicast ? 'MULTICAST' : 'UNICAST';
}

function everyNth(match: Extract<Match, { kind: 'nth' }>, rule: Rule, { nth }: Circumstances): One {
  const count = nth.get(rule.id) ?? 0;
  nth.set(rule.id, (count + 1) % match.every);
  return {
    ok: (count === match.packet) !== match.not,
    why: 'turn',
    want: `${match.packet}/${match.every}`,
    seen: String(count),
  };
}
