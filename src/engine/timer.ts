import type { Timed } from '../base/heap.ts';
import type { Engine } from './engine.ts';
import type { Task, Wait } from './process.ts';

/**
 * An entry of the schedule: an action that is due, or a process that sleeps. Cancelling leaves it in the heap, inert.
 * A sleep is its own entry: there are more of them than of anything else.
 */
export class Timer implements Timed, Wait {
  /** When it is due, and its place among those that are due then: set when it is scheduled. */
  time = 0;
  order = 0;
  cancelled = false;
  private sleeper: Task | undefined;
  private token = 0;

  constructor(
    private readonly engine: Engine,
    readonly micros: number,
    readonly background: boolean,
    /** What happens then; undefined: a sleeper wakes. */
    private readonly action: (() => void) | undefined,
  ) {}

  begin(task: Task, token: number): void {
    this.sleeper = task;
    this.token = token;
    this.cancelled = false;
    this.engine.schedule(this);
  }

  fire(): void {
    if (this.sleeper !== undefined) this.sleeper.wake(this.token, undefined);
    else this.action?.();
  }

  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.engine.cancelled(this);
  }
}
