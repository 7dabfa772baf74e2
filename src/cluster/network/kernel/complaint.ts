// Models the kernel's net/ipv4/icmp.c and netfilter's nf_reject_ipv4.c (v1.36): what a kernel answers in the place of a process

import { type Address, isSix } from '../../../base/address.ts';
import type { RejectWith } from '../iptables/rules.ts';
import { ICMP, ICMP6, type IcmpCode, icmpOf, inverse, type Packet } from '../packets/packet.ts';
import { TCP_FLAGS } from '../packets/protocols.ts';

const ICMP_HEADER = 28;
const ICMP6_HEADER = 48;
/** An error fits into 1280 bytes, the least that every way carries. */
const MOST_QUOTED6 = 1280 - ICMP6_HEADER;
/** The ICMP error, or the reset, that a rule of target REJECT sends. */
export const ERRORS: { readonly [R in RejectWith]: IcmpCode | 'reset' } = {
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

export function isComplaint({ protocol }: Packet): boolean {
  return protocol === ICMP || protocol === ICMP6;
}

/** An ICMP error, from an address of the kernel that has it to say. */
export function errorAbout(packet: Packet, source: Address, code: IcmpCode, mtu: number | undefined): Packet {
  return {
    protocol: icmpOf(source),
    source,
    sport: 0,
    destination: packet.source,
    dport: 0,
    size: isSix(source) ? ICMP6_HEADER + Math.min(packet.size, MOST_QUOTED6) : ICMP_HEADER + Math.min(packet.size, 548),
    flags: 0,
    what: `ICMP ${code}`,
    mark: 0,
    ttl: 64,
    error: { code, about: packet, ...(mtu === undefined ? {} : { mtu }) },
  };
}

export function resetFor(packet: Packet): Packet {
  return {
    ...packet,
    ...inverse(packet),
    size: isSix(packet.source) ? 60 : 40,
    flags: (TCP_FLAGS.RST ?? 0) | (TCP_FLAGS.ACK ?? 0),
    what: 'RST',
    mark: 0,
    error: undefined,
  };
}
