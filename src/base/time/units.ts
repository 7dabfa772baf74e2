declare const UNIT: unique symbol;

/**
 * A number that counts one unit of time. A plain number may stand for it, so that arithmetic reads as ever; a number of one
 * unit where another is wanted does not compile. What Kubernetes gives in seconds is multiplied: `5 * SECOND`, `grace * SECOND`.
 */
type Count<Unit extends string> = number & { readonly [UNIT]?: Unit };

/** Of virtual time, which is counted in whole microseconds: both moments and how long something lasts. */
export type Micros = Count<'microseconds'>;
export type Millis = Count<'milliseconds'>;
/** In which the objects of Kubernetes say how long. */
export type Seconds = Count<'seconds'>;

export const MILLISECOND: Micros = 1000;
export const SECOND: Micros = 1_000_000;
export const MINUTE: Micros = 60_000_000;
export const HOUR: Micros = 3_600_000_000;
export const DAY: Micros = 86_400_000_000;

export const MINUTE_IN_SECONDS: Seconds = 60;
export const HOUR_IN_SECONDS: Seconds = 3600;
export const DAY_IN_SECONDS: Seconds = 86_400;

export const SECOND_IN_NANOS = 1_000_000_000n;
