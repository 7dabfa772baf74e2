// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go, applyJSPatch and strategicPatchObject (v1.36)

import { type KindOfObject, orderKeys } from '../../../api/decoding/decode.ts';
import { conversionProblem } from '../../../api/decoding/from-unstructured.ts';
import { invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, failure, invalid, type Status } from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import { goJson } from '../../../api/go/json-text.ts';
import { goValue } from '../../../api/go/print.ts';
import type { PatchedKind } from '../../../api/patch/strategic-merge-patch.ts';
import { remainsOfPatch } from '../../../api/patch/strategic-remains.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { ownValue } from '../../../base/own.ts';
import { plainError } from '../scope/list-options.ts';

const NO_KIND = { group: '', kind: '' };

/** An object that is none after a JSON or merge patch: the refusal quotes all of it. */
export function refusedMerge(resource: KindOfObject, patch: unknown, patched: KObject, problem: string): Status {
  const text = mergedText(orderKeys(resource, patched), Array.isArray(patch) ? touchedBy(patch) : patch);
  return refused(text, problem);
}

/** After a strategic patch, what carrying it out has left of it is quoted, as Go prints a map. */
export function refusedStrategic(
  resource: KindOfObject,
  { kind, current, patch }: Attempt,
  patched: KObject,
  problem: string,
): Status {
  const left = isFields(patch) ? remainsOfPatch(kind, current as Fields, patch) : patch;
  return refused(goValue(left), conversionProblem(resource, patched) ?? problem);
}

/** A patch, and what it was carried out on. */
interface Attempt {
  readonly kind: PatchedKind;
  readonly current: KObject;
  readonly patch: unknown;
}

function refused(value: string, problem: string): Status {
  const { details, ...status } = invalid(NO_KIND, '', [invalidValue('patch', value, problem)]);
  return { ...status, details: { causes: details?.causes ?? [] } };
}

type Fields = Readonly<Record<string, unknown>>;

/** What a patch has looked into has lost the order of its fields; the rest is as the server wrote it. */
function mergedText(value: unknown, patch: unknown): string {
  if (!isFields(value) || !isFields(patch)) return goJson(value);
  const pairs = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${mergedText(value[key], ownValue(patch, key))}`);
  return `{${pairs.join(',')}}`;
}

/** The places that the operations of a JSON patch look into, as nested objects. */
function touchedBy(operations: readonly unknown[]): Fields {
  const touched: Record<string, unknown> = {};
  for (const operation of operations) {
    const path = isFields(operation) && typeof operation.path === 'string' ? operation.path : '';
    let at = touched;
    for (const step of path.split('/').slice(1, -1)) {
      const next = (ownValue(at, step) ?? {}) as Record<string, unknown>;
      at[step] = next;
      at = next;
    }
  }
  return touched;
}

/** A strategic patch that cannot be carried out. Models interpretStrategicMergePatchError */
export function unusableStrategic(problem: string): Status {
  return problem === 'invalid patch format of retainKeys' ? badRequest(problem) : plainError(problem);
}

export function tooManyOperations(count: number): Status {
  const why = `The allowed maximum operations in a JSON patch is 10000, got ${count}`;
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: ${why}`, {});
}
