export { dnsObjects } from './objects.ts';
export { CLUSTER_DNS, hostsFile, type ResolverConfig, resolvConf, resolverOf } from './pod-files.ts';
export { type Carry, ClusterDns, type Resolved } from './server.ts';
export { CLUSTER_DOMAIN, type RecordType } from './zone.ts';
