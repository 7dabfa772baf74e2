// Models shell/ash.c of busybox, as far as values are put into words: variables, arithmetic, what commands say, names of files (v1.36)

import type { Process } from '../../engine/index.ts';
import type { Files } from '../images/files.ts';
import { ANY_LETTER, ANY_LETTERS, HELD_DOLLAR, PLAIN_DOLLAR, QUOTED } from '../images/script.ts';
import { arithmetic } from './arithmetic.ts';

/** What words are filled in with. */
export interface Scope {
  readonly files: Files;
  /** Of a variable, or of `?`, `#` and the like; undefined: nobody has set it. */
  valueOf(name: string): string | undefined;
  assign(name: string, value: string): void;
  /** What the commands of `$(…)` say. */
  said(script: string): Process<string>;
}

/** What a word becomes: none, one or several. Values that no quotes hold together are split at blanks, patterns become names. */
export function* fieldsOf(word: string, scope: Scope): Process<readonly string[]> {
  const reader = new WordReader(word, scope);
  yield* reader.run();
  return reader.fields.flatMap((field) => namesFor(field, scope.files));
}

/** The same as one text: of an assignment, the name of a file. */
export function* textOf(word: string, scope: Scope): Process<string> {
  const reader = new WordReader(word.replaceAll('$', HELD_DOLLAR), scope);
  yield* reader.run();
  return plain(reader.fields.join(' '));
}

const SIGNS: ReadonlySet<string> = new Set(['$', HELD_DOLLAR]);
const NAME = /^(?:\w+|[?#@*$!])/;

class WordReader {
  readonly fields: string[] = [];
  private at = 0;
  private current = '';
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
    this.current += text;
    this.isBegun = true;
  }

  private end(): void {
    if (this.isBegun) this.fields.push(this.current);
    this.current = '';
    this.isBegun = false;
  }

  private *value(isHeld: boolean): Process {
    const text = yield* this.reference();
    const value = text?.replaceAll('$', PLAIN_DOLLAR);
    if (value === undefined || isHeld) return this.add(value ?? PLAIN_DOLLAR);
    const parts = value.split(/\s+/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.end();
      if (part !== '') this.add(part);
    }
  }

  /** What stands behind the sign; undefined: nothing that it could stand for. */
  private *reference(): Process<string | undefined> {
    const { word, scope } = this;
    const rest = word.slice(this.at);
    if (rest.startsWith('((') && rest.includes('))')) {
      const end = closing(rest);
      this.at += end;
      return String(arithmetic(plain(rest.slice(2, end - 2)), (name) => scope.valueOf(name)));
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
    return scope.valueOf(name) ?? '';
  }

  /** `NAME:-otherwise`, `NAME%end`, `#NAME` and the like. */
  private *parameter(text: string): Process<string> {
    const { scope } = this;
    const counted = /^#(\w+)$/.exec(text)?.[1];
    if (counted !== undefined) return String((scope.valueOf(counted) ?? '').length);
    const [, name = '', operator = '', word = ''] = /^(\w+|[?#@*$!])(:?[-=+?]|%%?|##?)?([\s\S]*)$/.exec(text) ?? [];
    const value = scope.valueOf(name);
    if (operator === '') return value ?? '';
    const isSet = value !== undefined && (value !== '' || !operator.startsWith(':'));
    const given = yield* textOf(word, scope);
    switch (operator.at(-1)) {
      case '+':
        return isSet ? given : '';
      case '=':
        if (!isSet) scope.assign(name, given);
        return isSet ? value : given;
      case '%':
      case '#':
        return cut(value ?? '', operator, given);
      default:
        return isSet ? value : given;
    }
  }
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
function cut(value: string, operator: string, pattern: string): string {
  const isWhole = operator.length === 2;
  const isEnd = operator.startsWith('%');
  const match = patternOf(pattern);
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  for (const length of isWhole ? lengths.reverse() : lengths) {
    const [part, rest] = isEnd
      ? [value.slice(value.length - length), value.slice(0, value.length - length)]
      : [value.slice(0, length), value.slice(length)];
    if (match.test(part)) return rest;
  }
  return value;
}

function patternOf(pattern: string): RegExp {
  const literal = pattern.replace(/[.+^$()|[\]{}\\]/g, (letter) => `\\${letter}`);
  const open = literal.replaceAll(ANY_LETTERS, '*').replaceAll(ANY_LETTER, '?');
  return new RegExp(`^${open.replaceAll('*', '[\\s\\S]*').replaceAll('?', '[\\s\\S]')}$`);
}

/** Without what was known of quotes. */
function plain(text: string): string {
  return text
    .replaceAll(QUOTED, '')
    .replaceAll(HELD_DOLLAR, '$')
    .replaceAll(ANY_LETTERS, '*')
    .replaceAll(ANY_LETTER, '?');
}

/** Files whose names are like the pattern, in order; without any the pattern itself. */
function namesFor(field: string, files: Files): readonly string[] {
  if (!field.includes(ANY_LETTERS) && !field.includes(ANY_LETTER)) return [field];
  let found: readonly string[] = [field.startsWith('/') ? '/' : ''];
  for (const part of field.split('/').filter((each) => each !== '')) {
    const isPattern = part.includes(ANY_LETTERS) || part.includes(ANY_LETTER);
    const match = patternOf(part);
    found = found.flatMap((folder) =>
      isPattern
        ? files
            .list(folder === '' ? '.' : folder)
            .filter((name) => match.test(name) && (!name.startsWith('.') || part.startsWith('.')))
            .map((name) => joined(folder, name))
        : isThere(files, joined(folder, part))
          ? [joined(folder, part)]
          : [],
    );
  }
  return found.length === 0 ? [plain(field)] : found;
}

const isThere = (files: Files, path: string): boolean => files.isFolder(path) || files.read(path) !== undefined;

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder === '/' ? '' : folder}/${name}`;
}
