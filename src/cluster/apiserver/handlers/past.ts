import { isStatus, type Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { prefixEnd } from '../../../base/sorted-map.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { isKvError } from '../../ports/kv.ts';
import type { Services } from '../parts/services.ts';
import { storageFailure } from '../registry/storage-failure.ts';
import type { Scope } from '../scope/scope.ts';
import { accepts, type ObjectFilter } from '../watchcache/filter.ts';

interface Past {
  readonly filter: ObjectFilter;
  /** The first key, below the prefix of the resource. */
  readonly start: string;
  /** Undefined: the newest. */
  readonly revision: number | undefined;
}

interface Scanned {
  /** How many keys are left. */
  readonly left: number;
  readonly revision: number;
}

/** Objects as the store itself had them at a revision; undefined when it has dropped that. What cannot be read fails it all. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, GetList (v1.36)
export function* scanStore(
  { kv }: Services,
  ctx: Context,
  { store, subject }: Scope,
  { filter, start, revision }: Past,
  visit: (object: KObject, key: string) => boolean,
): Process<Scanned | Status | undefined> {
  const root = `${store.info.storagePrefix}/`;
  const below = filter.namespace === '' ? root : `${root}${filter.namespace}/`;
  const first = root + start > below ? root + start : below;
  const range = yield* kv.range(ctx, {
    start: first,
    end: prefixEnd(below),
    ...(revision === undefined ? undefined : { revision }),
    subject,
  });
  if (isKvError(range)) return revision === undefined ? storageFailure(range) : undefined;
  for (const [at, item] of range.items.entries()) {
    const object = store.decoded(item);
    if (isStatus(object)) return object;
    if (accepts(filter, object) && !visit(object, item.key.slice(root.length)))
      return { left: range.items.length - at - 1, revision: range.revision };
  }
  return { left: 0, revision: range.revision };
}
