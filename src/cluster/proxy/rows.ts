import type { EndpointInfo } from './endpoint.ts';
import type { ServicePortInfo } from './service-port.ts';

// Models pkg/proxy/types.go (v1.36)

/** How Services become packet rules. `userspace` was the first way, and is refused since v1.26. */
export type ProxyMode = 'iptables' | 'ipvs' | 'nftables' | 'userspace';

/** A row of `kube-proxy/<node>/services`, by port key (`namespace/name:port`). */
export type ServicePortRow = ServicePortInfo;

/** A row of `kube-proxy/<node>/endpoints`, by port key. */
export type EndpointsRow = readonly EndpointInfo[];

/** A row of `kube-proxy/<node>/sync`, the key is `last`. */
export interface SyncRow {
  readonly mode: ProxyMode;
  readonly syncs: number;
  readonly full: boolean;
  /** Ports whose rules were written. */
  readonly changed: readonly string[];
  readonly services: number;
  readonly endpoints: number;
  readonly lines: number;
  readonly largeCluster: boolean;
  readonly error: string | undefined;
  /** Where it runs, and the range of all Pods. */
  readonly nodeIP: string;
  readonly zone: string;
  readonly clusterCIDR: string;
}

/** A row of `kube-proxy/<node>/ruleset`, by the command that prints it (`nft list ruleset`, `ipvsadm -Ln`, `ipset list`). */
export interface RulesetRow {
  readonly lines: readonly string[];
}

/** A row of `kube-proxy/<node>/health`, by node port: what a load balancer's health check is told. */
export interface HealthRow {
  readonly service: string;
  readonly localEndpoints: number;
  readonly code: 200 | 503;
}
