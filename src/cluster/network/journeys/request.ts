// Models nothing upstream: what somebody asks of the network, and what came of it

import type { Address } from '../../../base/address.ts';
import type { Micros } from '../../../base/time/units.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import type { Host } from '../kernel/host.ts';
import type { ConnectionRow, Outcome } from '../packets/rows.ts';
import type { Wires } from './wires.ts';

export interface Request {
  readonly from: Host;
  /** As it was written. */
  readonly to: string;
  readonly address: Address;
  readonly port: number;
  readonly protocol: number;
  /** The sender's own port, where it insists on one. */
  readonly fromPort?: number | undefined;
  /** Bytes of what is asked. */
  readonly bytes: number;
  readonly what: string;
  /** How long the sender waits at most; as the kernel does when nobody says. */
  readonly timeoutMicros: number | undefined;
  /** What a client of HTTP says that it is. */
  readonly agent?: string;
  /** What it sends along. */
  readonly body?: string | undefined;
}

export interface Result {
  readonly outcome: Exclude<Outcome, 'open'>;
  readonly process: string;
  /** The sender as the process saw it. */
  readonly seen: string;
  /** The sender's own port. */
  readonly port: number;
  readonly text: string;
  /** Of an HTTP answer, where it is not 200. */
  readonly code?: number;
  readonly micros: Micros;
  readonly packets: number;
  readonly examined: number;
  readonly error: string;
  /** What comes after it follows from its last step. */
  readonly ctx: Context;
}

export interface Surroundings {
  readonly wires: Wires;
  readonly random: Random;
  save(row: ConnectionRow): void;
  /** A request of its own, by a process that passes this one on. */
  request(ctx: Context, request: Omit<Request, 'from'> & { readonly from: string }): Process<Result>;
}
