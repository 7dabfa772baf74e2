// Models staging/src/k8s.io/kubectl/pkg/util/apply.go (v1.36)

import { goJson } from '../../../api/go/json-text.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../api/values/annotations.ts';
import { orderedAsSent } from '../print/objects.ts';
import type { ManifestObject } from './manifests.ts';

/** The object with the annotation that holds it: compact, keys sorted, a newline at the end. */
export function withLastApplied(object: ManifestObject): ManifestObject {
  const plain = withoutLastApplied(object);
  const { annotations } = plain.metadata;
  const text = `${goJson(plain, { sortKeys: true })}\n`;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: text } } };
}

/** What apply compares with is written anew where there is one, or where that is asked for. */
export function withKeptApplied(object: ManifestObject, isAsked: boolean): ManifestObject {
  const isKept = object.metadata.annotations?.[LAST_APPLIED] !== undefined;
  return isAsked || isKept ? withLastApplied(object) : object;
}

/** The same of an object that kubectl has made itself: its fields come in the order of their type. */
export function withLastSent(object: KObject): KObject {
  const text = `${goJson(orderedAsSent(object))}\n`;
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: text };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** There are annotations all the same, and those that are null are empty. */
export function withoutLastApplied(object: ManifestObject): ManifestObject {
  const { [LAST_APPLIED]: _, ...others } = object.metadata.annotations ?? {};
  const annotations = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, value ?? '']));
  return { ...object, metadata: { ...object.metadata, annotations } };
}
