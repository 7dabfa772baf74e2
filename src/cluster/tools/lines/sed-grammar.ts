// Models editors/sed.c of busybox: what its scripts say (v1.36)

import type { Work } from '../work.ts';
import { BadPattern, matcherOf } from './line-patterns.ts';
import type { Matcher } from './matcher.ts';

/** A line by its number, the last one, those like an expression (undefined: the one that was used last), every so many. */
export type Address =
  | { readonly kind: 'line'; readonly number: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'like'; readonly matcher: Matcher | undefined }
  | { readonly kind: 'every'; readonly first: number; readonly step: number }
  /** Behind another: so many lines more. */
  | { readonly kind: 'more'; readonly count: number };

export interface Substitution {
  readonly matcher: Matcher | undefined;
  readonly instead: string;
  readonly which: number;
  readonly isAll: boolean;
  readonly isPrinted: boolean;
}

export interface SedOrder {
  readonly name: string;
  readonly from: Address | undefined;
  readonly until: Address | undefined;
  readonly isNegated: boolean;
  /** Of `a`, `i`, `c`; a label; an exit code. */
  readonly text: string;
  readonly substitution?: Substitution;
  readonly letters?: ReadonlyMap<string, string>;
  /** Of `{`: where it goes on behind the `}`. */
  end?: number;
}

/** The script is wrong, in the words of sed. */
export class BadScript extends Error {}

export function parseSed(script: string, isExtended: boolean, work: Work): readonly SedOrder[] {
  return new SedReader(script, isExtended, work).whole();
}

/** What is behind them on the line is theirs. */
const WITH_TEXT = 'aic';
const WITH_LABEL = ':btT';
const PLAIN = '=dDgGhHlnNpPxz';

class SedReader {
  private at = 0;
  private readonly orders: SedOrder[] = [];
  private readonly open: SedOrder[] = [];

  constructor(
    private readonly text: string,
    private readonly isExtended: boolean,
    private readonly work: Work,
  ) {}

  whole(): readonly SedOrder[] {
    for (this.skip(/[\s;]*/y); this.at < this.text.length; this.skip(/[\s;]*/y)) this.order();
    if (this.open.length > 0) throw new BadScript('unmatched {');
    return this.orders;
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private next(): string {
    const sign = this.text.charAt(this.at);
    this.at += 1;
    return sign;
  }

  private order(): void {
    if (this.skip(/#.*/y) !== '') return;
    const from = this.address();
    this.skip(/[ \t]*/y);
    let until: Address | undefined;
    if (from !== undefined && this.skip(/,[ \t]*/y) !== '') {
      until = this.address();
      if (until === undefined) throw new BadScript('unexpected ","');
      this.skip(/[ \t]*/y);
    }
    const isNegated = this.skip(/!+[ \t]*/y) !== '';
    const name = this.next();
    const given = { name, from, until, isNegated, text: '' };
    if (name === '') throw new BadScript('missing command');
    if (name === '}') {
      const begin = this.open.pop();
      if (begin === undefined) throw new BadScript('unexpected }');
      begin.end = this.orders.length;
    } else if (name === '{') {
      this.open.push(given);
      this.orders.push(given);
    } else if (WITH_LABEL.includes(name)) this.orders.push({ ...given, text: this.skip(/[^;\n}]*/y).trim() });
    else if (WITH_TEXT.includes(name)) this.orders.push({ ...given, text: this.lines() });
    else if (name === 'q' || name === 'Q') this.orders.push({ ...given, text: this.skip(/[ \t]*\d*/y).trim() });
    else if (name === 's') this.orders.push({ ...given, substitution: this.substitution() });
    else if (name === 'y') this.orders.push({ ...given, letters: this.letters() });
    else if (PLAIN.includes(name)) this.orders.push(given);
    else if ('rwWRe'.includes(name)) throw new NotModelledHere();
    else throw new BadScript(`unsupported command ${name}`);
  }

  private address(): Address | undefined {
    const every = /^(\d+)~(\d+)/.exec(this.text.slice(this.at, this.at + 24));
    if (every !== null) {
      this.at += every[0].length;
      return { kind: 'every', first: Number(every[1]), step: Number(every[2]) };
    }
    const more = this.skip(/\+\d+/y);
    if (more !== '') return { kind: 'more', count: Number(more) };
    const number = this.skip(/\d+/y);
    if (number !== '') return { kind: 'line', number: Number(number) };
    if (this.skip(/\$/y) !== '') return { kind: 'last' };
    const sign = this.skip(/\/|\\[^\n]/y);
    if (sign === '') return undefined;
    const pattern = this.part(sign.charAt(sign.length - 1), true);
    const ignoresCase = this.skip(/I/y) !== '';
    return { kind: 'like', matcher: this.matcher(pattern, ignoresCase) };
  }

  private matcher(pattern: string, ignoresCase: boolean): Matcher | undefined {
    if (pattern === '') return undefined;
    try {
      return matcherOf([pattern], { isExtended: this.isExtended, ignoresCase, work: this.work });
    } catch (error) {
      if (!(error instanceof BadPattern)) throw error;
      throw new BadScript(`bad regex '${pattern}': ${error.message}`);
    }
  }

  /** Up to the sign that ends it. Within a pattern a bracket holds the sign, and `\n` is the end of a line. */
  private part(sign: string, isPattern: boolean): string {
    let found = '';
    let isInBrackets = false;
    for (;;) {
      const letter = this.next();
      if (letter === '') throw new BadScript(`unmatched '${sign}'`);
      if (letter === sign && !isInBrackets) return found;
      if (isPattern && letter === '[' && !isInBrackets) {
        isInBrackets = true;
        found += letter + this.skip(/\^?\]?/y);
      } else if (letter === '\\') {
        const next = this.next();
        if (next === sign && sign !== '\\') found += isPattern && '.*[]^$+?(){}|'.includes(sign) ? `\\${next}` : next;
        else found += isPattern && (next === 'n' || next === 't') ? LETTERS[next] : `\\${next}`;
      } else {
        if (letter === ']') isInBrackets = false;
        found += letter;
      }
    }
  }

  private substitution(): Substitution {
    const sign = this.next();
    const pattern = this.part(sign, true);
    const instead = this.part(sign, false);
    const flags = this.skip(/[^;\n}#]*/y).trim();
    if (/[^gpiIM\d]/.test(flags)) {
      if (/[we]/.test(flags)) throw new NotModelledHere();
      throw new BadScript('bad option in substitution expression');
    }
    return {
      matcher: this.matcher(pattern, /[iI]/.test(flags)),
      instead,
      // Here `g` wins over a number.
      which: flags.includes('g') ? 1 : Number(/\d+/.exec(flags)?.[0] ?? 1),
      isAll: flags.includes('g'),
      isPrinted: flags.includes('p'),
    };
  }

  private letters(): ReadonlyMap<string, string> {
    const sign = this.next();
    const plain = (text: string): string[] => [
      ...text.replace(/\\([\s\S])/g, (_, letter: string) => LETTERS[letter] ?? letter),
    ];
    const [from, to] = [plain(this.part(sign, false)), plain(this.part(sign, false))];
    if (from.length !== to.length) throw new BadScript('y command strings have different lengths');
    return new Map(from.map((letter, index) => [letter, to[index] as string]));
  }

  /** `a text` and `a\`, up to the end of a line that no backslash holds. */
  private lines(): string {
    this.skip(/[ \t]*(?:\\[ \t]*\n?)?/y);
    const text = this.skip(/(?:\\[\s\S]|[^\\\n])*/y);
    return `${text.replace(/\\([\s\S])/g, '$1')}\n`;
  }
}

/** It asks for more than is modelled. */
export class NotModelledHere extends Error {}

const LETTERS: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' };
