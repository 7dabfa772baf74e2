// Models pkg/controller/deployment/util/deployment_util.go as staging/src/k8s.io/kubectl/pkg/util/deployment copies it (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type { PodTemplateSpec } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';

export const HASH_LABEL = 'pod-template-hash';

/** The UID of the owner that controls the object. */
export function controllerOf({ metadata }: Pick<KObject, 'metadata'>): string | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
}

export function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { [HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** Models pkg/controller/deployment/util EqualIgnoreHash (v1.36) */
export function equalIgnoringHash(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return equalJson(withoutHash(a), withoutHash(b));
}
