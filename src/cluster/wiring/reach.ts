// Models what a program finds around it that asks the network: routes, a resolver, a kubeconfig (v1.36)

import type { ApiWay } from './api-way.ts';
import type { ClusterNetwork } from './cluster-network.ts';
import type { PodNames } from './pod-names.ts';

/** What tools of the network reach. It is put together once all of it is there. */
export interface Reach {
  /** Nodes, Pods and the world outside. */
  readonly wires: ClusterNetwork;
  /** How a shell asks the API server. */
  readonly api: ApiWay;
  /** How Pods resolve names; undefined in a cluster without DNS. */
  readonly names: PodNames | undefined;
}
