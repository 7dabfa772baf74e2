// Models the kernel's net/netfilter/ipvs as ipvsadm shows it (v1.36)

import { type Family, joinHostPort } from '../../../base/address.ts';
import { tableFamily } from '../../../engine/index.ts';
import type { IpvsScheduler } from '../../ports/netfilter.ts';

export type IpvsProtocol = 'tcp' | 'udp' | 'sctp';

export interface RealServer {
  readonly ip: string;
  readonly port: number;
  readonly weight: number;
}

/** By `tcp address:port`. */
export interface VirtualServerRow {
  readonly protocol: IpvsProtocol;
  readonly address: string;
  readonly port: number;
  readonly scheduler: IpvsScheduler;
  /** Seconds for which a client stays with its real server; 0 without persistence. */
  readonly persistent: number;
  readonly servers: readonly RealServer[];
  /** `ip:port` of the real server that got the last connection. */
  readonly last: string;
}
/** One a node. */
export const VIRTUAL_SERVER_TABLES = tableFamily<VirtualServerRow>('network/*/ipvs');

/** By number: `ipvsadm -Lnc`. */
export interface IpvsConnectionRow {
  readonly id: number;
  readonly protocol: IpvsProtocol;
  readonly client: string;
  readonly virtual: string;
  readonly real: string;
  readonly state: string;
  readonly expiresAt: number;
}
/** One a node. */
export const IPVS_CONNECTION_TABLES = tableFamily<IpvsConnectionRow>('network/*/ipvs-connections');

/** By name. */
export interface IpsetRow {
  readonly name: string;
  readonly type: string;
  readonly family: Family;
  readonly members: readonly string[];
}
/** One a node. */
export const IPSET_TABLES = tableFamily<IpsetRow>('network/*/ipsets');

export function realText({ ip, port }: RealServer): string {
  return joinHostPort(ip, port);
}

export function serverKey(protocol: string, address: string, port: number): string {
  return `${protocol} ${joinHostPort(address, port)}`;
}
