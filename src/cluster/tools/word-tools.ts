// Models coreutils/{test,printf,expr}.c and libbb/parse_mode.c of busybox (v1.36)

import { textOf } from '../../base/bytes/tar.ts';
import type { Files } from './files/files.ts';
import { BadPattern, matcherOf } from './lines/line-patterns.ts';
import { says, type Told } from './told.ts';

/** What is wrong with the words of a tool. */
class Misuse extends Error {}

function judged(act: () => Told, tell: (why: string) => Told): Told {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    return tell(error.message);
  }
}

// test

const COMPARISONS: { readonly [operator: string]: (left: number, right: number) => boolean } = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-le': (left, right) => left <= right,
  '-gt': (left, right) => left > right,
  '-ge': (left, right) => left >= right,
};
const TEXTS: { readonly [operator: string]: (left: string, right: string) => boolean } = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
};
const OLDER: ReadonlySet<string> = new Set(['-nt', '-ot', '-ef']);
const ASKS = /^-[abcdefghknprstuwxzGLNOS]$/;

/** `test WORD…`, and `[ WORD… ]`. */
export function check(name: string, args: readonly string[], files: Files): Told {
  const closes = name === '[' ? ']' : name === '[[' ? ']]' : undefined;
  const wrong = (why: string): Told => ({ stdout: '', stderr: `sh: ${why}\n`, exitCode: 2 });
  if (closes !== undefined && args.at(-1) !== closes) return wrong(`missing ${closes}`);
  const words = closes === undefined ? args : args.slice(0, -1);
  return judged(() => says('', new Test(words, files).holds() ? 0 : 1), wrong);
}

class Test {
  private at = 0;

  constructor(
    private readonly words: readonly string[],
    private readonly files: Files,
  ) {}

  holds(): boolean {
    const { words } = this;
    const [first = '', second = ''] = words;
    if (words.length === 0) return false;
    if (words.length === 1) return first !== '';
    if (words.length === 3 && this.isBetween(second)) return this.compared(first, second, words[2] ?? '');
    const found = this.either();
    const rest = words[this.at];
    if (rest !== undefined) throw new Misuse(`${rest}: unknown operand`);
    return found;
  }

  private either(): boolean {
    const left = this.both();
    if (this.words[this.at] !== '-o') return left;
    this.at += 1;
    return this.either() || left;
  }

  private both(): boolean {
    const left = this.negated();
    if (this.words[this.at] !== '-a') return left;
    this.at += 1;
    return this.both() && left;
  }

  private negated(): boolean {
    if (this.words[this.at] !== '!' || this.at + 1 >= this.words.length) return this.single();
    this.at += 1;
    return !this.negated();
  }

  private single(): boolean {
    const { words } = this;
    const [first, second, third] = words.slice(this.at, this.at + 3);
    if (first === undefined) throw new Misuse('argument expected');
    if (first === '(') {
      this.at += 1;
      const inner = this.either();
      if (words[this.at] !== ')') throw new Misuse('closing paren expected');
      this.at += 1;
      return inner;
    }
    if (third !== undefined && this.isBetween(second ?? '')) {
      this.at += 3;
      return this.compared(first, second ?? '', third);
    }
    if (second !== undefined && ASKS.test(first)) {
      this.at += 2;
      return this.isSo(first, second);
    }
    this.at += 1;
    return first !== '';
  }

  private isBetween(word: string): boolean {
    return Object.hasOwn(COMPARISONS, word) || Object.hasOwn(TEXTS, word) || OLDER.has(word);
  }

  private compared(left: string, operator: string, right: string): boolean {
    const ofTexts = TEXTS[operator];
    if (ofTexts !== undefined) return ofTexts(left, right);
    const ofNumbers = COMPARISONS[operator];
    return ofNumbers?.(numeral(left), numeral(right)) ?? false;
  }

  private isSo(flag: string, word: string): boolean {
    const { files } = this;
    if (flag === '-n') return word !== '';
    if (flag === '-z') return word === '';
    if (flag === '-t') return false;
    if (flag === '-L' || flag === '-h') return files.linkOf(word) !== undefined;
    const content = files.read(word);
    const isFolder = content === undefined && files.isFolder(word);
    if (flag === '-b' || flag === '-p' || flag === '-S') return false;
    if (flag === '-c') return /^\/dev\/(?:null|zero|u?random|tty|console|ptmx)$/.test(word);
    if (flag === '-d') return isFolder;
    if (flag === '-f') return content !== undefined;
    if (flag === '-s') return isFolder || (content ?? '') !== '';
    if (flag === '-w') return (content !== undefined || isFolder) && files.refusal(word) === undefined;
    if (flag === '-x') return isFolder || (content !== undefined && (files.modeOf(word) & 0o111) !== 0);
    return content !== undefined || isFolder;
  }
}

function numeral(word: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(word)) throw new Misuse(word === '' ? 'bad number' : `${word}: bad number`);
  return Number(word);
}

// printf

/** `\n`, `\t`, `\101`, `\x41` and the like; bytes one after the other are a text in UTF-8. */
export function escapes(text: string): string {
  return text.replace(/\\([abefnrtv\\"])|(?:\\(?:x[\da-fA-F]{1,2}|0?[0-7]{1,3}))+/g, (bytes, letter) =>
    letter === undefined ? textOf(bytes.replace(BYTE, byteOf)) : (LETTERS[letter] ?? letter),
  );
}

const BYTE = /\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3}))/g;
const byteOf = (_: string, hex: string | undefined, octal: string): string =>
  String.fromCharCode(hex === undefined ? Number.parseInt(octal, 8) & 0xff : Number.parseInt(hex, 16));

const LETTERS: { readonly [letter: string]: string } = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** Nobody reads more. */
const WIDEST = 65_536;
const PLACE = /%([-0+ #]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g;

/** The format again and again, until all values are told. */
export function printf([format, ...values]: readonly string[]): Told {
  if (format === undefined) return { stdout: '', stderr: 'sh: usage: printf FORMAT [ARGUMENT...]\n', exitCode: 2 };
  let at = 0;
  let stdout = '';
  let stderr = '';
  const place = (all: string, flags: string, width: string, digits: string | undefined, letter: string): string => {
    if (letter === '%') return '%';
    if (!'sdiuxXofcbeEgG'.includes(letter)) throw new Misuse(`${all}: invalid format`);
    const given = values[at];
    at += 1;
    if (!'scb'.includes(letter) && given !== undefined && given !== '' && Number.isNaN(numberIn(given)))
      stderr += `sh: invalid number '${given}'\n`;
    const value = signed(placed(given, letter, digits, flags), letter, flags);
    const room = Math.min(WIDEST, Number(width));
    if (flags.includes('-')) return value.padEnd(room);
    if (!flags.includes('0') || 'scb'.includes(letter)) return value.padStart(room);
    const sign = /^[-+ ]/.exec(value)?.[0] ?? '';
    return sign + value.slice(sign.length).padStart(room - sign.length, '0');
  };
  return judged(
    () => {
      do stdout += escapes(format.replace(PLACE, place));
      while (at > 0 && at < values.length);
      return { stdout, stderr, exitCode: Number(stderr !== '') };
    },
    (why) => ({ stdout, stderr: `${stderr}sh: ${why}\n`, exitCode: 1 }),
  );
}

function signed(value: string, letter: string, flags: string): string {
  if (!'dieEfgG'.includes(letter) || value.startsWith('-')) return value;
  return flags.includes('+') ? `+${value}` : flags.includes(' ') ? ` ${value}` : value;
}

/** As C reads it: `0x10`, `010`, `'a`. */
function numberIn(text: string): number {
  const [, sign = '', digits = ''] = /^\s*([-+]?)(.*)$/s.exec(text) ?? [];
  if (/^["']./s.test(digits)) return digits.charCodeAt(1);
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : digits === '' ? Number.NaN : Number(digits);
  return sign === '-' ? -value : value;
}

function placed(given: string | undefined, letter: string, digits: string | undefined, flags: string): string {
  const escaped = (text: string): string => text.replaceAll('\\', '\\\\');
  if (letter === 's') return escaped((given ?? '').slice(0, digits === undefined ? undefined : Number(digits)));
  if (letter === 'b') return escaped(escapes(given ?? ''));
  if (letter === 'c') return escaped((given ?? '').slice(0, 1));
  const number = numberIn(given ?? '') || 0;
  if (letter === 'f') return number.toFixed(Number(digits ?? 6));
  if (letter === 'e' || letter === 'E') return exponent(number, Number(digits ?? 6), letter);
  if (letter === 'g' || letter === 'G') return String(number);
  const whole = Math.trunc(number);
  const text = whole.toString(letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10);
  const prefixed = flags.includes('#') && letter !== 'd' ? `${letter === 'o' ? '0' : '0x'}${text}` : text;
  const padded = digits === undefined ? prefixed : prefixed.padStart(Number(digits), '0');
  return letter === 'X' ? padded.toUpperCase() : padded;
}

function exponent(number: number, digits: number, letter: string): string {
  const [mantissa = '', power = ''] = number.toExponential(digits).split('e');
  return `${mantissa}${letter}${power.charAt(0)}${power.slice(1).padStart(2, '0')}`;
}

// expr

/** `expr WORD…` */
export function expression(args: readonly string[]): Told {
  const wrong = (why: string): Told => ({ stdout: '', stderr: `expr: ${why}\n`, exitCode: 2 });
  return judged(() => {
    const reader = new Expression(args);
    const value = reader.whole();
    return says(`${value}\n`, Number(value === '' || value === '0'));
  }, wrong);
}

const LEVELS: readonly (readonly string[])[] = [
  ['|'],
  ['&'],
  ['=', '==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
  [':'],
];
const SUMS: { readonly [operator: string]: (left: number, right: number) => number } = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
};

class Expression {
  private at = 0;

  constructor(private readonly words: readonly string[]) {}

  whole(): string {
    const value = this.level(0);
    if (this.at < this.words.length) throw new Misuse('syntax error');
    return value;
  }

  private level(depth: number): string {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.single();
    let value = this.level(depth + 1);
    for (;;) {
      const operator = this.words[this.at] ?? '';
      if (!operators.includes(operator)) return value;
      this.at += 1;
      value = joined(value, operator, this.level(depth + 1));
    }
  }

  private next(): string {
    const word = this.words[this.at];
    if (word === undefined) throw new Misuse('syntax error');
    this.at += 1;
    return word;
  }

  private single(): string {
    const word = this.next();
    if (this.at >= this.words.length) return word;
    switch (word) {
      case '(': {
        const value = this.level(0);
        if (this.next() !== ')') throw new Misuse('syntax error');
        return value;
      }
      case 'length':
        return String(this.single().length);
      case 'match':
        return matched(this.single(), this.single());
      case 'index': {
        const [text, letters] = [this.single(), this.single()];
        return String([...text].findIndex((letter) => letters.includes(letter)) + 1);
      }
      case 'substr': {
        const [text, from, count] = [this.single(), Number(this.single()), Number(this.single())];
        return from > 0 && count > 0 ? text.slice(from - 1, from - 1 + count) : '';
      }
      default:
        return word;
    }
  }
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
const isNothing = (text: string): boolean => text === '' || text === '0';

function joined(left: string, operator: string, right: string): string {
  if (operator === '|') return isNothing(left) ? right : left;
  if (operator === '&') return isNothing(left) || isNothing(right) ? '0' : left;
  if (operator === ':') return matched(left, right);
  const sum = SUMS[operator];
  if (sum !== undefined) {
    if (!isNumber(left) || !isNumber(right)) throw new Misuse('non-numeric argument');
    if (Number(right) === 0 && /[/%]/.test(operator)) throw new Misuse('division by zero');
    return String(sum(Number(left), Number(right)));
  }
  const areNumbers = isNumber(left) && isNumber(right);
  const order = areNumbers ? Number(left) - Number(right) : left < right ? -1 : Number(left > right);
  const isSo = { '=': order === 0, '==': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0 }[operator];
  return String(Number(isSo ?? (operator === '>' ? order > 0 : order >= 0)));
}

/** From the beginning on: what the brackets hold, else how many letters. */
function matched(text: string, pattern: string): string {
  try {
    const found = matcherOf([pattern.startsWith('^') ? pattern : `^${pattern}`]).find(text);
    if (/\\\(/.test(pattern)) return found?.groups[0] ?? '';
    return String(found?.end ?? 0);
  } catch (error) {
    throw error instanceof BadPattern ? new Misuse(error.message) : error;
  }
}

// chmod

/** Permissions after `u+x,g-w`, `+x`, `644`; undefined: that is no mode. */
export function modeAfter(mode: string, before: number): number | undefined {
  if (/^[0-7]{1,4}$/.test(mode)) return Number.parseInt(mode, 8);
  let bits = before;
  for (const clause of mode.split(',')) {
    const [, who = '', actions = ''] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(clause) ?? [];
    if (actions === '') return undefined;
    const all = who === '' || who.includes('a');
    const mask = all ? 0o777 : [...who].reduce((sum, each) => sum | (0o7 << (SHIFTS[each] ?? 0)), 0);
    for (const [, sign = '', letters = ''] of actions.matchAll(/([-+=])([rwxXst]*)/g)) {
      const each = [...letters].reduce((sum, letter) => sum | (RIGHTS[letter] ?? 0), 0);
      // Without a name the mask of the process holds: others may not write.
      const wanted = (each * 0o111) & mask & (who === '' ? 0o755 : 0o777);
      bits = sign === '+' ? bits | wanted : sign === '-' ? bits & ~wanted : (bits & ~mask) | wanted;
    }
  }
  return bits;
}

const SHIFTS: { readonly [who: string]: number } = { u: 6, g: 3, o: 0 };
const RIGHTS: { readonly [letter: string]: number } = { r: 4, w: 2, x: 1, X: 1 };
