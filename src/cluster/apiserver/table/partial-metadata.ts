import type { KObject } from '../../../api/types/meta.ts';
import { pureOfValues } from '../../../base/pure.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go, asPartialObjectMetadata (v1.36)
/** What several watchers hear of. */
const partialOf = pureOfValues(8, (metadata: KObject['metadata']) => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
}));

export function partialMetadata({ metadata }: KObject): object {
  return partialOf(metadata);
}

/** As clients from before v1.15 ask for it. */
export function betaMetadata(object: KObject): object {
  return { ...partialMetadata(object), apiVersion: 'meta.k8s.io/v1beta1' };
}
