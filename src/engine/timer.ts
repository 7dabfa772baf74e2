import type { Timed } from '../base/heap.ts';

/** An entry of the schedule. Cancelling leaves it in the heap, inert. */
export class Timer implements Timed {
  cancelled = false;
  constructor(
    readonly time: number,
    readonly order: number,
    readonly background: boolean,
    readonly fire: () => void,
    private readonly onCancel: (timer: Timer) => void,
  ) {}

  cancel(): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.onCancel(this);
  }
}
