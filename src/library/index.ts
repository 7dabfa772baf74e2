/**
 * `kubestep`: a simulated Kubernetes cluster as a library, in Node, in a worker or in a page.
 *
 * @module kubestep
 */
export type {
  Answer,
  Beat,
  Cluster,
  ClusterOptions,
  CommandResult,
  Disturbance,
  FaultRates,
  Files,
  Finding,
  KubernetesObject,
  Language,
  Pool,
  Readiness,
  Step,
} from './contract.ts';
export { type Connection, connectCluster, type RemoteCluster } from './remote/connect.ts';
export { offerClusters } from './remote/offer.ts';
export { loadCluster, startCluster } from './start.ts';
export { KUBERNETES, VERSION } from './version.ts';
