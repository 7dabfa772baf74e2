// Models the kernel's struct sk_buff as far as filters see it (v1.36)

import { type Address, formatAddress, isSix } from '../../../base/address.ts';
import { TCP_FLAGS } from './protocols.ts';

export const TCP = 6;
export const UDP = 17;
export const ICMP = 1;
export const ICMP6 = 58;
export const SCTP = 132;

/** Both ends of one direction of a connection. */
export interface Tuple {
  readonly protocol: number;
  readonly source: Address;
  readonly sport: number;
  readonly destination: Address;
  readonly dport: number;
}

export interface Packet extends Tuple {
  /** The whole IP packet in bytes. */
  readonly size: number;
  /** TCP flags; 0 for others. */
  readonly flags: number;
  /** What it carries, in a word. */
  readonly what: string;
  readonly mark: number;
  readonly ttl: number;
  /** An ICMP error: its code and the packet that it is about. */
  readonly error: IcmpError | undefined;
}

export type IcmpCode =
  | 'port-unreachable'
  | 'host-unreachable'
  | 'net-unreachable'
  | 'admin-prohibited'
  | 'fragmentation-needed';

export interface IcmpError {
  readonly code: IcmpCode;
  readonly about: Tuple;
  /** What fits on the way, when the packet was too big. */
  readonly mtu?: number;
}

export function flag(packet: Packet, name: 'SYN' | 'ACK' | 'FIN' | 'RST'): boolean {
  return (packet.flags & (TCP_FLAGS[name] ?? 0)) !== 0;
}

export function tupleKey(tuple: Tuple): string {
  return `${tuple.protocol} ${tuple.source}:${tuple.sport} ${tuple.destination}:${tuple.dport}`;
}

export function inverse(tuple: Tuple): Tuple {
  return {
    protocol: tuple.protocol,
    source: tuple.destination,
    sport: tuple.dport,
    destination: tuple.source,
    dport: tuple.sport,
  };
}

export function endText(address: Address, port: number): string {
  const text = formatAddress(address);
  if (port === 0) return text;
  return isSix(address) ? `[${text}]:${port}` : `${text}:${port}`;
}

export function sourceText(tuple: Tuple): string {
  return endText(tuple.source, tuple.sport);
}

export function destinationText(tuple: Tuple): string {
  return endText(tuple.destination, tuple.dport);
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [TCP, 'tcp'],
  [UDP, 'udp'],
  [ICMP, 'icmp'],
  [ICMP6, 'icmpv6'],
  [SCTP, 'sctp'],
]);

/** Headers of IPv6 are longer than those of IPv4 by this. */
export const SIX_HEADER_MORE = 20;

/** Which errors a family's packets get. */
export function icmpOf(address: Address): number {
  return isSix(address) ? ICMP6 : ICMP;
}

export function protocolText(protocol: number): string {
  return NAMES.get(protocol) ?? String(protocol);
}
