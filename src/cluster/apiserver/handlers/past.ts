import type { KObject } from '../../../api/types/meta.ts';
import { prefixEnd } from '../../../base/sorted-map.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { isKvError } from '../../ports/kv.ts';
import { decodeStored, isReadable } from '../registry/codec.ts';
import type { Services } from '../services.ts';
import { accepts, type ObjectFilter } from '../watchcache/filter.ts';
import type { Scope } from './scope.ts';

interface Past {
  readonly filter: ObjectFilter;
  /** The first key, below the prefix of the resource. */
  readonly start: string;
  readonly revision: number;
}

/** Objects as the store itself had them at a revision, and how many keys are left; undefined when it has dropped that revision. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, GetList (v1.36)
export function* scanStore(
  { kv }: Services,
  ctx: Context,
  { store, subject }: Scope,
  { filter, start, revision }: Past,
  visit: (object: KObject, key: string) => boolean,
): Process<number | undefined> {
  const root = `${store.info.storagePrefix}/`;
  const below = filter.namespace === '' ? root : `${root}${filter.namespace}/`;
  const first = root + start > below ? root + start : below;
  const range = yield* kv.range(ctx, { start: first, end: prefixEnd(below), revision, subject });
  if (isKvError(range)) return undefined;
  for (const [at, item] of range.items.entries()) {
    if (!isReadable(item)) continue;
    const object = decodeStored(item);
    if (accepts(filter, object) && !visit(object, item.key.slice(root.length))) return range.items.length - at - 1;
  }
  return 0;
}
