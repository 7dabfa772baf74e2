import type { Timed } from '../base/heap.ts';
import type { Task } from './process.ts';

/** An entry of the schedule. Cancelling leaves it in the heap, inert. */
export class Timer implements Timed {
  cancelled = false;
  constructor(
    readonly time: number,
    readonly order: number,
    readonly background: boolean,
    /** What happens then; undefined: `sleeper` wakes. */
    private readonly action: (() => void) | undefined,
    private readonly onCancel: (timer: Timer) => void,
    private readonly sleeper?: Task,
    private readonly token = 0,
  ) {}

  fire(): void {
    if (this.sleeper !== undefined) this.sleeper.wake(this.token, undefined);
    else this.action?.();
  }

  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.onCancel(this);
  }
}
