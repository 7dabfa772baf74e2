import { expect, it } from 'vitest';
import type { Compare, RequestOp, TxnRequest, WatchRequest, WatchResponse } from '../ports/etcd.ts';
import { etcdWorld } from './testing/world.ts';

// What the random operations of `real-etcd.test.ts` seldom meet. A real etcd was asked the same and answered so.

function world() {
  const { etcd, run, act } = etcdWorld();
  return {
    put: (key: string, value: string, lease?: string) =>
      run((ctx) => etcd.protocol.put(ctx, { key, value, ...(lease === undefined ? {} : { lease }) })),
    grant: (lease: string) => run((ctx) => etcd.protocol.leaseGrant(ctx, 60, lease)),
    compact: (revision: number) => run((ctx) => etcd.compact(ctx, revision)),
    transact: (request: Partial<TxnRequest>) =>
      run((ctx) => etcd.protocol.transact(ctx, { compare: [], success: [], failure: [], ...request })),
    holds: (compare: Compare) =>
      run((ctx) => etcd.protocol.transact(ctx, { compare: [compare], success: [], failure: [] })) as {
        succeeded: boolean;
      },
    watch(request: WatchRequest): WatchResponse[] {
      const heard: WatchResponse[] = [];
      act((ctx) => etcd.protocol.watchRange(ctx, request, (_, response) => heard.push(response)));
      return heard;
    },
  };
}

it('ET2: a compare of a range holds only when it holds for every key of it', () => {
  const { put, holds } = world();
  put('a/1', 'x');
  put('a/2', 'x');
  const both: Compare = { key: 'a/', rangeEnd: 'a0', target: 'value', result: '=', operand: 'x' };
  expect(holds(both).succeeded).toBe(true);
  put('a/2', 'y');
  expect(holds(both).succeeded).toBe(false);
});

it('ET2: leases are compared as numbers, whatever the length of their texts', () => {
  const { put, grant, holds } = world();
  grant('100');
  put('a', 'x', '100');
  expect(holds({ key: 'a', target: 'lease', result: '>', operand: '9' }).succeeded).toBe(true);
  expect(holds({ key: 'a', target: 'lease', result: '<', operand: '9' }).succeeded).toBe(false);
});

it('ET8: of several operations that cannot be done the first one names the error, and nothing is written', () => {
  const { transact, holds } = world();
  const nested = (key: string, op: RequestOp): RequestOp => ({
    type: 'txn',
    txn: { compare: [], success: [{ type: 'put', put: { key, value: '1' } }, op], failure: [] },
  });
  const noKey = nested('fine/1', { type: 'put', put: { key: 'none', ignoreValue: true } });
  const noLease = nested('fine/2', { type: 'put', put: { key: 'b', value: '1', lease: '5' } });
  expect(transact({ success: [noKey, noLease] })).toMatchObject({ error: 'etcdserver: key not found' });
  expect(transact({ success: [noLease, noKey] })).toMatchObject({ error: 'etcdserver: requested lease not found' });
  expect(holds({ key: 'fine/1', target: 'create', result: '=', operand: 0 }).succeeded).toBe(true);
});

it('ET8: a watch from a revision to come hears nothing of those before it', () => {
  const { put, watch } = world();
  const heard = watch({ key: 'a', startRevision: 4 });
  for (const value of ['2', '3', '4', '5']) put('a', value);
  expect(heard.flatMap(({ events }) => events.map(({ kv }) => kv.value))).toEqual(['4', '5']);
});

it('ET8: what was before the oldest revision that is left is not told', () => {
  const { put, compact, watch } = world();
  for (const value of ['2', '3', '4']) put('a', value);
  compact(3);
  const events = watch({ key: 'a', startRevision: 3, prevKv: true }).flatMap((response) => response.events);
  expect(events.map(({ kv, previous }) => [kv.value, previous?.value])).toEqual([
    ['3', undefined],
    ['4', '3'],
  ]);
});
