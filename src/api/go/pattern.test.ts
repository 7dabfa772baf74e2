import { describe, expect, it } from 'vitest';
import { GoPattern, goPattern, matchesPattern, patternProblem } from './pattern.ts';

const READ: readonly (readonly [pattern: string, text: string, found: readonly string[]])[] = [
  ['(?i)ab', 'xAB', ['AB']],
  ['(?P<n>a)|(?<m>b)', 'ab', ['a', 'b']],
  ['[[:alpha:]]+', 'ab1', ['ab']],
  ['\\Qa.b\\E', 'a.b axb', ['a.b']],
  ['a\\z', 'a\na', ['a']],
  ['^a$', 'b\na', []],
  ['(?m)^a$', 'b\na', ['a']],
  ['\\pL+', 'é世1', ['é世']],
  ['\\w+', 'éa', ['a']],
  ['a{,2}', 'a{,2}', ['a{,2}']],
  ['[a]?', 'ab', ['a', '']],
  ['a|', 'baac', ['', 'a', 'a', '']],
  ['(?U)a+', 'aa', ['a', 'a']],
  ['.', '\n☺', ['☺']],
  ['\\_\\-', '_-', ['_-']],
];

const REFUSED: readonly (readonly [pattern: string, problem: string])[] = [
  ['(a', 'missing closing ): `(a`'],
  ['a)', 'unexpected ): `a)`'],
  ['[a', 'missing closing ]: `[a`'],
  ['*', 'missing argument to repetition operator: `*`'],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['[b-a]', 'invalid character class range: `b-a`'],
  ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?P<n', 'invalid named capture: `(?P<n`'],
  ['a\\', 'trailing backslash at end of expression: ``'],
];

describe('a pattern of Go', () => {
  it.each(READ)('%s in %j', (pattern, text, found) => {
    const read = goPattern(pattern);
    expect(read).toBeInstanceOf(GoPattern);
    if ('problem' in read) return;
    expect(read.findAll(text)).toEqual(found);
    expect(read.test(text)).toBe(found.length > 0);
    expect(read.find(text)).toBe(found[0]);
  });

  it.each(REFUSED)('refuses %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(`error parsing regexp: ${problem}`);
    expect(matchesPattern('a', pattern)).toBe(false);
  });

  it('takes no longer for a text that nearly fits: one that goes back would not end', () => {
    expect(matchesPattern(`${'a'.repeat(5_000)}b`, '^(a+)+$')).toBe(false);
  });
});
