// Models containernetworking/plugins plugins/meta/portmap/{main,portmap_iptables,chain}.go (v1.36)

import { sha512 } from '../../base/bytes/sha512.ts';
import type { Context } from '../../engine/index.ts';
import { cni as kinds } from '../../steps/cni.ts';
import type { PortMapping } from '../ports/cni.ts';
import type { Netfilter } from '../ports/netfilter.ts';

/** As flannel's list of plugins is called. */
const NETWORK = 'cbr0';
const BRIDGE = 'cni0';
const TABLE = 'nat';
const DNAT = 'CNI-HOSTPORT-DNAT';
const SET_MARK = 'CNI-HOSTPORT-SETMARK';
const MASQUERADE = 'CNI-HOSTPORT-MASQ';
const MARK = '0x2000/0x2000';
const LONGEST_CHAIN = 28;
/** What `multiport` takes. */
const MOST_PORTS = 15;

/** A sandbox, and which ports of its node lead to it. */
export interface Mapped {
  readonly containerId: string;
  readonly subject: string;
  readonly ports: readonly PortMapping[];
}

/** ADD, once the sandbox has an address: a chain of its own, to which the chain leads that all share. */
export function mapPorts(ctx: Context, netfilter: Netfilter, mapped: Mapped, address: string, prefix: string): void {
  const { subject, ports } = mapped;
  const told = ctx.step(kinds.mapPorts, subject, { ports: portsText(ports), ip: address });
  shareChains(told, netfilter);
  if (!address.includes(':')) netfilter.setSysctl(told, `net/ipv4/conf/${BRIDGE}/route_localnet`, 1);
  netfilter.ensureChain(told, TABLE, DNAT);
  for (const hook of ['PREROUTING', 'OUTPUT'])
    netfilter.ensureRule(told, TABLE, hook, 'append', `-m addrtype --dst-type LOCAL -j ${DNAT}`);
  const chain = chainOf(mapped.containerId);
  netfilter.ensureChain(told, TABLE, chain);
  for (const port of ports)
    for (const rule of rulesOf(port, address, prefix)) netfilter.ensureRule(told, TABLE, chain, 'append', rule);
  for (const rule of entriesOf(mapped)) netfilter.ensureRule(told, TABLE, DNAT, 'append', rule);
  for (const { protocol, hostPort } of ports)
    if (protocol === 'udp') netfilter.forgetConnections(told, { protocol, originalDestinationPort: hostPort });
}

/** DEL, before the cable goes. What all share stays. */
export function unmapPorts(ctx: Context, netfilters: readonly Netfilter[], mapped: Mapped): void {
  const chain = chainOf(mapped.containerId);
  const written = netfilters.filter((netfilter) => netfilter.chainExists(TABLE, chain));
  if (written.length === 0) return;
  const told = ctx.step(kinds.unmapPorts, mapped.subject, { ports: portsText(mapped.ports) });
  for (const netfilter of written) {
    for (const rule of entriesOf(mapped)) netfilter.deleteRule(told, TABLE, DNAT, rule);
    netfilter.deleteChain(told, TABLE, chain);
  }
}

/** Who asks itself, or asks from localhost, seems to be the node: the answer would not come back this way otherwise. */
function shareChains(ctx: Context, netfilter: Netfilter): void {
  netfilter.ensureChain(ctx, TABLE, SET_MARK);
  const mark = `-m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark ${MARK}`;
  netfilter.ensureRule(ctx, TABLE, SET_MARK, 'append', mark);
  netfilter.ensureChain(ctx, TABLE, MASQUERADE);
  netfilter.ensureRule(ctx, TABLE, MASQUERADE, 'append', `-m mark --mark ${MARK} -j MASQUERADE`);
  const entry = `-m comment --comment "CNI portfwd requiring masquerade" -j ${MASQUERADE}`;
  netfilter.ensureRule(ctx, TABLE, 'POSTROUTING', 'prepend', entry);
}

/** Of one port: the marks come before the translation. */
function rulesOf(
  { protocol, hostPort, containerPort, hostIP = '' }: PortMapping,
  address: string,
  prefix: string,
): readonly string[] {
  const isSix = address.includes(':');
  if (hostIP !== '' && hostIP.includes(':') !== isSix) return [];
  const isAny = /^[0.:]*$/.test(hostIP);
  const base = `-p ${protocol} --dport ${hostPort}${isAny ? '' : ` -d ${hostIP}`}`;
  const rules = [`${base} -s ${address}/${prefix} -j ${SET_MARK}`];
  if (!isSix) rules.push(`${base} -s 127.0.0.1 -j ${SET_MARK}`);
  const target = isSix ? `[${address}]` : address;
  rules.push(`${base} -j DNAT --to-destination ${target}:${containerPort}`);
  return rules;
}

/** Out of the chain that all share: the ports of one protocol at once. */
function entriesOf({ containerId, ports }: Mapped): readonly string[] {
  const comment = `-m comment --comment "dnat name: \\"${NETWORK}\\" id: \\"${containerId}\\""`;
  const rules: string[] = [];
  for (const wanted of ['sctp', 'tcp', 'udp']) {
    const numbers = ports.filter(({ protocol }) => protocol === wanted).map(({ hostPort }) => hostPort);
    for (let at = 0; at < numbers.length; at += MOST_PORTS) {
      const some = numbers.slice(at, at + MOST_PORTS).join(',');
      rules.push(`-p ${wanted} ${comment} -m multiport --dports ${some} -j ${chainOf(containerId)}`);
    }
  }
  return rules;
}

const chainOf = (containerId: string): string => `CNI-DN-${sha512(NETWORK + containerId)}`.slice(0, LONGEST_CHAIN);

const portsText = (ports: readonly PortMapping[]): string =>
  ports.map(({ hostPort, containerPort, protocol }) => `${hostPort} → ${containerPort}/${protocol}`).join(', ');
