// Models coreutils/sleep.c of busybox and of GNU (v1.36)

import { SECOND } from '../../base/time/units.ts';

/** `infinity`, `1.5`, `2m` */
export const DURATION = /^(?:inf(?:inity)?|([0-9.]+)([smhd]?))$/;
const UNITS = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/** Undefined: for ever. */
export function sleepMicros(words: readonly string[]): number | undefined {
  let seconds = 0;
  for (const word of words) {
    const match = DURATION.exec(word);
    if (match === null) return 0;
    if (match[1] === undefined) return undefined;
    seconds += Number(match[1]) * (UNITS.get(match[2] as string) ?? 1);
  }
  return Math.round(seconds * SECOND);
}
