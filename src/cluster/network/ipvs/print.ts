// Models ipvsadm.c (v1.31) and ipset.c: what the tools print (v1.36)

import type { IpsetRow, IpvsConnectionRow, VirtualServerRow } from './rows.ts';

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
    lines.push(`${protocol.toUpperCase().padEnd(4)} ${address}:${port} ${scheduler}${flags}`);
    for (const each of real) {
      const key = `${protocol} ${address}:${port} ${each.ip}:${each.port}`;
      const counts = [each.weight, active.get(key) ?? 0, inactive.get(key) ?? 0].map(String);
      const [weight = '', first = '', second = ''] = counts;
      lines.push(
        `  -> ${`${each.ip}:${each.port}`.padEnd(28)} Masq    ${weight.padEnd(6)} ${first.padEnd(10)} ${second.padEnd(10)}`,
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
    const left = Math.ceil((expiresAt - now) / 1_000_000);
    const expires = `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
    lines.push(
      `${protocol.toUpperCase().padEnd(3)} ${expires}  ${state.padEnd(11)} ${client.padEnd(18)} ${virtual.padEnd(18)} ${real}`,
    );
  }
  return lines;
}

const OPTIONS: { readonly [type: string]: string } = { 'bitmap:port': 'range 0-65535' };
const HASH = 'family inet hashsize 1024 maxelem 65536';

/** `ipset save`. */
export function ipsetSave(sets: Iterable<IpsetRow>): readonly string[] {
  const lines: string[] = [];
  for (const { name, type, members } of sets) {
    lines.push(`create ${name} ${type} ${OPTIONS[type] ?? HASH}`);
    for (const member of members) lines.push(`add ${name} ${member}`);
  }
  return lines;
}
