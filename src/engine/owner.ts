import type { Context } from './context.ts';

/**
 * Who answers for processes: a component as long as it lives, a command that somebody typed. What begins while an owner acts is
 * his: processes, and timers. What one of them throws and nobody in it catches is told to him, as an occurrence like any other,
 * and ends that process alone; what comes of it is for him to say. Nothing of an owner that is gone happens any more.
 */
export interface Owner {
  readonly name: string;
  readonly isGone: boolean;
  /** `ctx`: who acted last in it, because of the last step that he made. Table writes need a step of this one's first. */
  panicked(ctx: Context, error: unknown): void;
}
