import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import { slashed } from '../../../base/slashed.ts';

const NO_KEYS: readonly string[] = [];

/** Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go GetControllerOf (v1.36) */
export function controllerOf(object: KObject): OwnerReference | undefined {
  const owners = object.metadata.ownerReferences;
  if (owners === undefined) return undefined;
  for (let at = 0; at < owners.length; at += 1) if (owners[at]?.controller === true) return owners[at];
  return undefined;
}

/** Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go NewControllerRef (v1.36) */
export function controllerReference(owner: KObject, apiVersion: string, kind: string): OwnerReference {
  const { name = '', uid = '' } = owner.metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The index of an informer by the UID of the controlling owner; objects without one are under their namespace. */
export const CONTROLLER_INDEX = 'controllerUID';
export const ORPHAN_INDEX = 'orphans';

export const ownerIndexers = {
  [CONTROLLER_INDEX]: (object: KObject): readonly string[] => {
    const owner = controllerOf(object);
    return owner === undefined ? NO_KEYS : [owner.uid];
  },
  [ORPHAN_INDEX]: (object: KObject): readonly string[] =>
    controllerOf(object) === undefined ? [object.metadata.namespace ?? ''] : NO_KEYS,
};

export function sameOwner(a: OwnerReference | undefined, b: OwnerReference | undefined): boolean {
  return a?.uid === b?.uid && a?.name === b?.name && a?.kind === b?.kind;
}

export function keyOfOwner(object: KObject, owner: OwnerReference): string {
  const { namespace } = object.metadata;
  return namespace === undefined || namespace === '' ? owner.name : slashed(namespace, owner.name);
}
