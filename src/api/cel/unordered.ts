// Models staging/src/k8s.io/apiserver/pkg/cel/common/values.go, unstructuredSetList and unstructuredMapList (v1.36)

/** The fields that tell the items of a list apart; none for a set, whose items are told apart by themselves. */
export type MergeKeys = readonly string[];

const KEYS = new WeakMap<object, MergeKeys>();

/** The same list, whose order counts for nothing. */
export function unordered<T extends object>(list: T, keys: MergeKeys): T {
  KEYS.set(list, keys);
  return list;
}

/** Undefined: its order counts. */
export function mergeKeysOf(list: object): MergeKeys | undefined {
  return KEYS.get(list);
}
