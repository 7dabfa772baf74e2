// Models nothing upstream: what of flow control is to be looked at

import { tableName } from '../../../engine/index.ts';

/** Priority levels that had to let somebody wait. */
export interface FlowRow {
  readonly level: string;
  readonly seats: number;
  readonly executing: number;
  readonly waiting: number;
}
export const FLOW_TABLE = tableName<FlowRow>('apiserver/flow');
