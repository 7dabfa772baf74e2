// Models nothing upstream: what one packet's way needs of the network around it, and where it may end

import type { Address } from '../../../base/address.ts';
import type { Device, Host } from '../kernel/host.ts';
import type { PassageOptions } from '../kernel/passage.ts';
import type { Packet } from '../packets/packet.ts';
import type { PacketRow } from '../packets/rows.ts';

export type LossReason =
  | 'dropped'
  | 'no route'
  | 'no neighbour'
  | 'router'
  | 'hairpin'
  | 'not local'
  | 'loopback'
  | 'too big'
  | 'too many hops'
  | 'no node';

/** Where a packet, or the error that took its place, ended. */
export type Arrival =
  | { readonly kind: 'delivered'; readonly host: Host; readonly packet: Packet }
  | { readonly kind: 'lost'; readonly host: Host; readonly why: LossReason };

/** A frame on a wire: to whom, and the cable that it came from when a bridge carries it. */
export interface Frame {
  readonly kind: 'frame';
  readonly from: Host;
  readonly device: Device;
  readonly next: Address;
  readonly packet: Packet;
  readonly veth: string | undefined;
}

export type Next = Frame | Arrival;

/** What a journey needs of the network around it. */
export interface Wires {
  readonly passages: (host: Host) => PassageOptions['random'];
  readonly nth: PassageOptions['nth'];
  /** The host that has an address on the wire between nodes and to the outside. */
  reached(from: Host, next: Address, packet: Packet): Host | undefined;
  pod(node: Host, address: Address): Host | undefined;
  /** The node behind the other end of a tunnel. */
  tunnelEnd(next: Address): Host | undefined;
  readonly hairpin: boolean;
  linkMicros(host: Host): number;
  show(row: PacketRow): void;
}
