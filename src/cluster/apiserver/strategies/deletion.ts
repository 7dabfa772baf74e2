import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { DeleteOptions, KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { sameItems } from '../../../base/equality.ts';
import { SECOND } from '../../../base/time/units.ts';

/** What a DELETE does to an object. */
export type Deletion =
  /** Gone at once; `markFirst`: after one last write that says so. */
  | { readonly type: 'remove'; readonly object: KObject; readonly markFirst: boolean }
  | { readonly type: 'mark'; readonly object: KObject }
  /** It is on its way already. */
  | { readonly type: 'nothing' };

/** What is particular about deletions of a kind. */
export interface DeletionRules {
  readonly orphanByDefault: boolean;
  /** Of a kind whose first deletion is its own; undefined: as for every kind. */
  deletion?(object: KObject, now: number): Deletion | undefined;
  /** Seconds for which a deletion waits; undefined: no graceful deletion for this kind. */
  gracePeriod?(object: KObject, options: DeleteOptions): number;
}

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

// Models staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go and generic/registry/store.go, deletionFinalizersForGarbageCollection (v1.36)
export function deletionOf(
  info: ResourceInfo,
  strategy: DeletionRules,
  object: KObject,
  options: DeleteOptions,
  now: number,
): Deletion {
  if (info.resource === 'namespaces' && info.group === '') return namespaceDeletion(object, now);
  const own = strategy.deletion?.(object, now);
  if (own !== undefined) return own;
  const finalizers = finalizersFor(strategy, object, options);
  const grace = strategy.gracePeriod?.(object, options);
  const meta = object.metadata;
  if (grace !== undefined) {
    const pending = meta.deletionTimestamp !== undefined;
    const graceful = pending
      ? shortened(object, options.gracePeriodSeconds, finalizers, now)
      : marking(object, grace, finalizers, now);
    if (graceful !== undefined) return graceful;
  }
  if (finalizers.length > 0) {
    if (meta.deletionTimestamp !== undefined && sameItems(finalizers, meta.finalizers ?? []))
      return { type: 'nothing' };
    return { type: 'mark', object: marked(object, now, 0, finalizers) };
  }
  return { type: 'remove', object, markFirst: false };
}

/** The first DELETE of a Pod gives it time. */
function marking(object: KObject, grace: number, finalizers: readonly string[], now: number): Deletion {
  const next = marked(object, now, grace, finalizers);
  return grace === 0 && finalizers.length === 0
    ? { type: 'remove', object: next, markFirst: true }
    : { type: 'mark', object: next };
}

/** A later DELETE can only shorten that, and only if it says so. */
function shortened(
  object: KObject,
  asked: number | undefined,
  finalizers: readonly string[],
  now: number,
): Deletion | undefined {
  const meta = object.metadata;
  const before = meta.deletionGracePeriodSeconds ?? 0;
  if (before === 0) return finalizers.length > 0 ? { type: 'nothing' } : undefined;
  const grace = asked !== undefined && asked < 0 ? 1 : asked;
  if (grace === undefined || grace >= before) return { type: 'nothing' };
  const end = (parseTime(meta.deletionTimestamp) ?? now) - (before - grace) * SECOND;
  const isOver = end < now;
  // Whoever ends it must still see that it is being ended.
  const left = isOver && grace > 0 ? 1 : grace;
  const metadata: ObjectMeta = {
    ...meta,
    deletionTimestamp: rfc3339(isOver ? now : end),
    deletionGracePeriodSeconds: left,
  };
  return left === 0 && finalizers.length === 0
    ? { type: 'remove', object: { ...object, metadata }, markFirst: true }
    : { type: 'mark', object: { ...object, metadata } };
}

function marked(object: KObject, now: number, grace: number, finalizers: readonly string[]): KObject {
  const meta = object.metadata;
  const generation = meta.generation ?? 0;
  const next: ObjectMeta = {
    ...meta,
    ...(generation > 0 && meta.deletionTimestamp === undefined ? { generation: generation + 1 } : undefined),
    deletionTimestamp: meta.deletionTimestamp ?? rfc3339(now + grace * SECOND),
    deletionGracePeriodSeconds: grace,
    ...(finalizers.length > 0 ? { finalizers } : undefined),
  };
  return { ...object, metadata: next };
}

/** The finalizers by which the garbage collector learns what shall become of the dependents. */
function finalizersFor(strategy: DeletionRules, object: KObject, options: DeleteOptions): readonly string[] {
  const present = object.metadata.finalizers ?? [];
  const policy = policyOf(options);
  const kept = present.filter((each) => each !== ORPHAN && each !== FOREGROUND);
  const untouched = kept.length === present.length ? present : kept;
  if (policy === 'Orphan') return [...untouched, ORPHAN];
  if (policy === 'Foreground') return [...untouched, FOREGROUND];
  if (policy === 'Background') return untouched;
  if (present.length !== kept.length) return present;
  return strategy.orphanByDefault ? [...untouched, ORPHAN] : untouched;
}

/** What the older field says counts, where it says anything. */
function policyOf({ orphanDependents, propagationPolicy }: DeleteOptions): DeleteOptions['propagationPolicy'] {
  if (orphanDependents === undefined) return propagationPolicy;
  return orphanDependents ? 'Orphan' : 'Background';
}

/** A namespace first becomes Terminating; it goes when its finalizers are gone. */
// Models pkg/registry/core/namespace/storage/storage.go (v1.36)
function namespaceDeletion(object: KObject, now: number): Deletion {
  const spec = object.spec as { readonly finalizers?: readonly string[] } | undefined;
  if (object.metadata.deletionTimestamp === undefined) {
    const status = { ...(object.status as object), phase: 'Terminating' };
    const metadata = { ...object.metadata, deletionTimestamp: rfc3339(now) };
    return { type: 'mark', object: { ...object, metadata, status } };
  }
  const waiting = (spec?.finalizers?.length ?? 0) > 0 || (object.metadata.finalizers?.length ?? 0) > 0;
  return waiting ? { type: 'nothing' } : { type: 'remove', object, markFirst: false };
}
