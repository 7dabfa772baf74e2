import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { plainStrategy, type Strategy, withGeneration, withTop } from './strategy.ts';

/** With a status subresource the status has its own door and the rest counts generations; without one everything does. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/strategy.go and status_strategy.go (v1.36)
export function customStrategy(hasStatus: boolean): Strategy {
  return {
    ...plainStrategy,
    unconditionalUpdate: false,
    prepareForCreate: (object) => withGeneration(hasStatus ? withTop(object, 'status', undefined) : object, 1),
    prepareForUpdate(object, old) {
      const next = hasStatus ? withTop(object, 'status', old.status) : object;
      return sameContent(next, old) ? next : withGeneration(next, (old.metadata.generation ?? 0) + 1);
    },
    prepareForStatusUpdate(object, old) {
      const { managedFields, resourceVersion } = object.metadata;
      const metadata = {
        ...old.metadata,
        ...(managedFields === undefined ? undefined : { managedFields }),
        ...(resourceVersion === undefined ? undefined : { resourceVersion }),
      };
      return withTop({ ...old, metadata } as KObject, 'status', object.status);
    },
  };
}

/** Apart from the metadata and, where it has its own door, the status: that one is the old one already. */
function sameContent(next: KObject, old: KObject): boolean {
  for (const key in next) if (key !== 'metadata' && !equalJson(next[key], old[key])) return false;
  for (const key in old) if (key !== 'metadata' && next[key] === undefined && old[key] !== undefined) return false;
  return true;
}
