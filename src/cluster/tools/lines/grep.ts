// Models findutils/grep.c of busybox (v1.36)

import { fails, linesOf, type Told, textOf } from '../told.ts';
import type { Work } from '../work.ts';
import { BadPattern, matcherOf } from './line-patterns.ts';
import type { Matcher } from './matcher.ts';

/** What it is to look through. */
export interface Searched {
  /** Undefined: it comes in. */
  readonly path?: string;
  /** Undefined: there is no such file. */
  readonly text: string | undefined;
}

interface Asked {
  readonly patterns: readonly string[];
  readonly flags: string;
  readonly before: number;
  readonly behind: number;
  readonly most: number;
  readonly paths: readonly string[];
}

const VALUED = 'ABCmef';

/** `grep [-ABCEFHLchilmnoqrsvwx] [-e] PATTERN FILE…`, its words in any order; undefined: a flag that is not modelled. */
export function grepWords(args: readonly string[]): Asked | undefined {
  const patterns: string[] = [];
  const plain: string[] = [];
  let flags = '';
  const counts = new Map<string, number>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word === '--') {
      plain.push(...args.slice(at + 1));
      break;
    }
    const long = LONG.get(word.split('=', 1)[0] as string);
    const letters = long === undefined ? word.slice(1) : long + (word.split('=')[1] ?? '');
    if (/^--(?:line-buffered$|colou?r)/.test(word)) continue;
    if (long === undefined && word.startsWith('--')) return undefined;
    if (!word.startsWith('-') || word === '-') {
      plain.push(word);
      continue;
    }
    if (/^\d+$/.test(letters)) {
      counts.set('C', Number(letters));
      continue;
    }
    for (let index = 0; index < letters.length; index += 1) {
      const letter = letters.charAt(index);
      if (!VALUED.includes(letter)) {
        flags += letter;
        continue;
      }
      at += index + 1 < letters.length ? 0 : 1;
      const value = index + 1 < letters.length ? letters.slice(index + 1) : (args[at] ?? '');
      if (letter === 'e') patterns.push(value);
      else if (letter === 'f') return undefined;
      else counts.set(letter, Number(value));
      break;
    }
  }
  if (/[^EFHLchilnoqrRsvwxaI]/.test(flags)) return undefined;
  const own = patterns.length > 0 ? patterns : plain.splice(0, 1);
  const around = counts.get('C') ?? 0;
  return {
    patterns: own.flatMap((pattern) => pattern.split('\n')),
    flags,
    before: counts.get('B') ?? around,
    behind: counts.get('A') ?? around,
    most: counts.get('m') ?? Number.POSITIVE_INFINITY,
    paths: plain,
  };
}

const LONG: ReadonlyMap<string, string> = new Map([
  ['--ignore-case', 'i'],
  ['--extended-regexp', 'E'],
  ['--fixed-strings', 'F'],
  ['--invert-match', 'v'],
  ['--quiet', 'q'],
  ['--silent', 'q'],
  ['--count', 'c'],
  ['--recursive', 'r'],
  ['--only-matching', 'o'],
  ['--line-number', 'n'],
  ['--word-regexp', 'w'],
  ['--files-with-matches', 'l'],
  ['--max-count', 'm'],
  ['--after-context', 'A'],
  ['--before-context', 'B'],
  ['--context', 'C'],
  ['--regexp', 'e'],
]);

export function grep(asked: Asked, all: readonly Searched[], work: Work): Told {
  const { patterns, flags } = asked;
  if (patterns.length === 0) return fails('grep: no pattern\n', 2);
  let matcher: Matcher;
  try {
    const as = flags.includes('x') ? 'line' : flags.includes('w') ? 'word' : undefined;
    matcher = matcherOf(patterns, {
      isExtended: flags.includes('E'),
      isLiteral: flags.includes('F'),
      ignoresCase: flags.includes('i'),
      work,
      as,
    });
  } catch (error) {
    if (!(error instanceof BadPattern)) throw error;
    return fails(`grep: bad regex '${patterns[0]}'\n`, 2);
  }
  const isNamed = flags.includes('H') || (!flags.includes('h') && (all.length > 1 || /[rR]/.test(flags)));
  let stdout = '';
  let stderr = '';
  let isFound = false;
  let isMissing = false;
  for (const { path = '(standard input)', text } of all) {
    if (text === undefined) {
      isMissing = true;
      if (!flags.includes('s')) stderr += `grep: ${path}: No such file or directory\n`;
      continue;
    }
    const found = new Sieve(asked, matcher, isNamed ? path : '').through(text);
    isFound ||= found.count > 0 !== flags.includes('L');
    if (flags.includes('l') || flags.includes('L'))
      stdout += found.count > 0 === flags.includes('l') ? `${path}\n` : '';
    else if (flags.includes('c')) stdout += `${isNamed ? `${path}:` : ''}${found.count}\n`;
    else if (!flags.includes('q')) stdout += found.text;
  }
  if (flags.includes('q') && isFound) return { stdout: '', stderr, exitCode: 0 };
  return { stdout, stderr, exitCode: isMissing ? 2 : Number(!isFound) };
}

class Sieve {
  private readonly shown: string[] = [];
  private last = -1;

  constructor(
    private readonly asked: Asked,
    private readonly matcher: Matcher,
    private readonly name: string,
  ) {}

  through(text: string): { readonly count: number; readonly text: string } {
    const { flags, before, behind, most } = this.asked;
    const lines = linesOf(text);
    const isInverted = flags.includes('v');
    let count = 0;
    let until = -1;
    for (const [at, line] of lines.entries()) {
      if (count < most && this.matcher.test(line) !== isInverted) {
        count += 1;
        for (let each = Math.max(this.last + 1, at - before); each < at; each += 1) this.show(each, lines, '-');
        this.show(at, lines, ':');
        until = at + behind;
      } else if (at <= until) this.show(at, lines, '-');
      else if (count >= most) break;
    }
    return { count, text: textOf(this.shown) };
  }

  private show(at: number, lines: readonly string[], sign: ':' | '-'): void {
    const { flags, before, behind } = this.asked;
    if (/[clLq]/.test(flags)) return;
    if (before + behind > 0 && this.last >= 0 && at > this.last + 1) this.shown.push('--');
    this.last = at;
    const line = lines[at] ?? '';
    const head = `${this.name === '' ? '' : this.name + sign}${flags.includes('n') ? `${at + 1}${sign}` : ''}`;
    if (!flags.includes('o')) this.shown.push(head + line);
    else if (sign === ':' && !flags.includes('v')) {
      for (const { start, end } of this.matcher.all(line))
        if (end > start) this.shown.push(head + line.slice(start, end));
    }
  }
}
