// Models staging/src/k8s.io/api/core/v1/annotation_key_constants.go (v1.36)

/** LastAppliedConfigAnnotation: what `kubectl apply` sent last, as text; what it sends next is compared with this. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
