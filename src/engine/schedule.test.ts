import { describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import { Engine } from './engine.ts';
import type { StepKind } from './kind.ts';
import { Run } from './run.ts';
import { tableName } from './table-name.ts';
import { bank, deposit, bankOptions as options, transfer } from './toy.ts';

const nothing = (): void => {};

describe('the schedule', () => {
  it('EN2: time does not go back, and does not pass what is due', () => {
    const engine = new Engine(options);
    engine.idleUntil(100);
    engine.idleUntil(40);
    expect(engine.now).toBe(100);
    engine.after(10, nothing, false);
    expect(() => engine.idleUntil(111)).toThrow(/past an occurrence/);
    engine.idleUntil(110);
    expect(engine.now).toBe(110);
  });

  it('EN2: who waits until a moment that has passed goes on now, after what was due before', () => {
    const engine = new Engine(options);
    const ctx = engine.background('test');
    const order: string[] = [];
    engine.after(10, nothing, false);
    engine.advance();
    engine.after(0, () => order.push('before'), false);
    ctx.at(4, () => order.push(`at ${engine.now}`));
    ctx.at(12, () => order.push(`at ${engine.now}`));
    engine.spawn(
      (function* () {
        yield ctx.sleepUntil(3);
        order.push(`slept until ${engine.now}`);
        yield ctx.sleepUntil(11);
        order.push(`slept until ${engine.now}`);
      })(),
    );
    while (engine.advance());
    expect(order).toEqual(['before', 'at 10', 'slept until 10', 'slept until 11', 'at 12']);
    expect(() => ctx.after(-1, nothing)).toThrow(/in the past/);
  });

  it('EN2: parts of a microsecond are dropped', () => {
    const engine = new Engine(options);
    engine.after(1.9, nothing, false);
    expect(engine.nextTime).toBe(1);
  });

  it('EN13: to cancel what has fired changes nothing', () => {
    const engine = new Engine(options);
    const fired = engine.after(5, nothing, false);
    engine.advance();
    engine.after(5, nothing, false);
    fired.cancel();
    expect(engine.quiescent).toBe(false);
  });

  it('EN13: to cancel what is background leaves others holding off quiescence', () => {
    const engine = new Engine(options);
    engine.after(5, nothing, false);
    engine.after(5, nothing, true).cancel();
    expect(engine.quiescent).toBe(false);
  });

  it('EN10: what background work does later is background too', () => {
    const engine = new Engine(options);
    engine.background('a').after(5, nothing);
    expect(engine.quiescent).toBe(true);
    engine.beginStory('a', deposit, 'x', { amount: 1 }).after(5, nothing);
    expect(engine.quiescent).toBe(false);
  });

  it('EN12: another seed gives other draws', () => {
    const drawn = (seed: number) => new Engine({ ...options, seed }).random('a').nextU32();
    expect(drawn(1)).toBe(drawn(1));
    expect(drawn(2)).not.toBe(drawn(1));
  });
});

describe('steps', () => {
  it('EN3: a write with no step of its own occurrence throws, whatever is recorded', () => {
    for (const recording of ['full', 'thin', 'off'] as const) {
      const engine = new Engine({ ...options, recording });
      const table = engine.table(tableName<number>('accounts'));
      engine.perform(() => {
        engine.background('a').step(deposit, 'x', { amount: 1 });
        table.set('x', 1);
      });
      expect(() => table.set('x', 2)).toThrow(/without a step/);
      engine.beginStory('a', deposit, 'x', { amount: 1 });
      expect(() => engine.perform(() => table.set('x', 3))).toThrow(/without a step/);
    }
  });

  it('EN3: what a table has already is no change', () => {
    const engine = new Engine(options);
    const table = engine.table(tableName<number>('accounts'));
    const told = engine.toldView(tableName<number>('told'), () => []);
    engine.perform(() => {
      engine.background('a').step(deposit, 'x', { amount: 1 });
      table.set('x', 1);
      table.set('x', 1);
      told.tell('x', 1, 1);
    });
    expect(engine.journal.deltasOf(0)).toEqual([{ table: table.id, key: 'x', before: undefined, after: 1 }]);
  });

  it('EN21: reads go to the next step of their occurrence, all of them, and to no other', () => {
    const engine = new Engine(options);
    const ctx = engine.background('a');
    const read = (key: string) => ctx.read(tableName('accounts'), key, '1');
    engine.perform(() => read('lost'));
    engine.perform(() => {
      read('one');
      read('two');
      ctx.step(deposit, 'x', { amount: 1 });
      ctx.step(transfer, 'x', { amount: 1 });
    });
    const keys = (seq: number) => engine.journal.step(seq).reads.map(({ key }) => key);
    expect([keys(0), keys(1)]).toEqual([['one', 'two'], []]);
  });

  it('EN22: what a table takes cannot be changed afterwards, where that is asked for', () => {
    const engine = new Engine(options);
    const value = { owner: { name: 'a' } };
    engine.perform(() => {
      engine.background('a').step(deposit, 'x', { amount: 1 });
      engine.table(tableName<unknown>('accounts')).set('x', value);
    });
    expect([Object.isFrozen(value), Object.isFrozen(value.owner)]).toEqual([true, true]);
  });

  it('EN6: engines that know the same kinds in other orders do not mix them up', () => {
    const one: StepKind = { name: 'toy.one', level: 'step' };
    const two: StepKind = { name: 'toy.two', level: 'step' };
    const engines = [
      [one, two],
      [two, one],
    ].map((kinds) => new Engine({ ...options, kinds }));
    for (let at = 0; at < 2; at += 1)
      for (const engine of engines) engine.background('a').step(at === 0 ? one : two, 'x');
    for (const { journal } of engines) expect([journal.step(0).kind, journal.step(1).kind]).toEqual([one, two]);
  });
});

describe('runs', () => {
  const order = { account: 'a', amount: 64, hops: 6 };

  function started(): Run<typeof order> {
    const run = new Run(() => bank(), options);
    run.give(order);
    return run;
  }

  it('EN8: where occurrences and time do not agree, time decides', () => {
    for (const afterOccurrence of [0, 1_000_000]) {
      const run = started();
      run.replay({ afterStep: 0, afterOccurrence, time: 60, input: order });
      expect(run.engine.journal.step(run.engine.stepCount - 1)).toMatchObject({ kind: deposit, time: 60 });
      run.advance({ quiescent: true });
      expect(run.engine.now).toBeGreaterThan(60);
    }
  });

  it('EN8: a run goes on only as long as it is wanted to', () => {
    const run = started();
    expect(run.advance({ when: () => run.engine.stepCount >= 3 })).toBe('when');
    expect(run.engine.stepCount).toBe(3);
  });

  it('EN4: a cursor tells of each row that it changes, either way', () => {
    const run = started();
    const told: string[] = [];
    const cursor = new Cursor(run.engine.journal, (_, key) => told.push(key));
    cursor.seek(0);
    cursor.seek(-1);
    expect(told).toEqual(['a', 'a']);
  });
});
