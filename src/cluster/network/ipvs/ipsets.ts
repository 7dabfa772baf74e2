// Models the kernel's net/netfilter/ipset and xt_set.c: sets that rules of iptables ask (v1.36)

import { contains, type Family, formatAddress, parseCidr } from '../../../base/address.ts';
import type { Context, Engine, Table } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { Ipsets } from '../../ports/netfilter.ts';
import { type Packet, protocolText } from '../packets/packet.ts';
import { IPSET_TABLES, type IpsetRow } from './rows.ts';

/** The sets of one node. */
export class NodeIpsets {
  readonly rows: Table<IpsetRow>;
  private readonly members = new Map<string, ReadonlySet<string>>();
  private readonly types = new Map<string, string>();

  constructor(
    engine: Engine,
    private readonly node: string,
  ) {
    this.rows = engine.table(IPSET_TABLES.of(node));
  }

  /** What a component of one family may do here: sets hold addresses of one. */
  of(family: Family): Ipsets {
    return { apply: (ctx, sets) => this.apply(ctx, family, sets) };
  }

  private apply(ctx: Context, family: Family, sets: Parameters<Ipsets['apply']>[1]): void {
    const changed = sets.filter(([name, , members]) => !sameMembers(this.members.get(name), members));
    if (changed.length === 0) return;
    let entries = 0;
    for (const [, , members] of changed) entries += members.size;
    ctx.as(`network/${this.node}`).step(kinds.setsFilled, `nodes/${this.node}`, { sets: changed.length, entries });
    for (const [name, type, members] of changed) {
      this.members.set(name, new Set(members));
      this.types.set(name, type);
      this.rows.set(name, { name, type, family, members: [...members] });
    }
  }

  /** Whether the set has what `flags` take from the packet (`dst,dst,src`), and what that is. */
  look(name: string, flags: string, packet: Packet): { readonly found: boolean; readonly key: string } {
    const sides = flags.split(',');
    const type = this.types.get(name) ?? '';
    const members = this.members.get(name);
    const ip = (side: string | undefined) => formatAddress(side === 'src' ? packet.source : packet.destination);
    const port = (side: string | undefined) => (side === 'src' ? packet.sport : packet.dport);
    if (type === 'bitmap:port') {
      const key = String(port(sides[0]));
      return { found: members?.has(key) === true, key };
    }
    if (type === 'hash:ip') {
      const key = ip(sides[0]);
      return { found: members?.has(key) === true, key };
    }
    const pair = `${ip(sides[0])},${protocolText(packet.protocol)}:${port(sides[1])}`;
    if (type === 'hash:ip,port') return { found: members?.has(pair) === true, key: pair };
    const key = `${pair},${ip(sides[2])}`;
    if (type !== 'hash:ip,port,net') return { found: members?.has(key) === true, key };
    const third = sides[2] === 'src' ? packet.source : packet.destination;
    for (const member of members ?? []) {
      const cut = member.lastIndexOf(',');
      const cidr = parseCidr(member.slice(cut + 1));
      if (member.slice(0, cut) === pair && cidr !== undefined && contains(cidr, third)) return { found: true, key };
    }
    return { found: false, key };
  }
}

function sameMembers(before: ReadonlySet<string> | undefined, after: ReadonlySet<string>): boolean {
  if (before === undefined || before.size !== after.size) return false;
  for (const member of after) if (!before.has(member)) return false;
  return true;
}
