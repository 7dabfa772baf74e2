import type { KObject } from '../../api/types/meta.ts';

export interface ObjectReference {
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly uid: string | undefined;
  readonly apiVersion: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly fieldPath?: string;
}

/** Models staging/src/k8s.io/client-go/tools/reference/ref.go (v1.36) */
export function referenceTo(object: KObject, fieldPath?: string): ObjectReference {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const { kind, apiVersion } = object;
  if (fieldPath === undefined) return { kind, namespace, name, uid, apiVersion, resourceVersion };
  return { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath };
}
