import type { Micros } from '../base/time/units.ts';
import { Engine, type EngineOptions } from './engine.ts';
import type { Recording } from './journal.ts';

/** The program that an engine executes. It sets itself up once, and then takes inputs from outside. */
export interface Program<I> {
  boot(engine: Engine): void;
  give(engine: Engine, input: I): void;
}

export interface GivenInput<I> {
  /** The newest step when the input was given; it takes effect before the next occurrence. */
  readonly afterStep: number;
  /** Occurrences before it: places it exactly among occurrences that emit no step. */
  readonly afterOccurrence: number;
  /** Virtual time at which it was given: an idle cluster's clock may have moved on since then. */
  readonly time: Micros;
  readonly input: I;
}

export interface Stop {
  /** Stop once this many steps exist. */
  readonly steps?: number;
  /** Stop before virtual time passes this. */
  readonly time?: number;
  /** Stop when quiescent. */
  readonly quiescent?: boolean;
  /** Stop after this many occurrences (a time slice). */
  readonly occurrences?: number;
  readonly when?: () => boolean;
}

export type Stopped = 'steps' | 'time' | 'quiescent' | 'occurrences' | 'empty' | 'when';

/**
 * One run, fully described by program, options and inputs. History can be forked anywhere by executing that
 * description again up to a step, silently, and going on from there.
 */
export class Run<I> {
  readonly engine: Engine;
  private readonly given: GivenInput<I>[] = [];

  constructor(
    private readonly makeProgram: () => Program<I>,
    readonly options: EngineOptions,
  ) {
    this.engine = new Engine(options);
    this.program = makeProgram();
    this.engine.perform(() => this.program.boot(this.engine));
  }

  private readonly program: Program<I>;

  get inputs(): readonly GivenInput<I>[] {
    return this.given;
  }

  give(input: I): void {
    this.given.push({
      afterStep: this.engine.stepCount - 1,
      afterOccurrence: this.engine.occurrences,
      time: this.engine.now,
      input,
    });
    this.engine.journal.input();
    this.engine.perform(() => this.program.give(this.engine, input));
  }

  advance(stop: Stop): Stopped {
    const engine = this.engine;
    // Looked up once: there are as many shapes of `stop` as callers.
    const { steps, when, quiescent, time } = stop;
    const lastOccurrence = engine.occurrences + (stop.occurrences ?? Number.POSITIVE_INFINITY);
    for (;;) {
      if (steps !== undefined && engine.stepCount >= steps) return 'steps';
      if (when?.() === true) return 'when';
      if (quiescent === true && engine.quiescent) return 'quiescent';
      if (engine.occurrences >= lastOccurrence) return 'occurrences';
      if (time !== undefined) {
        const next = engine.nextTime;
        if (next === undefined || next > time) {
          engine.idleUntil(time);
          return 'time';
        }
      }
      if (!engine.advance()) return 'empty';
    }
  }

  /** The same description again, without recording, up to and including the occurrence that emits `step`. */
  fork(step: number): Run<I> {
    const fork = new Run(this.makeProgram, { ...this.options, recording: 'off' });
    for (const given of this.given) {
      // An input that was given at this very step took effect after it.
      if (given.afterStep >= step) break;
      fork.replay(given);
    }
    fork.advance({ steps: step + 1 });
    fork.engine.recordAfter(this.engine.journal);
    return fork;
  }

  /** The same description again, without recording, up to where its n-th input was given (from 0), and without that input. */
  before(nth: number): Run<I> {
    const again = new Run(this.makeProgram, { ...this.options, recording: 'off' });
    for (const given of this.given.slice(0, nth)) again.replay(given);
    const place = this.given[nth];
    if (place !== undefined) again.goTo(place);
    again.engine.recordAfter(this.engine.journal);
    return again;
  }

  /** A fresh run with the same description; `recording` may differ. */
  repeat(recording: Recording, thinning = this.options.thinning): Run<I> {
    const thinned = thinning === undefined ? {} : { thinning };
    const repeated = new Run(this.makeProgram, { ...this.options, recording, ...thinned });
    for (const given of this.given) repeated.replay(given);
    return repeated;
  }

  /** Gives an input where it was given before. */
  replay(given: GivenInput<I>): void {
    this.goTo(given);
    this.give(given.input);
  }

  /** Goes to the place where an input was given. If occurrences and time disagree (another build, another seed, a damaged file), time decides. */
  private goTo({ afterOccurrence, time }: Omit<GivenInput<I>, 'input'>): void {
    const { engine } = this;
    this.advance({ occurrences: afterOccurrence - engine.occurrences, time });
    const next = engine.nextTime;
    if (next !== undefined && next < time) this.advance({ time });
    else engine.idleUntil(Math.max(time, engine.now));
  }
}
