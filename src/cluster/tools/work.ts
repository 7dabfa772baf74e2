// Models nothing upstream: what the work of a small tool comes to, so that none of it keeps the simulation from going on

/** A tool does more than anybody waits for: it goes on until it is stopped. */
export class Endless extends Error {}

/** More steps than this are taken to have no end: on a real machine they take seconds. */
const MOST_STEPS = 50_000_000;
/** What takes fewer is taken to be done at once. */
const FREE_STEPS = 500_000;
/** Of a real machine, about. */
const STEPS_IN_A_MICROSECOND = 100;

/** Counts what one run of a tool does. */
export class Work {
  private steps = 0;

  constructor(private readonly most = MOST_STEPS) {}

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.most) throw new Endless();
  }

  /** How long it takes a real machine. */
  get micros(): number {
    return this.steps < FREE_STEPS ? 0 : Math.floor(this.steps / STEPS_IN_A_MICROSECOND);
  }
}
