// Models nothing upstream: what a cloud's load balancers know (v1.36)

import { tableName } from '../../engine/index.ts';

/** By address. */
export interface BalancerRow {
  readonly service: string;
  /** Nodes to which packets are sent. */
  readonly hosts: readonly string[];
}
export const BALANCERS_TABLE = tableName<BalancerRow>('cloud/balancers');
