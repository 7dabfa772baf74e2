// Models the kernel's net/netfilter/ipvs/ip_vs_core.c, ip_vs_rr.c, ip_vs_conn.c and ip_vs_nfct.c: the balancer of one node (v1.36)

import {
  type Address,
  type Family,
  familyOf,
  formatAddress,
  joinHostPort,
  parseAddress,
} from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Engine, Table } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { Ipvs, VirtualServer } from '../../ports/netfilter.ts';
import { destinationText, flag, type Packet, protocolText, sourceText, TCP, type Tuple } from '../packets/packet.ts';
import {
  IPVS_CONNECTION_TABLES,
  type IpvsConnectionRow,
  type IpvsProtocol,
  type RealServer,
  realText,
  serverKey,
  VIRTUAL_SERVER_TABLES,
  type VirtualServerRow,
} from './rows.ts';
import { choose, type Load } from './schedulers.ts';

/** Seconds until a connection without packets is forgotten. */
const TIMEOUTS: { readonly [state: string]: number } = {
  SYN_RECV: 60,
  ESTABLISHED: 900,
  FIN_WAIT: 120,
  CLOSE: 10,
  UDP: 300,
  SCTP: 60,
};

/** Where a packet to a virtual server goes. */
export interface Scheduled {
  readonly connection: Connection;
  readonly server: VirtualServerRow;
  /** The real server was chosen for this packet: its place among how many, or because the client was here before. */
  readonly chosen: { readonly place: number; readonly of: number; readonly remembered: boolean } | undefined;
}

interface Connection {
  readonly id: number;
  readonly protocol: IpvsProtocol;
  /** As the client sent it. */
  readonly asked: Tuple;
  readonly real: RealServer;
  readonly realAddress: Address;
  state: string;
  expiresAt: number;
}

/** Virtual servers, and the connections that they passed on. */
export class NodeIpvs {
  readonly rows: Table<VirtualServerRow>;
  readonly connectionRows: Table<IpvsConnectionRow>;
  /** The addresses of the device kube-ipvs0. */
  readonly bound = new Set<Address>();
  private readonly byClient = new Map<string, Connection>();
  private readonly byAnswer = new Map<string, Connection>();
  private readonly templates = new Map<string, { readonly real: string; readonly expiresAt: number }>();
  private nextId = 1;

  constructor(
    private readonly engine: Engine,
    private readonly node: string,
    private readonly own: (family: Family) => readonly string[],
  ) {
    this.rows = engine.table(VIRTUAL_SERVER_TABLES.of(node));
    this.connectionRows = engine.table(IPVS_CONNECTION_TABLES.of(node));
  }

  /** What a component of one family may do here. */
  of(family: Family): Ipvs {
    return {
      apply: (ctx, changed, removed) => this.apply(ctx, changed, removed),
      bind: (addresses) => this.bind(family, addresses),
      connections: (protocol, address, port, real) => this.connections(protocol, address, port, real),
      addresses: () => this.own(family),
    };
  }

  private apply(ctx: Context, changed: readonly VirtualServer[], removed: readonly VirtualServer[]): void {
    let servers = 0;
    for (const { servers: each } of changed) servers += each.length;
    ctx.as(`network/${this.node}`).step(kinds.balancerWritten, `nodes/${this.node}`, {
      virtual: changed.length,
      real: servers,
      removed: removed.length,
    });
    for (const { protocol, address, port } of removed) this.rows.delete(serverKey(protocol, address, port));
    for (const { protocol, address, port, scheduler, persistent, servers: real } of changed) {
      const key = serverKey(protocol, address, port);
      const last = this.rows.get(key)?.last ?? '';
      this.rows.set(key, { protocol, address, port, scheduler, persistent, servers: real, last });
    }
  }

  /** Binds addresses to the device kube-ipvs0, so that packets to them are packets to this node. */
  private bind(family: Family, addresses: Iterable<string>): void {
    for (const address of this.bound) if (familyOf(address) === family) this.bound.delete(address);
    for (const text of addresses) {
      const address = parseAddress(text);
      if (address !== undefined) this.bound.add(address);
    }
  }

  /** Connections that still lead to a real server. */
  private connections(protocol: string, address: string, port: number, real: string): number {
    const { active, inactive } = this.load(protocol, joinHostPort(address, port), real);
    return active + inactive;
  }

  private load(protocol: string, virtual: string, real: string): Load {
    let [active, inactive] = [0, 0];
    for (const row of this.connectionRows.values()) {
      if (row.protocol !== protocol || row.virtual !== virtual || row.real !== real) continue;
      if (row.expiresAt <= this.engine.now) continue;
      if (row.state === 'ESTABLISHED') active += 1;
      else inactive += 1;
    }
    return { active, inactive };
  }

  // Packets

  /** What comes to a virtual server; undefined when it is for none. No connection: nobody is behind it. */
  ask(packet: Packet): Scheduled | { readonly server: VirtualServerRow; readonly connection: undefined } | undefined {
    const known = this.alive(this.byClient.get(keyOf(packet)));
    const server = this.server(packet);
    if (known !== undefined && server !== undefined) return { connection: known, server, chosen: undefined };
    if (server === undefined || packet.error !== undefined) return undefined;
    const usable = server.servers.filter(({ weight }) => weight > 0);
    const remembered = this.template(packet, server, usable);
    const virtual = joinHostPort(server.address, server.port);
    const loadOf = (each: RealServer) => this.load(server.protocol, virtual, realText(each));
    const real = remembered ?? choose(server, loadOf, packet);
    if (real === undefined) return { server, connection: undefined };
    const connection: Connection = {
      id: this.nextId,
      protocol: server.protocol,
      asked: packet,
      real,
      realAddress: parseAddress(real.ip) ?? 0,
      state: '',
      expiresAt: 0,
    };
    this.nextId += 1;
    const place = usable.indexOf(real) + 1;
    return { connection, server, chosen: { place, of: usable.length, remembered: remembered !== undefined } };
  }

  /** What a real server answers; undefined when no connection of ours is answered. */
  answered(packet: Packet): Connection | undefined {
    const about = packet.error === undefined ? packet : undefined;
    return about === undefined ? undefined : this.alive(this.byAnswer.get(keyOf(about)));
  }

  /** The caller has emitted the step. */
  keep({ connection, server, chosen }: Scheduled, packet: Packet): void {
    if (chosen !== undefined) {
      this.byClient.set(keyOf(connection.asked), connection);
      this.byAnswer.set(keyOf(answerTuple(connection)), connection);
      const real = realText(connection.real);
      const key = serverKey(server.protocol, server.address, server.port);
      if (!chosen.remembered) this.rows.set(key, { ...server, last: real });
      if (server.persistent > 0)
        this.templates.set(templateKey(connection.asked, key), {
          real,
          expiresAt: this.engine.now + server.persistent * SECOND,
        });
    }
    this.moveOn(connection, packet);
  }

  moveOn(connection: Connection, packet: Packet): void {
    connection.state = stateOf(connection, packet);
    connection.expiresAt = this.engine.now + (TIMEOUTS[connection.state] ?? 60) * SECOND;
    const { id, protocol, asked, real, state, expiresAt } = connection;
    this.connectionRows.set(String(id), {
      id,
      protocol,
      client: sourceText(asked),
      virtual: destinationText(asked),
      real: realText(real),
      state,
      expiresAt,
    });
  }

  private server({ protocol, destination, dport }: Packet): VirtualServerRow | undefined {
    return this.rows.get(serverKey(protocolText(protocol), formatAddress(destination), dport));
  }

  private alive(connection: Connection | undefined): Connection | undefined {
    return connection !== undefined && connection.expiresAt > this.engine.now ? connection : undefined;
  }

  private template(packet: Packet, server: VirtualServerRow, usable: readonly RealServer[]): RealServer | undefined {
    if (server.persistent === 0) return undefined;
    const key = serverKey(server.protocol, server.address, server.port);
    const found = this.templates.get(templateKey(packet, key));
    if (found === undefined || found.expiresAt <= this.engine.now) return undefined;
    return usable.find((real) => realText(real) === found.real);
  }
}

function keyOf({ protocol, source, sport, destination, dport }: Tuple): string {
  return `${protocol} ${source}:${sport} ${destination}:${dport}`;
}

/** What the real server's answers look like before they are changed back. */
function answerTuple({ asked, real, realAddress }: Connection): Tuple {
  return {
    protocol: asked.protocol,
    source: realAddress,
    sport: real.port,
    destination: asked.source,
    dport: asked.sport,
  };
}

function templateKey({ source }: Tuple, server: string): string {
  return `${source} ${server}`;
}

function stateOf({ state, asked }: Connection, packet: Packet): string {
  if (asked.protocol !== TCP) return protocolText(asked.protocol).toUpperCase();
  if (flag(packet, 'RST')) return 'CLOSE';
  if (flag(packet, 'SYN')) return 'SYN_RECV';
  if (flag(packet, 'FIN') || state === 'FIN_WAIT') return 'FIN_WAIT';
  return 'ESTABLISHED';
}
