import { equalJson } from '../../../api/go/json.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionStatus } from '../../../api/types/apiextensions.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { CLEANUP, withCondition } from '../definitions/conditions.ts';
import type { Deletion } from './deletion.ts';
import { plainStrategy, type Strategy, withGeneration, withTop } from './strategy.ts';

const asDefinition = (object: KObject): CustomResourceDefinition => object as CustomResourceDefinition;

function storageVersion({ spec }: CustomResourceDefinition): string {
  return (spec?.versions ?? []).find((each) => each.storage)?.name ?? '';
}

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go (v1.36)
export const definitionStrategy: Strategy = {
  ...plainStrategy,
  unconditionalUpdate: false,
  prepareForCreate(object) {
    const stored = storageVersion(asDefinition(object));
    const status = {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: stored === '' ? [] : [stored],
    };
    return withGeneration(withTop(object, 'status', status), 1);
  },
  prepareForUpdate(object, old) {
    const next = withTop(object, 'status', withStored(asDefinition(object), asDefinition(old).status));
    return equalJson(next.spec, old.spec) ? next : withGeneration(next, (old.metadata.generation ?? 0) + 1);
  },
  deletion: definitionDeletion,
  /** The finalizer goes by this door. */
  prepareForStatusUpdate: (object, old) => withTop(object, 'spec', old.spec),
};

/** A version that becomes the one of storage is from then on one in which objects may be stored. */
function withStored(
  definition: CustomResourceDefinition,
  status: CustomResourceDefinitionStatus,
): CustomResourceDefinitionStatus {
  const version = storageVersion(definition);
  if (version === '' || status.storedVersions.includes(version)) return status;
  return { ...status, storedVersions: [...status.storedVersions, version] };
}

/** The first DELETE marks it and leaves the rest to the controller that removes the instances. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go, Delete (v1.36)
function definitionDeletion(object: KObject, now: number): Deletion | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  const definition = asDefinition(object);
  const time = rfc3339(now);
  const status = withCondition(
    definition.status,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    time,
  );
  const present = object.metadata.finalizers ?? [];
  const finalizers = present.includes(CLEANUP) ? present : [...present, CLEANUP];
  return {
    type: 'mark',
    object: { ...object, metadata: { ...object.metadata, deletionTimestamp: time, finalizers }, status },
  };
}
