// Models pkg/api/v1/endpoints/util.go SortSubsets and staging/src/k8s.io/endpointslice/util/controller_utils.go portsInOrder (v1.36)

import { dumpStruct } from '../../../api/hashes/pod-template.ts';
import { schemaPackage } from '../../../api/schema/packages.ts';
import { fnv128a } from '../../../base/bytes/fnv128.ts';
import { compareStrings } from '../../../base/order.ts';

/** Sorts by the hash of the printed Go struct: an order that tells nothing, but is the same wherever they come from. */
export function inHashOrder<T extends object>(groupVersion: string, struct: string, items: readonly T[]): readonly T[] {
  const printed = items.length < 2 ? undefined : schemaPackage(groupVersion)?.struct(struct);
  if (printed === undefined) return items;
  return items
    .map((item) => ({ item, hash: fnv128a(dumpStruct(printed, item)) }))
    .sort((a, b) => compareStrings(a.hash, b.hash))
    .map(({ item }) => item);
}
