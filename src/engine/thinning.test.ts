import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import type { Engine } from './engine.ts';
import type { Thinning } from './journal.ts';
import { Run } from './run.ts';
import { bank, type Order, bankOptions as options } from './toy.ts';

const THINNING: Thinning = { whole: 3000, newest: 2000, most: 4000 };

type Plan = readonly { readonly amount: number; readonly hops: number }[];

/** Long stories, one after the other, with interest in between: some 30,000 steps. */
function execute(plan: Plan, thinning: Thinning | undefined, maxSteps = 1_000_000): Run<Order> {
  const run = new Run<Order>(() => bank({ interestEvery: 40 }), {
    ...options,
    maxSteps,
    ...(thinning === undefined ? {} : { thinning }),
  });
  for (const [at, { amount, hops }] of plan.entries()) {
    run.give({ account: `a${at % 5}`, amount: 2 ** 40 + amount, hops });
    run.advance({ quiescent: true });
  }
  return run;
}

const plans = fc.array(fc.record({ amount: fc.nat(1000), hops: fc.integer({ min: 500, max: 9000 }) }), {
  minLength: 3,
  maxLength: 4,
});

const PLAN: Plan = [9000, 4000, 9000].map((hops, at) => ({ amount: at, hops }));

function shown({ tableNames }: Engine, cursor: Cursor) {
  return Object.fromEntries(
    tableNames.map((name, id) => [
      name,
      Object.fromEntries([...cursor.table(id)].sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}

function momentsOf({ journal }: Engine): readonly number[] {
  const moments: number[] = [];
  for (let seq = journal.after(journal.base - 1); seq < journal.end; seq = journal.after(seq)) moments.push(seq);
  return moments;
}

describe('a journal that thins out', () => {
  it('EN29: has the same digest, holds what follows inputs and the newest steps whole, and moments of the rest', () => {
    const whole = execute(PLAN, undefined);
    const run = execute(PLAN, THINNING);
    const { journal, digest } = run.engine;
    expect(digest).toBe(whole.engine.digest);
    expect(journal.end).toBe(whole.engine.journal.end);
    const moments = momentsOf(run.engine);
    expect(moments.length).toBeLessThan(journal.end * 0.6);
    for (const { afterStep } of run.inputs)
      for (const seq of [afterStep, afterStep + 1, afterStep + 2999]) expect(journal.has(seq) || seq < 0).toBe(true);
    for (let seq = journal.end - 2000; seq < journal.end; seq += 1) expect(journal.has(seq)).toBe(true);
    for (const seq of moments) {
      const { kind, subject, time } = journal.step(seq);
      expect({ kind, subject, time }).toEqual({ kind, subject, time: whole.engine.journal.timeOf(seq) });
      expect(whole.engine.journal.step(seq)).toEqual(journal.step(seq));
    }
    const thinned = journal.thinned;
    expect(thinned).toBeDefined();
    const inThere = moments.filter((seq) => seq >= (thinned?.from ?? 0) && seq < (thinned?.to ?? 0));
    expect(inThere.length).toBeGreaterThanOrEqual(thinned?.moments ?? 0);
    expect(whole.engine.journal.thinned).toBeUndefined();
  });

  it('EN29: what it holds is bounded: the more there is, the further apart are its moments', () => {
    const most = 150;
    const { engine } = execute([{ amount: 1, hops: 60_000 }], { whole: 0, newest: 0, most });
    const moments = momentsOf(engine).filter((seq) => seq < engine.journal.wholeFrom);
    const changes = moments.reduce((sum, seq) => sum + engine.journal.deltasOf(seq).length, 0);
    expect(moments.length).toBeGreaterThan(4);
    expect(moments.length + changes).toBeLessThanOrEqual(most);
    expect(engine.journal.end).toBeGreaterThan(80_000);
  });

  it('EN29: a step that somebody keeps, or stands at, stays', () => {
    const run = new Run<Order>(() => bank(), { ...options, thinning: { whole: 0, newest: 0, most: 100 } });
    run.give({ account: 'a', amount: 2 ** 40, hops: 15_000 });
    run.advance({ steps: 3000 });
    const { journal } = run.engine;
    journal.keep(1234);
    const cursor = new Cursor(journal);
    cursor.seek(2001);
    const before = shown(run.engine, cursor);
    run.advance({ quiescent: true });
    expect([1233, 1234, 2000, 2001].map((seq) => journal.has(seq))).toEqual([false, true, false, true]);
    expect(shown(run.engine, cursor)).toEqual(before);
    cursor.seek(journal.end - 1);
    cursor.seek(2001);
    expect(shown(run.engine, cursor)).toEqual(before);
    cursor.leave();
  });

  it('EN33: who goes on where he ended, while it is thinned out and trimmed, visits each held step once', () => {
    const run = new Run<Order>(() => bank(), {
      ...options,
      maxSteps: 6000,
      thinning: { whole: 0, newest: 500, most: 300 },
    });
    run.give({ account: 'a', amount: 2 ** 40, hops: 9000 });
    const { journal } = run.engine;
    const heldFrom = (from: number) =>
      Array.from({ length: Math.max(0, journal.end - from) }, (_, at) => from + at).filter((seq) => journal.has(seq));
    const visitedFrom = (from: number) => {
      const visited: number[] = [];
      let seq = journal.after(from - 1);
      for (; seq < journal.end; seq = journal.after(seq)) visited.push(seq);
      return { visited, next: seq };
    };
    let next = 0;
    while (run.advance({ occurrences: 700 }) === 'occurrences') {
      const walk = visitedFrom(next);
      expect(walk).toEqual({ visited: heldFrom(next), next: journal.end });
      next = walk.next;
    }
    expect(heldFrom(0).length).toBeLessThan(journal.end / 3);
    for (const from of [0, 1, journal.base - 1, journal.base, 4096, 5000, journal.end - 1, journal.end])
      expect(visitedFrom(from).visited).toEqual(heldFrom(from));
  });

  it('EN30: at every moment there is what a replay up to it shows, from wherever one comes', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(), { minLength: 3, maxLength: 6 }), (plan, targets) => {
        const whole = execute(plan, undefined);
        const { engine } = execute(plan, { whole: 1000, newest: 100, most: 500 });
        const wandering = new Cursor(engine.journal);
        for (const target of [...targets, 0, engine.journal.end - 1]) {
          wandering.seek(target % engine.journal.end);
          expect(wandering.position).toBe(engine.journal.momentAt(target % engine.journal.end));
          const replayed = new Cursor(whole.engine.journal);
          replayed.seek(wandering.position);
          expect(shown(engine, wandering)).toEqual(shown(whole.engine, replayed));
        }
        wandering.leave();
      }),
      { numRuns: 5 },
    );
  });

  it('EN30: the same where the oldest moments have gone', () => {
    const whole = execute(PLAN, undefined);
    const { engine } = execute([...PLAN], { whole: 3000, newest: 100, most: 900 }, 6000);
    expect(engine.journal.base).toBeGreaterThan(0);
    const cursor = new Cursor(engine.journal);
    for (const seq of momentsOf(engine)
      .filter((_, at) => at % 97 === 0)
      .reverse()) {
      cursor.seek(seq);
      const replayed = new Cursor(whole.engine.journal);
      replayed.seek(seq);
      expect(shown(engine, cursor)).toEqual(shown(whole.engine, replayed));
    }
    expect(momentsOf(engine).length).toBeLessThanOrEqual(6000);
  });

  it('EN30: a fork from any moment goes on as a fresh run does, also where its past is thinned out', () => {
    const run = execute(PLAN, { whole: 500, newest: 100, most: 1200 });
    const order: Order = { account: 'b', amount: 2 ** 40 + 3, hops: 6000 };
    const moments = momentsOf(run.engine);
    const thinned = moments.filter((seq) => seq > 5000 && !run.engine.journal.has(seq - 1));
    for (const at of [thinned[0], thinned[3], thinned.at(-1), moments.at(-1)] as number[]) {
      const fork = run.fork(at);
      const past = momentsOf(fork.engine);
      expect(past.length).toBe(moments.filter((seq) => seq < fork.engine.stepCount).length);
      fork.give(order);
      fork.advance({ quiescent: true });
      const again = fork.repeat('full');
      again.advance({ quiescent: true });
      expect(again.engine.digest).toBe(fork.engine.digest);
      const cursor = new Cursor(fork.engine.journal);
      cursor.seek(at);
      const replayed = new Cursor(run.engine.journal);
      replayed.seek(at);
      expect(shown(fork.engine, cursor)).toEqual(shown(run.engine, replayed));
      cursor.seek(fork.engine.stepCount - 1);
      expect(shown(fork.engine, cursor)).toEqual(
        Object.fromEntries(
          fork.engine.tableNames.map((name) => [
            name,
            Object.fromEntries([...fork.engine.table(name).entries()].sort(([a], [b]) => (a < b ? -1 : 1))),
          ]),
        ),
      );
    }
  });

  it('EN31: a step that was dropped says nothing', () => {
    const { engine } = execute(PLAN, { whole: 0, newest: 0, most: 300 });
    const { journal } = engine;
    const gone = journal.momentAt(6000) + 1;
    expect(journal.has(gone)).toBe(false);
    expect(journal.step(gone)).toMatchObject({ actor: '', subject: '', causes: [], story: -1, args: {}, reads: [] });
    expect(journal.levelOf(gone)).toBe('detail');
    expect(journal.timeOf(gone)).toBe(journal.timeOf(journal.momentAt(gone)));
    expect([journal.actorOf(gone), journal.subjectOf(gone), journal.causeOf(gone), journal.storyOf(gone)]).toEqual([
      '',
      '',
      -1,
      -1,
    ]);
    expect(journal.deltasOf(gone)).toEqual([]);
  });
});
