// Models posix/fnmatch.c of the C library: patterns of a shell (v1.36)

import { ANY_CODE, BadPattern, bracketOf, letter } from '../tools/lines/line-patterns.ts';
import { Matcher } from '../tools/lines/matcher.ts';
import type { Pattern } from '../tools/lines/pattern-orders.ts';
import { Work } from '../tools/work.ts';
import { ANY_LETTER, ANY_LETTERS, ANY_OF } from './script.ts';

const ANY_TEXT: Pattern = { kind: 'repeated', of: ANY_CODE, least: 0, most: Number.POSITIVE_INFINITY };

/** A `*` that quotes hold is meant as it is: what is not has signs of its own. */
export class Wildcard {
  private readonly parts: Pattern[] = [];

  constructor(pattern: string) {
    for (let at = 0; at < pattern.length; at += 1) {
      const sign = pattern.charAt(at);
      if (sign === ANY_LETTERS) this.parts.push(ANY_TEXT);
      else if (sign === ANY_LETTER) this.parts.push(ANY_CODE);
      else if (sign === ANY_OF) at += this.bracket(pattern.slice(at + 1).replaceAll(ANY_OF, '['));
      else this.parts.push(letter(sign));
    }
  }

  /** One that is not closed is a bracket. */
  private bracket(rest: string): number {
    try {
      const { pattern, length } = bracketOf(rest, {}, '!^');
      this.parts.push(pattern);
      return length;
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
