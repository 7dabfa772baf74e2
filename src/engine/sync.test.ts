import { expect, it } from 'vitest';
import { Engine } from './engine.ts';
import type { Process } from './process.ts';
import { Mailbox, TIMED_OUT, within } from './sync.ts';
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
