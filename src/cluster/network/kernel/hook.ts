// Models the kernel's include/uapi/linux/netfilter.h (v1.36): where rules hang, and what is decided there

import type { Context, Random } from '../../../engine/index.ts';
import type { RejectWith } from '../iptables/rules.ts';
import type { Packet } from '../packets/packet.ts';
import type { Entry, Tracked } from './conntrack.ts';
import type { Kernel } from './host.ts';

export type Hook = 'PREROUTING' | 'INPUT' | 'FORWARD' | 'OUTPUT' | 'POSTROUTING';

/** The decision of a table or a hook about a packet. */
export type Decision = 'accept' | 'drop' | { readonly reject: RejectWith };

/** A packet at a hook, for whoever changes it there. */
export interface AtHook {
  ctx: Context;
  packet: Packet;
  /** The balancer has sent the packet on: it is not for this machine any more. */
  turned: boolean;
  readonly subject: string;
  readonly kernel: Kernel;
  /** Each family has tables of its own. */
  readonly six: boolean;
  readonly tracked: Tracked | undefined;
  readonly entry: Entry | undefined;
  readonly random: Random;
  /** Writes the rows that have changed. */
  show(): void;
}
