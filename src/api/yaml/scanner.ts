import { extend } from '../../base/extend.ts';
import { type Directive, scanAnchor, scanDirective, scanTag } from './scan-marks.ts';
import { scanBlock, scanPlain, scanQuoted } from './scan-scalars.ts';
import { type Mark, Source } from './source.ts';

interface Place {
  readonly start: Mark;
  readonly end: Mark;
}

/** `key` and `value` are `?` and `:`, also where `?` was left out. */
type Sign =
  | 'stream end'
  | 'document start'
  | 'document end'
  | 'list'
  | 'map'
  | 'block end'
  | 'entry'
  | 'key'
  | 'value'
  | '['
  | ']'
  | '{'
  | '}'
  | ',';

type Content =
  | { readonly kind: Sign }
  | { readonly kind: 'directive'; readonly directive: Directive }
  | { readonly kind: 'alias' | 'anchor'; readonly name: string }
  | { readonly kind: 'tag'; readonly handle: string; readonly suffix: string }
  | { readonly kind: 'scalar'; readonly text: string; readonly isPlain: boolean };

export type Token = Content & Place;

/** What may turn out to be a key when a `:` follows on its line. */
interface PossibleKey {
  isPossible: boolean;
  /** Nothing but a key may stand there. */
  readonly isRequired: boolean;
  readonly number: number;
  readonly mark: Mark;
}

const LONGEST_KEY = 1024;

/** Tokens of a text, as go-yaml makes them. Models go.yaml.in/yaml/v2/scannerc.go */
export class Scanner {
  readonly #source: Source;
  readonly #queue: Token[] = [];
  #taken = 0;
  #indent = -1;
  readonly #indents: number[] = [];
  #mayBeKey = true;
  readonly #keys: PossibleKey[];
  /** By the number of the token that it begins with: which of the possible keys. */
  readonly #keyAt = new Map<number, number>();

  constructor(text: string) {
    this.#source = new Source(text);
    this.#keys = [this.#noKey()];
  }

  peek(): Token {
    while (this.#queue.length === 0 || this.#headMayBeKey()) this.#fetch();
    return this.#queue[0] as Token;
  }

  take(): Token {
    const token = this.peek();
    this.#queue.shift();
    this.#taken += 1;
    return token;
  }

  get #isFlow(): boolean {
    return this.#keys.length > 1;
  }

  #noKey(): PossibleKey {
    return { isPossible: false, isRequired: false, number: this.#next, mark: this.#source.mark };
  }

  /** The number of the token that comes next. */
  get #next(): number {
    return this.#taken + this.#queue.length;
  }

  #headMayBeKey(): boolean {
    const key = this.#keyAt.get(this.#taken);
    return key !== undefined && this.#isKey(this.#keys[key] as PossibleKey);
  }

  /** A key stands on one line and is not too long. */
  #isKey(key: PossibleKey): boolean {
    if (!key.isPossible) return false;
    if (key.mark.line >= this.#source.line && key.mark.at + LONGEST_KEY >= this.#source.at) return true;
    this.#refuseRequired(key);
    key.isPossible = false;
    return false;
  }

  #refuseRequired(key: PossibleKey): void {
    if (key.isRequired) this.#source.fail("could not find expected ':'", key.mark);
  }

  #saveKey(): void {
    if (!this.#mayBeKey) return;
    const isRequired = !this.#isFlow && this.#indent === this.#source.column;
    const key = { isPossible: true, isRequired, number: this.#next, mark: this.#source.mark };
    this.#dropKey();
    this.#keys[this.#keys.length - 1] = key;
    this.#keyAt.set(key.number, this.#keys.length - 1);
  }

  #dropKey(): void {
    const key = this.#keys.at(-1) as PossibleKey;
    if (!key.isPossible) return;
    this.#refuseRequired(key);
    key.isPossible = false;
    this.#keyAt.delete(key.number);
  }

  #add(content: Content, start: Mark, end = this.#source.mark): void {
    this.#queue.push(extend(content, { start, end }));
  }

  /** `number` is that of the token before which it is put; without one it comes last, also where that token has gone. */
  #insert(kind: Sign, mark: Mark, number = -1): void {
    const token: Token = { kind, start: mark, end: mark };
    const index = number - this.#taken;
    if (number < 0 || index < 0) this.#queue.push(token);
    else this.#queue.splice(index, 0, token);
  }

  /** Further in, a list or a map begins. */
  #indentTo(column: number, kind: 'list' | 'map', mark: Mark, number = -1): void {
    if (this.#isFlow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#insert(kind, mark, number);
  }

  /** Further out, all ends that began further in. */
  #outdentTo(column: number): void {
    if (this.#isFlow) return;
    while (this.#indent > column) {
      this.#insert('block end', this.#source.mark);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #skipToToken(): void {
    const source = this.#source;
    for (;;) {
      if (source.column === 0 && source.char() === '\ufeff') source.skip();
      while (source.char() === ' ' || (source.char() === '\t' && (this.#isFlow || !this.#mayBeKey))) source.skip();
      if (source.char() === '#') source.skipToLineEnd();
      if (source.takeBreak() === '') return;
      if (!this.#isFlow) this.#mayBeKey = true;
    }
  }

  #fetch(): void {
    const source = this.#source;
    this.#skipToToken();
    this.#outdentTo(source.column);
    if (source.isEnd()) return this.#fetchEnd();
    const char = source.char();
    if (source.column === 0 && char === '%') return this.#fetchDirective();
    if (source.isDocumentIndicator()) return this.#fetchIndicator(char);
    if (char === '[' || char === '{') return this.#fetchOpening(char);
    if (char === ']' || char === '}') return this.#fetchClosing(char);
    if (char === ',') return this.#fetchComma();
    if (char === '-' && source.isGap(1)) return this.#fetchEntry();
    if (char === '?' && (this.#isFlow || source.isGap(1))) return this.#fetchKey();
    if (char === ':' && (this.#isFlow || source.isGap(1))) return this.#fetchValue();
    this.#fetchNode(char);
  }

  #fetchNode(char: string): void {
    const source = this.#source;
    if ((char === '|' || char === '>') && !this.#isFlow) return this.#fetchBlock();
    const start = source.mark;
    const isNamed = char === '*' || char === '&';
    const isQuoted = char === "'" || char === '"';
    if (!isNamed && !isQuoted && char !== '!' && !this.#startsPlain(char)) {
      source.fail('found character that cannot start any token', start);
    }
    this.#saveKey();
    this.#mayBeKey = false;
    if (isNamed) return this.#add({ kind: char === '*' ? 'alias' : 'anchor', name: scanAnchor(source) }, start);
    if (char === '!') return this.#add({ kind: 'tag', ...scanTag(source) }, start);
    if (isQuoted) return this.#add({ kind: 'scalar', text: scanQuoted(source, char), isPlain: false }, start);
    const { text, end, isBroken } = scanPlain(source, this.#indent, this.#isFlow);
    if (isBroken) this.#mayBeKey = true;
    this.#add({ kind: 'scalar', text, isPlain: true }, start, end);
  }

  #startsPlain(char: string): boolean {
    const source = this.#source;
    if (char === '-') return !source.isBlank(1);
    if (char === '?' || char === ':') return !this.#isFlow && !source.isGap(1);
    return !source.isGap() && !',[]{}#&*!|>\'"%@`'.includes(char);
  }

  #fetchBlock(): void {
    const start = this.#source.mark;
    this.#dropKey();
    this.#mayBeKey = true;
    const { text, end } = scanBlock(this.#source, this.#indent);
    this.#add({ kind: 'scalar', text, isPlain: false }, start, end);
  }

  #fetchEnd(): void {
    this.#source.endLastLine();
    this.#leaveBlocks();
    this.#insert('stream end', this.#source.mark);
  }

  #leaveBlocks(): void {
    this.#outdentTo(-1);
    this.#dropKey();
    this.#mayBeKey = false;
  }

  #fetchDirective(): void {
    this.#leaveBlocks();
    const start = this.#source.mark;
    this.#add({ kind: 'directive', directive: scanDirective(this.#source) }, start);
  }

  #fetchIndicator(char: string): void {
    this.#leaveBlocks();
    this.#sign(char === '-' ? 'document start' : 'document end', 3);
  }

  #fetchOpening(char: '[' | '{'): void {
    this.#saveKey();
    this.#keys.push(this.#noKey());
    this.#mayBeKey = true;
    this.#sign(char);
  }

  #fetchClosing(char: ']' | '}'): void {
    this.#dropKey();
    if (this.#isFlow) this.#keyAt.delete((this.#keys.pop() as PossibleKey).number);
    this.#mayBeKey = false;
    this.#sign(char);
  }

  #fetchComma(): void {
    this.#dropKey();
    this.#mayBeKey = true;
    this.#sign(',');
  }

  #fetchEntry(): void {
    this.#begin('list', 'block sequence entries are not allowed in this context');
    this.#dropKey();
    this.#mayBeKey = true;
    this.#sign('entry');
  }

  #fetchKey(): void {
    this.#begin('map', 'mapping keys are not allowed in this context');
    this.#dropKey();
    this.#mayBeKey = !this.#isFlow;
    this.#sign('key');
  }

  #fetchValue(): void {
    const key = this.#keys.at(-1) as PossibleKey;
    if (this.#isKey(key)) {
      this.#insert('key', key.mark, key.number);
      this.#indentTo(key.mark.column, 'map', key.mark, key.number);
      key.isPossible = false;
      this.#keyAt.delete(key.number);
      this.#mayBeKey = false;
    } else {
      this.#begin('map', 'mapping values are not allowed in this context');
      this.#mayBeKey = !this.#isFlow;
    }
    this.#sign('value');
  }

  /** Outside of brackets `-`, `?` and `:` may begin a list or a map, where one may begin. */
  #begin(kind: 'list' | 'map', problem: string): void {
    if (this.#isFlow) return;
    if (!this.#mayBeKey) this.#source.fail(problem, this.#source.mark);
    this.#indentTo(this.#source.column, kind, this.#source.mark);
  }

  #sign(kind: Sign, length = 1): void {
    const start = this.#source.mark;
    this.#source.skip(length);
    this.#add({ kind }, start);
  }
}
