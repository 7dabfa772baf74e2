// Models the kernel's net/netfilter/ipvs/ip_vs_{rr,wrr,lc,wlc,sh,dh,sed,nq}.c: who gets a new connection (v1.36)

import { type Address, isSix } from '../../../base/address.ts';
import type { IpvsScheduler } from '../../ports/netfilter.ts';
import type { Tuple } from '../packets/packet.ts';
import { type RealServer, realText, type VirtualServerRow } from './rows.ts';

/** Connections that lead to a real server: established ones, and others. */
export interface Load {
  readonly active: number;
  readonly inactive: number;
}

type Choose = (server: VirtualServerRow, loadOf: (real: RealServer) => Load, packet: Tuple) => RealServer | undefined;

/** Places of the tables in which addresses are looked up. */
const BUCKETS = 256;
const GOLDEN_RATIO = 0x61c8_8647;

/** kube-proxy gives every real server the weight 1, or 0 when it leaves: with these, wrr is rr and wlc is lc. */
const CHOICES: { readonly [S in IpvsScheduler]: Choose } = {
  rr: nextInTurn,
  wrr: nextInTurn,
  lc: (server, loadOf) => least(server, (real) => connections(loadOf(real))),
  wlc: (server, loadOf) => least(server, (real) => connections(loadOf(real)) / real.weight),
  sed: shortestDelay,
  nq: (server, loadOf, packet) => idle(server, loadOf) ?? shortestDelay(server, loadOf, packet),
  sh: ({ servers }, _, { source }) => inService(filled(servers)[bucketOf(source)]),
  dh: ({ servers }, _, { destination }) => inService(servers[bucketOf(destination) % Math.max(1, servers.length)]),
};

/** Undefined when nobody takes it. */
export function choose(
  server: VirtualServerRow,
  loadOf: (real: RealServer) => Load,
  packet: Tuple,
): RealServer | undefined {
  return CHOICES[server.scheduler](server, loadOf, packet);
}

function nextInTurn({ last, servers }: VirtualServerRow): RealServer | undefined {
  const from = servers.findIndex((real) => realText(real) === last);
  for (let ahead = 1; ahead <= servers.length; ahead += 1) {
    const real = servers[(from + ahead) % servers.length];
    if (real !== undefined && real.weight > 0) return real;
  }
  return undefined;
}

/** An established connection costs as much as 256 others. */
function connections({ active, inactive }: Load): number {
  return active * 256 + inactive;
}

function shortestDelay(server: VirtualServerRow, loadOf: (real: RealServer) => Load, _: Tuple): RealServer | undefined {
  return least(server, (real) => (loadOf(real).active + 1) / real.weight);
}

function idle({ servers }: VirtualServerRow, loadOf: (real: RealServer) => Load): RealServer | undefined {
  return servers.find((real) => real.weight > 0 && loadOf(real).active === 0);
}

/** The first of those with the least load. */
function least({ servers }: VirtualServerRow, loadOf: (real: RealServer) => number): RealServer | undefined {
  let best: RealServer | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const real of servers) {
    if (real.weight <= 0) continue;
    const load = loadOf(real);
    if (load >= lowest) continue;
    best = real;
    lowest = load;
  }
  return best;
}

/** Real servers in turn, each as often as it weighs, until every place is taken. */
function filled(servers: readonly RealServer[]): readonly RealServer[] {
  const places: RealServer[] = [];
  if (servers.length === 0) return places;
  for (let at = 0; places.length < BUCKETS; at = (at + 1) % servers.length) {
    const real = servers[at] as RealServer;
    for (let times = Math.max(1, real.weight); times > 0 && places.length < BUCKETS; times -= 1) places.push(real);
  }
  return places;
}

/** A leaving one keeps its places: who is looked up there is turned away. */
function inService(real: RealServer | undefined): RealServer | undefined {
  return real !== undefined && real.weight > 0 ? real : undefined;
}

/** The upper eight bits of a product: `hash_32`. */
function bucketOf(address: Address): number {
  return Math.imul(folded(address), GOLDEN_RATIO) >>> 24;
}

/** An address of IPv6 as one number of 32 bits. */
function folded(address: Address): number {
  if (!isSix(address)) return address;
  let value = 0;
  for (let at = 0; at < address.length; at += 8) value ^= Number.parseInt(address.slice(at, at + 8), 16);
  return value;
}
