import { describe, expect, it } from 'vitest';
import { forbidden, serviceUnavailable } from '../../api/errors/status.ts';
import { BACKGROUND, type Context, mergeOrigins, type Process } from '../../engine/index.ts';
import { EventRecorder, Expectations, goSeconds, LeaderElector, TokenBucket, WorkQueue } from './index.ts';
import { ControllerRateLimiter } from './rate-limiter.ts';
import { WORK_QUEUE_TABLES } from './rows.ts';
import { pod, pods, runUntil, START, settle, setUp, story } from './testing.ts';
import { type WorkItem, worker } from './work-queue.ts';

describe('requests', () => {
  it('CG1: a burst leaves at once, then one request every 1/qps', () => {
    const { engine, server, client } = setUp(20, 30);
    const times: number[] = [];
    engine.perform(() => {
      const ctx = story(engine);
      for (let i = 0; i < 32; i += 1) engine.spawn(create(ctx, i));
    });
    function* create(ctx: Context, i: number): Process {
      yield* client.create(ctx, pods, 'default', pod(`p${i}`));
      times.push(engine.now - START);
    }
    settle(engine);
    expect(times.filter((time) => time === 1000)).toHaveLength(30);
    expect(times.slice(30)).toEqual([51_000, 101_000]);
    expect(server.writes).toHaveLength(32);
  });

  it('CG2: a bucket never holds more than its burst', () => {
    const bucket = new TokenBucket(10, 2, 0);
    expect([bucket.reserve(0), bucket.reserve(0), bucket.reserve(0)]).toEqual([0, 0, 100_000]);
    expect([bucket.reserve(10_000_000), bucket.reserve(10_000_000), bucket.reserve(10_000_000)]).toEqual([
      0, 0, 100_000,
    ]);
  });

  it('CG3: durations are printed as Go prints them', () => {
    expect([goSeconds(3099), goSeconds(498), goSeconds(3600), goSeconds(59)]).toEqual([
      '51m39s',
      '8m18s',
      '1h0m0s',
      '59s',
    ]);
  });
});

describe('work queue', () => {
  function queue() {
    const all = setUp();
    return { ...all, queue: new WorkQueue(all.env, 'test', 'tester') };
  }

  function* next(keys: WorkQueue): Process<WorkItem> {
    return keys.begin((yield* keys.ready.take()) ?? '');
  }

  it('CG9: a key is queued once, runs once at a time, and runs again when it was added meanwhile', () => {
    const { engine, queue: keys } = queue();
    const log: string[] = [];
    function* work(name: string): Process {
      for (;;) {
        const { key, origin } = yield* next(keys);
        log.push(`${name} ${key}`);
        yield origin.sleep(100);
        keys.done(origin, key);
      }
    }
    engine.spawn(work('w1'));
    engine.spawn(work('w2'));
    engine.perform(() => {
      const ctx = story(engine);
      keys.add(ctx, 'a');
      keys.add(ctx, 'a');
      keys.add(ctx, 'b');
    });
    runUntil(engine, START + 50);
    engine.perform(() => keys.add(story(engine), 'a'));
    settle(engine);
    expect(log).toEqual(['w1 a', 'w2 b', 'w1 a']);
    expect(engine.table(WORK_QUEUE_TABLES.of('test')).size).toBe(0);
  });

  it('CG9, CG19: a delay that ends while its key has been added again is over, and is shown to be', () => {
    const { engine, queue: keys } = queue();
    function* work(): Process {
      const { key, origin } = yield* next(keys);
      keys.addAfter(origin, key, 100);
      keys.add(origin, key);
      yield origin.sleep(1000);
      keys.done(origin, key);
    }
    engine.spawn(work());
    engine.perform(() => keys.add(story(engine), 'a'));
    runUntil(engine, START + 50);
    const row = engine.table(WORK_QUEUE_TABLES.of('test'));
    expect(row.get('a')).toMatchObject({ dirty: true, processing: true, readyAt: START + 100 });
    runUntil(engine, START + 200);
    expect(row.get('a')).toMatchObject({ dirty: true, processing: true, readyAt: undefined });
  });

  it('CG10: all reasons for a key are causes of its run', () => {
    const { engine, queue: keys } = queue();
    engine.perform(() => {
      keys.add(story(engine), 'a');
      keys.add(story(engine), 'a');
    });
    const task = engine.spawn(next(keys));
    settle(engine);
    const { origin } = task.result as { origin: Context };
    expect(engine.journal.step(origin.cause).causes).toEqual([1, 3]);
    expect(mergeOrigins(engine.background('x'), origin).story).toBe(origin.story);
  });

  it('CG11: failures wait 5 ms, 10 ms, 20 ms …; forgetting starts again', () => {
    const { engine, queue: keys } = queue();
    const times: number[] = [];
    function* work(): Process {
      for (;;) {
        const { key, origin } = yield* next(keys);
        times.push(engine.now - START);
        if (times.length === 4) keys.forget(key);
        if (times.length < 6) keys.addRateLimited(origin, key);
        keys.done(origin, key);
      }
    }
    engine.spawn(work());
    engine.perform(() => keys.add(story(engine), 'a'));
    settle(engine);
    expect(times).toEqual([0, 5_000, 15_000, 35_000, 40_000, 50_000]);
  });

  it('CG11: a key that succeeds is forgotten: its next failure waits 5 ms again', () => {
    const { engine, queue: keys } = queue();
    const times: number[] = [];
    const outcomes = [false, false, true, false, true];
    function* sync(): Process<boolean> {
      times.push(engine.now - START);
      return outcomes[times.length - 1] as boolean;
    }
    engine.spawn(worker(keys, sync));
    engine.perform(() => keys.add(story(engine), 'a'));
    settle(engine);
    engine.perform(() => keys.add(story(engine), 'a'));
    settle(engine);
    expect(times).toEqual([0, 5_000, 15_000, 15_000, 20_000]);
  });

  it('CG11: after 100 failures of any keys the next ones wait for the bucket, a tenth of a second each', () => {
    const limiter = new ControllerRateLimiter(START);
    for (let at = 0; at < 100; at += 1) expect(limiter.when(`key-${at}`, START)).toBe(5_000);
    expect([limiter.when('a', START), limiter.when('b', START)]).toEqual([100_000, 200_000]);
    expect(limiter.failuresOf('a')).toBe(1);
  });

  it('CG11: a controller may have other pauses, and no bucket', () => {
    const limiter = new ControllerRateLimiter(START, { first: 1_000_000, longest: 3_000_000, isAlone: true });
    for (let at = 0; at < 200; at += 1) expect(limiter.when(`key-${at}`, START)).toBe(1_000_000);
    expect([limiter.when('key-0', START), limiter.when('key-0', START)]).toEqual([2_000_000, 3_000_000]);
  });

  it('CG19: of two delays of a key the one that ends first counts, whichever was asked first', () => {
    for (const delays of [
      [5_000, 20_000],
      [20_000, 5_000],
    ]) {
      const { engine, queue: keys } = queue();
      const times: number[] = [];
      function* sync(): Process<boolean> {
        times.push(engine.now - START);
        return true;
      }
      engine.spawn(worker(keys, sync));
      for (const delay of delays) engine.perform(() => keys.addAfter(story(engine), 'a', delay));
      settle(engine);
      expect(times).toEqual([5_000]);
      expect(engine.now, 'nobody waits for the other').toBe(START + 5_000);
    }
  });
});

describe('expectations', () => {
  it('CG12: unmet until everything has been seen; a deletion counts once; too old is met', () => {
    const { engine, env } = setUp();
    const expectations = new Expectations(env, 'test');
    engine.perform(() => {
      const ctx = story(engine);
      expectations.expectCreations(ctx, 's', 'k', 2);
      expectations.creationObserved(ctx, 's', 'k');
      expect(expectations.satisfied(ctx, 'k')).toBe(false);
      expectations.creationObserved(ctx, 's', 'k');
      expect(expectations.satisfied(ctx, 'k')).toBe(true);
      expectations.expectDeletions(ctx, 's', 'k', ['a', 'b']);
      expectations.deletionObserved(ctx, 's', 'k', 'a');
      expectations.deletionObserved(ctx, 's', 'k', 'a');
      expect(expectations.satisfied(ctx, 'k')).toBe(false);
    });
    engine.idleUntil(START + 301_000_000);
    engine.perform(() => expect(expectations.satisfied(story(engine), 'k')).toBe(true));
  });
});

describe('events', () => {
  function recording() {
    const all = setUp();
    const recorder = new EventRecorder(all.env, all.client, { component: 'tester' }, 'core/v1');
    const say = (message: string, fieldPath?: string): void => {
      const extra = fieldPath === undefined ? {} : { fieldPath };
      all.engine.perform(() => recorder.event(story(all.engine), pod('a'), 'Normal', 'Did', message, extra));
      settle(all.engine);
    };
    return { ...all, say };
  }

  function record(messages: readonly string[]) {
    const { server, say } = recording();
    for (const message of messages) say(message);
    return server.writes.map(({ method, path, body }) => {
      const { message, count, metadata } = body as { message: string; count: number; metadata?: { name: string } };
      return { method, path, message, count, name: metadata?.name };
    });
  }

  it('CG13: an equal event is a PATCH of count, time and message', () => {
    const writes = record(['x', 'x', 'x']);
    expect(writes.map(({ method, count }) => `${method} ${count}`)).toEqual(['POST 1', 'PATCH 2', 'PATCH 3']);
    expect(writes[1]?.path).toBe(`/api/v1/namespaces/default/events/${writes[0]?.name}`);
    expect(writes[0]?.name).toMatch(/^a\.[0-9a-f]{16}$/);
  });

  it('CG13: an event whose object is gone is made anew, with the time of the first', () => {
    const { engine, server, say } = recording();
    say('x');
    runUntil(engine, START + 5_000_000);
    engine.perform(() => server.remove(story(engine), 'events', `default/${server.all('events')[0]?.metadata.name}`));
    say('x');
    expect(server.writes.map(({ method, code }) => `${method} ${code}`)).toEqual(['POST 201', 'PATCH 404', 'POST 201']);
    expect(server.writes[2]?.body).toMatchObject({
      count: 2,
      firstTimestamp: '2026-11-21T02:22:48Z',
      lastTimestamp: '2026-11-21T02:22:53Z',
    });
  });

  it('CG20: an event that the server refuses is given up; one that nobody answered is tried again', () => {
    const refusals = [forbidden(pods, 'a', 'no'), serviceUnavailable('nobody there')];
    const tries = refusals.map((refusal) => {
      const { server, say } = recording();
      server.refuse = () => refusal;
      say('x');
      return server.writes.length;
    });
    expect(tries).toEqual([1, 12]);
  });

  it('CG14: ten minutes without any of them start the count of different messages again', () => {
    const { engine, server, say } = recording();
    for (let at = 0; at < 9; at += 1) say(`m${at}`);
    runUntil(engine, START + 601_000_000);
    say('m9');
    expect(server.writes.at(-1)?.body).toMatchObject({ message: 'm9', count: 1 });
  });

  it('CG14: the tenth different message within ten minutes is combined', () => {
    const writes = record(Array.from({ length: 12 }, (_, i) => `m${i}`));
    expect(writes.slice(8).map(({ method, message, count }) => `${method} ${message} ${count}`)).toEqual([
      'POST m8 1',
      'POST (combined from similar events): m9 1',
      'PATCH (combined from similar events): m10 2',
      'PATCH (combined from similar events): m11 3',
    ]);
  });

  it('CG13, CG14: events of two fields are counted apart, and combined together', () => {
    const { server, say } = recording();
    for (let at = 0; at < 11; at += 1) say(`m${at >> 1}`, at % 2 === 0 ? 'one' : 'other');
    expect(server.writes.map(({ method }) => method)).toEqual(Array.from({ length: 11 }, () => 'POST'));
    for (const at of [6, 7, 8, 9]) say(`m${at}`, at % 2 === 0 ? 'one' : 'other');
    expect(server.writes.at(-1)?.body).toMatchObject({ message: '(combined from similar events): m9', count: 1 });
  });

  it('CG15: of one source about one object, 25 go out at once and the rest is dropped', () => {
    expect(record(Array.from({ length: 40 }, (_, i) => `m${i}`))).toHaveLength(25);
  });

  it('CG16: in events.k8s.io/v1 the second opens a series and later ones are only counted', () => {
    const { engine, env, client, server } = setUp();
    const recorder = new EventRecorder(env, client, { component: 'default-scheduler', host: 'cp' }, 'events.k8s.io/v1');
    for (let i = 0; i < 4; i += 1) {
      engine.perform(() =>
        recorder.event(story(engine), pod('a'), 'Warning', 'FailedScheduling', 'no', { action: 'Scheduling' }),
      );
      settle(engine);
    }
    expect(server.writes.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(server.writes[0]?.body).toMatchObject({
      reportingController: 'default-scheduler',
      reportingInstance: 'default-scheduler-cp',
      eventTime: '2026-11-21T02:22:48.000000Z',
      note: 'no',
    });
    expect(server.writes[1]?.body).toMatchObject({ series: { count: 2 } });
    runUntil(engine, START + 400_000_000);
    expect(server.writes[2]?.body).toMatchObject({ series: { count: 4 } });
  });
});

it('CG16: an event is written as it was when it was recorded, though its series began meanwhile', () => {
  const { engine, env, client, server } = setUp();
  const recorder = new EventRecorder(env, client, { component: 'default-scheduler', host: 'cp' }, 'events.k8s.io/v1');
  const say = (name: string) =>
    recorder.event(story(engine), pod(name), 'Warning', 'FailedScheduling', 'no', { action: 'Scheduling' });
  engine.perform(() => {
    for (const name of ['a', 'b', 'b']) say(name);
  });
  settle(engine);
  expect(server.writes.map(({ method, body }) => [method, (body as { series?: object }).series !== undefined])).toEqual(
    [
      ['POST', false],
      ['POST', false],
      ['PATCH', true],
    ],
  );
});

describe('leader election', () => {
  it('CG17: one leads and renews every two seconds, in the background', () => {
    const { engine, env, client, server } = setUp();
    const make = (identity: string) =>
      new LeaderElector(env, client, undefined, { component: 'x', namespace: 'kube-system', name: 'x', identity });
    const [one, two] = [make('one'), make('two')];
    engine.spawn(one.run());
    runUntil(engine, START + 500_000);
    engine.spawn(two.run());
    runUntil(engine, START + 5_000_000);
    expect([one.leading, two.leading]).toEqual([true, false]);
    expect(server.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT']);
    expect(engine.quiescent).toBe(true);
    for (let seq = 0; seq < engine.journal.end; seq += 1) expect(engine.journal.storyOf(seq)).toBe(BACKGROUND);
  });
});
