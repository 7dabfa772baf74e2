import { expect, it } from 'vitest';
import { hexDigits } from '../../base/bytes/hex.ts';
import { isKvError, type KvChanged, type KvEvent } from '../ports/kv.ts';
import { KEYS_TABLE, REVISIONS_TABLE } from './rows.ts';
import { etcdWorld } from './testing/world.ts';

function world() {
  const { engine, etcd: kv, run } = etcdWorld();
  const put = (key: string, value: unknown, modRevision?: number) =>
    run((ctx) => kv.change(ctx, { key, expected: modRevision, value, subject: key })) as KvChanged;
  return { engine, kv, run, put };
}

it('ET1: revisions count changes, versions count puts', () => {
  const { put, engine } = world();
  put('/a/x', { n: 1 });
  put('/a/y', { n: 1 });
  put('/a/x', { n: 2 });
  const row = engine.table(KEYS_TABLE).get('/a/x');
  expect(row).toMatchObject({ createRevision: 2, modRevision: 4, version: 2, value: { n: 2 } });
  expect(engine.table(REVISIONS_TABLE).get('4')).toEqual({ revision: 4, key: '/a/x', op: 'put' });
});

it('ET2: a compare that does not hold writes nothing and answers the other branch', () => {
  const { put, kv } = world();
  expect(put('/a/x', { n: 1 }, 0).succeeded).toBe(true);
  const again = put('/a/x', { n: 9 }, 0);
  expect(again.succeeded).toBe(false);
  expect(again.item?.value).toEqual({ n: 1 });
  expect(kv.revision).toBe(2);
});

it('ET2: where a key once was says nothing about one that came after it', () => {
  const { put, run, kv } = world();
  const events: KvEvent[] = [];
  kv.watch('/a/', kv.revision + 1, (event) => events.push(event));
  const change = (value: unknown, expected: number) =>
    run((ctx) => {
      const { key, place } = events[0] as KvEvent;
      return kv.change(ctx, { key, place, expected, value, subject: 'x' });
    });
  const first = put('/a/x', { n: 1 }, 0);
  expect(change({ n: 2 }, first.revision)).toMatchObject({ succeeded: true, item: { version: 2, value: { n: 2 } } });
  expect(change(undefined, first.revision + 1)).toMatchObject({ succeeded: true });
  expect(change({ n: 3 }, first.revision + 1)).toMatchObject({ succeeded: false, item: undefined });
  const again = put('/a/x', { n: 4 }, 0);
  expect(change({ n: 5 }, again.revision)).toMatchObject({ succeeded: true, item: { version: 2, value: { n: 5 } } });
});

it('ET3: proposals take effect in order', () => {
  const { engine, kv } = world();
  const order: number[] = [];
  engine.perform(() => {
    for (let n = 0; n < 50; n += 1) {
      const ctx = engine.background('test');
      engine.spawn(
        (function* () {
          yield kv.change(ctx, { key: '/a/x', expected: undefined, value: { n }, subject: 'x' });
          order.push(n);
        })(),
      );
    }
  });
  while (order.length < 50 && engine.advance());
  expect(order).toEqual([...Array(50).keys()]);
});

it('ET4: ranges look back, but not before a compaction', () => {
  const { put, run, kv } = world();
  put('/a/b', { n: 1 });
  put('/a/a', { n: 1 });
  put('/a/b', { n: 2 });
  run((ctx) => kv.change(ctx, { key: '/a/a', expected: undefined, value: undefined, subject: 'x' }));
  const range = (revision?: number, limit?: number) =>
    run((ctx) =>
      kv.range(ctx, {
        start: '/a/',
        end: '/a0',
        subject: 'x',
        ...(revision === undefined ? undefined : { revision }),
        ...(limit === undefined ? undefined : { limit }),
      }),
    );
  expect(range()).toMatchObject({ count: 1, items: [{ key: '/a/b', value: { n: 2 } }] });
  expect(range(3, 1)).toMatchObject({ count: 2, more: true, items: [{ key: '/a/a' }] });
  expect(range(3)).toMatchObject({ items: [{ key: '/a/a' }, { key: '/a/b', value: { n: 1 } }] });
  run((ctx) => kv.compact(ctx, 4));
  expect(isKvError(range(3))).toBe(true);
});

it('ET5: a watch hears later and earlier changes in order, caused by their writes', () => {
  const { put, run, kv, engine } = world();
  put('/a/x', { n: 1 });
  const heard: KvEvent[] = [];
  kv.watch('/a/', 2, (event) => heard.push(event));
  put('/b/x', { n: 1 });
  put('/a/x', { n: 2 });
  run((ctx) => kv.change(ctx, { key: '/a/x', expected: undefined, value: undefined, subject: 'x' }));
  expect(heard.map((event) => [event.item === undefined ? 'delete' : 'put', event.revision])).toEqual([
    ['put', 2],
    ['put', 4],
    ['delete', 5],
  ]);
  expect(engine.journal.kindOf(heard[1]?.cause as number).name).toBe('etcd.applied');
});

it('ET5: a watch from a revision that has been compacted is refused', () => {
  const { put, run, kv } = world();
  for (let n = 0; n < 4; n += 1) put('/a/x', { n });
  run((ctx) => kv.compact(ctx, 4));
  expect(kv.watch('/a/', 3, () => expect.unreachable())).toMatchObject({ code: 11 });
  const heard: number[] = [];
  kv.watch('/a/', 4, ({ revision }) => heard.push(revision));
  expect(heard).toEqual([4, 5]);
});

it('ET5: what one revision changed comes at one moment', () => {
  const { run, kv, engine } = world();
  const lease = run((ctx) => kv.grantLease(ctx, 60)) as string;
  for (const name of ['x', 'y', 'z'])
    run((ctx) => kv.change(ctx, { key: `/e/${name}`, expected: undefined, value: {}, lease, subject: name }));
  const heard: (readonly [number, number])[] = [];
  kv.watch('/e/', kv.revision + 1, ({ revision }) => heard.push([revision, engine.now]));
  while (engine.now < 61_000_000 && engine.advance());
  expect(heard).toHaveLength(3);
  expect(new Set(heard.map(String)).size).toBe(1);
});

it('ET6: keys go with their lease', () => {
  const { run, kv, engine } = world();
  const lease = run((ctx) => kv.grantLease(ctx, 60)) as string;
  run((ctx) => kv.change(ctx, { key: '/e/x', expected: undefined, value: {}, lease, subject: 'x' }));
  while (engine.now < 61_000_000 && engine.advance());
  expect(engine.table(KEYS_TABLE).has('/e/x')).toBe(false);
  expect(kv.revision).toBe(3);
  const { journal } = engine;
  const steps = Array.from({ length: journal.end - journal.base }, (_, at) => journal.step(journal.base + at));
  const proposed = steps.filter(({ kind, args }) => kind.name === 'etcd.proposed' && args.op === 'lease-revoke');
  expect(
    proposed.map(({ args }) => args.key),
    'named as etcdctl prints it',
  ).toEqual([hexDigits(BigInt(lease), 16)]);
});

it('ET7: preloaded keys keep their revisions', () => {
  const { engine, kv, put } = world();
  engine.perform(() =>
    kv.preload(engine.background('test'), [
      { key: '/a/x', value: {}, modRevision: 40, createRevision: 12, version: 3 },
      { key: '/a/y', value: {} },
    ]),
  );
  put('/a/x', { n: 1 });
  expect(engine.table(KEYS_TABLE).get('/a/x')).toMatchObject({
    createRevision: 12,
    modRevision: 41,
    version: 4,
  });
});
