// Models staging/src/k8s.io/api/discovery/v1/well_known_labels.go (v1.36)

import type { Service } from '../../../api/types/core.ts';

/** Who says in a slice's label that it is his. */
export const SLICE_MANAGER = 'endpointslice-controller.k8s.io';

/** Where a node is. */
export const ZONE = 'topology.kubernetes.io/zone';

const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Models staging/src/k8s.io/endpointslice/utils.go hintsEnabled (v1.36): the older annotation decides, where there is one. */
export function followsTopology({ metadata: { annotations } }: Service): boolean {
  const mode = annotations?.[TOPOLOGY_HINTS] ?? annotations?.[TOPOLOGY_MODE];
  return mode === 'Auto' || mode === 'auto';
}
