// Models /etc/protocols and the flags of TCP, RFC 9293 (v1.36)

export const PROTOCOL_NUMBERS: { readonly [name: string]: number } = {
  all: 0,
  icmp: 1,
  tcp: 6,
  udp: 17,
  sctp: 132,
  'ipv6-icmp': 58,
};

/** Not a number: no protocol is called so. */
export function protocolNumber(name: string): number {
  return PROTOCOL_NUMBERS[name === 'icmpv6' || name === 'ipv6-icmp' ? 'ipv6-icmp' : name] ?? Number(name);
}

export function protocolName(protocol: number): string | undefined {
  for (const [name, value] of Object.entries(PROTOCOL_NUMBERS)) if (value === protocol) return name;
  return undefined;
}

export const TCP_FLAGS: { readonly [name: string]: number } = { FIN: 1, SYN: 2, RST: 4, PSH: 8, ACK: 16, URG: 32 };

export function tcpFlagNames(flags: number): string {
  const names = Object.keys(TCP_FLAGS).filter((name) => (flags & (TCP_FLAGS[name] ?? 0)) !== 0);
  return names.length === 0 ? 'NONE' : names.join(',');
}
