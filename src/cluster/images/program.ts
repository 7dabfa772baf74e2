// Models nothing upstream: what processes of containers do, as data (v1.36)

import type { Around } from '../tools/around.ts';
import type { Output } from '../tools/outcome.ts';

export interface SignalHandler {
  readonly exitCode: number;
  readonly afterMicros: number;
}

/** A line that an image's own program writes: the same everywhere, or told of where it runs and when. */
export interface Line {
  /** Microseconds after its start. */
  readonly at: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string | ((around: Around) => string);
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
  readonly output?: readonly Line[];
}

/** What it has written by some moment. */
export interface Written {
  readonly time: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: Line['text'];
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

/** In its own words, wherever it runs. */
export function inWords(text: Line['text'], around: Around): string {
  return typeof text === 'string' ? text : text(around);
}

/** What it writes when it is started now. */
export function spoken(output: Program['output'] = [], around: Around): readonly Output[] {
  return output.map(({ at, stream, text }) => ({
    at,
    stream,
    text: inWords(text, { ...around, now: around.now + at }),
  }));
}
