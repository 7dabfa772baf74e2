export { createKubeProxy, type KubeProxy, type KubeProxyOptions } from './kube-proxy.ts';
export type { EndpointsRow, HealthRow, ProxyMode, RulesetRow, ServicePortRow, SyncRow } from './shared/rows.ts';
