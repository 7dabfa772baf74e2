// Models shell/ash.c of busybox, as far as values are put into words: variables, arithmetic, what commands say, names of files (v1.36)

import type { Process } from '../../engine/index.ts';
import type { Files } from '../tools/files/files.ts';
import { MOST_TEXT } from '../tools/told.ts';
import { arithmetic } from './arithmetic.ts';
import type { Commands, Piece, Value, Word } from './syntax.ts';
import { held, isPattern, unheld, Wildcard } from './wildcards.ts';
import { literalOf } from './words.ts';

/** What words are filled in with. */
export interface Scope {
  readonly files: Files;
  /** Of a variable, or of `?`, `#` and the like; undefined: nobody has set it. */
  valueOf(name: string): string | undefined;
  assign(name: string, value: string): void;
  /** Each by itself, for `"$@"`. */
  parameters(): readonly string[];
  /** It is more than the shell can hold. */
  burst(): void;
  /** `${NAME:?why}`: the shell ends. */
  fail(why: string): void;
  /** What the commands of `$(…)` say. */
  said(body: Commands): Process<string>;
  /** A name that nobody has set is an error. */
  needsValues(): boolean;
  /** Patterns stay as they are. */
  keepsPatterns(): boolean;
}

/** What a word becomes: none, one or several. Values that no quotes hold together are split, patterns become names. */
export function* fieldsOf(written: Word, scope: Scope): Process<readonly string[]> {
  const word = withHome(written, scope);
  const literal = plainField(word);
  if (literal !== undefined) return [literal];
  const filler = new Filler(scope, true);
  yield* filler.all(word, false);
  return filler.done().flatMap(({ text, pattern }) => {
    if (scope.keepsPatterns() || !isPattern(pattern)) return [text];
    const names = namesFor(pattern, scope.files);
    return names.length === 0 ? [text] : names;
  });
}

/** `~` and `~/FILE` begin at home. */
function withHome(word: Word, scope: Scope): Word {
  const [first, ...rest] = word;
  if (first?.kind !== 'text' || first.isQuoted || !HOME.test(first.text)) return word;
  if (first.text === '~' && rest.length > 0) return word;
  const home = { kind: 'text', text: scope.valueOf('HOME') ?? '', isQuoted: true } as const;
  return first.text === '~' ? [home] : [home, { ...first, text: first.text.slice(1) }, ...rest];
}

const HOME = /^~(?:\/|$)/;

/** Most words are just what they say. */
function plainField(word: Word): string | undefined {
  const [only] = word;
  if (word.length !== 1 || only?.kind !== 'text') return undefined;
  return only.isQuoted || !/[*?[]/.test(only.text) ? only.text : undefined;
}

/** The same as one text: of an assignment, the name of a file. */
export function* textOf(written: Word, scope: Scope): Process<string> {
  const word = withHome(written, scope);
  const literal = literalOf(word);
  return literal ?? (yield* whole(word, scope)).text;
}

/** What a pattern of `case` or `[[` is like. */
export function* patternIn(word: Word, scope: Scope): Process<Wildcard> {
  return new Wildcard((yield* whole(word, scope)).pattern);
}

function* whole(word: Word, scope: Scope): Process<Field> {
  const filler = new Filler(scope, false);
  yield* filler.all(word, false);
  return filler.done()[0] ?? { text: '', pattern: '' };
}

/** What is counted in `$((…))`, after values were put in. */
export function* countedIn(text: Word, scope: Scope): Process<bigint> {
  return arithmetic(yield* textOf(text, scope), scope);
}

/** What a word has become so far, as it is and as a pattern. */
interface Field {
  readonly text: string;
  readonly pattern: string;
}

class Filler {
  private readonly fields: Field[] = [];
  private text = '';
  private pattern = '';
  private isBegun = false;
  /** Of all fields. */
  private size = 0;

  constructor(
    private readonly scope: Scope,
    /** Values that are not quoted become several fields. */
    private readonly splits: boolean,
  ) {}

  done(): readonly Field[] {
    this.end();
    return this.fields;
  }

  *all(word: Word, isHeld: boolean): Process {
    for (const piece of word) yield* this.piece(piece, isHeld || piece.isQuoted);
  }

  /** What stands in for a value is split as that would be. */
  private *instead(word: Word, isHeld: boolean): Process {
    for (const piece of word) {
      if (piece.kind === 'text' && !piece.isQuoted && !isHeld) this.value(piece.text, false);
      else yield* this.piece(piece, isHeld || piece.isQuoted);
    }
  }

  private *piece(piece: Piece, isHeld: boolean): Process {
    switch (piece.kind) {
      case 'text':
        return this.add(piece.text, isHeld);
      case 'sum':
        return this.value(String(yield* countedIn(piece.text, this.scope)), isHeld);
      case 'command':
        return this.value((yield* this.scope.said(piece.body)).replace(/\n+$/, ''), isHeld);
      default:
        return yield* this.parameter(piece, isHeld);
    }
  }

  private add(text: string, isHeld: boolean): void {
    this.size += text.length;
    if (this.size > MOST_TEXT) return this.scope.burst();
    this.text += text;
    this.pattern += isHeld ? held(text) : text;
    this.isBegun = true;
  }

  private end(): void {
    if (this.isBegun) this.fields.push({ text: this.text, pattern: this.pattern });
    this.text = '';
    this.pattern = '';
    this.isBegun = false;
  }

  /** A value is split where nothing holds it together. */
  private value(value: string, isHeld: boolean): void {
    if (isHeld) return this.add(value, true);
    if (!this.splits) return this.add(value.replaceAll('\\', '\\\\'), false);
    const signs = this.scope.valueOf('IFS') ?? ' \t\n';
    let from = 0;
    let isBehindBlank = false;
    for (let at = 0; at < value.length; at += 1) {
      const letter = value.charAt(at);
      if (!signs.includes(letter)) continue;
      this.part(value.slice(from, at));
      if (at > from) isBehindBlank = false;
      from = at + 1;
      const isBlank = letter === ' ' || letter === '\t' || letter === '\n';
      // A sign with the blanks around it parts two fields once.
      if (!isBlank && !isBehindBlank) this.isBegun = true;
      if (isBlank) isBehindBlank ||= this.isBegun;
      else isBehindBlank = false;
      this.end();
    }
    this.part(value.slice(from));
  }

  private part(text: string): void {
    if (text === '') return;
    this.size += text.length;
    if (this.size > MOST_TEXT) return this.scope.burst();
    this.text += text;
    this.pattern += text.replaceAll('\\', '\\\\');
    this.isBegun = true;
  }

  private *parameter(piece: Value, isHeld: boolean): Process {
    const several = this.several(piece);
    if (several !== undefined && piece.operator === '') return this.each(several, piece, isHeld);
    if (piece.isCount) return this.value(String((yield* this.one(piece)).length), isHeld);
    const { operator, word } = piece;
    if (!/^:?[-=+?]$/.test(operator)) return this.value(yield* this.changed(piece), isHeld);
    const value = several === undefined ? this.known(piece) : several.length === 0 ? undefined : several.join(' ');
    const isSet = value !== undefined && (value !== '' || !operator.startsWith(':'));
    const sign = operator.at(-1);
    if (sign === '+' ? isSet : sign === '-' && !isSet) return yield* this.instead(word, isHeld);
    if (sign === '+') return this.value('', isHeld);
    if (isSet && several !== undefined) return this.each(several, piece, isHeld);
    if (isSet) return this.value(value, isHeld);
    const given = yield* textOf(word, this.scope);
    if (sign === '?') return this.scope.fail(`${piece.name}: ${given === '' ? 'parameter not set' : given}`);
    this.scope.assign(piece.name, given);
    this.value(given, isHeld);
  }

  /** `$@`, `$*`, `${NAME[@]}`: all of them; undefined for what has one value. */
  private several({ name, index, isCount }: Value): readonly string[] | undefined {
    const place = literalOf(index);
    if (place === '@' || place === '*') {
      const values = valuesOf(name, this.scope);
      return isCount ? [String(values.length)] : values;
    }
    return (name === '@' || name === '*') && !isCount ? this.scope.parameters() : undefined;
  }

  private each(values: readonly string[], { name, index }: Value, isHeld: boolean): void {
    const isJoined = (literalOf(index) ?? name) === '*';
    if (isHeld && (isJoined || !this.splits))
      return this.add(values.join(isJoined ? (this.scope.valueOf('IFS') ?? ' ').charAt(0) : ' '), true);
    for (const [at, each] of values.entries()) {
      if (at > 0) {
        if (this.splits) this.end();
        else this.add(' ', true);
      }
      this.value(each, isHeld);
    }
  }

  private known({ name }: Value): string | undefined {
    return this.scope.valueOf(name);
  }

  private needed(name: string): string {
    const { scope } = this;
    const value = scope.valueOf(name);
    if (value === undefined && scope.needsValues()) scope.fail(`${name}: parameter not set`);
    return value ?? '';
  }

  private *one({ name, index }: Value): Process<string> {
    if (index === undefined) return this.needed(name);
    return this.scope.valueOf(`${name}[${yield* countedIn(index, this.scope)}]`) ?? '';
  }

  /** `NAME%end`, `NAME/this/that`, `NAME:1:2` and the like. */
  private *changed(piece: Value): Process<string> {
    const { scope } = this;
    const { operator, word } = piece;
    if (operator === 'bad') {
      scope.fail('syntax error: bad substitution');
      return '';
    }
    const value = yield* this.one(piece);
    if (operator === '') return value;
    if (operator === ':') return partOf(value, yield* textOf(word, scope), scope);
    if (operator.startsWith('/')) return yield* this.replaced(value, piece);
    if (operator.startsWith('%') || operator.startsWith('#'))
      return cut(value, operator, yield* patternIn(word, scope));
    return cased(value, operator);
  }

  /** `PATTERN/TEXT`: the first, or all, that are like the pattern. */
  private *replaced(value: string, { operator, word, replacement = [] }: Value): Process<string> {
    if (word.length === 0) return value;
    const { matcher } = yield* patternIn(word, this.scope);
    const put = yield* textOf(replacement, this.scope);
    let next = '';
    let from = 0;
    for (const { start, end } of matcher.all(value)) {
      if (end === start) continue;
      next += value.slice(from, start) + put;
      from = end;
      if (next.length > MOST_TEXT) this.scope.burst();
      if (operator.length === 1 || next.length > MOST_TEXT) break;
    }
    return next + value.slice(from);
  }
}

function valuesOf(array: string, scope: Scope): readonly string[] {
  const count = Number(scope.valueOf(`${array}[#]`) ?? 0);
  return Array.from({ length: count }, (_, at) => scope.valueOf(`${array}[${at}]`) ?? '');
}

/** `FROM:LENGTH` */
function partOf(value: string, word: string, scope: Scope): string {
  const [from = '0', length] = word.split(':');
  const begin = Number(arithmetic(from, scope));
  const start = begin < 0 ? Math.max(0, value.length + begin) : begin;
  if (length === undefined) return value.slice(start);
  const count = Number(arithmetic(length, scope));
  return count < 0 ? value.slice(start, count) : value.slice(start, start + count);
}

function cased(value: string, operator: string): string {
  const turn = (text: string): string => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? turn(value) : turn(value.charAt(0)) + value.slice(1);
}

/** Takes off the shortest or longest beginning or end of a pattern. */
function cut(value: string, operator: string, pattern: Wildcard): string {
  const isEnd = operator.startsWith('%');
  const length = pattern.lengthAt(value, isEnd, operator.length === 1) ?? 0;
  return isEnd ? value.slice(0, value.length - length) : value.slice(length);
}

/** Files whose names are like the pattern, in order. */
function namesFor(pattern: string, files: Files): readonly string[] {
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : ''];
  for (const part of unheldSlashes(pattern).split('/')) {
    if (part === '') continue;
    const match = isPattern(part) ? new Wildcard(part) : undefined;
    found = found.flatMap((folder) =>
      match === undefined
        ? [joined(folder, unheld(part))].filter((path) => files.isThere(path))
        : files
            .list(folder === '' ? '.' : folder)
            .filter((name) => match.isLike(name) && (!name.startsWith('.') || part.startsWith('.')))
            .map((name) => joined(folder, name)),
    );
  }
  return found;
}

/** A slash parts names, whether it is quoted or not. */
const unheldSlashes = (pattern: string): string => pattern.replaceAll('\\/', '/');

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder === '/' ? '' : folder}/${name}`;
}
