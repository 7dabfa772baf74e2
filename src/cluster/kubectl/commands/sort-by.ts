// Models staging/src/k8s.io/kubectl/pkg/cmd/get/sorter.go (v1.36)

import { compareQuantity, isQuantity } from '../../../api/quantity.ts';
import { goSorted } from '../../../base/go-sort.ts';
import { findPath, readPath } from '../print/jsonpath.ts';
import { isJsonPathError } from '../print/jsonpath-parse.ts';

export function hasField(object: unknown, path: string): boolean {
  const found = findPath(object, path);
  return !isJsonPathError(found) && found.length > 0;
}

/** `.a.b` and `a.b` mean `{.a.b}`. */
export function noSuchField(path: string): string {
  const bare = path.replace(/^\{(.*)\}$/, '$1');
  return `couldn't find any field with path "{${bare.startsWith('.') ? bare : `.${bare}`}}" in the list of objects`;
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
