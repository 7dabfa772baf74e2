// Models nothing upstream: what processes of containers do, as data (v1.36)

import type { Output } from '../tools/outcome.ts';

export interface SignalHandler {
  readonly exitCode: number;
  readonly afterMicros: number;
}

/** What the first process of a container does, as far as it is modelled. */
export interface Program {
  /** How long it runs; undefined: until it is stopped. */
  readonly runMicros: number | undefined;
  readonly exitCode: number;
  /** How it answers TERM, or the signal of its image; undefined: it ignores it, as process 1 without a handler does. */
  readonly onTerm: SignalHandler | undefined;
  readonly servesPort: number | undefined;
  /** Until probes and connections succeed. */
  readonly readyAfterMicros: number;
  /** `unknown`: what it does is not modelled, so it runs until it is stopped. `live`: it is followed while it runs. */
  readonly note: 'unknown' | 'live' | undefined;
  readonly output?: readonly Output[];
}

export interface Written {
  readonly time: number;
  readonly stream: 'stdout' | 'stderr';
  /** As it was declared: see `filled`. */
  readonly text: string;
}

/** What a program that started at some time wrote after one moment, up to another. */
export function writtenBy({ output = [] }: Program, start: number, after: number, until: number): readonly Written[] {
  return output
    .map(({ at, stream, text }) => ({ time: start + at, stream, text }))
    .filter(({ time }) => time > after && time <= until);
}

/** When it writes next; undefined: never again. */
export function writesNext({ output = [] }: Program, start: number, after: number): number | undefined {
  return output.map(({ at }) => start + at).find((time) => time > after);
}
