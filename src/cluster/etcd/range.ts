import { compareStrings } from '../../base/order.ts';
import { valueText } from '../ports/bare-value.ts';
import type { RangeRequest, RangeResponse } from '../ports/etcd.ts';
import type { KeyValue, KvError } from '../ports/kv.ts';
import { type Mvcc, spanOf } from './mvcc.ts';

/**
 * A range with all its options.
 *
 * Models etcd server/etcdserver/txn/range.go (v3.6)
 */
export function readRange(store: Mvcc, request: RangeRequest): RangeResponse | KvError {
  const unreadable = store.unreadable(request.revision);
  if (unreadable !== undefined) return unreadable;
  const { start, end } = spanOf(request.key, request.rangeEnd);
  const found = store.collect(start, end, request.revision);
  const answer = { revision: store.visible, count: found.length };
  if (request.countOnly === true) return { ...answer, kvs: [], more: false };
  const limit = request.limit === undefined || request.limit <= 0 ? undefined : request.limit;
  const kept = sorted(bounded(cut(found, request, limit), request), request);
  const more = limit !== undefined && kept.length > limit;
  const shown = more ? kept.slice(0, limit) : kept;
  return { ...answer, more, kvs: request.keysOnly === true ? shown.map(withoutValue) : shown };
}

/** Only what is asked for (and one more) is fetched when nothing else decides about the order: sorting comes after it. */
function cut(found: readonly KeyValue[], request: RangeRequest, limit: number | undefined): readonly KeyValue[] {
  if (limit === undefined || (request.sortOrder ?? 'none') !== 'none' || isBounded(request)) return found;
  return found.length > limit + 1 ? found.slice(0, limit + 1) : found;
}

function isBounded(request: RangeRequest): boolean {
  const { minModRevision, maxModRevision, minCreateRevision, maxCreateRevision } = request;
  return [minModRevision, maxModRevision, minCreateRevision, maxCreateRevision].some((bound) => (bound ?? 0) !== 0);
}

function bounded(found: readonly KeyValue[], request: RangeRequest): readonly KeyValue[] {
  if (!isBounded(request)) return found;
  const { minModRevision, maxModRevision, minCreateRevision, maxCreateRevision } = request;
  return found.filter(
    ({ modRevision, createRevision }) =>
      !(maxModRevision && modRevision > maxModRevision) &&
      !(minModRevision && modRevision < minModRevision) &&
      !(maxCreateRevision && createRevision > maxCreateRevision) &&
      !(minCreateRevision && createRevision < minCreateRevision),
  );
}

const ORDER: { readonly [target in NonNullable<RangeRequest['sortTarget']>]: (a: KeyValue, b: KeyValue) => number } = {
  key: (a, b) => compareStrings(a.key, b.key),
  version: (a, b) => a.version - b.version,
  create: (a, b) => a.createRevision - b.createRevision,
  mod: (a, b) => a.modRevision - b.modRevision,
  value: (a, b) => compareStrings(valueText(a.value), valueText(b.value)),
};

function sorted(
  found: readonly KeyValue[],
  { sortOrder = 'none', sortTarget = 'key' }: RangeRequest,
): readonly KeyValue[] {
  if (sortOrder === 'none' && sortTarget === 'key') return found;
  const order = ORDER[sortTarget];
  return [...found].sort(sortOrder === 'descend' ? (a, b) => order(b, a) : order);
}

function withoutValue(item: KeyValue): KeyValue {
  return { ...item, value: undefined };
}
