import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expired, serviceUnavailable, tooManyRequests } from '../../api/errors/status.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { Recording } from '../../engine/index.ts';
import { zeroLatencies } from '../ports/latency.ts';
import { goSeconds, SharedInformerFactory, withoutManagedFields } from './index.ts';
import { ThreadSafeStore } from './indexer.ts';
import { DELTA_TABLES, INDEX_TABLES, INDEXER_TABLES, REFLECTOR_TABLES } from './rows.ts';
import { pod, pods, runUntil, START, settle, setUp, story } from './testing.ts';

describe('informers', () => {
  function informer(selector = {}) {
    const all = setUp();
    const factory = new SharedInformerFactory(all.env, 'tester', all.client);
    const informer = factory.informer(pods, selector);
    const heard: string[] = [];
    informer.addIndexers({
      app: (object) => (object.metadata.labels?.app === undefined ? [] : [object.metadata.labels.app]),
    });
    informer.addHandler('one', {
      onAdd: (_, object, initial) => heard.push(`add ${object.metadata.name}${initial ? ' initial' : ''}`),
      onUpdate: (_, before, after) => heard.push(`update ${before.metadata.labels?.app} ${after.metadata.labels?.app}`),
      onDelete: (_, object) => heard.push(`delete ${object.metadata.name}`),
    });
    return { ...all, factory, informer, heard };
  }

  it('CG4: the first watch streams the list, as real reflectors ask for it', () => {
    const { engine, server, factory, informer: pods, heard } = informer({ field: 'spec.nodeName=n1' });
    engine.perform(() => void server.put(story(engine), 'pods', pod('a')));
    engine.perform(() => factory.start());
    runUntil(engine, START + 100_000);
    const query = new Map(server.requests[0]?.query);
    expect([...query.keys()]).toEqual([
      'allowWatchBookmarks',
      'fieldSelector',
      'resourceVersionMatch',
      'sendInitialEvents',
      'timeout',
      'timeoutSeconds',
      'watch',
    ]);
    expect(query.get('timeout')).toBe(goSeconds(Number(query.get('timeoutSeconds'))));
    expect(Number(query.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect(Number(query.get('timeoutSeconds'))).toBeLessThan(600);
    expect(pods.synced).toBe(true);
    expect(heard).toEqual(['add a initial']);
  });

  it('CG5: the cache and its indices change before a handler hears; events keep their order', () => {
    const { engine, server, factory, informer: pods, heard } = informer();
    const seen: unknown[] = [];
    pods.addHandler('two', { onUpdate: (ctx) => seen.push(pods.indexer.byIndex(ctx, 'app', 'y').length) });
    engine.perform(() => factory.start());
    runUntil(engine, START + 100_000);
    engine.perform(() => {
      const ctx = story(engine);
      server.put(ctx, 'pods', pod('b', { app: 'x' }));
      server.put(ctx, 'pods', pod('a', { app: 'x' }));
      server.put(ctx, 'pods', pod('b', { app: 'y' }));
      server.remove(ctx, 'pods', 'default/a');
    });
    settle(engine);
    expect(heard).toEqual(['add b', 'add a', 'update x y', 'delete a']);
    expect(seen).toEqual([1]);
    expect([...engine.table(INDEX_TABLES.of('tester/pods')).keys()]).toEqual([
      'namespace=default|default/b',
      'app=y|default/b',
    ]);
    expect(engine.table(DELTA_TABLES.of('tester/pods')).size).toBe(0);
    expect(engine.table(INDEXER_TABLES.of('tester/pods')).size).toBe(1);
  });

  it('CG6: a delivery belongs to the story of its write and keeps the cluster busy until handlers have heard', () => {
    const { engine, server, factory } = informer();
    engine.perform(() => factory.start());
    runUntil(engine, START + 100_000);
    expect(engine.quiescent).toBe(true);
    engine.perform(() => void server.put(story(engine), 'pods', pod('a')));
    const write = engine.stepCount - 1;
    settle(engine);
    const stories: [string, number][] = [];
    for (let seq = write; seq < engine.journal.end; seq += 1) {
      const step = engine.journal.step(seq);
      stories.push([step.kind.name, step.story]);
    }
    expect(stories.slice(1)).toEqual([
      ['clientgo.received', write],
      ['clientgo.indexed', write],
      ['clientgo.notified', write],
    ]);
  });

  it('CG7: a watch that ends continues from the last revision without a list', () => {
    const { engine, server, factory, heard } = informer();
    engine.perform(() => factory.start());
    runUntil(engine, START + 1_200_000);
    engine.perform(() => void server.put(story(engine), 'pods', pod('a')));
    runUntil(engine, START + 2_000_000);
    engine.perform(() => server.closeWatches('pods'));
    runUntil(engine, START + 3_000_000);
    const query = new Map(server.requests[1]?.query);
    expect([query.get('resourceVersion'), query.get('sendInitialEvents')]).toEqual(['101', undefined]);
    expect(heard).toEqual(['add a']);
  });

  it('CG4: what comes of the list is shown when all of it is there, whether it was recorded or is asked for', () => {
    const shown = (recording: Recording): unknown[] => {
      const { engine, env, server, client } = setUp(0, 0, zeroLatencies, recording);
      const factory = new SharedInformerFactory(env, 'tester', client);
      factory.informer(pods, {});
      server.pauseInList = 1000;
      for (const name of ['a', 'b', 'c']) engine.perform(() => void server.put(story(engine), 'pods', pod(name)));
      engine.perform(() => factory.start());
      const rows: unknown[] = [];
      while ((engine.nextTime ?? Number.POSITIVE_INFINITY) < START + 100_000 && engine.advance()) {
        rows.push(...engine.table(REFLECTOR_TABLES.of('tester/pods')).values());
      }
      return rows;
    };
    expect(shown('off')).toEqual(shown('full'));
    expect(shown('full')).toContainEqual(expect.objectContaining({ state: 'initial list', events: 0 }));
    expect(shown('full')).toContainEqual(expect.objectContaining({ state: 'watching', events: 4 }));
  });

  it('CG21: what nobody wants any more shows nothing, also while the next who asks for it has not begun', () => {
    const { engine, factory } = informer();
    const row = engine.table(REFLECTOR_TABLES.of('tester/pods'));
    engine.perform(() => factory.start());
    runUntil(engine, START + 100_000);
    expect(row.size).toBe(1);
    engine.perform(() => {
      story(engine);
      factory.drop(pods, {});
      factory.informer(pods, {});
    });
    expect(row.size).toBe(0);
    runUntil(engine, START + 200_000);
    expect(row.size).toBe(0);
    engine.perform(() => factory.start());
    runUntil(engine, START + 300_000);
    expect([...row.values()]).toMatchObject([{ state: 'watching', watches: 1 }]);
  });

  it('CG21: what reaches it when it has just been given up is not taken in', () => {
    const { engine, server, factory, heard } = informer();
    engine.perform(() => factory.start());
    runUntil(engine, START + 100_000);
    engine.perform(() => {
      server.put(story(engine), 'pods', pod('late'));
      // The event is there, and the reflector is about to go on with it.
      engine.after(
        500,
        () => {
          story(engine);
          factory.drop(pods, {});
        },
        false,
      );
    });
    runUntil(engine, START + 200_000);
    expect(heard).toEqual([]);
    for (const family of [DELTA_TABLES, INDEXER_TABLES, REFLECTOR_TABLES])
      expect([...engine.table<unknown>(family.of('tester/pods')).entries()]).toEqual([]);
  });

  it('CG8: 410 Gone makes it list again; what vanished meanwhile is deleted', () => {
    const { engine, server, factory, heard } = informer();
    engine.perform(() => {
      server.put(story(engine), 'pods', pod('a'));
      server.put(story(engine), 'pods', pod('b'));
      factory.start();
    });
    runUntil(engine, START + 100_000);
    engine.perform(() => {
      server.error(engine.background('x'), 'pods', expired('too old resource version: 1 (2)'));
    });
    runUntil(engine, START + 101_000);
    engine.perform(() => {
      server.closeWatches('pods');
      server.remove(story(engine), 'pods', 'default/a');
    });
    runUntil(engine, START + 4_000_000);
    expect(heard).toEqual(['add a initial', 'add b initial', 'delete a', 'update undefined undefined']);
    const query = new Map(server.requests[1]?.query);
    expect([query.get('resourceVersion'), query.get('sendInitialEvents')]).toEqual(['102', 'true']);
  });

  it.each([
    ['an error', serviceUnavailable('the server is currently unable to handle the request'), 'true'],
    ['that nobody listens', serviceUnavailable('dial tcp 10.0.0.1:6443: connect: connection refused'), undefined],
    ['that it is too busy', tooManyRequests('try again', 1), undefined],
  ])('CG8: a watch that is told %s', (_, answer, sendInitialEvents) => {
    const { engine, server, factory } = informer();
    engine.perform(() => {
      server.put(story(engine), 'pods', pod('a'));
      factory.start();
    });
    runUntil(engine, START + 100_000);
    engine.perform(() => server.error(engine.background('x'), 'pods', answer));
    runUntil(engine, START + 101_000);
    engine.perform(() => server.closeWatches('pods'));
    runUntil(engine, START + 4_000_000);
    const query = new Map(server.requests[1]?.query);
    expect([query.get('resourceVersion'), query.get('sendInitialEvents')]).toEqual(['101', sendInitialEvents]);
  });
});

describe('transform', () => {
  it('CG18: what is cut off never reaches the cache', () => {
    const { engine, env, client, server } = setUp();
    const factory = new SharedInformerFactory(env, 'tester', client, withoutManagedFields);
    const informer = factory.informer(pods);
    const managedFields = [
      { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
    ] as const;
    const fat = { ...pod('a'), metadata: { ...pod('a').metadata, managedFields } };
    engine.perform(() => {
      server.put(story(engine), 'pods', fat);
      factory.start();
    });
    runUntil(engine, START + 100_000);
    expect(informer.indexer.get(engine.background('x'), 'default/a')?.metadata.managedFields).toBeUndefined();
  });
});

describe('cache', () => {
  it('CG5: lists are in key order whatever the order of changes, and do not change under a reader', () => {
    const { engine } = setUp();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean(), fc.boolean())), (changes) => {
        const store = new ThreadSafeStore(engine, `test/${engine.stepCount}`);
        const model = new Map<string, KObject>();
        engine.perform(() => {
          const ctx = story(engine);
          for (const [number, put, read] of changes) {
            const object = pod(`p${number}`);
            const before = store.list(ctx);
            const copy = [...before];
            if (put) store.put(`default/p${number}`, object);
            else store.remove(`default/p${number}`);
            expect(before).toEqual(copy);
            if (put) model.set(`default/p${number}`, object);
            else model.delete(`default/p${number}`);
            if (!read) continue;
            const expected = [...model.keys()].sort().map((key) => model.get(key));
            expect(store.list(ctx)).toEqual(expected);
            expect(store.byIndex(ctx, 'namespace', 'default')).toEqual(expected);
          }
        });
      }),
      { numRuns: 50 },
    );
  });
});

it('CG22: a resync takes back nothing that is on its way to the cache', () => {
  const slow = { ...zeroLatencies, informer: { min: 500_000, max: 500_000 } };
  const { engine, env, client, server } = setUp(0, 0, slow);
  const factory = new SharedInformerFactory(env, 'tester', client);
  const informer = factory.informer(pods);
  const heard: string[] = [];
  informer.addHandler('one', {
    onUpdate: (_, before, after) => heard.push(`${before.metadata.labels?.app} ${after.metadata.labels?.app}`),
  });
  engine.perform(() => {
    for (const name of ['a', 'b', 'c']) server.put(story(engine), 'pods', pod(name, { app: 'old' }));
    factory.start();
  });
  runUntil(engine, START + 2_000_000);
  engine.perform(() => {
    server.put(story(engine), 'pods', pod('a', { app: 'new' }));
    server.remove(story(engine), 'pods', 'default/b');
  });
  runUntil(engine, START + 2_100_000);
  engine.perform(() => informer.resync(story(engine)));
  runUntil(engine, START + 4_000_000);
  const held = informer.indexer
    .list(engine.background('x'))
    .map(({ metadata }) => [metadata.name, metadata.labels?.app]);
  expect(held).toEqual([
    ['a', 'new'],
    ['c', 'old'],
  ]);
  expect(heard).toEqual(['old new', 'old old']);
});
