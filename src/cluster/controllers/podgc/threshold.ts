import type { Node } from '../../../api/types/core.ts';

/** A person has said that the node will not come back. Models pkg/controller/podgc/gc_controller.go gcTerminating (v1.36) */
export function isOutOfService({ spec }: Node): boolean {
  return spec?.taints?.some(({ key }) => key === 'node.kubernetes.io/out-of-service') === true;
}

/** So many ended Pods may stay: `--terminated-pod-gc-threshold` unless told. */
export const MANY_ENDED = 12_500;
