/** So long a silence is worth a word, and a way out. */
export const WORTH_A_WORD = 12;
/** So long a silence is no work any more. */
export const GIVEN_UP_AFTER = 60;
/** A run of so many steps may be executed again for one move: a second more for each. */
const STEPS_A_SECOND = 20_000;

const TICK_MS = 1_000;
/** A tick that comes later than this found the machine asleep or the page held up: nobody worked meanwhile. */
const LATE_MS = 3_000;
const ASK_EVERY = 4;

interface Patient {
  /** Whether there is an engine to be watched. */
  readonly isWatched: () => boolean;
  /** Sends what any engine answers at once that still takes messages. */
  readonly ask: () => void;
  readonly steps: () => number;
  /** True when the silence is worth a word, false once it was broken. */
  readonly onSilence: (isLong: boolean) => void;
  readonly onGivenUp: () => void;
}

/**
 * Notices an engine that lives and answers nothing: an endless loop, also where nobody waits for anything. It counts seconds in which the page was awake and
 * seen, so that a sleeping machine or a hidden tab is never taken for a loop; and it asks before it judges, so that a
 * move which waits for something is not either.
 */
export class Patience {
  private seconds = 0;
  private last = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly of: Patient) {}

  begin(): void {
    if (this.timer !== undefined) return;
    this.last = Date.now();
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  heard(): void {
    if (this.seconds >= WORTH_A_WORD) this.of.onSilence(false);
    this.seconds = 0;
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.seconds = 0;
  }

  private tick(): void {
    const now = Date.now();
    const passed = now - this.last;
    this.last = now;
    if (!this.of.isWatched()) return this.stop();
    if (passed > LATE_MS || globalThis.document?.hidden === true) return;
    this.seconds += 1;
    if (this.seconds % ASK_EVERY === 0) this.of.ask();
    if (this.seconds === WORTH_A_WORD) this.of.onSilence(true);
    if (this.seconds >= GIVEN_UP_AFTER + this.of.steps() / STEPS_A_SECOND) {
      this.stop();
      this.of.onGivenUp();
    }
  }
}
