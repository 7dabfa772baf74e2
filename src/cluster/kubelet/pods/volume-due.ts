import type { Context } from '../../../engine/index.ts';

/** When a volume is tried again. */
export interface Due {
  readonly at: number;
  readonly wait: number;
  readonly origin: Context;
}
