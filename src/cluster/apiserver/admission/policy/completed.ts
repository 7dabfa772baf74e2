// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go and plugin/policy/mutating/dispatcher.go (v1.36), where they decode

import { decodeStrict } from '../../../../api/decoding/decode.ts';
import { applyDefaults } from '../../../../api/defaults/index.ts';
import { apiVersionOf } from '../../../../api/scheme/scheme.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { AdmissionAttributes } from '../attributes.ts';

/** What was made of an object is read as an object again: without empty fields and what its kind does not know, and with its defaults. */
export function completed(
  { resource }: AdmissionAttributes,
  object: KObject,
  known: KObject,
): { readonly object: KObject } | { readonly error: string } {
  if (object === known) return { object };
  // What a subresource is sent is no such object.
  if (object.kind !== resource.kind || object.apiVersion !== apiVersionOf(resource)) return { object };
  const { object: read, error } = decodeStrict<KObject>(resource, object, { strict: false, known });
  return error === undefined ? { object: applyDefaults(resource, read, known) } : { error };
}
