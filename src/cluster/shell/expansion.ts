// Models shell/ash.c of busybox, as far as values are put into words: variables, arithmetic, what commands say, names of files (v1.36)

import type { Process } from '../../engine/index.ts';
import type { Files } from '../tools/files/files.ts';
import { PLAIN_DOLLAR } from '../tools/markers.ts';
import { MOST_TEXT } from '../tools/told.ts';
import { arithmetic } from './arithmetic.ts';
import { ANY_LETTER, ANY_LETTERS, ANY_OF, HELD_DOLLAR, QUOTED, WordSource } from './script.ts';
import { Wildcard } from './wildcards.ts';

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
  said(script: string): Process<string>;
  /** A name that nobody has set is an error. */
  needsValues(): boolean;
  /** Patterns stay as they are. */
  keepsPatterns(): boolean;
}

/** What a word becomes: none, one or several. Values that no quotes hold together are split at blanks, patterns become names. */
export function* fieldsOf(word: string, scope: Scope): Process<readonly string[]> {
  const reader = new WordReader(word, scope);
  yield* reader.run();
  return reader.fields.flatMap((field) => (scope.keepsPatterns() ? [plain(field)] : namesFor(field, scope.files)));
}

/** The same as one text: of an assignment, the name of a file. */
export function* textOf(word: string, scope: Scope): Process<string> {
  const reader = new WordReader(word.replaceAll('$', HELD_DOLLAR), scope);
  yield* reader.run();
  return plain(reader.fields.join(' '));
}

/** What a pattern of `case` or `[[` is like. */
export function* patternIn(word: string, scope: Scope): Process<Wildcard> {
  const reader = new WordReader(word.replaceAll('$', HELD_DOLLAR), scope);
  yield* reader.run();
  return new Wildcard(reader.fields.join(' '));
}

/** What is counted in `$((…))`, after values were put in. */
export function* countedIn(text: string, scope: Scope): Process<bigint> {
  return arithmetic(yield* textOf(text, scope), scope);
}

/** A word within `${…}`, as it is written. */
class InnerWord extends WordSource {
  constructor(text: string) {
    super(text, true, '');
  }

  whole(): string {
    return this.word();
  }
}

const SIGNS: ReadonlySet<string> = new Set(['$', HELD_DOLLAR]);
const NAME = /^(?:\w+|[?#@*$!])/;

class WordReader {
  readonly fields: string[] = [];
  private at = 0;
  private current = '';
  /** Of all fields. */
  private size = 0;
  private isBegun = false;

  constructor(
    private readonly word: string,
    private readonly scope: Scope,
  ) {}

  *run(): Process {
    while (this.at < this.word.length) {
      const letter = this.word.charAt(this.at);
      this.at += 1;
      if (letter === QUOTED) this.isBegun = true;
      else if (SIGNS.has(letter)) yield* this.value(letter === HELD_DOLLAR);
      else this.add(letter);
    }
    this.end();
  }

  private add(text: string): void {
    this.size += text.length;
    if (this.size > MOST_TEXT) return this.scope.burst();
    this.current += text;
    this.isBegun = true;
  }

  private end(): void {
    if (this.isBegun) this.fields.push(this.current);
    this.current = '';
    this.isBegun = false;
  }

  private *value(isHeld: boolean): Process {
    const all = /^(?:@|\{@\}|\{(\w+)\[@\]\})/.exec(this.word.slice(this.at));
    if (isHeld && all !== null && this.word.includes(QUOTED)) {
      this.at += all[0].length;
      const parameters = all[1] === undefined ? this.scope.parameters() : valuesOf(all[1], this.scope);
      if (parameters.length === 0 && this.current === '') this.isBegun = false;
      for (const [index, each] of parameters.entries()) {
        if (index > 0) this.end();
        this.add(each.replaceAll('$', PLAIN_DOLLAR));
      }
      return;
    }
    const text = yield* this.reference();
    const value = text?.replaceAll('$', PLAIN_DOLLAR);
    if (value === undefined || isHeld) return this.add(value ?? PLAIN_DOLLAR);
    const signs = this.scope.valueOf('IFS');
    const parts = separated(value, signs);
    const keepsEmpty = /\S/.test(signs ?? '');
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.end();
      if (part !== '' || (keepsEmpty && index < parts.length - 1)) this.add(part);
    }
  }

  /** What stands behind the sign; undefined: nothing that it could stand for. */
  private *reference(): Process<string | undefined> {
    const { word, scope } = this;
    const rest = word.slice(this.at);
    if (rest.startsWith('((') && rest.includes('))')) {
      const end = closing(rest);
      this.at += end;
      return String(yield* countedIn(plain(rest.slice(2, end - 2)), scope));
    }
    if (rest.startsWith('(')) {
      const end = closing(rest);
      this.at += end;
      return (yield* scope.said(plain(rest.slice(1, end - 1)))).replace(/\n+$/, '');
    }
    if (rest.startsWith('{')) {
      const end = closing(rest);
      this.at += end;
      return yield* this.parameter(rest.slice(1, end - 1));
    }
    const name = NAME.exec(rest)?.[0];
    if (name === undefined) return undefined;
    this.at += name.length;
    return this.needed(name);
  }

  private needed(name: string): string {
    const { scope } = this;
    const value = scope.valueOf(name);
    if (value === undefined && scope.needsValues()) scope.fail(`${name}: parameter not set`);
    return value ?? '';
  }

  /** `NAME:-otherwise`, `NAME%end`, `#NAME` and the like. */
  private *parameter(text: string): Process<string> {
    const { scope } = this;
    const [, isCount, array = '', index = ''] = /^(#?)(\w+)\[([^\]]*)\]$/.exec(text) ?? [];
    if (index === '@' || index === '*') {
      const values = valuesOf(array, scope);
      return isCount === '#' ? String(values.length) : values.join(' ');
    }
    if (array !== '') return scope.valueOf(`${array}[${yield* countedIn(index, scope)}]`) ?? '';
    const counted = /^#(\w+)$/.exec(text)?.[1];
    if (counted !== undefined) return String(this.needed(counted).length);
    const [, name = '', operator = '', word = ''] = PARAMETER.exec(text) ?? [];
    const value = scope.valueOf(name);
    if (operator === '') return this.needed(name);
    const isSet = value !== undefined && (value !== '' || !operator.startsWith(':'));
    if (operator === ':') return partOf(value ?? '', word, scope);
    if (operator.startsWith('/')) return yield* this.replaced(value ?? '', operator.length === 2, word);
    if (operator.startsWith('%') || operator.startsWith('#'))
      return cut(value ?? '', operator, yield* patternIn(new InnerWord(word).whole(), scope));
    const given = yield* textOf(new InnerWord(word).whole(), scope);
    switch (operator.at(-1)) {
      case '+':
        return isSet ? given : '';
      case '=':
        if (!isSet) scope.assign(name, given);
        return isSet ? value : given;
      case '?':
        if (!isSet) scope.fail(`${name}: ${given === '' ? 'parameter not set' : given}`);
        return value ?? '';
      case '^':
      case ',':
        return cased(value ?? '', operator);
      default:
        return isSet ? value : given;
    }
  }

  /** `PATTERN/TEXT`: the first, or all, that are like the pattern. */
  private *replaced(value: string, isAll: boolean, word: string): Process<string> {
    const [pattern = '', text = ''] = /^((?:\\[\s\S]|[^/\\])*)(?:\/([\s\S]*))?$/.exec(word)?.slice(1) ?? [];
    if (pattern === '') return value;
    const { matcher } = yield* patternIn(new InnerWord(pattern).whole(), this.scope);
    const put = yield* textOf(new InnerWord(text).whole(), this.scope);
    let next = '';
    let from = 0;
    for (const { start, end } of matcher.all(value)) {
      if (end === start) continue;
      next += value.slice(from, start) + put;
      from = end;
      if (next.length > MOST_TEXT) this.scope.burst();
      if (!isAll || next.length > MOST_TEXT) break;
    }
    return next + value.slice(from);
  }
}

function valuesOf(array: string, scope: Scope): readonly string[] {
  const count = Number(scope.valueOf(`${array}[#]`) ?? 0);
  return Array.from({ length: count }, (_, at) => scope.valueOf(`${array}[${at}]`) ?? '');
}

/** At blanks, or at the signs that somebody has chosen. */
function separated(value: string, signs: string | undefined): readonly string[] {
  if (signs === undefined) return value.split(/\s+/);
  const others = [...signs].filter((sign) => !/\s/.test(sign));
  if (signs === '') return [value];
  if (others.length === 0) return value.split(/\s+/);
  const other = `[${others.map((sign) => `\\${sign}`).join('')}]`;
  return value.split(new RegExp(/\s/.test(signs) ? `\\s*${other}\\s*|\\s+` : other));
}

const PARAMETER = /^(\w+|[?#@*$!])(:?[-=+?]|%%?|##?|\/\/?|\^\^?|,,?|:)?([\s\S]*)$/;

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

/** The place behind the bracket that closes the first one. */
function closing(text: string): number {
  const opens = text.charAt(0);
  const closes = opens === '(' ? ')' : '}';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === opens) depth += 1;
    else if (text.charAt(at) === closes) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Takes off the shortest or longest beginning or end of a pattern. */
function cut(value: string, operator: string, pattern: Wildcard): string {
  const isEnd = operator.startsWith('%');
  const length = pattern.lengthAt(value, isEnd, operator.length === 1) ?? 0;
  return isEnd ? value.slice(0, value.length - length) : value.slice(length);
}

/** Without what was known of quotes. */
function plain(text: string): string {
  return text
    .replaceAll(QUOTED, '')
    .replaceAll(HELD_DOLLAR, '$')
    .replaceAll(ANY_LETTERS, '*')
    .replaceAll(ANY_LETTER, '?')
    .replaceAll(ANY_OF, '[');
}

/** Files whose names are like the pattern, in order; without any the pattern itself. */
function namesFor(field: string, files: Files): readonly string[] {
  if (!ANY.test(field)) return [field];
  let found: readonly string[] = [field.startsWith('/') ? '/' : ''];
  for (const part of field.split('/').filter((each) => each !== '')) {
    const isPattern = ANY.test(part);
    const match = new Wildcard(part);
    found = found.flatMap((folder) =>
      isPattern
        ? files
            .list(folder === '' ? '.' : folder)
            .filter((name) => match.isLike(name) && (!name.startsWith('.') || part.startsWith('.')))
            .map((name) => joined(folder, name))
        : isThere(files, joined(folder, part))
          ? [joined(folder, part)]
          : [],
    );
  }
  return found.length === 0 ? [plain(field)] : found;
}

const ANY = new RegExp(`[${ANY_LETTERS}${ANY_LETTER}${ANY_OF}]`);
const isThere = (files: Files, path: string): boolean => files.isFolder(path) || files.read(path) !== undefined;

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder === '/' ? '' : folder}/${name}`;
}
