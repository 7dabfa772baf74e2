// Models posix/regcomp.c of glibc: the expressions of POSIX (v1.36)

import { Work } from '../work.ts';
import { Matcher } from './matcher.ts';
import { type Fits, isWordLetter, type Pattern, type Place, TooBig } from './pattern-orders.ts';

const within =
  (...ranges: readonly (readonly [from: number, to: number])[]): Fits =>
  (code) =>
    ranges.some(([from, to]) => code >= from && code <= to);

export const CLASSES: ReadonlyMap<string, Fits> = new Map([
  ['alnum', within([48, 57], [65, 90], [97, 122])],
  ['alpha', within([65, 90], [97, 122])],
  ['blank', within([32, 32], [9, 9])],
  ['cntrl', within([0, 31], [127, 127])],
  ['digit', within([48, 57])],
  ['graph', within([33, 126])],
  ['lower', within([97, 122])],
  ['print', within([32, 126])],
  ['punct', within([33, 47], [58, 64], [91, 96], [123, 126])],
  ['space', within([9, 13], [32, 32])],
  ['upper', within([65, 90])],
  ['xdigit', within([48, 57], [65, 70], [97, 102])],
]);

/** What is wrong with an expression, in the words of the C library. */
export class BadPattern extends Error {}

export interface Reading {
  readonly isExtended?: boolean;
  readonly ignoresCase?: boolean;
  readonly work?: Work;
  /** It must be found as a word, or make up the whole line. */
  readonly as?: 'word' | 'line' | undefined;
  /** Every letter means itself. */
  readonly isLiteral?: boolean;
}

/** One of several expressions. */
export function matcherOf(texts: readonly string[], how: Reading = {}): Matcher {
  const all = texts.map((text) =>
    how.isLiteral === true ? literally(text, how) : new PatternReader(text, how).whole(),
  );
  const [only = NOTHING] = all;
  const either: Pattern = all.length === 1 ? only : { kind: 'either', of: all };
  const ends = how.as === undefined ? undefined : ENDS[how.as];
  const whole: Pattern = ends === undefined ? either : { kind: 'row', of: [ends[0], either, ends[1]] };
  try {
    return new Matcher(whole, how.work ?? new Work());
  } catch (error) {
    throw error instanceof TooBig ? new BadPattern('Regular expression too big') : error;
  }
}

const NOTHING: Pattern = { kind: 'row', of: [] };
const at = (place: Place): Pattern => ({ kind: 'place', place });
const ENDS = { line: [at('^'), at('$')], word: [at('['), at(']')] } as const;

export const ANY_CODE: Pattern = { kind: 'letter', fits: () => true };

/** One letter; for who does not mind, small or large. */
export function letter(text: string, { ignoresCase }: Reading = {}): Pattern {
  const code = text.charCodeAt(0);
  if (ignoresCase !== true || text.toLowerCase() === text.toUpperCase())
    return { kind: 'letter', fits: (each) => each === code };
  const [small, large] = [text.toLowerCase().charCodeAt(0), text.toUpperCase().charCodeAt(0)];
  return { kind: 'letter', fits: (each) => each === small || each === large };
}

function literally(text: string, how: Reading = {}): Pattern {
  return { kind: 'row', of: Array.from({ length: text.length }, (_, index) => letter(text.charAt(index), how)) };
}

/** What stands between `[` and `]`, as `^a-z`, or `!a-z` for a shell; `text` begins behind the bracket. */
export function bracketOf(
  text: string,
  { ignoresCase }: Reading = {},
  others = '^',
): { readonly pattern: Pattern; readonly length: number } {
  const isOther = text !== '' && others.includes(text.charAt(0));
  let from = Number(isOther);
  const first = from;
  const parts: Fits[] = [];
  while (text.charAt(from) !== ']' || from === first) {
    if (from >= text.length) throw new BadPattern('Unmatched [, [^, [:, [., or [=');
    const [named, name = ''] = /^\[:(\w*):\]/.exec(text.slice(from, from + 12)) ?? [];
    if (named !== undefined) {
      const known = CLASSES.get(name);
      if (known === undefined) throw new BadPattern('Invalid character class name');
      const isLetters = ignoresCase === true && (name === 'lower' || name === 'upper');
      parts.push(isLetters ? (CLASSES.get('alpha') as Fits) : known);
      from += named.length;
      continue;
    }
    const low = text.charCodeAt(from);
    const isRange = text.charAt(from + 1) === '-' && text.charAt(from + 2) !== ']' && from + 2 < text.length;
    const high = isRange ? text.charCodeAt(from + 2) : low;
    if (high < low) throw new BadPattern('Invalid range end');
    parts.push(within([low, high]));
    from += isRange ? 3 : 1;
  }
  const has = ignoresCase === true ? eitherCase(parts) : (code: number) => parts.some((fits) => fits(code));
  return { pattern: { kind: 'letter', fits: isOther ? (code) => !has(code) : has }, length: from + 1 };
}

function eitherCase(parts: readonly Fits[]): Fits {
  return (code) => {
    const sign = String.fromCharCode(code);
    const forms = [code, sign.toLowerCase().charCodeAt(0), sign.toUpperCase().charCodeAt(0)];
    return parts.some((fits) => forms.some(fits));
  };
}

/** What letters stand for behind a backslash. */
const SHORT: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['w', isWordLetter],
  ['W', (code) => !isWordLetter(code)],
  ['s', within([9, 13], [32, 32])],
  ['S', (code) => !(code === 32 || (code >= 9 && code <= 13))],
]);
const PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  ['b', 'b'],
  ['B', 'B'],
  ['<', '<'],
  ['>', '>'],
  ['`', '^'],
  ["'", '$'],
]);
const MOST_TIMES = 32_767;

class PatternReader {
  private at = 0;
  private depth = 0;
  private groups = 0;
  private readonly ended = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly how: Reading,
  ) {}

  whole(): Pattern {
    const found = this.either();
    if (this.at < this.text.length) throw new BadPattern('Unmatched ) or \\)');
    return found;
  }

  private get isExtended(): boolean {
    return this.how.isExtended === true;
  }

  /** The operator that stands here; empty: a letter does. */
  private get sign(): string {
    const first = this.text.charAt(this.at);
    if (first === '*') return first;
    const isEscaped = first === '\\';
    const sign = isEscaped ? this.text.charAt(this.at + 1) : first;
    return sign !== '' && '(){|+?'.includes(sign) && isEscaped !== this.isExtended ? sign : '';
  }

  private skip(): void {
    this.at += this.text.charAt(this.at) === '\\' ? 2 : 1;
  }

  private either(): Pattern {
    const all = [this.row()];
    while (this.sign === '|') {
      this.skip();
      all.push(this.row());
    }
    return all.length === 1 ? (all[0] as Pattern) : { kind: 'either', of: all };
  }

  private row(): Pattern {
    const all: Pattern[] = [];
    // In a basic expression a star at the beginning is a star.
    let isFirst = true;
    while (this.at < this.text.length) {
      const sign: string = this.sign;
      if (sign === '|' || (sign === ')' && (this.depth > 0 || !this.isExtended))) break;
      const isAnchor: boolean = this.text.charAt(this.at) === '^' && (isFirst || this.isExtended);
      if (isFirst && this.isExtended && '*+?'.includes(sign) && sign !== '') {
        this.skip();
        continue;
      }
      const single = isAnchor ? this.taken(at('^')) : this.single();
      isFirst = isFirst && isAnchor;
      all.push(isAnchor && !this.isExtended ? single : this.repeated(single));
    }
    return { kind: 'row', of: all };
  }

  private taken(pattern: Pattern): Pattern {
    this.at += 1;
    return pattern;
  }

  private repeated(single: Pattern): Pattern {
    let pattern = single;
    for (;;) {
      const { sign } = this;
      if (sign === '' || !'*+?{'.includes(sign)) return pattern;
      const range = sign === '{' ? this.times() : undefined;
      if (sign === '{' && range === undefined) return pattern;
      const [least, most] = range ?? TIMES[sign as '*' | '+' | '?'];
      if (range === undefined) this.skip();
      pattern = { kind: 'repeated', of: pattern, least, most };
    }
  }

  /** `{2}`, `{2,}`, `{2,3}`; undefined: here the bracket means itself. */
  private times(): readonly [number, number] | undefined {
    const end = this.isExtended ? '\\}' : '\\\\\\}';
    const found = new RegExp(`^(\\d*)(,?)(\\d*)${end}`).exec(
      this.text.slice(this.at + (this.isExtended ? 1 : 2), this.at + 24),
    );
    if (found === null || (found[1] === '' && found[2] === '')) {
      if (this.isExtended) return undefined;
      const isOpen = !this.text.slice(this.at + 2).includes('\\}');
      throw new BadPattern(isOpen ? 'Unmatched \\{' : 'Invalid content of \\{\\}');
    }
    const [all, low = '', comma, high = ''] = found;
    const least = Number(low);
    const most = comma === '' ? least : high === '' ? Number.POSITIVE_INFINITY : Number(high);
    if (most < least) throw new BadPattern('Invalid content of \\{\\}');
    if (least > MOST_TIMES || (most > MOST_TIMES && high !== '')) throw new BadPattern('Regular expression too big');
    this.at += all.length + (this.isExtended ? 1 : 2);
    return [least, most];
  }

  private single(): Pattern {
    const { sign, text } = this;
    if (sign === '(') return this.group();
    const first = text.charAt(this.at);
    if (first === '\\') return sign === '' ? this.escaped() : this.plainOperator();
    this.at += 1;
    if (first === '.') return ANY_CODE;
    if (first === '$' && this.isEnd()) return at('$');
    if (first !== '[') return letter(first, this.how);
    const { pattern, length } = bracketOf(text.slice(this.at), this.how);
    this.at += length;
    return pattern;
  }

  /** An operator of a basic expression at its beginning means itself. */
  private plainOperator(): Pattern {
    this.at += 2;
    return letter(this.text.charAt(this.at - 1), this.how);
  }

  private isEnd(): boolean {
    return this.isExtended || this.at >= this.text.length || this.sign === '|' || (this.sign === ')' && this.depth > 0);
  }

  private group(): Pattern {
    this.skip();
    this.groups += 1;
    const number = this.groups;
    this.depth += 1;
    const of = this.either();
    this.depth -= 1;
    if (this.sign !== ')') throw new BadPattern('Unmatched ( or \\(');
    this.skip();
    this.ended.add(number);
    return { kind: 'group', of, number };
  }

  private escaped(): Pattern {
    const sign = this.text.charAt(this.at + 1);
    if (sign === '') throw new BadPattern('Trailing backslash');
    this.at += 2;
    if (/[1-9]/.test(sign)) {
      if (!this.ended.has(Number(sign))) throw new BadPattern('Invalid back reference');
      return { kind: 'again', number: Number(sign) };
    }
    const place = PLACES.get(sign);
    if (place !== undefined) return at(place);
    const short = SHORT.get(sign);
    return short === undefined ? letter(sign, this.how) : { kind: 'letter', fits: short };
  }
}

const TIMES = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
} as const;
