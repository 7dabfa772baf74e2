// Models sigs.k8s.io/kustomize/kyaml/yaml/fieldspec.go and api/filters/fieldspec (v5.8)

import { isFields } from '../../../api/go/json.ts';

/**
 * The value with what a path leads to changed: `spec/template/spec/containers[]/image`. A field that is missing stays so
 * unless it is to be made.
 */
export function changedAt(
  value: unknown,
  path: readonly string[],
  change: (found: unknown) => unknown,
  makes = false,
): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  const isList = head.endsWith('[]');
  const field = isList ? head.slice(0, -2) : head;
  if (!isFields(value)) return value;
  const fields = value;
  const found = fields[field];
  if ((found === undefined || found === null) && (!makes || isList)) return value;
  const after = isList
    ? Array.isArray(found)
      ? found.map((each) => changedAt(each, rest, change, makes))
      : found
    : changedAt(found ?? (rest.length === 0 ? undefined : {}), rest, change, makes);
  return { ...fields, [field]: after };
}
