export { dnsObjects } from './objects.ts';
export { candidates, hostsFile, type ResolverConfig, resolvConf, resolverOf } from './pod-files.ts';
export { type Carry, ClusterDns, type Heard, type Question, type Resolved } from './server.ts';
export { CLUSTER_DNS, CLUSTER_DOMAIN } from './well-known.ts';
export type { RecordType } from './zone.ts';
