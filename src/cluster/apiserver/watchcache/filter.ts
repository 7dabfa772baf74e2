import type { KObject } from '../../../api/types/meta.ts';

/** Which objects a list or watch is about. */
export interface ObjectFilter {
  /** Empty: all. */
  readonly namespace: string;
  /** From a field selector `metadata.name=`, or empty. */
  readonly name: string;
  /** The value that a triggering field (a pod's spec.nodeName) must have, if the selector says so. */
  readonly trigger: string | undefined;
  /** Beyond namespace: undefined when nothing more is asked. */
  readonly matches: ((object: KObject) => boolean) | undefined;
}

export const EVERYTHING: ObjectFilter = { namespace: '', name: '', trigger: undefined, matches: undefined };

// Models staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go (v1.36)
export function accepts(filter: ObjectFilter, object: KObject): boolean {
  if (filter.namespace !== '' && object.metadata.namespace !== filter.namespace) return false;
  return filter.matches === undefined || filter.matches(object);
}
