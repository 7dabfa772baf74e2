// Models ipvsadm.c (v1.31) and ipset.c: what the tools print (v1.36)

import { joinHostPort } from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { ChainRow } from '../iptables/rows.ts';
import { type IpsetRow, type IpvsConnectionRow, realText, type VirtualServerRow } from './rows.ts';

/** `ipvsadm -Ln`. */
export function ipvsadmText(
  servers: Iterable<VirtualServerRow>,
  connections: Iterable<IpvsConnectionRow>,
  now: number,
): readonly string[] {
  const active = new Map<string, number>();
  const inactive = new Map<string, number>();
  for (const { protocol, virtual, real, state, expiresAt } of connections) {
    if (expiresAt <= now) continue;
    const counts = state === 'ESTABLISHED' ? active : inactive;
    const key = `${protocol} ${virtual} ${real}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [
    'IP Virtual Server version 1.2.1 (size=4096)',
    'Prot LocalAddress:Port Scheduler Flags',
    '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
  ];
  for (const { protocol, address, port, scheduler, persistent, servers: real } of servers) {
    const flags = persistent > 0 ? ` persistent ${persistent}` : '';
    lines.push(`${protocol.toUpperCase().padEnd(4)} ${joinHostPort(address, port)} ${scheduler}${flags}`);
    for (const each of real) {
      const key = `${protocol} ${joinHostPort(address, port)} ${realText(each)}`;
      const counts = [each.weight, active.get(key) ?? 0, inactive.get(key) ?? 0].map(String);
      const [weight = '', first = '', second = ''] = counts;
      lines.push(
        `  -> ${realText(each).padEnd(28)} Masq    ${weight.padEnd(6)} ${first.padEnd(10)} ${second.padEnd(10)}`,
      );
    }
  }
  return lines;
}

/** `ipvsadm -Lnc`. */
export function ipvsConnections(connections: Iterable<IpvsConnectionRow>, now: number): readonly string[] {
  const lines = ['IPVS connection entries', 'pro expire state       source             virtual            destination'];
  for (const { protocol, client, virtual, real, state, expiresAt } of connections) {
    if (expiresAt <= now) continue;
    const left = Math.ceil((expiresAt - now) / SECOND);
    const expires = `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
    lines.push(
      `${protocol.toUpperCase().padEnd(3)} ${expires}  ${state.padEnd(11)} ${client.padEnd(18)} ${virtual.padEnd(18)} ${real}`,
    );
  }
  return lines;
}

/** What a set was made with. */
function optionsOf({ type, family }: IpsetRow): string {
  if (type === 'bitmap:port') return 'range 0-65535';
  return `family ${family === 'IPv6' ? 'inet6' : 'inet'} hashsize 1024 maxelem 65536`;
}

/** `ipset save`. */
export function ipsetSave(sets: Iterable<IpsetRow>): readonly string[] {
  const lines: string[] = [];
  for (const set of sets) {
    lines.push(`create ${set.name} ${set.type} ${optionsOf(set)}`);
    for (const member of set.members) lines.push(`add ${set.name} ${member}`);
  }
  return lines;
}

/** Of the kernel's types of sets. */
const REVISIONS: { readonly [type: string]: number } = {
  'bitmap:port': 3,
  'hash:ip': 4,
  'hash:ip,port': 5,
  'hash:ip,port,ip': 5,
  'hash:ip,port,net': 7,
};
/** A bit for every port. */
const BITMAP_BYTES = 8268;
const EMPTY_BYTES = 120;
const MEMBER_BYTES = 72;

/** `ipset list`. Deviation: the size in memory is estimated. */
export function ipsetList(sets: Iterable<IpsetRow>, references: (name: string) => number): readonly string[] {
  const lines: string[] = [];
  for (const set of sets) {
    const { name, type, members } = set;
    const size = type === 'bitmap:port' ? BITMAP_BYTES : EMPTY_BYTES + members.length * MEMBER_BYTES;
    if (lines.length > 0) lines.push('');
    lines.push(`Name: ${name}`, `Type: ${type}`, `Revision: ${REVISIONS[type] ?? 0}`, `Header: ${optionsOf(set)}`);
    lines.push(`Size in memory: ${size}`, `References: ${references(name)}`, `Number of entries: ${members.length}`);
    lines.push('Members:', ...members);
  }
  return lines;
}

/** How many rules ask a set. */
export function setReferences(chains: Iterable<ChainRow>, set: string): number {
  let count = 0;
  for (const { rules } of chains)
    for (const { matches } of rules)
      if (matches.some((match) => match.kind === 'set' && match.name === set)) count += 1;
  return count;
}
