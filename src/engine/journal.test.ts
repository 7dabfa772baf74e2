import { expect, it } from 'vitest';
import { mergeOrigins, type Origin } from './context.ts';
import { Cursor } from './cursor.ts';
import { Engine } from './engine.ts';
import { BACKGROUND } from './journal.ts';
import { Run } from './run.ts';
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
  const table = engine.table<number>('accounts');
  engine.perform(() => {
    for (let at = 0; at < 50; at += 1) {
      engine.background('a').step(deposit, 'x', { amount: at });
      table.set('x', at);
    }
  });
  expect([engine.journal.base, engine.journal.end]).toEqual([42, 50]);
  expect(shownAt(engine, 41)).toEqual([{ x: 41 }]);
});

it('EN18: of two origins with one cause the one with a story counts', () => {
  const heartbeat: Origin = { cause: 3, more: undefined, story: BACKGROUND };
  const told: Origin = { cause: 3, more: undefined, story: 1 };
  expect([mergeOrigins(heartbeat, told), mergeOrigins(told, heartbeat)]).toEqual([told, told]);
});
