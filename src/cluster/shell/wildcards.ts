// Models posix/fnmatch.c of the C library: patterns of a shell (v1.36)

import { ANY_CODE, BadPattern, bracketOf, letter } from '../tools/lines/line-patterns.ts';
import { Matcher } from '../tools/lines/matcher.ts';
import type { Pattern } from '../tools/lines/pattern-orders.ts';
import { Work } from '../tools/work.ts';

const ANY_TEXT: Pattern = { kind: 'repeated', of: ANY_CODE, least: 0, most: Number.POSITIVE_INFINITY };

/** As a pattern that is like this text alone. */
export const held = (text: string): string => text.replace(/[^\w\s]/g, '\\$&');

/** Whether a pattern is more than a text. */
export const isPattern = (text: string): boolean => /^(?:\\[\s\S]|[^\\*?[])*[*?[]/.test(text);

/** The text of a pattern that is like nothing. */
export const unheld = (pattern: string): string => pattern.replace(/\\([\s\S])/g, '$1');

/** A sign behind a backslash is meant as it is. */
export class Wildcard {
  private readonly parts: Pattern[] = [];

  constructor(pattern: string) {
    for (let at = 0; at < pattern.length; at += 1) {
      const sign = pattern.charAt(at);
      if (sign === '*') this.parts.push(ANY_TEXT);
      else if (sign === '?') this.parts.push(ANY_CODE);
      else if (sign === '[') at += this.bracket(pattern.slice(at + 1));
      else if (sign === '\\' && at + 1 < pattern.length) {
        at += 1;
        this.parts.push(letter(pattern.charAt(at)));
      } else this.parts.push(letter(sign));
    }
  }

  /** How much of it is taken. One that is not closed is a bracket. */
  private bracket(rest: string): number {
    try {
      const { pattern, length } = bracketOf(unheld(rest), {}, '!^');
      this.parts.push(pattern);
      let taken = 0;
      for (let count = 0; count < length; count += 1) taken += rest.charAt(taken) === '\\' ? 2 : 1;
      return taken;
    } catch (error) {
      if (!(error instanceof BadPattern)) throw error;
      this.parts.push(letter('['));
      return 0;
    }
  }

  get matcher(): Matcher {
    return matcherOfRow(this.parts);
  }

  isLike(text: string): boolean {
    return this.matcher.isWhole(text);
  }

  /** How much of the beginning, or of the end, is like it: the least, or the most. */
  lengthAt(text: string, isEnd: boolean, isShortest: boolean): number | undefined {
    if (!isEnd) return this.matcher.lengthAtStart(text, isShortest);
    return matcherOfRow([...this.parts].reverse()).lengthAtStart([...text].reverse().join(''), isShortest);
  }
}

function matcherOfRow(parts: readonly Pattern[]): Matcher {
  return new Matcher({ kind: 'row', of: parts }, new Work(Number.POSITIVE_INFINITY));
}
