import type { DeleteRangeRequest, PutRequest, RequestOp, TxnRequest } from '../ports/etcd.ts';
import type { KvError } from '../ports/kv.ts';
import { duplicateKey, emptyKey, leaseProvided, tooManyOps, valueProvided } from './errors.ts';
import { NO_END, type Span, spanOf } from './mvcc.ts';
import { leaseOf } from './txn.ts';

// What a member refuses before it proposes anything.
// Models etcd server/etcdserver/api/v3rpc/key.go (v3.6)

const MOST_OPS = 128;

export function checkPut(request: PutRequest): KvError | undefined {
  if (request.key === '') return emptyKey;
  if (request.ignoreValue === true && request.value !== undefined && request.value !== '') return valueProvided;
  return request.ignoreLease === true && leaseOf(request) !== undefined ? leaseProvided : undefined;
}

export function checkKey({ key }: { readonly key: string }): KvError | undefined {
  return key === '' ? emptyKey : undefined;
}

export function checkTxn(txn: TxnRequest): KvError | undefined {
  const refused = checkOps(txn, MOST_OPS);
  if (refused !== undefined) return refused;
  return intervalsOf(txn.success) === undefined || intervalsOf(txn.failure) === undefined ? duplicateKey : undefined;
}

function checkOps(txn: TxnRequest, most: number): KvError | undefined {
  const count = Math.max(txn.compare.length, txn.success.length, txn.failure.length);
  if (count > most) return tooManyOps;
  if (txn.compare.some(({ key }) => key === '')) return emptyKey;
  for (const op of [...txn.success, ...txn.failure]) {
    const refused = checkOp(op, most - count);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function checkOp(op: RequestOp, most: number): KvError | undefined {
  switch (op.type) {
    case 'range':
      return checkKey(op.range);
    case 'put':
      return checkPut(op.put);
    case 'delete':
      return checkKey(op.delete);
    case 'txn':
      return checkOps(op.txn, most);
  }
}

interface Intervals {
  readonly puts: Set<string>;
  readonly deletes: Span[];
}

const covers = (deletes: readonly Span[], key: string): boolean =>
  deletes.some(({ start, end }) => key >= start && (end === undefined || key < end));

/** A deletion without end is taken at its word here, as one that ends at "\0": it covers nothing, and is not refused. */
function deleteSpan({ key, rangeEnd }: DeleteRangeRequest): Span {
  return rangeEnd === NO_END ? { start: key, end: NO_END } : spanOf(key, rangeEnd);
}

/** The keys that a list of operations may write; undefined when one would be written twice. */
function intervalsOf(ops: readonly RequestOp[]): Intervals | undefined {
  const deletes = ops.flatMap((op) => (op.type === 'delete' ? [deleteSpan(op.delete)] : []));
  const puts = new Set<string>();
  for (const op of ops) {
    if (op.type !== 'txn') continue;
    // Only one of the branches runs, so the same key may stand in both.
    const then = intervalsOf(op.txn.success);
    const otherwise = intervalsOf(op.txn.failure);
    if (then === undefined || otherwise === undefined) return undefined;
    for (const key of then.puts) {
      if (puts.has(key) || covers(deletes, key)) return undefined;
      puts.add(key);
    }
    for (const key of otherwise.puts) {
      if ((puts.has(key) && !then.puts.has(key)) || covers(deletes, key)) return undefined;
      puts.add(key);
    }
    deletes.push(...then.deletes, ...otherwise.deletes);
  }
  for (const op of ops) {
    if (op.type !== 'put') continue;
    if (puts.has(op.put.key) || covers(deletes, op.put.key)) return undefined;
    puts.add(op.put.key);
  }
  return { puts, deletes };
}
