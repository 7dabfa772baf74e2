// Models staging/src/k8s.io/kubectl/pkg/cmd/util/override_options.go (v1.36)

import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../../api/patch/strategic-merge-patch.ts';
import { resourceOfObject } from '../../../api/scheme/scheme.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Options } from '../flags/options.ts';
import { notRegistered } from '../print/objects.ts';
import { type Failure, failure } from '../session/errors.ts';

/** The object as `--overrides` would have it. */
export function overridden(
  object: KObject,
  options: Options<'overrides override-type'>,
  fallback: string,
): KObject | Failure {
  const text = options.text('overrides') ?? '';
  if (text === '') return object;
  const type = options.text('override-type') ?? fallback;
  if (!['json', 'merge', 'strategic'].includes(type)) return failure(`invalid override type: ${type}`);
  const patch = parsed(text);
  if (patch === undefined) return failure('Invalid JSON Patch');
  if (type === 'merge') return known(applyMergePatch(object, patch));
  const typed = object as Typed;
  const done =
    type === 'json'
      ? applyJsonPatch(object, patch as readonly JsonPatchOperation[])
      : applyStrategicMerge(typed, object, patch as JsonObject);
  return 'error' in done ? failure(done.error) : known(done.object);
}

type Typed = KObject & { readonly apiVersion: string; readonly kind: string };

/** What is made must be of a kind that kubectl knows. */
function known(object: KObject): KObject | Failure {
  const { apiVersion, kind } = object as Typed;
  return resourceOfObject({ apiVersion, kind }) === undefined ? notRegistered(kind, apiVersion) : object;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
