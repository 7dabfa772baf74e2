import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Actor, createActor } from 'xstate';
import { type Keeper, life, SOUND_AFTER_MS } from './life.ts';

type State = 'off' | 'starting' | 'unopened' | 'offered' | 'opened' | 'restoring' | 'young' | 'old' | 'given up';

const EVENTS = {
  start: (of: Bench) => of.send({ type: 'start' }),
  opened: (of: Bench) => of.send({ type: 'opened' }),
  offered: (of: Bench) => of.send({ type: 'offered', reason: 'died too often' }),
  ended: (of: Bench) => of.send({ type: 'ended', reason: 'out of memory', isLost: false }),
  lost: (of: Bench) => of.send({ type: 'ended', reason: 'out of memory', isLost: true }),
  anew: (of: Bench) => of.send({ type: 'anew' }),
  stopped: (of: Bench) => of.send({ type: 'stopped', reason: 'no answer' }),
  closed: (of: Bench) => of.send({ type: 'closed' }),
  heard: (of: Bench) => of.send({ type: 'heard' }),
  silent: (of: Bench) => of.send({ type: 'silent' }),
  /** What was asked of the keeper succeeds, or fails. */
  answers: (of: Bench) => of.answer(),
  refuses: (of: Bench) => of.refuse(),
  passes: () => vi.advanceTimersByTime(SOUND_AFTER_MS),
} as const;
type Name = keyof typeof EVENTS;

const ENDS = { ended: 'given up', lost: 'given up', stopped: 'given up' } as const;
const EVERYWHERE = { anew: 'restoring', closed: 'off' } as const;
/** What becomes of each state; what is not named changes nothing. */
const MODEL: { readonly [state in State]: { readonly [name in Name]?: State } } = {
  off: { ...EVERYWHERE, start: 'starting', offered: 'given up' },
  starting: { ...EVERYWHERE, ...ENDS, answers: 'unopened', refuses: 'given up' },
  unopened: { ...EVERYWHERE, ...ENDS, opened: 'opened', offered: 'offered', ended: 'restoring' },
  offered: { ...EVERYWHERE, ...ENDS, opened: 'opened' },
  opened: { ...EVERYWHERE, ...ENDS, offered: 'offered', ended: 'restoring' },
  restoring: { ...EVERYWHERE, ...ENDS, answers: 'young', refuses: 'given up' },
  young: { ...EVERYWHERE, ...ENDS, offered: 'offered', passes: 'old' },
  old: { ...EVERYWHERE, ...ENDS, offered: 'offered', heard: 'opened' },
  'given up': { ...EVERYWHERE, start: 'starting', opened: 'opened' },
};
const SILENT_IN: ReadonlySet<State> = new Set([
  'starting',
  'unopened',
  'offered',
  'opened',
  'restoring',
  'young',
  'old',
]);

/** A life with a keeper that answers when it is told to. */
class Bench implements Keeper {
  /** Engines that there are, or that are on their way. */
  engines = 0;
  most = 0;
  private asked: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  private readonly actor: Actor<typeof life> = createActor(life, { input: this });
  readonly send = this.actor.send.bind(this.actor);

  constructor() {
    this.actor.start();
  }

  begin(): Promise<void> {
    this.engines += 1;
    this.most = Math.max(this.most, this.engines);
    return new Promise((resolve, reject) => {
      this.asked = { resolve, reject };
    });
  }
  restore(): Promise<void> {
    return this.begin();
  }
  end(): void {
    this.engines = 0;
    this.asked = undefined;
  }
  answer(): void {
    this.asked?.resolve();
    this.asked = undefined;
  }
  refuse(): void {
    this.asked?.reject(new Error('no engine'));
    this.asked = undefined;
  }

  get state(): State {
    const snapshot = this.actor.getSnapshot();
    if (snapshot.matches('off')) return 'off';
    if (snapshot.matches('givenUp')) return 'given up';
    for (const run of ['starting', 'unopened', 'offered', 'opened', 'restoring'] as const) {
      if (snapshot.matches({ kept: { run } })) return run;
    }
    return snapshot.matches({ kept: { run: { restored: 'young' } } }) ? 'young' : 'old';
  }
  get isSilent(): boolean {
    return this.actor.getSnapshot().matches({ kept: { hearing: 'silent' } });
  }
  get reason(): string | undefined {
    return this.actor.getSnapshot().context.reason;
  }
}

describe('the life of a session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes as its model does, whatever happens in whatever order, and never with two engines', async () => {
    const any = fc.constantFrom(...(Object.keys(EVENTS) as Name[]));
    // Most orders lead nowhere: every other event is one that leads on.
    const names = fc.oneof(
      any,
      fc.constantFrom<Name[]>('start', 'answers', 'opened', 'ended', 'passes', 'heard', 'silent'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(names, { maxLength: 30 }), async (drawn) => {
        const bench = new Bench();
        let expected: State = 'off';
        let isSilent = false;
        for (const name of drawn) {
          EVENTS[name](bench);
          await vi.advanceTimersByTimeAsync(0);
          const next: State = MODEL[expected][name] ?? expected;
          const isOther = next === 'off' || next === 'given up' || name === 'anew';
          const begins = next === 'starting' && expected !== 'starting';
          const restores = next === 'restoring' && expected !== 'restoring';
          if (isOther || begins || restores || name === 'heard') isSilent = false;
          else if (name === 'silent' && SILENT_IN.has(next)) isSilent = true;
          expected = next;
          expect({ name, state: bench.state, isSilent: bench.isSilent }).toEqual({ name, state: expected, isSilent });
          expect(bench.most).toBeLessThanOrEqual(1);
        }
      }),
      {
        numRuns: 100,
        examples: [
          [['start', 'answers', 'silent', 'ended']],
          [['start', 'silent', 'answers', 'opened', 'ended', 'answers', 'passes', 'heard', 'ended']],
        ],
      },
    );
  });

  it('says why it was given up: what the engine died of, or why there is none', async () => {
    const bench = new Bench();
    bench.send({ type: 'start' });
    bench.refuse();
    await vi.advanceTimersByTimeAsync(0);
    expect([bench.state, bench.reason]).toEqual(['given up', 'no engine']);
    bench.send({ type: 'start' });
    bench.answer();
    await vi.advanceTimersByTimeAsync(0);
    bench.send({ type: 'opened' });
    bench.send({ type: 'ended', reason: 'out of memory', isLost: true });
    expect([bench.state, bench.reason, bench.engines]).toEqual(['given up', 'out of memory', 0]);
  });
});
