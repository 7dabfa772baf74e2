// Models staging/src/k8s.io/kubectl/pkg/cmd/get/sorter.go (v1.36)

import { compareQuantity, isQuantity } from '../../../../api/values/quantity.ts';
import { goSorted } from '../../../../base/go-sort.ts';
import { goType } from '../../print/go-values.ts';
import { findPath, relaxedPath } from '../../print/jsonpath.ts';
import { isJsonPathError } from '../../print/jsonpath-parse.ts';
import { Failure, failure } from '../../session/errors.ts';
import { logLine } from '../../session/log-line.ts';
import type { Session } from '../../session/session.ts';

/** Of what a path finds in an object the first counts. */
const keyIn = (found: ReturnType<typeof findPath>): unknown => (isJsonPathError(found) ? undefined : found[0]);

const keyOf = (object: unknown, path: string): unknown => keyIn(findPath(object, path));

const isAbsent = (key: unknown): boolean => key === undefined || key === null;

/** `.a.b` and `a.b` mean `{.a.b}`. */
function inBraces(path: string): string {
  const bare = path.replace(/^\{(.*)\}$/, '$1');
  return `{${bare.startsWith('.') ? bare : `.${bare}`}}`;
}

export function noSuchField(path: string): Failure {
  return failure(`couldn't find any field with path "${inBraces(path)}" in the list of objects`);
}

/** Why objects cannot be sorted: each is looked at until one has the field; what goes wrong in a later one ends the command while it sorts. */
export function whyUnsorted(session: Session, objects: readonly unknown[], path: string): Failure | undefined {
  if (relaxedPath(path) === undefined) return failure(NO_PATH);
  const found = objects.map((object) => findPath(object, path));
  const wrong = found.findIndex(isJsonPathError);
  const first = found.findIndex((one) => !isAbsent(keyIn(one)));
  const told = isJsonPathError(found[wrong]) ? found[wrong].error : '';
  if (wrong >= 0 && (first < 0 || wrong < first)) return failure(told);
  if (first < 0) return noSuchField(path);
  if (wrong >= 0) return new Failure(logLine(session, 'sorter.go:310', told, 'F'), FATAL);
  return unsortable(session, objects, path);
}

const NO_PATH =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";

const FATAL = 255;

/** A path that no row has, or that goes wrong in one, sorts no table of several rows, and then none is shown. */
export function canSort(rows: readonly unknown[], path: string): boolean {
  if (rows.length < 2) return true;
  const found = rows.map((row) => findPath(row, path));
  return !found.some(isJsonPathError) && found.some((one) => !isAbsent(keyIn(one)));
}

/** Two maps, lists or truths have no order: klog ends the command. */
export function unsortable(
  session: Session,
  objects: readonly unknown[],
  path: string,
  isTable = false,
): Failure | undefined {
  const keys = objects.map((object) => keyOf(object, path)).filter((key) => !isAbsent(key));
  const [first] = keys;
  if (keys.length < 2 || (typeof first !== 'object' && typeof first !== 'boolean')) return undefined;
  const [line, whose] = isTable ? [375, '[][][]reflect.Value'] : [329, '*unstructured.Unstructured'];
  const told = `Field ${inBraces(path)} in ${whose} is an unsortable type: interface, err: unsortable type: ${goType(first)}`;
  return new Failure(logLine(session, `sorter.go:${line}`, told, 'F'));
}

export function sortedBy<T>(items: readonly T[], objectOf: (item: T) => unknown, path: string): readonly T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(objectOf(item), path) }));
  return goSorted(keyed, (a, b) => isLess(a.key, b.key)).map(({ item }) => item);
}

/** Numbers as numbers, quantities as quantities, texts letter by letter. What is absent comes before everything, itself too. */
function isLess(a: unknown, b: unknown): boolean {
  if (isAbsent(a)) return true;
  if (isAbsent(b)) return false;
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const [first, second] = [String(a), String(b)];
  return isQuantity(first) && isQuantity(second) ? compareQuantity(first, second) < 0 : first < second;
}
