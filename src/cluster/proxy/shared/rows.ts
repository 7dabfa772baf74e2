import { tableFamily } from '../../../engine/index.ts';
import type { EndpointInfo } from './endpoint.ts';
import type { ServicePortInfo } from './service-port.ts';

// Models pkg/proxy/types.go (v1.36)

/** How Services become packet rules. `userspace` was the first way, and is refused since v1.26. */
export type ProxyMode = 'iptables' | 'ipvs' | 'nftables' | 'userspace';

/** By port key (`namespace/name:port`). */
export type ServicePortRow = ServicePortInfo;
/** One a node. */
export const SERVICE_PORT_TABLES = {
  IPv4: tableFamily<ServicePortRow>('kube-proxy/*/services'),
  IPv6: tableFamily<ServicePortRow>('kube-proxy/*/services6'),
} as const;

/** By port key. */
export type EndpointsRow = readonly EndpointInfo[];
/** One a node. */
export const ENDPOINTS_TABLES = {
  IPv4: tableFamily<EndpointsRow>('kube-proxy/*/endpoints'),
  IPv6: tableFamily<EndpointsRow>('kube-proxy/*/endpoints6'),
} as const;

/** The key is `last`. */
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
/** One a node. */
export const SYNC_TABLES = {
  IPv4: tableFamily<SyncRow>('kube-proxy/*/sync'),
  IPv6: tableFamily<SyncRow>('kube-proxy/*/sync6'),
} as const;

/** By the command that prints it (`nft list ruleset`, `ipvsadm -Ln`, `ipset list`). */
export interface RulesetRow {
  readonly lines: readonly string[];
}
/** One a node. */
export const RULESET_TABLES = {
  IPv4: tableFamily<RulesetRow>('kube-proxy/*/ruleset'),
  IPv6: tableFamily<RulesetRow>('kube-proxy/*/ruleset6'),
} as const;

/** By node port: what a load balancer's health check is told. */
export interface HealthRow {
  readonly service: string;
  readonly localEndpoints: number;
  readonly code: 200 | 503;
}
/** One a node. */
export const HEALTH_TABLES = tableFamily<HealthRow>('kube-proxy/*/health');
