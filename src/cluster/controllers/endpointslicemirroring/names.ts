// Models pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go (v1.36)

import type { Endpoints, Service } from '../../../api/types/core.ts';

export const MIRROR_MANAGER = 'endpointslicemirroring-controller.k8s.io';
/** Of each subset so many are mirrored. */
export const MOST_ADDRESSES = 1000;

/** The index of slices by the Endpoints that they mirror. */
export const SLICE_INDEX = 'mirrored';

const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';

export function isMirrored({ metadata }: Endpoints): boolean {
  return metadata.labels?.[SKIP_MIRROR] !== 'true' && metadata.annotations?.[LEADER] === undefined;
}

export function selects({ spec }: Service): boolean {
  return spec.selector !== undefined;
}
