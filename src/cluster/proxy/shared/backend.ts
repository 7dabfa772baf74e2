// Models pkg/proxy/iptables/proxier.go (v1.36)

import type { Context } from '../../../engine/index.ts';
import type { ProxyMode } from './rows.ts';
import type { Update } from './state.ts';

/** What a sync would write, worked out and not yet written. */
export interface Written {
  readonly lines: number;
  /** Ports whose own rules are in it. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly endpoints: number;
  readonly largeCluster: boolean;
  /** Gives it to the kernel; what the tool would print when it refuses. */
  apply(ctx: Context): string | undefined;
}

/** One way of turning Services into packet rules. Models pkg/proxy/types.go Provider (v1.36) */
export interface Backend {
  readonly mode: ProxyMode;
  /** What is run to give rules to the kernel. */
  readonly tool: string;
  /** Once, before the first sync. */
  prepare(ctx: Context): void;
  prepareSync(ctx: Context, update: Update, full: boolean): Written;
  /** The chain or server to which one port of a Service leads; undefined when it leads nowhere. */
  chainOf(port: string): string | undefined;
}
