// Models pkg/proxy/nftables/proxier.go (v1.36): the table of IPv6 is that of IPv4 in other words

import type { Chain } from './port-rules.ts';

const FIELDS = /\bip (saddr|daddr|to)\b/g;

export function textOfSix(line: string): string {
  if (line === 'table ip kube-proxy {') return 'table ip6 kube-proxy {';
  return line.replace(FIELDS, 'ip6 $1').replaceAll('ipv4_addr', 'ipv6_addr');
}

export function chainOfSix({ name, rules }: Chain): Chain {
  return { name, rules: rules.map(textOfSix) };
}
