// Models staging/src/k8s.io/kubectl/pkg/cmd/get/sorter.go (v1.36)

import { compareQuantity, isQuantity } from '../../../api/quantity.ts';
import { goSorted } from '../../../base/go-sort.ts';
import { Failure } from '../errors.ts';
import { logLine } from '../log-line.ts';
import { goType } from '../print/go-values.ts';
import { findPath, readPath } from '../print/jsonpath.ts';
import { isJsonPathError } from '../print/jsonpath-parse.ts';
import type { Session } from '../session.ts';

export function hasField(object: unknown, path: string): boolean {
  const found = findPath(object, path);
  return !isJsonPathError(found) && found.length > 0;
}

/** `.a.b` and `a.b` mean `{.a.b}`. */
function inBraces(path: string): string {
  const bare = path.replace(/^\{(.*)\}$/, '$1');
  return `{${bare.startsWith('.') ? bare : `.${bare}`}}`;
}

export function noSuchField(path: string): string {
  return `couldn't find any field with path "${inBraces(path)}" in the list of objects`;
}

/** Two maps, lists or truths have no order: klog ends the command. */
export function unsortable(
  session: Session,
  objects: readonly unknown[],
  path: string,
  isTable = false,
): Failure | undefined {
  const keys = objects.map((object) => readPath(object, path)).filter((key) => key !== undefined && key !== null);
  const [first] = keys;
  if (keys.length < 2 || (typeof first !== 'object' && typeof first !== 'boolean')) return undefined;
  const [line, whose] = isTable ? [375, '[][][]reflect.Value'] : [329, '*unstructured.Unstructured'];
  const told = `Field ${inBraces(path)} in ${whose} is an unsortable type: interface, err: unsortable type: ${goType(first)}`;
  return new Failure(logLine(session, `sorter.go:${line}`, told, 'F'));
}

export function sortedBy<T>(items: readonly T[], objectOf: (item: T) => unknown, path: string): readonly T[] {
  const keyed = items.map((item) => ({ item, key: readPath(objectOf(item), path) }));
  return goSorted(keyed, (a, b) => isLess(a.key, b.key)).map(({ item }) => item);
}

/** Numbers as numbers, quantities as quantities, texts letter by letter. What is absent comes before everything, itself too. */
function isLess(a: unknown, b: unknown): boolean {
  if (a === undefined || a === null) return true;
  if (b === undefined || b === null) return false;
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const [first, second] = [String(a), String(b)];
  return isQuantity(first) && isQuantity(second) ? compareQuantity(first, second) < 0 : first < second;
}
