import type { Context } from './context.ts';
import type { Engine, EngineOptions } from './engine.ts';
import type { StepKind } from './kind.ts';
import type { Process } from './process.ts';
import type { Program } from './run.ts';
import { Mailbox } from './sync.ts';
import { tableName } from './table-name.ts';

/** A toy bank: accounts, transfers that take time, and interest in the background. The engine runs it as it runs a cluster. */
export const deposit: StepKind<{ amount: number }> = { name: 'bank.deposit', level: 'scene' };
export const transfer: StepKind<{ amount: number }> = { name: 'bank.transfer', level: 'step' };
export const interest: StepKind = { name: 'bank.interest', level: 'detail' };
export const bankKinds: readonly StepKind[] = [deposit as StepKind, transfer as StepKind, interest];

/** Everything recorded, and nothing that can be changed afterwards. */
export const bankOptions: EngineOptions = {
  seed: 7,
  kinds: bankKinds,
  startTime: 0,
  recording: 'full',
  maxSteps: 1_000_000,
  freeze: true,
};

export interface Order {
  readonly account: string;
  readonly amount: number;
  readonly hops: number;
}

interface Parcel {
  readonly ctx: Context;
  readonly amount: number;
  readonly hops: number;
}

const BRANCHES = 5;

/** Money arrives at a branch and is passed on, half of it each time, until its hops are used up. */
export function bank(options: { readonly interestEvery?: number } = {}): Program<Order> {
  const boxes = new Map<string, Mailbox<Parcel>>();
  return {
    boot(engine) {
      for (let i = 0; i < BRANCHES; i += 1) {
        const name = `branch-${i}`;
        const box = new Mailbox<Parcel>();
        boxes.set(name, box);
        engine.spawn(branch(engine, name, box, boxes));
      }
      if (options.interestEvery !== undefined) engine.spawn(payInterest(engine, options.interestEvery));
    },
    give(engine, order) {
      const ctx = engine.beginStory('customer', deposit, `accounts/${order.account}`, { amount: order.amount });
      const accounts = engine.table(tableName<number>('accounts'));
      accounts.set(order.account, (accounts.get(order.account) ?? 0) + order.amount);
      boxes.get(`branch-${order.amount % BRANCHES}`)?.put({ ctx, amount: order.amount, hops: order.hops });
    },
  };
}

function* branch(
  engine: Engine,
  name: string,
  box: Mailbox<Parcel>,
  boxes: ReadonlyMap<string, Mailbox<Parcel>>,
): Process {
  const random = engine.random(name);
  const ledger = engine.table(tableName<number>(`ledger/${name}`));
  const base = engine.background(name);
  for (;;) {
    const parcel = yield* box.take();
    if (parcel === undefined) return;
    const ctx = base.from(parcel.ctx);
    yield ctx.sleep(random.between(0, 50));
    ctx.read(tableName(`ledger/${name}`), 'total', String(ledger.get('total') ?? 0));
    const moved = ctx.step(transfer, `ledger/${name}`, { amount: parcel.amount });
    ledger.set('total', (ledger.get('total') ?? 0) + parcel.amount);
    ledger.set(`last-${parcel.amount % 3}`, parcel.amount);
    if (parcel.amount % 4 === 0) ledger.delete('last-1');
    if (parcel.hops > 0) {
      boxes
        .get(`branch-${random.below(BRANCHES)}`)
        ?.put({ ctx: moved, amount: parcel.amount >> 1, hops: parcel.hops - 1 });
    }
  }
}

function* payInterest(engine: Engine, every: number): Process {
  const base = engine.background('interest');
  const accounts = engine.table(tableName<number>('accounts'));
  for (;;) {
    yield base.sleep(every);
    base.step(interest, 'accounts');
    for (const [account, amount] of [...accounts.entries()]) accounts.set(account, amount + 1);
  }
}
