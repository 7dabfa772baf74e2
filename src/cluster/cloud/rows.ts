// Models nothing upstream: what a cloud's load balancers know (v1.36)

/** A row of `cloud/balancers`, by address. */
export interface BalancerRow {
  readonly service: string;
  /** Nodes to which packets are sent. */
  readonly hosts: readonly string[];
}
