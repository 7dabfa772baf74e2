// Models shell/ash.c of busybox: words as they stand in a script, before anything is put in (v1.36)

import { escapes } from '../tools/word-tools.ts';
import type { Commands, Piece, Value, Word } from './syntax.ts';

/** It is no script. */
export class NoScript extends Error {}

const BLANKS = ' \t\n';
const NAME = /(?:[A-Za-z_]\w*|\d)/y;
const BRACED_NAME = /(?:\w+|[?#@*$!-])/y;
const SPECIAL = '?#@*$!-';
const OPERATOR = /:?[-=+?]|%%?|##?|\/\/?|\^\^?|,,?|:/y;
const PATTERN_OPERATOR = /^[%#/]/;

/** Reads a text word by word. */
export abstract class WordReader {
  protected at = 0;

  constructor(protected readonly text: string) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The commands of `$(…)`, up to the bracket, which is read, too. */
  protected abstract substituted(): Commands;
  /** Those between backquotes. */
  protected abstract parsed(text: string): Commands;

  protected blanks(): void {
    for (;;) {
      const letter = this.text.charAt(this.at);
      if (letter === '\\' && this.text.charAt(this.at + 1) === '\n') this.at += 2;
      else if (letter === ' ' || letter === '\t') this.at += 1;
      else if (letter === '#') {
        while (!this.atEnd && this.text.charAt(this.at) !== '\n') this.at += 1;
      } else return;
    }
  }

  /** Up to one of these; empty: there is none here. */
  protected word(breaks: string): Word {
    const pieces: Piece[] = [];
    if (this.isHome(breaks)) {
      this.at += 1;
      pieces.push(namedValue('HOME', true));
    }
    this.bare(pieces, breaks);
    return pieces;
  }

  /** `~` alone, or before a slash. */
  private isHome(breaks: string): boolean {
    const next = this.text.charAt(this.at + 1);
    return this.text.charAt(this.at) === '~' && (next === '' || next === '/' || breaks.includes(next));
  }

  private bare(pieces: Piece[], breaks: string): void {
    while (!this.atEnd) {
      const letter = this.text.charAt(this.at);
      if (breaks.includes(letter)) return;
      if (letter === "'") add(pieces, this.plainQuoted(), true);
      else if (letter === '"') this.doubleQuoted(pieces);
      else if (letter === '$' || letter === '`') this.reference(pieces, false);
      else if (letter === '\\') this.escaped(pieces);
      else {
        add(pieces, letter, false);
        this.at += 1;
      }
    }
  }

  private escaped(pieces: Piece[]): void {
    const next = this.text.charAt(this.at + 1);
    if (next !== '\n') add(pieces, next === '' ? '\\' : next, true);
    this.at += 2;
  }

  private plainQuoted(): string {
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) throw new NoScript('unterminated quoted string');
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  private doubleQuoted(pieces: Piece[]): void {
    this.at += 1;
    const before = pieces.length;
    this.held(pieces, '"');
    if (this.atEnd) throw new NoScript('unterminated quoted string');
    this.at += 1;
    if (pieces.length === before) pieces.push({ kind: 'text', text: '', isQuoted: true });
  }

  /** As between double quotes, up to one of these, which stays. */
  protected held(pieces: Piece[], ends: string, isPattern = false): void {
    while (!this.atEnd) {
      const letter = this.text.charAt(this.at);
      if (ends.includes(letter)) return;
      const next = this.text.charAt(this.at + 1);
      if (letter === '\\' && next !== '' && (`$\`\\\n`.includes(next) || ends.includes(next))) {
        if (next !== '\n') add(pieces, next, true);
        this.at += 2;
      } else if (letter === '$' || letter === '`') this.reference(pieces, true);
      else if (isPattern && letter === "'") add(pieces, this.plainQuoted(), true);
      else if (ends.startsWith('}') && letter === '"') this.at += 1;
      else {
        add(pieces, letter, !isPattern);
        this.at += 1;
      }
    }
  }

  /** What stands for a value; a sign behind which is nothing to stand for is itself. */
  private reference(pieces: Piece[], isQuoted: boolean): void {
    if (this.text.charAt(this.at) === '`') {
      pieces.push({ kind: 'command', body: this.parsed(this.backquoted(isQuoted)), isQuoted });
      return;
    }
    this.at += 1;
    const next = this.text.charAt(this.at);
    const name = this.found(NAME) ?? (next !== '' && SPECIAL.includes(next) ? next : undefined);
    if (next === '(') {
      const sum = this.sum();
      if (sum !== undefined) pieces.push({ kind: 'sum', text: sum, isQuoted });
      else {
        this.at += 1;
        pieces.push({ kind: 'command', body: this.substituted(), isQuoted });
      }
    } else if (next === '{') pieces.push(this.parameter(isQuoted));
    else if (next === "'" && !isQuoted) add(pieces, this.escapeQuoted(), true);
    else if (name === undefined) add(pieces, '$', isQuoted);
    else {
      this.at += name.length;
      pieces.push(namedValue(name, isQuoted));
    }
  }

  /** `$'a\n'` */
  private escapeQuoted(): string {
    const found = /^'((?:[^'\\]|\\[\s\S])*)'/.exec(this.text.slice(this.at));
    if (found === null) throw new NoScript('unterminated quoted string');
    this.at += found[0].length;
    return escapes((found[1] as string).replaceAll("\\'", "'"));
  }

  private backquoted(isQuoted: boolean): string {
    const inner = /^(?:\\[\s\S]|[^`\\])*/.exec(this.text.slice(this.at + 1))?.[0] ?? '';
    this.at += inner.length + 2;
    if (this.at > this.text.length) throw new NoScript('unterminated quoted string');
    return inner.replace(isQuoted ? /\\([`$\\"])/g : /\\([`$\\])/g, '$1');
  }

  /** `$((…))`; undefined where it is commands in brackets. */
  private sum(): Word | undefined {
    if (!this.text.startsWith('((', this.at)) return undefined;
    let depth = 0;
    for (let at = this.at; at < this.text.length; at += 1) {
      const letter = this.text.charAt(at);
      if (letter === '(') depth += 1;
      if (letter !== ')') continue;
      depth -= 1;
      if (depth > 1) continue;
      if (this.text.charAt(at + 1) !== ')') return undefined;
      const text = this.inner(this.text.slice(this.at + 2, at));
      this.at = at + 2;
      return text;
    }
    return undefined;
  }

  /** A text of its own, as between double quotes, which mean nothing themselves. */
  protected abstract inner(text: string): Word;

  /** `${…}` */
  private parameter(isQuoted: boolean): Value {
    this.at += 1;
    const isCount = this.text.charAt(this.at) === '#' && this.text.charAt(this.at + 1) !== '}' && this.isNameAt(1);
    if (isCount) this.at += 1;
    const name = this.found(BRACED_NAME) ?? '';
    this.at += name.length;
    const index = this.text.charAt(this.at) === '[' ? this.index() : undefined;
    const operator = this.found(OPERATOR) ?? '';
    this.at += operator.length;
    const isPattern = PATTERN_OPERATOR.test(operator);
    const word = this.within(operator.startsWith('/') ? '}/' : '}', isQuoted, isPattern);
    let replacement: Word | undefined;
    if (this.text.charAt(this.at) === '/') {
      this.at += 1;
      replacement = this.within('}', isQuoted, false);
    }
    if (this.atEnd) throw new NoScript('unterminated quoted string');
    this.at += 1;
    const isBad = name === '' || (operator === '' && word.length > 0);
    return {
      kind: 'value',
      name,
      isCount,
      operator: isBad ? 'bad' : operator,
      word,
      isQuoted,
      ...(index === undefined ? undefined : { index }),
      ...(replacement === undefined ? undefined : { replacement }),
    };
  }

  private within(ends: string, isQuoted: boolean, isPattern: boolean): Word {
    const pieces: Piece[] = [];
    if (isQuoted) this.held(pieces, ends, isPattern);
    else this.bare(pieces, ends);
    return pieces;
  }

  private index(): Word {
    const end = this.text.indexOf(']', this.at);
    if (end < 0) throw new NoScript('unterminated quoted string');
    const word = this.inner(this.text.slice(this.at + 1, end));
    this.at = end + 1;
    return word;
  }

  private isNameAt(offset: number): boolean {
    BRACED_NAME.lastIndex = this.at + offset;
    const name = BRACED_NAME.exec(this.text)?.[0];
    if (name === undefined) return false;
    const next = this.text.charAt(this.at + offset + name.length);
    return next === '}' || next === '[';
  }

  private found(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }
}

const namedValue = (name: string, isQuoted: boolean): Value => ({
  kind: 'value',
  name,
  isCount: false,
  operator: '',
  word: [],
  isQuoted,
});

/** Texts of one sort become one piece. */
function add(pieces: Piece[], text: string, isQuoted: boolean): void {
  const last = pieces.at(-1);
  if (last?.kind === 'text' && last.isQuoted === isQuoted)
    pieces[pieces.length - 1] = { kind: 'text', text: last.text + text, isQuoted };
  else pieces.push({ kind: 'text', text, isQuoted });
}

/** What a word says by itself; undefined where something is put in. */
export function literalOf(word: Word | undefined): string | undefined {
  if (word === undefined) return undefined;
  let text = '';
  for (const piece of word) {
    if (piece.kind !== 'text') return undefined;
    text += piece.text;
  }
  return text;
}

/** The same where nothing of it is quoted: an operator, a name that the shell knows. */
export function bareOf(word: Word | undefined): string | undefined {
  return word?.some(({ isQuoted }) => isQuoted) === true ? undefined : literalOf(word);
}

/** `NAME=VALUE`; `+=` adds to what is there. */
export function assignmentOf(
  word: Word,
): { readonly name: string; readonly value: Word; readonly adds: boolean } | undefined {
  const [first, ...rest] = word;
  if (first?.kind !== 'text' || first.isQuoted) return undefined;
  const [begin, name = '', plus] = /^([A-Za-z_]\w*)(\+?)=/.exec(first.text) ?? [];
  if (begin === undefined) return undefined;
  const text = first.text.slice(begin.length);
  const isHome = /^~(?:$|\/)/.test(text) && (text !== '~' || rest.length === 0);
  const own: Word = isHome
    ? [namedValue('HOME', true), { ...first, text: text.slice(1) }]
    : text === ''
      ? []
      : [{ ...first, text }];
  return { name, value: [...own, ...rest], adds: plus === '+' };
}

/** Whether commands say a part of it. */
export function saysCommands(word: Word): boolean {
  return word.some(
    (piece) =>
      piece.kind === 'command' ||
      (piece.kind === 'sum' && saysCommands(piece.text)) ||
      (piece.kind === 'value' && (saysCommands(piece.word) || saysCommands(piece.replacement ?? []))),
  );
}

/** A line that is only words: blanks part them, quotes hold them together. */
class Line extends WordReader {
  words(): readonly string[] {
    const all: string[] = [];
    for (this.blanks(); !this.atEnd; this.blanks()) {
      if (this.text.charAt(this.at) === '\n') this.at += 1;
      else
        all.push(
          this.word(BLANKS)
            .map((piece) => (piece.kind === 'text' ? piece.text : ''))
            .join(''),
        );
    }
    return all;
  }

  protected substituted(): Commands {
    return [];
  }

  protected parsed(): Commands {
    return [];
  }

  protected inner(): Word {
    return [];
  }
}

export function wordsOfLine(line: string): readonly string[] {
  return new Line(line).words();
}
