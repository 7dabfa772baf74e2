// Models staging/src/k8s.io/api/discovery/v1/well_known_labels.go (v1.36)

/** Who says in a slice's label that it is his. */
export const SLICE_MANAGER = 'endpointslice-controller.k8s.io';
