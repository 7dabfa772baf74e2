// Models what people see of packets on their way, as tcpdump and conntrack would show them (v1.36)

import { tableName } from '../../../engine/index.ts';

/** By the number of its connection: where its packet is, and what its header says. */
export interface PacketRow {
  readonly connection: number;
  readonly what: string;
  readonly protocol: string;
  readonly source: string;
  readonly destination: string;
  readonly mark: number;
  readonly bytes: number;
  readonly host: string;
  /** A hook, a device, or `send`, `process`, `lost`. */
  readonly at: string;
  readonly in: string;
  readonly out: string;
}
export const PACKETS_TABLE = tableName<PacketRow>('network/packets');

export type Outcome = 'open' | 'answered' | 'refused' | 'unreachable' | 'timed out' | 'reset';

/** By number. */
export interface ConnectionRow {
  readonly id: number;
  readonly protocol: string;
  readonly from: string;
  readonly to: string;
  readonly address: string;
  readonly port: number;
  readonly outcome: Outcome;
  /** The process that answered, and whom it saw. */
  readonly process: string;
  readonly seen: string;
  readonly packets: number;
  readonly examined: number;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}
export const CONNECTIONS_TABLE = tableName<ConnectionRow>('network/connections');
