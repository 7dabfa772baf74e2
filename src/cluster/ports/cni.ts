import type { Context, Process } from '../../engine/index.ts';

export interface CniResult {
  readonly ip: string;
  /** The second address, in clusters with both families. */
  readonly secondIP?: string;
  readonly gateway: string;
  readonly hostInterface: string;
  readonly routes: readonly string[];
}

/** A port of the node that leads to one of the sandbox. */
export interface PortMapping {
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly hostPort: number;
  readonly containerPort: number;
  /** The one address of the node at which it answers; all of them unless told. */
  readonly hostIP: string | undefined;
}

export type CniAnswer = CniResult | { readonly error: string };

type CniArgs = { readonly [key: string]: string };

/** What a runtime asks of a network plugin. */
export interface NetworkPlugin {
  add(
    ctx: Context,
    containerId: string,
    netns: string,
    args: CniArgs,
    ports?: readonly PortMapping[],
  ): Process<CniAnswer>;
  del(ctx: Context, containerId: string, netns: string, args: CniArgs, ports?: readonly PortMapping[]): Process<void>;
  /** A sandbox was connected before the run began. */
  found?(
    ctx: Context,
    containerId: string,
    netns: string,
    args: CniArgs,
    addresses: Pick<CniResult, 'ip' | 'secondIP'>,
    ports?: readonly PortMapping[],
  ): void;
}

/** Who hears of the cables that a plugin lays. A Pod is named by its namespace and name. */
export interface Cables {
  plugged(pod: string, sandbox: string, result: CniResult): void;
  unplugged(pod: string, sandbox: string): void;
}
