/** When a run is paused that goes on and on. */
export interface Patience {
  /** After this many steps, and this much virtual time; and in any case after `mostSteps`. */
  readonly restlessAfter: number;
  readonly restlessMicros?: number;
  readonly mostSteps?: number;
}

/** What takes long because there is much to do takes steps, and little time. */
export function isRestless(
  { restlessAfter, restlessMicros = 0, mostSteps = Number.POSITIVE_INFINITY }: Patience,
  steps: number,
  micros: number,
): boolean {
  return steps > mostSteps || (steps > restlessAfter && micros >= restlessMicros);
}
