import { describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { Cursor } from './cursor.ts';
import { Engine } from './engine.ts';
import type { StepKind } from './kind.ts';
import type { Owner } from './owner.ts';
import type { Process } from './process.ts';
import { type Program, Run } from './run.ts';
import { tableName } from './table-name.ts';
import { bankKinds, bankOptions, transfer } from './toy.ts';

const panicked: StepKind<{ message: string }> = { name: 'bank.panicked', level: 'step' };
const options = { ...bankOptions, kinds: [...bankKinds, panicked as StepKind] };

class Branch implements Owner {
  isGone = false;
  readonly told: string[] = [];

  constructor(readonly name: string) {}

  panicked(ctx: Context, error: unknown): void {
    const message = (error as Error).message;
    this.told.push(message);
    ctx.step(panicked, this.name, { message });
    ctx.engine.table(tableName<string>('panics')).set(this.name, message);
  }
}

function answering(): { readonly engine: Engine; readonly root: Branch } {
  const engine = new Engine(options);
  const root = new Branch('root');
  engine.answerTo(root);
  return { engine, root };
}

function runAll(engine: Engine): void {
  while (engine.advance()) {
    // to the end
  }
}

function* throwing(message: string): Process<never> {
  yield* [];
  throw new Error(message);
}

describe('what a process throws', () => {
  it('EN25: ends it alone, and is told with its last step as the cause', () => {
    const { engine, root } = answering();
    const seen: number[] = [];
    engine.spawn(
      (function* (): Process {
        const ctx = engine.beginStory('customer', transfer, 'accounts/a', { amount: 1 });
        yield ctx.sleep(10);
        throw new Error('no such account');
      })(),
    );
    engine.spawn(
      (function* (): Process {
        yield engine.background('x').sleep(20);
        seen.push(engine.now);
      })(),
    );
    runAll(engine);
    expect(seen).toEqual([20]);
    expect(root.told).toEqual(['no such account']);
    expect(engine.journal.step(1)).toMatchObject({
      kind: panicked,
      actor: 'customer',
      causes: [0],
      story: 0,
      time: 10,
    });
    expect(engine.journal.deltasOf(1)).toHaveLength(1);
  });

  it('EN25: a timer, a stack that overflows and a sleep into the past are no different', () => {
    const { engine, root } = answering();
    const deep = (n: number): number => 1 + deep(n + 1);
    engine.after(1, () => void deep(0), false);
    engine.spawn(
      (function* (): Process {
        yield engine.background('x').sleep(-1);
      })(),
    );
    engine.perform(() => {
      throw new Error('bad input');
    });
    runAll(engine);
    expect(root.told.sort()).toEqual(['Maximum call stack size exceeded', 'bad input', 'cannot schedule in the past']);
    expect(engine.quiescent).toBe(true);
  });

  it('EN25: without an owner, and where the owner throws himself, the run ends with the chain of causes', () => {
    const alone = new Engine(options);
    alone.spawn(throwing('nobody answers'));
    expect(() => alone.advance()).toThrow(/nobody answers\ncaused by, newest first/);
    const { engine } = answering();
    engine.answerTo({
      name: 'root',
      isGone: false,
      panicked: () => {
        throw new Error('that is too much');
      },
    });
    engine.spawn(throwing('bad'));
    expect(() => engine.advance()).toThrow(/that is too much/);
  });

  it('EN25: a run with panics is the same again, in its fork, and back and forth', () => {
    const program = (): Program<string> => {
      const root = new Branch('root');
      const boot = (engine: Engine): void => engine.answerTo(root);
      function* pay(engine: Engine, message: string): Process {
        const ctx = engine.beginStory('customer', transfer, 'accounts/a', { amount: 1 });
        engine.table(tableName<number>('accounts')).set('a', engine.now);
        yield ctx.sleep(7);
        ctx.step(transfer, 'accounts/b', { amount: 2 });
        engine.table(tableName<number>('accounts')).set('b', engine.now);
        throw new Error(message);
      }
      return { boot, give: (engine, message) => void engine.spawn(pay(engine, message)) };
    };
    const run = new Run(program, options);
    for (const message of ['first', 'second']) {
      run.give(message);
      run.advance({ quiescent: true });
    }
    const again = run.repeat('thin');
    again.advance({ quiescent: true });
    expect(again.engine.digest).toBe(run.engine.digest);
    const fork = run.fork(2);
    fork.give('second');
    fork.advance({ quiescent: true });
    expect(fork.engine.digest).toBe(run.engine.digest);
    const cursor = new Cursor(run.engine.journal);
    const panics = run.engine.tableNames.indexOf(tableName('panics'));
    const shown = (seq: number): unknown => {
      cursor.seek(seq);
      return cursor.table(panics).get('root');
    };
    expect([shown(5), shown(2), shown(1), shown(5)]).toEqual(['second', 'first', undefined, 'second']);
  });
});

it('EN26: a process catches what one inside it throws, and a finally block runs on the way out', () => {
  const { engine, root } = answering();
  const seen: string[] = [];
  function* middle(): Process<string> {
    try {
      return (yield throwing('deep down')) as string;
    } finally {
      seen.push('cleaned up');
    }
  }
  engine.spawn(
    (function* (): Process {
      try {
        yield middle();
      } catch (error) {
        seen.push((error as Error).message);
      }
      yield engine.background('x').sleep(1);
      seen.push('went on');
      yield throwing('again');
    })(),
  );
  runAll(engine);
  expect(seen).toEqual(['cleaned up', 'deep down', 'went on']);
  expect(root.told).toEqual(['again']);
});

describe('owners', () => {
  it('EN27: what begins while one acts is his, and nothing of it happens when he is gone', () => {
    const { engine, root } = answering();
    const branch = new Branch('branch');
    const seen: string[] = [];
    const base = engine.background('x');
    function* late(name: string): Process {
      yield base.sleep(10);
      seen.push(name);
    }
    engine.under(branch, () => {
      engine.spawn(
        (function* (): Process {
          engine.spawn(late('its child'));
          base.after(10, () => seen.push('its timer'));
          yield base.sleep(1);
          engine.spawn(throwing('his'));
        })(),
      );
    });
    engine.spawn(late('of another'));
    engine.after(5, () => (branch.isGone = true), false);
    runAll(engine);
    expect(branch.told).toEqual(['his']);
    expect(root.told).toEqual([]);
    expect(seen).toEqual(['of another']);
  });

  it('EN27: a process that is lent goes on until it is given back', () => {
    const { engine, root } = answering();
    const client = new Branch('client');
    const seen: string[] = [];
    function* request(): Process {
      const mine = engine.lend(root);
      yield engine.background('server').sleep(10);
      seen.push('served');
      engine.lend(mine);
      yield engine.background('server').sleep(10);
      seen.push('came back');
    }
    engine.under(client, () => engine.spawn(request()));
    engine.after(5, () => (client.isGone = true), false);
    runAll(engine);
    expect(seen).toEqual(['served']);
  });

  it('EN27: a call into what is another’s is that one’s matter', () => {
    const { engine, root } = answering();
    const other = new Branch('other');
    const seen: string[] = [];
    engine.spawn(
      (function* (): Process {
        engine.call(other, () => {
          throw new Error('of the other');
        });
        yield engine.background('x').sleep(1);
        seen.push('went on');
      })(),
    );
    runAll(engine);
    expect([other.told, root.told, seen]).toEqual([['of the other'], [], ['went on']]);
  });
});
