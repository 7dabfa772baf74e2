// Models staging/src/k8s.io/apiserver/pkg/cel/common/values.go, unstructuredSetList and unstructuredMapList (v1.36)

/** The fields that tell the items of a list apart; none for a set, whose items are told apart by themselves. */
export type MergeKeys = readonly string[];

const KEYS = Symbol('merge keys');

/** The same list, whose order counts for nothing. */
export function unordered<T extends object>(list: T, keys: MergeKeys): T {
  return Object.assign(list, { [KEYS]: keys });
}

/** Undefined: its order counts. */
export function mergeKeysOf(list: object): MergeKeys | undefined {
  return (list as { readonly [KEYS]?: MergeKeys })[KEYS];
}
