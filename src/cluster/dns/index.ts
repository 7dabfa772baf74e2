export { dnsObjects } from './objects.ts';
export { CLUSTER_DNS, CLUSTER_DOMAIN, hostsFile, type ResolverConfig, resolvConf, resolverOf } from './pod-files.ts';
export { type Carry, ClusterDns, type Resolved } from './server.ts';
export type { RecordType } from './zone.ts';
