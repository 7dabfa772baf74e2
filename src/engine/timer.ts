import { assert } from '../base/assert.ts';
import type { Micros } from '../base/time/units.ts';
import type { Origin, Part } from './context.ts';
import type { Engine } from './engine.ts';
import type { Owner } from './owner.ts';

/** An entry of the schedule. */
export interface Due {
  /** Whether it only waits: then it does not hold off quiescence. */
  readonly background: boolean;
  /** True for an entry that was cancelled and is still in the heap: nothing happens when it is due. Undefined: it cannot be cancelled. */
  readonly isInert?: boolean;
  /** Whose it is. */
  readonly owner?: Owner | undefined;
  /** The step that caused it: the last step of the task that began it, or one that it was given. */
  readonly lastStep?: number;
  readonly lastPart?: Part | undefined;
  readonly origin?: Origin;
  fire(): void;
}

/** An action that is due. Cancelling leaves it in the heap, inert. */
export class Timer implements Due {
  isInert = false;
  private hasFired = false;
  owner: Owner | undefined;
  lastStep: number;
  lastPart: Part | undefined;

  constructor(
    private readonly engine: Engine,
    public background: boolean,
    private readonly action: () => void,
  ) {
    this.owner = engine.owner;
    this.lastStep = engine.lastStep;
    this.lastPart = engine.lastPart;
  }

  fire(): void {
    this.isInert = true;
    this.hasFired = true;
    if (this.owner?.isGone !== true) this.action();
  }

  /** The same once more: only when it has fired. One that was cancelled is still in the heap. */
  again(micros: Micros, background: boolean): void {
    assert(this.hasFired, 'what has not fired is still in the heap');
    this.hasFired = false;
    this.isInert = false;
    this.background = background;
    this.lastStep = this.engine.lastStep;
    this.lastPart = this.engine.lastPart;
    this.engine.schedule(this, micros, background);
  }

  cancel(): void {
    if (this.isInert) return;
    this.isInert = true;
    this.engine.cancelled(this);
  }
}
