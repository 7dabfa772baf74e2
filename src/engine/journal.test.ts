import { expect, it } from 'vitest';
import { mergeOrigins, type Origin } from './context.ts';
import { Cursor } from './cursor.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { BACKGROUND } from './journal.ts';
import { type Program, Run } from './run.ts';
import { tableName } from './table-name.ts';
import { bank, deposit, bankOptions as options, transfer } from './toy.ts';

function deposits(maxSteps: number, count: number) {
  const run = new Run(() => bank(), { ...options, maxSteps });
  for (let i = 0; i < count; i += 1) {
    run.give({ account: `a${i % 3}`, amount: 100 + i, hops: 1 });
    run.advance({ quiescent: true });
  }
  return run;
}

function shownAt(engine: Engine, seq: number) {
  const cursor = new Cursor(engine.journal);
  cursor.seek(seq);
  return engine.tableNames.map((_, id) => Object.fromEntries(cursor.table(id)));
}

it('EN6: the digest tells apart who acted, why, when and how', () => {
  const digestOf = (act: (engine: Engine) => void): string => {
    const engine = new Engine(options);
    engine.beginStory('a', deposit, 'x', { amount: 1 });
    engine.actorId('b');
    engine.perform(() => act(engine));
    return engine.digest;
  };
  const from = (cause: number): Origin => ({ cause, more: undefined, story: 0 });
  const digests = [
    digestOf((engine) => engine.background('a').stepFrom(from(0), deposit, 'x')),
    digestOf((engine) => engine.background('b').stepFrom(from(0), deposit, 'x')),
    digestOf((engine) => engine.background('a').stepFrom(from(-1), deposit, 'x')),
    digestOf((engine) => engine.background('a').stepFrom(from(0), transfer, 'x')),
    digestOf((engine) => {
      engine.idleUntil(1);
      engine.background('a').stepFrom(from(0), deposit, 'x');
    }),
    digestOf((engine) => {
      engine.idleUntil(1 + 2 ** 32);
      engine.background('a').stepFrom(from(0), deposit, 'x');
    }),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});

it('EN7: a fork keeps the ground of its past when its parent forgets its own', () => {
  const parent = deposits(40, 20);
  const step = parent.engine.stepCount - 3;
  const fork = parent.fork(step);
  const { base } = fork.engine.journal;
  const before = shownAt(fork.engine, base);
  for (let i = 0; i < 20; i += 1) {
    parent.give({ account: 'a0', amount: 7, hops: 1 });
    parent.advance({ quiescent: true });
  }
  expect(parent.engine.journal.base).toBeGreaterThan(base);
  expect(shownAt(fork.engine, base)).toEqual(before);
});

it('EN7: a fork at a step that its parent has forgotten begins a journal of its own there', () => {
  const whole = deposits(1_000_000, 40);
  const parent = deposits(40, 40);
  const step = parent.engine.journal.base - 10;
  const fork = parent.fork(step);
  const { journal } = fork.engine;
  expect([journal.base, journal.end]).toEqual([step + 1, step + 1]);
  expect(shownAt(fork.engine, step)).toEqual(shownAt(whole.engine, step));
  fork.give({ account: 'a0', amount: 7, hops: 0 });
  fork.advance({ quiescent: true });
  expect(journal.step(step + 1).kind).toBe(deposit);
});

it('EN9: also an occurrence of more steps than the bound leaves no more than the bound', () => {
  const engine = new Engine({ ...options, maxSteps: 8 });
  const table = engine.table(tableName<number>('accounts'));
  engine.perform(() => {
    for (let at = 0; at < 50; at += 1) {
      engine.background('a').step(deposit, 'x', { amount: at });
      table.set('x', at);
    }
  });
  expect([engine.journal.base, engine.journal.end]).toEqual([42, 50]);
  expect(shownAt(engine, 41)).toEqual([{ x: 41 }]);
});

it('EN18: each cause is told once', () => {
  const of = (cause: number): Origin => ({ cause, more: undefined, story: 0 });
  const merged = [1, 2, 1, 0, 2].reduce((origin, cause) => mergeOrigins(origin, of(cause)), of(0));
  expect(merged).toEqual({ cause: 0, more: [1, 2], story: 0 });
  expect(mergeOrigins(of(5), merged)).toEqual({ cause: 5, more: [0, 1, 2], story: 0 });
});

it('EN18: of two origins with one cause the one with a story counts', () => {
  const heartbeat: Origin = { cause: 3, more: undefined, story: BACKGROUND };
  const told: Origin = { cause: 3, more: undefined, story: 1 };
  expect([mergeOrigins(heartbeat, told), mergeOrigins(told, heartbeat)]).toEqual([told, told]);
});

/** Each input is a step with two causes, once there are two others, and shows in a view. */
function tallies(): Program<string> {
  const counts = new Map<string, number>();
  return {
    boot: (engine) => engine.viewTable(tableName<number>('tallies'), () => counts),
    give: (engine, name) => {
      const last = engine.stepCount - 1;
      const origin: Origin = { cause: last, more: last % 2 === 1 ? [last - 1] : undefined, story: 0 };
      const read = () => engine.background('a').read(tableName('tallies'), name, '1');
      if (last % 2 === 1) read();
      engine.background('a').stepFrom(origin, deposit, name, { amount: 1 });
      counts.set(name, (counts.get(name) ?? 0) + 1);
      engine.table(tableName<number>('tallies')).set(name, counts.get(name) ?? 0);
    },
  };
}

function counted(recording: EngineOptions['recording'], names: string, maxSteps = options.maxSteps): Run<string> {
  const run = new Run(tallies, { ...options, recording, maxSteps });
  for (const name of names) run.give(name);
  return run;
}

it('EN7: a fork keeps all causes and reads of its past and none of what its parent did later', () => {
  const parent = counted('full', 'ababab');
  const fork = parent.fork(2);
  const told = (run: Run<string>, seq: number) => {
    const { causes, reads } = run.engine.journal.step(seq);
    return [causes, reads.length];
  };
  for (const seq of [0, 1, 2]) expect(told(fork, seq)).toEqual(told(parent, seq));
  expect(told(fork, 2)).toEqual([[1, 0], 1]);
  fork.give('c');
  fork.give('c');
  expect([told(fork, 3), told(fork, 4)]).toEqual([
    [[2], 0],
    [[3, 2], 1],
  ]);
  expect(told(parent, 4)).toEqual([[3, 2], 1]);
});

it('EN7: what a fork is given has none of the causes and reads that its parent noted there', () => {
  const parent = counted('full', 'abab');
  const fork = parent.fork(1);
  fork.engine.perform(() => {
    const from: Origin = { cause: 1, more: undefined, story: 0 };
    fork.engine.background('a').stepFrom(from, deposit, 'x', { amount: 1 });
  });
  const told = ({ engine: { journal } }: Run<string>) => [journal.step(2).causes, journal.step(2).reads.length];
  expect([told(parent), told(fork)]).toEqual([
    [[1, 0], 1],
    [[1], 0],
  ]);
});

it('EN17: a view of a fork shows what its parent showed', () => {
  const fork = counted('full', 'abab').fork(2);
  expect([...fork.engine.table(tableName<number>('tallies')).entries()]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('EN7: a fork of a run that was not recorded is recorded from there on', () => {
  const fork = counted('thin', 'abab').fork(2);
  fork.give('c');
  const { journal } = fork.engine;
  expect([journal.base, journal.end, journal.step(3).subject]).toEqual([3, 4, 'c']);
  expect([shownAt(fork.engine, 2), shownAt(fork.engine, 3)]).toEqual([[{ a: 2, b: 1 }], [{ a: 2, b: 1, c: 1 }]]);
});

it('EN9: as many steps as the bound are kept', () => {
  const engine = new Engine({ ...options, maxSteps: 8 });
  for (let at = 0; at < 8; at += 1) engine.perform(() => engine.background('a').step(deposit, 'x', { amount: at }));
  expect([engine.journal.base, engine.journal.has(7), engine.journal.has(8)]).toEqual([0, true, false]);
  engine.perform(() => engine.background('a').step(deposit, 'x', { amount: 8 }));
  expect(engine.journal.base).toBe(2);
});

it('EN9: the memory of what is dropped goes too', () => {
  const engine = new Engine({ ...options, maxSteps: 5000 });
  for (let at = 0; at < 30_000; at += 1)
    engine.perform(() => engine.background('a').step(deposit, 'x', { amount: at }));
  expect(Reflect.get(engine.journal, 'chunks').length).toBeLessThanOrEqual(3);
});

it('EN7: recording can begin after many steps', () => {
  const engine = new Engine({ ...options, recording: 'thin' });
  const accounts = engine.table(tableName<number>('accounts'));
  const pay = (at: number) =>
    engine.perform(() => {
      engine.background('a').step(deposit, 'x', { amount: at });
      accounts.set('x', at);
    });
  for (let at = 0; at < 9000; at += 1) pay(at);
  engine.recordFromHere();
  for (let at = 9000; at < 9003; at += 1) pay(at);
  expect(engine.journal.step(9001).args).toEqual({ amount: 9001 });
  expect([8999, 9001, 9002].map((seq) => shownAt(engine, seq)[0])).toEqual([{ x: 8999 }, { x: 9001 }, { x: 9002 }]);
});

it('EN9: a fork of what has dropped whole parts of its past shows what is left', () => {
  const parent = counted('full', '', 4500);
  for (let at = 0; at < 10_000; at += 1) parent.give('ab'.charAt(at % 2));
  const fork = parent.fork(9990);
  fork.give('c');
  expect(fork.engine.journal.base).toBeGreaterThan(4096);
  expect(fork.engine.journal.step(9990)).toEqual(parent.engine.journal.step(9990));
  expect([9990, 9991].map((seq) => shownAt(fork.engine, seq)[0])).toEqual([
    { a: 4996, b: 4995 },
    { a: 4996, b: 4995, c: 1 },
  ]);
});
