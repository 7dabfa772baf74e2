// Models pkg/volume/csi/nodeinfomanager/nodeinfomanager.go CreateCSINode (v1.36)

import { updateManagedFields, withManagedFields } from '../../../api/fields/managed-fields.ts';
import { MIGRATED_PLUGINS } from '../../../api/storage/migrated-plugins.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { CSINodeDriver } from '../../../api/types/storage.ts';

const KIND = { kind: 'CSINode', apiVersion: 'storage.k8s.io/v1' };

/** What a node says of its storage drivers: none, when its kubelet has just started. */
export function csiNodeOf({ name, uid }: KObject['metadata'], drivers: readonly CSINodeDriver[] | null): KObject {
  const object: object = {
    ...KIND,
    metadata: {
      name,
      annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': Object.keys(MIGRATED_PLUGINS).join(',') },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
    },
    spec: { drivers },
  };
  return object as KObject;
}

/** Those of the Nodes among some objects that have none among them. */
export function firstCsiNodes(objects: readonly KObject[], time: string): readonly KObject[] {
  const known = new Set(objects.filter(({ kind }) => kind === KIND.kind).map(({ metadata }) => metadata.name));
  const made: KObject[] = [];
  for (const { kind, metadata } of objects) {
    if (kind !== 'Node' || known.has(metadata.name)) continue;
    const after = csiNodeOf(metadata, null);
    const change = { kind: KIND, before: undefined, after, manager: 'kubelet', time };
    made.push(withManagedFields(after, updateManagedFields(change)));
  }
  return made;
}
