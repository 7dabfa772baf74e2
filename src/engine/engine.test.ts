import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeOrigins, type Origin, Trail } from './context.ts';
import { Cursor } from './cursor.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { BACKGROUND } from './journal.ts';
import type { Process, Wait } from './process.ts';
import { Run } from './run.ts';
import { all, Mailbox, TIMED_OUT, within } from './sync.ts';
import { tableName } from './table-name.ts';
import { bank, deposit, interest, type Order, bankOptions as options, transfer } from './toy.ts';

interface Plan {
  readonly seed: number;
  readonly orders: readonly { readonly order: Order; readonly after: number }[];
}

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.integer({ min: 0, max: 0xffff }),
  orders: fc.array(
    fc.record({
      order: fc.record({
        account: fc.constantFrom('a', 'b', 'c'),
        amount: fc.integer({ min: 1, max: 999 }),
        hops: fc.integer({ min: 0, max: 12 }),
      }),
      after: fc.integer({ min: 0, max: 20 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

function execute(plan: Plan, recording: EngineOptions['recording'] = 'full'): Run<Order> {
  const run = new Run(() => bank({ interestEvery: 500 }), { ...options, seed: plan.seed, recording });
  for (const { order, after } of plan.orders) {
    run.give(order);
    run.advance({ occurrences: after });
  }
  run.advance({ quiescent: true });
  return run;
}

type Picture = readonly (readonly [string, readonly (readonly [string, unknown])[]])[];

function picture(tables: readonly { readonly name: string; readonly rows: ReadonlyMap<string, unknown> }[]): Picture {
  return tables.map(({ name, rows }) => [name, [...rows].sort(([a], [b]) => (a < b ? -1 : 1))] as const);
}

function atCursor(run: Run<Order>, cursor: Cursor): Picture {
  return picture(run.engine.tableNames.map((name, id) => ({ name, rows: cursor.table(id) })));
}

function atHead(run: Run<Order>): Picture {
  return picture(run.engine.tableNames.map((name) => ({ name, rows: new Map(run.engine.table(name).entries()) })));
}

function journalText(run: Run<Order>): string[] {
  const { journal } = run.engine;
  const lines: string[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1) {
    const { kind, ...step } = journal.step(seq);
    lines.push(JSON.stringify([kind.name, step, journal.deltasOf(seq)]));
  }
  return lines;
}

describe('order of occurrences', () => {
  it('EN1: is the stable sort by time and order of scheduling', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (delays) => {
        const engine = new Engine(options);
        const seen: number[] = [];
        delays.forEach((delay, index) => {
          engine.after(delay, () => seen.push(index), false);
        });
        while (engine.advance()) {
          // runs to the end
        }
        const expected = delays
          .map((delay, index) => ({ delay, index }))
          .sort((a, b) => a.delay - b.delay || a.index - b.index);
        expect(seen).toEqual(expected.map(({ index }) => index));
      }),
    );
  });

  it('EN1: holds between timers that are due now and processes that are ready now', () => {
    const engine = new Engine(options);
    const seen: string[] = [];
    function* process(name: string): Process {
      seen.push(name);
      yield engine.background('x').sleep(0);
      seen.push(`${name} again`);
    }
    engine.after(0, () => seen.push('timer'), false);
    engine.spawn(process('process'));
    engine.after(0, () => seen.push('late timer'), false);
    while (engine.advance()) {
      // runs to the end
    }
    expect(seen).toEqual(['timer', 'process', 'late timer', 'process again']);
  });

  it('EN2: the past is closed', () => {
    const engine = new Engine(options);
    expect(() => engine.after(-1, () => {}, false)).toThrow(/past/);
  });
});

describe('journal and cursor', () => {
  it('EN3: a write without a step throws, and names the table', () => {
    const engine = new Engine(options);
    const table = engine.table(tableName<number>('accounts'));
    expect(() => engine.perform(() => table.set('a', 1))).toThrow(/accounts.*a.*without a step/);
  });

  it('EN4: n steps forward and n back restore every table', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.nat(), (plan, from, by) => {
        const run = execute(plan);
        const { journal } = run.engine;
        const cursor = new Cursor(journal);
        const start = (from % journal.end) - 1;
        cursor.seek(start);
        const before = atCursor(run, cursor);
        const target = Math.min(journal.end - 1, start + (by % journal.end));
        for (let at = start + 1; at <= target; at += 1) cursor.seek(at);
        for (let at = target - 1; at >= start; at -= 1) cursor.seek(at);
        expect(atCursor(run, cursor)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  it('EN5: seeking to k shows what replaying to k shows', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (plan, targets) => {
        const run = execute(plan);
        const { journal } = run.engine;
        const wandering = new Cursor(journal);
        for (const target of targets) {
          const seq = target % journal.end;
          wandering.seek(seq);
          const fresh = new Cursor(journal);
          fresh.seek(seq);
          expect(atCursor(run, wandering)).toEqual(atCursor(run, fresh));
        }
        wandering.seek(journal.end - 1);
        expect(atCursor(run, wandering)).toEqual(atHead(run));
      }),
      { numRuns: 60 },
    );
  });

  it('EN17: a view is kept while it is recorded and catches up when recording begins', () => {
    const engine = new Engine({ ...options, recording: 'thin' });
    const known = new Map<string, number>();
    const view = engine.viewTable(tableName<number>('view'), () => known);
    const ctx = engine.background('x');
    const put = (key: string, value: number): void =>
      engine.perform(() => {
        ctx.step(deposit, key, { amount: value });
        known.set(key, value);
        expect(view.isKept).toBe(engine.recording === 'full');
        view.set(key, value);
      });
    put('a', 1);
    expect([...view.entries()]).toEqual([['a', 1]]);
    engine.recordFromHere();
    put('b', 2);
    expect([...view.entries()]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const cursor = new Cursor(engine.journal);
    cursor.seek(engine.journal.base - 1);
    expect([...cursor.table(view.id).keys()]).toEqual(['a']);
  });

  it('EN17: a told view holds no rows; what the owner before showed stays until its key is told of', () => {
    const engine = new Engine({ ...options, recording: 'full' });
    const ctx = engine.background('x');
    let known = new Map<string, number>();
    const open = () => engine.toldView(tableName<number>('told'), () => known);
    let view = open();
    const put = (key: string, value: number | undefined): void =>
      engine.perform(() => {
        ctx.step(deposit, key, { amount: value ?? 0 });
        view.tell(key, known.get(key), value);
        if (value === undefined) known.delete(key);
        else known.set(key, value);
      });
    put('a', 1);
    put('b', 2);
    put('b', undefined);
    put('c', 3);
    known = new Map(known);
    view = open();
    known.clear();
    put('a', 4);
    expect([...view.entries()].sort()).toEqual([
      ['a', 4],
      ['c', 3],
    ]);
    const cursor = new Cursor(engine.journal);
    const seen = (seq: number) => {
      cursor.seek(seq);
      return Object.fromEntries(cursor.table(view.id));
    };
    expect([0, 1, 2, 3, 4].map(seen)).toEqual([{ a: 1 }, { a: 1, b: 2 }, { a: 1 }, { a: 1, c: 3 }, { a: 4, c: 3 }]);
    expect([4, 3, 2, 1, 0].map(seen)).toEqual([{ a: 4, c: 3 }, { a: 1, c: 3 }, { a: 1 }, { a: 1, b: 2 }, { a: 1 }]);
  });

  it('EN18: merged origins keep the first cause and a bounded number of others', () => {
    const of = (cause: number, story = BACKGROUND): Origin => ({ cause, more: undefined, story });
    let merged = of(0);
    for (let cause = 0; cause < 40; cause += 1)
      merged = mergeOrigins(merged, of(cause % 20, cause === 30 ? 7 : BACKGROUND));
    expect(merged).toEqual({ cause: 0, more: Array.from({ length: 16 }, (_, at) => at + 1), story: 7 });
    expect(mergeOrigins(of(-1), of(5))).toEqual(of(5));
  });

  it('EN9: a bounded journal keeps its newest steps and all tables', () => {
    const run = new Run(() => bank(), { ...options, maxSteps: 40 });
    for (let i = 0; i < 30; i += 1) run.give({ account: `a${i % 3}`, amount: 100 + i, hops: 6 });
    run.advance({ quiescent: true });
    const { journal } = run.engine;
    expect(journal.base).toBeGreaterThan(0);
    expect(journal.end - journal.base).toBeLessThanOrEqual(40);
    expect(journal.end).toBe(run.engine.stepCount);
    const cursor = new Cursor(journal);
    cursor.seek(journal.end - 1);
    expect(atCursor(run, cursor)).toEqual(atHead(run));
    cursor.seek(journal.base - 1);
    const back = new Cursor(journal);
    expect(atCursor(run, cursor)).toEqual(atCursor(run, back));
  });

  it('EN9: forks at and around the seams of a long journal go on as fresh runs do, and old steps go', () => {
    const start = (maxSteps: number) => {
      const run = new Run(() => bank(), { ...options, maxSteps });
      for (let i = 0; run.engine.stepCount < 9000; i += 1) {
        run.give({ account: `a${i % 3}`, amount: 100_000 + i, hops: 40 });
        run.advance({ quiescent: true });
      }
      return run;
    };
    const whole = start(1_000_000);
    for (const at of [4094, 4095, 4096, 8191, 8192]) {
      const fork = whole.fork(at);
      const end = fork.engine.stepCount;
      fork.give({ account: 'b', amount: 7, hops: 2 });
      fork.advance({ quiescent: true });
      for (const seq of [0, 4094, at]) expect(fork.engine.journal.step(seq)).toEqual(whole.engine.journal.step(seq));
      expect(fork.engine.journal.step(end).subject).toContain('b');
      const cursor = new Cursor(fork.engine.journal);
      cursor.seek(fork.engine.stepCount - 1);
      expect(atCursor(fork, cursor)).toEqual(atHead(fork));
    }
    const bounded = start(4500).engine.journal;
    expect(bounded.end - bounded.base).toBeLessThanOrEqual(4500);
    expect(bounded.step(bounded.base)).toEqual(whole.engine.journal.step(bounded.base));
  });

  it('EN11: a transfer names its cause and belongs to the story of its deposit; interest belongs to none', () => {
    const run = new Run(() => bank({ interestEvery: 60 }), options);
    run.give({ account: 'a', amount: 64, hops: 3 });
    run.advance({ time: 500 });
    const { journal } = run.engine;
    for (let seq = 0; seq < journal.end; seq += 1) {
      const step = journal.step(seq);
      if (step.kind === deposit) expect([step.causes, step.story]).toEqual([[], seq]);
      if (step.kind === transfer) {
        expect(step.story).toBe(0);
        expect(step.causes.every((cause) => cause < seq)).toBe(true);
        expect(step.reads[0]?.key).toBe('total');
      }
      if (step.kind === interest) expect(step.story).toBe(BACKGROUND);
    }
  });

  it('EN11: a trail emits the steps that contexts would, each caused by the one before', () => {
    const { engine } = new Run(() => bank({}), options);
    const ctx = engine.beginStory('a', deposit, 'a', { amount: 1 });
    const byContexts = ctx.step(interest, 'b').step(interest, 'c');
    const trail = new Trail(ctx, ctx);
    trail.step(interest, 'b');
    trail.step(interest, 'c');
    const [b, c] = [engine.journal.step(trail.cause - 1), engine.journal.step(trail.cause)];
    expect([b.causes, c.causes, c.story]).toEqual([[ctx.cause], [b.seq], ctx.story]);
    trail.goOnFrom(byContexts);
    expect(trail.context).toEqual(byContexts);
  });
});

describe('determinism', () => {
  it('EN6: two runs are equal to the last change, and the digest does not depend on what is recorded', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const one = execute(plan);
        const two = execute(plan);
        expect(journalText(two)).toEqual(journalText(one));
        for (const recording of ['full', 'thin', 'off'] as const) {
          expect(execute(plan, recording).engine.digest).toBe(one.engine.digest);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('EN7: a fork equals a fresh run with the same inputs', () => {
    fc.assert(
      fc.property(plans, fc.nat(), (plan, at) => {
        const parent = execute(plan);
        const step = at % parent.engine.stepCount;
        const fork = parent.fork(step);
        fork.give({ account: 'fork', amount: 321, hops: 5 });
        fork.advance({ quiescent: true });
        const fresh = fork.repeat('full');
        fresh.advance({ quiescent: true });
        expect(fork.engine.digest).toBe(fresh.engine.digest);
        expect(journalText(fork)).toEqual(journalText(fresh));
        expect(atHead(fork)).toEqual(atHead(fresh));
        expect(journalText(fork).slice(0, step + 1)).toEqual(journalText(parent).slice(0, step + 1));
      }),
      { numRuns: 60 },
    );
  });

  it('EN7: what was given at the step of the fork is not part of it', () => {
    const run = new Run(() => bank(), options);
    run.give({ account: 'a', amount: 5, hops: 0 });
    run.advance({ quiescent: true });
    const step = run.engine.stepCount - 1;
    run.give({ account: 'b', amount: 7, hops: 0 });
    run.advance({ quiescent: true });
    const fork = run.fork(step);
    expect([fork.engine.stepCount, fork.inputs.length]).toEqual([step + 1, 1]);
    expect(run.fork(step + 1).inputs).toHaveLength(2);
  });

  it('EN8: an input takes effect before the next occurrence, at its own virtual time', () => {
    const run = new Run(() => bank(), options);
    run.advance({ time: 1234 });
    run.give({ account: 'a', amount: 5, hops: 0 });
    run.advance({ quiescent: true });
    expect(run.engine.journal.step(0).time).toBe(1234);
    const again = run.repeat('full');
    again.advance({ quiescent: true });
    expect(again.engine.journal.step(0).time).toBe(1234);
  });

  it('EN12: streams of different names do not disturb one another', () => {
    const engine = new Engine(options);
    const alone = engine.random('a');
    const first = [alone.nextU32(), alone.nextU32()];
    const again = engine.random('a');
    const other = engine.random('b');
    const second = again.nextU32();
    other.nextU32();
    expect([second, again.nextU32()]).toEqual(first);
    expect(engine.random('b').nextU32()).not.toBe(first[0]);
  });

  it('EN15: a thinned run takes the same steps and keeps only scenes', () => {
    const plan: Plan = { seed: 3, orders: [{ order: { account: 'a', amount: 77, hops: 9 }, after: 4 }] };
    const full = execute(plan);
    const thin = execute(plan, 'thin');
    expect(thin.engine.stepCount).toBe(full.engine.stepCount);
    expect(thin.engine.journal.end).toBe(0);
    expect(thin.engine.scenes.map(({ seq }) => seq)).toEqual([0]);
  });
});

describe('processes', () => {
  it('EN10: background sleeping does not hold off quiescence, foreground work does', () => {
    const run = new Run(() => bank({ interestEvery: 10 }), options);
    expect(run.advance({ quiescent: true })).toBe('quiescent');
    run.give({ account: 'a', amount: 12, hops: 2 });
    expect(run.engine.quiescent).toBe(false);
    expect(run.advance({ quiescent: true })).toBe('quiescent');
    expect(run.engine.nextTime).toBeDefined();
  });

  it('EN13: a cancelled timer neither fires nor counts', () => {
    const engine = new Engine(options);
    const timer = engine.after(5, () => expect.unreachable(), false);
    expect(engine.quiescent).toBe(false);
    timer.cancel();
    timer.cancel();
    expect(engine.quiescent).toBe(true);
    expect(engine.advance()).toBe(false);
  });

  it('EN13: a wait that is answered in time cancels its deadline', () => {
    const engine = new Engine(options);
    const box = new Mailbox<string>();
    const ctx = engine.beginStory('x', deposit, 'x', { amount: 1 });
    const results: unknown[] = [];
    engine.spawn(
      (function* (): Process {
        results.push(yield* within<string>(ctx, 100, box));
        results.push(yield* within<string>(ctx, 100, box));
      })(),
    );
    engine.after(10, () => box.put('in time'), false);
    while (engine.advance()) {
      // runs to the end
    }
    expect(results).toEqual(['in time', TIMED_OUT]);
    expect(engine.now).toBe(110);
  });

  it('EN14: a broken invariant is told with its causes', () => {
    const engine = new Engine(options);
    const ctx = engine.beginStory('customer', deposit, 'accounts/a', { amount: 1 });
    engine.after(
      1,
      () => {
        ctx.step(transfer, 'ledger/x', { amount: 1 });
        throw new Error('the books do not balance');
      },
      false,
    );
    expect(() => engine.advance()).toThrow(
      /do not balance[\s\S]*bank.transfer ledger\/x[\s\S]*bank.deposit accounts\/a by customer/,
    );
  });

  it('EN16: a cancelled process cleans up and stays silent', () => {
    const engine = new Engine(options);
    const seen: string[] = [];
    const task = engine.spawn(
      (function* (): Process {
        try {
          yield engine.background('x').sleep(10);
          seen.push('resumed');
        } finally {
          seen.push('cleaned up');
        }
      })(),
    );
    engine.advance();
    task.cancel();
    while (engine.advance()) {
      // runs to the end
    }
    expect(seen).toEqual(['cleaned up']);
  });

  function* nested(engine: Engine, seen: string[], depth: number): Process<number> {
    try {
      yield engine.background('x').sleep(10);
      const below: number = depth === 0 ? 0 : yield nested(engine, seen, depth - 1);
      yield engine.background('x').sleep(10);
      return below + 1;
    } finally {
      seen.push(`left ${depth}`);
    }
  }

  it('EN19: a process inside another takes the turns that it would take as part of it', () => {
    const engine = new Engine(options);
    const seen: string[] = [];
    const task = engine.spawn(nested(engine, seen, 3));
    while (engine.advance()) {
      // runs to the end
    }
    expect(task.result).toBe(4);
    expect(engine.now).toBe(80);
    expect(engine.occurrences).toBe(1 + 2 * 8);
    expect(seen).toEqual(['left 0', 'left 1', 'left 2', 'left 3']);
  });

  it('EN19: a wait may turn out to be a process, which is entered', () => {
    const engine = new Engine(options);
    const request: Wait<number> = { begin: (task) => task.enter(nested(engine, [], 1)) };
    function* outer(): Process<string> {
      const answer: number = yield request;
      return `given ${answer} at ${engine.now}`;
    }
    const task = engine.spawn(outer());
    while (engine.advance()) {
      // runs to the end
    }
    expect(task.result).toBe('given 2 at 40');
  });

  it('EN19: a cancelled task cleans up what is inside it first', () => {
    const engine = new Engine(options);
    const seen: string[] = [];
    const task = engine.spawn(nested(engine, seen, 2));
    while (engine.now < 20) engine.advance();
    task.cancel();
    expect(seen).toEqual(['left 1', 'left 2']);
  });

  it('EN1: processes run side by side give their results in the order asked', () => {
    const engine = new Engine(options);
    const ctx = engine.background('x');
    let results: readonly number[] = [];
    function* slow(value: number, delay: number): Process<number> {
      yield ctx.sleep(delay);
      return value;
    }
    engine.spawn(
      (function* (): Process {
        results = yield* all(ctx, [slow(1, 30), slow(2, 10), slow(3, 20)]);
      })(),
    );
    while (engine.advance()) {
      // runs to the end
    }
    expect(results).toEqual([1, 2, 3]);
    expect(engine.now).toBe(30);
  });
});

it('EN32: an actor reads its own clock, which may be set, and nothing is due earlier by that', () => {
  const engine = new Engine({ seed: 1, kinds: [], startTime: 100, recording: 'full', maxSteps: 10, freeze: true });
  const [late, plain] = [engine.background('late'), engine.background('plain')];
  expect([late.wall, late.wallAt(40)]).toEqual([100, 40]);
  engine.setClocks((actor) =>
    actor === 'late' ? { at: (moment) => (moment < 60 ? moment : moment - 30) } : undefined,
  );
  expect([late.wall, late.wallAt(40), plain.wall, late.now]).toEqual([70, 40, 100, 100]);
  const due: number[] = [];
  late.after(10, () => due.push(engine.now, late.wall));
  while (engine.now < 110 && engine.advance());
  expect(due).toEqual([110, 80]);
});
