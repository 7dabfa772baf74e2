import { compareStrings } from '../../base/order.ts';
import type { Context } from '../../engine/index.ts';
import { valueText } from '../ports/bare-value.ts';
import type {
  Compare,
  DeleteRangeRequest,
  DeleteRangeResponse,
  PutRequest,
  PutResponse,
  RequestOp,
  ResponseOp,
  TxnRequest,
  TxnResponse,
} from '../ports/etcd.ts';
import { isKvError, type KeyValue, type KvError } from '../ports/kv.ts';
import { keyNotFound, leaseNotFound } from './errors.ts';
import { type Mvcc, spanOf } from './mvcc.ts';
import { readRange } from './range.ts';

/** What applying needs to know of leases. */
export interface KnownLeases {
  has(lease: string): boolean;
}

const NO_LEASE = '0';

export function leaseOf({ lease }: PutRequest): string | undefined {
  return lease === undefined || lease === '' || lease === NO_LEASE ? undefined : lease;
}

/** A put that has been committed. */
// Models etcd server/etcdserver/txn/put.go (v3.6)
export function applyPut(ctx: Context, store: Mvcc, leases: KnownLeases, request: PutRequest): PutResponse | KvError {
  const refused = missingLease(leases, request) ?? missingKey(store, request);
  if (refused !== undefined) return refused;
  const previous = store.keys.get(request.key);
  const value = request.ignoreValue === true ? previous?.value : (request.value ?? '');
  const lease = request.ignoreLease === true ? previous?.lease : leaseOf(request);
  store.put(ctx, request.key, value, lease);
  return { revision: store.visible, previous: request.prevKv === true ? previous : undefined };
}

function missingKey(store: Mvcc, request: PutRequest): KvError | undefined {
  const keeps = request.ignoreValue === true || request.ignoreLease === true;
  return keeps && !store.keys.has(request.key) ? keyNotFound : undefined;
}

function missingLease(leases: KnownLeases, request: PutRequest): KvError | undefined {
  const lease = leaseOf(request);
  return lease !== undefined && !leases.has(lease) ? leaseNotFound : undefined;
}

// Models etcd server/etcdserver/txn/delete.go (v3.6)
export function applyDelete(ctx: Context, store: Mvcc, request: DeleteRangeRequest): DeleteRangeResponse {
  const { start, end } = spanOf(request.key, request.rangeEnd);
  const gone = store.collect(start, end);
  for (const { key } of gone) store.remove(ctx, key);
  return { revision: store.visible, deleted: gone.length, previous: request.prevKv === true ? gone : [] };
}

/** Which branch every transaction of a tree takes: all decided before anything is written. */
interface Path {
  readonly taken: boolean;
  readonly ops: readonly RequestOp[];
  readonly below: readonly Path[];
}

function pathOf(store: Mvcc, txn: TxnRequest): Path {
  const taken = txn.compare.every((compare) => holds(store, compare));
  const ops = taken ? txn.success : txn.failure;
  return { taken, ops, below: ops.flatMap((op) => (op.type === 'txn' ? [pathOf(store, op.txn)] : [])) };
}

/** A transaction that has been committed: nothing is written when one of its operations cannot be done. */
// Models etcd server/etcdserver/txn/txn.go (v3.6)
export function applyTxn(ctx: Context, store: Mvcc, leases: KnownLeases, txn: TxnRequest): TxnResponse | KvError {
  const path = pathOf(store, txn);
  return refusedPath(store, leases, path) ?? follow(ctx, store, leases, path);
}

/** Does the first transaction of a tree take its success branch? */
export function takesSuccess(store: Mvcc, txn: TxnRequest): boolean {
  return txn.compare.every((compare) => holds(store, compare));
}

/** All puts of the tree are checked before any range of it. */
function refusedPath(store: Mvcc, leases: KnownLeases, path: Path): KvError | undefined {
  return (
    firstRefusal(path, (op) =>
      op.type === 'put' ? (missingKey(store, op.put) ?? missingLease(leases, op.put)) : undefined,
    ) ?? firstRefusal(path, (op) => (op.type === 'range' ? store.unreadable(op.range.revision) : undefined))
  );
}

function firstRefusal(path: Path, check: (op: RequestOp) => KvError | undefined): KvError | undefined {
  const below = [...path.below];
  for (const op of path.ops) {
    const refused = op.type === 'txn' ? firstRefusal(below.shift() as Path, check) : check(op);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function follow(ctx: Context, store: Mvcc, leases: KnownLeases, path: Path): TxnResponse {
  const responses: ResponseOp[] = [];
  const below = [...path.below];
  for (const op of path.ops) responses.push(perform(ctx, store, leases, op, below));
  return { revision: store.visible, succeeded: path.taken, responses };
}

function perform(ctx: Context, store: Mvcc, leases: KnownLeases, op: RequestOp, below: Path[]): ResponseOp {
  switch (op.type) {
    case 'range':
      return { type: 'range', range: surely(readRange(store, op.range)) };
    case 'put':
      return { type: 'put', put: surely(applyPut(ctx, store, leases, op.put)) };
    case 'delete':
      return { type: 'delete', delete: applyDelete(ctx, store, op.delete) };
    case 'txn':
      // Only the whole transaction says at which revision it was.
      return { type: 'txn', txn: { ...follow(ctx, store, leases, below.shift() as Path), revision: 0 } };
  }
}

/** What was checked before the first write cannot fail any more. */
function surely<T extends object>(result: T | KvError): T {
  if (isKvError(result)) throw new Error(result.error);
  return result;
}

const ABSENT: Omit<KeyValue, 'key'> = { value: '', createRevision: 0, modRevision: 0, version: 0, lease: undefined };

/** Every key of the range must satisfy it; a range without keys counts as one key that is all zeros. */
function holds(store: Mvcc, compare: Compare): boolean {
  const { start, end } = spanOf(compare.key, compare.rangeEnd);
  const found = store.collect(start, end);
  if (found.length > 0) return found.every((item) => satisfies(item, compare));
  // A key that is not there has no value, not even an empty one.
  return compare.target === 'value' ? false : satisfies({ key: compare.key, ...ABSENT }, compare);
}

function satisfies(item: KeyValue, { target, result, operand }: Compare): boolean {
  const difference = differenceOf(item, target, operand);
  switch (result) {
    case '=':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '>':
      return difference > 0;
  }
}

function differenceOf(item: KeyValue, target: Compare['target'], operand: number | string): number {
  switch (target) {
    case 'value':
      return compareStrings(valueText(item.value), String(operand));
    case 'lease':
      return compareDecimals(item.lease ?? NO_LEASE, String(operand));
    case 'version':
      return item.version - Number(operand);
    case 'create':
      return item.createRevision - Number(operand);
    case 'mod':
      return item.modRevision - Number(operand);
  }
}

/** Whole numbers without sign or leading zeros. */
function compareDecimals(a: string, b: string): number {
  return a.length - b.length || compareStrings(a, b);
}
