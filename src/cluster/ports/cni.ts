import type { Context, Process } from '../../engine/index.ts';

export interface CniResult {
  readonly ip: string;
  /** The second address, in clusters with both families. */
  readonly secondIP?: string;
  readonly gateway: string;
  readonly hostInterface: string;
  readonly routes: readonly string[];
}

/** What a runtime asks of a network plugin. */
export interface NetworkPlugin {
  add(
    ctx: Context,
    containerId: string,
    netns: string,
    args: { readonly [key: string]: string },
  ): Process<CniResult | { readonly error: string }>;
  del(ctx: Context, containerId: string, netns: string): Process<void>;
}
