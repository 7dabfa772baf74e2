import { expect, it } from 'vitest';
import { etcdWorld } from './testing/world.ts';

it('ET9: a full store refuses to grow until somebody makes room and says so', () => {
  const { etcd, run } = etcdWorld({ quotaBytes: 60_000 });
  const put = (value: string) => run((ctx) => etcd.put(ctx, { key: 'a', value }));
  let answer: unknown;
  for (let n = 0; n < 20; n += 1) answer = put('x'.repeat(5000));
  expect(answer).toEqual({ error: 'etcdserver: mvcc: database space exceeded', code: 8 });
  expect(run((ctx) => etcd.alarms(ctx))).toMatchObject([{ alarm: 'NOSPACE' }]);
  expect(run((ctx) => etcd.leaseGrant(ctx, 60))).toMatchObject({ code: 8 });
  expect(run((ctx) => etcd.rangeOf(ctx, { key: 'a' }))).toMatchObject({ count: 1 });
  expect(run((ctx) => etcd.deleteRange(ctx, { key: 'nothing' }))).toMatchObject({ deleted: 0 });
  // Room alone is not enough.
  run((ctx) => etcd.compact(ctx, etcd.revision));
  expect(put('small')).toMatchObject({ code: 8 });
  const [member] = etcd.members;
  if (member !== undefined) run((ctx) => etcd.defragment(ctx, member));
  run((ctx) => etcd.disarm(ctx));
  expect(put('small')).toMatchObject({ previous: undefined });
  expect(run((ctx) => etcd.alarms(ctx))).toEqual([]);
});

it('ET9: what a compaction frees is used again, but the file shrinks only by defragmenting', () => {
  const { etcd, run } = etcdWorld();
  const status = () => {
    const [member] = etcd.members;
    return member === undefined ? undefined : run((ctx) => etcd.status(ctx, member));
  };
  for (let n = 0; n < 10; n += 1) run((ctx) => etcd.put(ctx, { key: 'a', value: 'x'.repeat(5000) }));
  const before = status();
  run((ctx) => etcd.compact(ctx, etcd.revision));
  const after = status();
  expect(after?.dbSize).toBe(before?.dbSize);
  expect(after?.dbSizeInUse).toBeLessThan(before?.dbSizeInUse ?? 0);
});

it('ET5: a watch can ask how far it has come, and is told when it is ended', () => {
  const { etcd, act, run } = etcdWorld();
  const told: unknown[] = [];
  const watch = act((ctx) =>
    etcd.watchRange(ctx, { key: 'a' }, (_ctx, { created, canceled, events, revision }) =>
      told.push([created, canceled, events.length, revision]),
    ),
  );
  run((ctx) => etcd.put(ctx, { key: 'b', value: '1' }));
  act((ctx) => watch.requestProgress(ctx));
  act((ctx) => watch.cancel(ctx));
  run((ctx) => etcd.put(ctx, { key: 'a', value: '1' }));
  expect(told).toEqual([
    [true, false, 0, 1],
    [false, false, 0, 2],
    [false, true, 0, 2],
  ]);
});
