// Models regexp and regexp/syntax of Go, by their port: RE2's grammar and words, and a time that grows with the text alone

import { RE2JS } from 're2js';
import { pureOfText } from '../../base/pure.ts';

const MOST_PATTERNS = 500;

/** A regular expression as Go reads it, or Go's words for what is wrong with it. */
export function goPattern(text: string): GoPattern | { readonly problem: string } {
  return readOnce(text);
}

const readOnce = pureOfText(MOST_PATTERNS, read);

/** Why Go does not take an expression; nothing for one that it takes. */
export function patternProblem(text: string): string | undefined {
  const read = goPattern(text);
  return 'problem' in read ? read.problem : undefined;
}

/** Whether an expression is found in a text; nothing is found by one that cannot be read. */
export function matchesPattern(text: string, pattern: string): boolean {
  const read = goPattern(pattern);
  return !('problem' in read) && read.test(text);
}

function read(text: string): GoPattern | { readonly problem: string } {
  try {
    return new GoPattern(RE2JS.compile(text));
  } catch (error) {
    const { message } = error as Error;
    // Go names what it stopped at, also where that is nothing; the port does not.
    return { problem: message.endsWith(TRAILING) ? `${message}: \`\`` : message };
  }
}

const TRAILING = 'trailing backslash at end of expression';

export class GoPattern {
  constructor(private readonly expression: RE2JS) {}

  test(text: string): boolean {
    return this.expression.test(text);
  }

  /** The first part of a text that fits. */
  find(text: string): string | undefined {
    const matcher = this.expression.matcher(text);
    return matcher.find() ? (matcher.group() ?? undefined) : undefined;
  }

  /** All that fits, from left to right; as in Go, nothing empty is found where the one before ends. */
  findAll(text: string): readonly string[] {
    const matcher = this.expression.matcher(text);
    const found: string[] = [];
    let ended = -1;
    while (matcher.find()) {
      if (matcher.end() > ended) found.push(matcher.group() ?? '');
      ended = matcher.end();
    }
    return found;
  }
}
