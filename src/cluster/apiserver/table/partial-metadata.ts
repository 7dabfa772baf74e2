import type { KObject } from '../../../api/types/meta.ts';
import { Lately } from '../../../base/lately.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go, asPartialObjectMetadata (v1.36)
/** What several watchers hear of. */
const partials = new Lately<object>(8);

export function partialMetadata(object: KObject): object {
  const { metadata } = object;
  return (
    partials.get(metadata) ??
    partials.note({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }, metadata)
  );
}

/** As clients from before v1.15 ask for it. */
export function betaMetadata(object: KObject): object {
  return { ...partialMetadata(object), apiVersion: 'meta.k8s.io/v1beta1' };
}
