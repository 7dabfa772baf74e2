import { expect, it } from 'vitest';
import { Engine } from './engine.ts';
import { type Process, type Soon, settle } from './process.ts';
import { Deferred, Mailbox, Signal, TIMED_OUT, within } from './sync.ts';
import { bankOptions, deposit } from './toy.ts';

function world() {
  const engine = new Engine(bankOptions);
  const finish = (): void => {
    while (engine.advance()) {
      // runs to the end
    }
  };
  return { engine, ctx: engine.beginStory('x', deposit, 'x', { amount: 1 }), finish };
}

it('EN20: what is put is not lost on a taker that has given up', () => {
  const { engine, ctx, finish } = world();
  const box = new Mailbox<string>();
  const results: unknown[] = [];
  function* patient(): Process {
    results.push(yield* box.take());
  }
  function* impatient(): Process {
    results.push(yield* within(ctx, 10, box));
  }
  engine.spawn(impatient());
  const cancelled = engine.spawn(patient());
  engine.spawn(patient());
  engine.after(20, () => cancelled.cancel(), false);
  engine.after(30, () => box.put('here'), false);
  finish();
  expect(results).toEqual([TIMED_OUT, 'here']);
});

it('EN20: takers are served in order, and get nothing from a closed mailbox that is empty', () => {
  const { engine, finish } = world();
  const box = new Mailbox<number>();
  const results: unknown[] = [];
  function* taker(name: string): Process {
    for (let i = 0; i < 2; i += 1) results.push([name, yield* box.take()]);
  }
  engine.spawn(taker('first'));
  engine.spawn(taker('second'));
  engine.after(1, () => box.put(1), false);
  engine.after(2, () => box.put(2), false);
  engine.after(3, () => box.close(), false);
  finish();
  expect(results).toEqual([
    ['first', 1],
    ['second', 2],
    ['first', undefined],
    ['second', undefined],
  ]);
});

it('EN10: a deadline of the foreground holds quiescence off unless it is declared background', () => {
  for (const background of [false, true]) {
    const { engine, ctx } = world();
    function* waiting(): Process {
      yield* within(ctx, 100, new Mailbox<string>(), background);
    }
    engine.spawn(waiting());
    engine.advance();
    expect(engine.quiescent).toBe(background);
  }
});

it('EN23: a deferred value is given once, to all who wait and to who asks later', () => {
  const { engine, finish } = world();
  const value = new Deferred<string>();
  const seen: string[] = [];
  function* waiter(name: string): Process {
    seen.push(`${name} ${yield* value.wait()}`);
  }
  for (const name of ['a', 'b', 'c']) engine.spawn(waiter(name));
  engine.after(
    10,
    () => {
      value.resolve('first');
      value.resolve('second');
    },
    false,
  );
  finish();
  engine.spawn(waiter('d'));
  engine.spawn(
    (function* (): Process {
      seen.push(`e ${yield value}`);
    })(),
  );
  finish();
  expect(seen).toEqual(['a first', 'b first', 'c first', 'd first', 'e first']);
});

it('EN23: a signal wakes those who wait now, in their order', () => {
  const { engine, finish } = world();
  const signal = new Signal();
  const seen: string[] = [];
  function* waiter(name: string): Process {
    yield* signal.wait();
    seen.push(name);
  }
  signal.notify();
  for (const name of ['a', 'b', 'c']) engine.spawn(waiter(name));
  engine.after(10, () => signal.notify(), false);
  finish();
  expect(seen).toEqual(['a', 'b', 'c']);
});

it('EN13: a deadline that was not needed holds nobody up', () => {
  const { engine, ctx, finish } = world();
  const box = new Mailbox<string>();
  engine.spawn(within(ctx, 1000, box));
  engine.after(10, () => box.put('in time'), false);
  finish();
  expect(engine.now).toBe(10);
});

it('EN2: the same sleep can be slept again', () => {
  const { engine, ctx, finish } = world();
  engine.spawn(
    (function* (): Process {
      const nap = ctx.sleep(5);
      yield nap;
      yield nap;
    })(),
  );
  finish();
  expect(engine.now).toBe(10);
});

it('EN24: a sleep that lost a race or was cancelled wakes nobody, and another one may begin before it is over', () => {
  const { engine, ctx, finish } = world();
  const seen: string[] = [];
  function* slept(micros: number, name: string): Process {
    yield ctx.sleep(micros);
    seen.push(`${name} at ${ctx.now}`);
  }
  function* racer(): Process {
    seen.push(String(yield* within(ctx, 10, ctx.sleep(100))));
    yield* slept(20, 'second');
    yield* slept(5, 'third');
  }
  engine.spawn(racer());
  const task = engine.spawn(slept(50, 'cancelled'));
  engine.after(40, () => task.cancel(), false);
  finish();
  expect(seen).toEqual(['Symbol(timed out)', 'second at 30', 'third at 35']);
  expect(engine.now).toBe(100);
});

it('EN19: what is known at once is given at once, and what takes a process is waited for', () => {
  const { engine, ctx, finish } = world();
  const seen: string[] = [];
  function* slow(): Process<string> {
    yield ctx.sleep(5);
    return 'slow';
  }
  function* asker(): Process {
    for (const soon of ['known', slow()] as readonly Soon<string>[]) seen.push(`${yield* settle(soon)} at ${ctx.now}`);
  }
  engine.spawn(asker());
  finish();
  expect(seen).toEqual(['known at 0', 'slow at 5']);
});

it('EN20: who comes after a mailbox was closed waits for nothing', () => {
  const { engine, finish } = world();
  const box = new Mailbox<string>();
  box.put('left');
  box.close();
  const results: unknown[] = [];
  engine.spawn(
    (function* (): Process {
      results.push(yield* box.take());
      results.push(yield* box.take());
    })(),
  );
  finish();
  expect([results, box.isClosed]).toEqual([['left', undefined], true]);
});

it('EN19: all who wait for a process get what it returns', () => {
  const { engine, ctx, finish } = world();
  const task = engine.spawn(
    (function* (): Process<string> {
      yield ctx.sleep(5);
      return 'done';
    })(),
  );
  const results: string[] = [];
  function* waiter(): Process {
    results.push(yield* task.join<string>());
  }
  for (let at = 0; at < 3; at += 1) engine.spawn(waiter());
  finish();
  engine.spawn(waiter());
  finish();
  expect(results).toEqual(['done', 'done', 'done', 'done']);
});
