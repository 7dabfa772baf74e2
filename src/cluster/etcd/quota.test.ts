import fc from 'fast-check';
import { expect, it } from 'vitest';
import { etcdWorld } from './testing/world.ts';

it('ET9: a full store refuses to grow until somebody makes room and says so', () => {
  const { etcd, run } = etcdWorld({ quotaBytes: 60_000 });
  const put = (value: string) => run((ctx) => etcd.protocol.put(ctx, { key: 'a', value }));
  let answer: unknown;
  for (let n = 0; n < 20; n += 1) answer = put('x'.repeat(5000));
  expect(answer).toEqual({ error: 'etcdserver: mvcc: database space exceeded', code: 8 });
  expect(run((ctx) => etcd.maintenance.alarms(ctx))).toMatchObject([{ alarm: 'NOSPACE' }]);
  expect(run((ctx) => etcd.protocol.leaseGrant(ctx, 60))).toMatchObject({ code: 8 });
  expect(run((ctx) => etcd.protocol.rangeOf(ctx, { key: 'a' }))).toMatchObject({ count: 1 });
  expect(run((ctx) => etcd.protocol.deleteRange(ctx, { key: 'nothing' }))).toMatchObject({ deleted: 0 });
  // Room alone is not enough.
  run((ctx) => etcd.compact(ctx, etcd.revision));
  expect(put('small')).toMatchObject({ code: 8 });
  const [member] = etcd.members;
  if (member !== undefined) run((ctx) => etcd.maintenance.defragment(ctx, member));
  run((ctx) => etcd.maintenance.disarm(ctx));
  expect(put('small')).toMatchObject({ previous: undefined });
  expect(run((ctx) => etcd.maintenance.alarms(ctx))).toEqual([]);
});

it('ET9: what a compaction frees is used again, but the file shrinks only by defragmenting', () => {
  const { etcd, run } = etcdWorld();
  const status = () => {
    const [member] = etcd.members;
    return member === undefined ? undefined : run((ctx) => etcd.maintenance.status(ctx, member));
  };
  for (let n = 0; n < 10; n += 1) run((ctx) => etcd.protocol.put(ctx, { key: 'a', value: 'x'.repeat(5000) }));
  const before = status();
  run((ctx) => etcd.compact(ctx, etcd.revision));
  const after = status();
  expect(after?.dbSize).toBe(before?.dbSize);
  expect(after?.dbSizeInUse).toBeLessThan(before?.dbSizeInUse ?? 0);
});

it('ET9: the size does not depend on how often somebody asks for it', () => {
  const writes = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 0, max: 9000 }), compact: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );
  const sizeAfter = (steps: readonly { key: string; size: number; compact: boolean }[], always: boolean) => {
    const { etcd, run } = etcdWorld();
    const [member] = etcd.members;
    const ask = () => member && run((ctx) => etcd.maintenance.status(ctx, member));
    if (always) ask();
    for (const { key, size, compact } of steps) {
      if (size < 1000) run((ctx) => etcd.protocol.deleteRange(ctx, { key }));
      else run((ctx) => etcd.protocol.put(ctx, { key, value: 'x'.repeat(size) }));
      if (compact) run((ctx) => etcd.compact(ctx, etcd.revision));
      if (always) ask();
    }
    return ask()?.dbSizeInUse;
  };
  fc.assert(
    fc.property(writes, (steps) => {
      expect(sizeAfter(steps, true)).toBe(sizeAfter(steps, false));
    }),
  );
});

it('ET5: a watch can ask how far it has come, and is told when it is ended', () => {
  const { etcd, act, run } = etcdWorld();
  const told: unknown[] = [];
  const watch = act((ctx) =>
    etcd.protocol.watchRange(ctx, { key: 'a' }, (_ctx, { created, canceled, events, revision }) =>
      told.push([created, canceled, events.length, revision]),
    ),
  );
  run((ctx) => etcd.protocol.put(ctx, { key: 'b', value: '1' }));
  act((ctx) => watch.requestProgress(ctx));
  act((ctx) => watch.cancel(ctx));
  run((ctx) => etcd.protocol.put(ctx, { key: 'a', value: '1' }));
  expect(told).toEqual([
    [true, false, 0, 1],
    [false, false, 0, 2],
    [false, true, 0, 2],
  ]);
});

it('ET5: a watch that begins later has no progress to tell until then', () => {
  const { etcd, act, run } = etcdWorld();
  const told: number[] = [];
  const watch = act((ctx) =>
    etcd.protocol.watchRange(ctx, { key: 'a', startRevision: 4 }, (_ctx, { created, revision }) => {
      if (!created) told.push(revision);
    }),
  );
  for (let puts = 0; puts < 3; puts += 1) {
    act((ctx) => watch.requestProgress(ctx));
    run((ctx) => etcd.protocol.put(ctx, { key: 'b', value: '1' }));
  }
  act((ctx) => watch.requestProgress(ctx));
  expect(told).toEqual([3, 4]);
});
