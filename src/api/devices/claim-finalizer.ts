// Models staging/src/k8s.io/api/resource/v1/types.go (v1.36)

/** Keeps a claim while devices are allocated for it. */
export const CLAIM_FINALIZER = 'resource.kubernetes.io/delete-protection';
