import type { KObject } from '../../../api/types/meta.ts';

export const CLAIM_FINALIZER = 'kubernetes.io/pvc-protection';
export const VOLUME_FINALIZER = 'kubernetes.io/pv-protection';
export const CLASS_FINALIZER = 'kubernetes.io/vac-protection';

/** It lacks the finalizer, or is deleted and has it. Models pkg/controller/volume/protectionutil/util.go (v1.36) */
export function needsFinalizer({ metadata }: KObject, finalizer: string): boolean {
  return (metadata.finalizers?.includes(finalizer) === true) === (metadata.deletionTimestamp !== undefined);
}
