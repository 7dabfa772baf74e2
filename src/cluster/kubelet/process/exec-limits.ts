// Models the Linux kernel, fs/exec.c, copy_strings and bprm_stack_limits (6.x), as runc meets it

import { utf8Length } from '../../../base/bytes/utf8.ts';

/** What one text may be, its end included, and all of them together with a pointer each. */
const LONGEST = 131_072;
const ALL = 2_097_152;
const POINTER = 8;

/** A text that no program can be given any more: what of it goes on is never seen. */
export const TOO_LONG = LONGEST;

/** Whether a program cannot be started with these words and variables. */
export function isTooMuch(
  words: readonly string[],
  variables: readonly (readonly [name: string, value: string])[],
): boolean {
  let sum = 0;
  const takes = (text: string): boolean => {
    const bytes = utf8Length(text) + 1;
    sum += bytes + POINTER;
    return bytes > LONGEST || sum > ALL;
  };
  return words.some(takes) || variables.some(([name, value]) => takes(`${name}=${value}`));
}
