// Models plugin/pkg/admission/serviceaccount/admission.go DefaultAPITokenMountPath (v1.36)

/** The volume that every Pod has for its ServiceAccount. */
export function isAccess(volume: string): boolean {
  return volume.startsWith('kube-api-access-');
}
