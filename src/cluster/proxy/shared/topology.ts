// Models pkg/proxy/topology.go (v1.36)

import type { EndpointInfo } from './endpoint.ts';
import type { ServicePortInfo } from './service-port.ts';

/** Where a kube-proxy stands. */
export interface Place {
  readonly node: string;
  readonly zone: string;
}

/** Which endpoints this node may use for which traffic. */
export interface Categories {
  /** For traffic under the policy Cluster. */
  readonly cluster: readonly EndpointInfo[];
  /** For traffic under the policy Local: only those on this node. */
  readonly local: readonly EndpointInfo[];
  /** All that any traffic can reach from this node. */
  readonly reachable: readonly EndpointInfo[];
  /** Is there any usable endpoint, on whichever node? */
  readonly any: boolean;
}

const NONE: readonly EndpointInfo[] = [];

const isReady = (endpoint: EndpointInfo) => endpoint.ready;
const isLeaving = (endpoint: EndpointInfo) => endpoint.serving && endpoint.terminating;

/** Models pkg/proxy/topology.go CategorizeEndpoints (v1.36) */
export function categorizeEndpoints(
  endpoints: readonly EndpointInfo[],
  service: ServicePortInfo,
  place: Place,
): Categories {
  let cluster = NONE;
  if (service.usesClusterEndpoints) {
    const ready = endpoints.filter(isReady);
    cluster = preferred(ready, place) ?? ready;
    // Only when nobody is ready any more are those used that still answer while they end.
    if (cluster.length === 0) cluster = endpoints.filter(isLeaving);
  }
  if (!service.usesLocalEndpoints) return { cluster, local: NONE, reachable: cluster, any: cluster.length > 0 };
  const here = endpoints.filter(({ node }) => node === place.node);
  let local = here.filter(isReady);
  if (local.length === 0) local = here.filter(isLeaving);
  if (!service.usesClusterEndpoints) {
    const any = local.length > 0 || endpoints.some((endpoint) => isReady(endpoint) || isLeaving(endpoint));
    return { cluster, local, reachable: local, any };
  }
  const reachable = union(cluster, local);
  return { cluster, local, reachable, any: reachable.length > 0 };
}

/** The ready endpoints that the hints send this node to; undefined when hints don't decide. */
function preferred(ready: readonly EndpointInfo[], { node, zone }: Place): readonly EndpointInfo[] | undefined {
  if (ready.length === 0) return undefined;
  const byNode = hinted(ready, node, ({ nodeHints }) => nodeHints);
  if (byNode !== undefined) return byNode;
  return zone === '' ? undefined : hinted(ready, zone, ({ zoneHints }) => zoneHints);
}

/** Hints count only when every endpoint has some, and only where one of them means this place. */
function hinted(
  ready: readonly EndpointInfo[],
  place: string,
  hintsOf: (endpoint: EndpointInfo) => readonly string[],
): readonly EndpointInfo[] | undefined {
  if (ready.some((endpoint) => hintsOf(endpoint).length === 0)) return undefined;
  const found = ready.filter((endpoint) => hintsOf(endpoint).includes(place));
  return found.length === 0 ? undefined : found;
}

function union(a: readonly EndpointInfo[], b: readonly EndpointInfo[]): readonly EndpointInfo[] {
  const known = new Set(a.map(({ address }) => address));
  return [...a, ...b.filter(({ address }) => !known.has(address))];
}
