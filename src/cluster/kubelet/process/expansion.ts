// Models third_party/forked/golang/expansion/expand.go (v1.36)

import { TOO_LONG } from './exec-limits.ts';

/** `$$`, which stands for one dollar, and `$(NAME)`; a bracket that is not closed is none. */
const EXPRESSION = /\$\$|\$\(([^)]*)\)/g;

/**
 * Puts in what `$(NAME)` stands for. What nobody knows stays as it is written. Deviation: variables that double need no more
 * room than a program can be given.
 */
export function expanded(text: string, lookUp: (name: string) => string | undefined): string {
  let left = TOO_LONG;
  const whole = text.replace(EXPRESSION, (written, name?: string) => {
    if (left <= 0) return '';
    const put = name === undefined ? '$' : (lookUp(name) ?? written);
    left -= put.length;
    return put;
  });
  return whole.length > TOO_LONG ? whole.slice(0, TOO_LONG) : whole;
}

/** Whether a text is another one when it has been expanded. */
export const isExpandable = (text: string): boolean => text.includes('$$') || text.includes('$(');
