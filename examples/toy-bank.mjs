// The engine alone, which knows nothing of Kubernetes: a bank whose transfers take time.   node toy-bank.mjs
import { Mailbox, Run, tableName } from 'kubestep/engine';

const deposited = { name: 'bank.deposited', level: 'scene' };
const moved = { name: 'bank.moved', level: 'step' };
const ACCOUNTS = tableName('accounts');

function bank() {
  const desk = new Mailbox();
  return {
    boot(engine) {
      engine.spawn(clerk(engine, desk));
    },
    give(engine, { from, to, amount }) {
      desk.put({ ctx: engine.beginStory('customer', deposited, from, { amount }), from, to, amount });
    },
  };
}

/** Takes one order after the other; each costs between 10 and 50 virtual milliseconds. */
function* clerk(engine, desk) {
  const accounts = engine.table(ACCOUNTS);
  const random = engine.random('clerk');
  for (;;) {
    const { ctx, from, to, amount } = yield* desk.take();
    yield ctx.sleep(random.between(10_000, 50_000));
    ctx.step(moved, to, { amount });
    accounts.set(from, (accounts.get(from) ?? 100) - amount);
    accounts.set(to, (accounts.get(to) ?? 100) + amount);
  }
}

const options = { seed: 1, kinds: [deposited, moved], startTime: 0, recording: 'full', maxSteps: 1000, freeze: true };
const run = new Run(bank, options);
run.give({ from: 'ann', to: 'ben', amount: 30 });
run.give({ from: 'ben', to: 'cem', amount: 50 });
run.advance({ quiescent: true });
console.log('at the end', Object.fromEntries(run.engine.table(ACCOUNTS).entries()), `${run.engine.now / 1000} ms`);

// Another past: only the first transfer, and then something else.
const fork = run.fork(2);
console.log('after step 2', Object.fromEntries(fork.engine.table(ACCOUNTS).entries()));
console.log('again, equal:', again().engine.digest === run.engine.digest);

function again() {
  const other = new Run(bank, options);
  for (const given of run.inputs) other.replay(given);
  other.advance({ quiescent: true });
  return other;
}
