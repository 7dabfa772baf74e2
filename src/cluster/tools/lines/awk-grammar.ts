// Models editors/awk.c of busybox: its grammar, without functions of one's own, `getline` and files that are written (v1.36)

export type Value =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly keys: readonly Value[] }
  | { readonly kind: 'field'; readonly of: Value }
  | { readonly kind: 'has'; readonly name: string; readonly keys: readonly Value[] }
  | { readonly kind: 'unary'; readonly sign: string; readonly of: Value }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Value; readonly right: Value }
  | { readonly kind: 'choice'; readonly condition: Value; readonly chosen: Value; readonly otherwise: Value }
  | { readonly kind: 'assign'; readonly sign: string; readonly to: Value; readonly value: Value }
  | { readonly kind: 'step'; readonly by: 1 | -1; readonly isAfter: boolean; readonly of: Value }
  | { readonly kind: 'call'; readonly name: string; readonly values: readonly Value[] };

export type Statement =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'print' | 'printf'; readonly values: readonly Value[] }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly condition: Value; readonly chosen: Statement; readonly otherwise?: Statement }
  | {
      readonly kind: 'loop';
      readonly first?: Statement | undefined;
      readonly condition?: Value | undefined;
      readonly last?: Statement | undefined;
      readonly body: Statement;
      /** The body comes before the condition. */
      readonly isBodyFirst?: boolean;
    }
  | { readonly kind: 'each'; readonly name: string; readonly of: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly name: string; readonly keys: readonly Value[] | undefined }
  | { readonly kind: 'exit'; readonly code: Value | undefined }
  | { readonly kind: 'break' | 'continue' | 'next' };

export interface Rule {
  readonly when: 'BEGIN' | 'END' | 'line';
  readonly from?: Value | undefined;
  readonly until?: Value | undefined;
  /** Undefined: the line is printed. */
  readonly body: Statement | undefined;
}

/** It asks for more than is modelled, or is no program. */
export class NotModelled extends Error {}

const TOKEN =
  /(?:[ \t]|\\\n|#[^\n]*)*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)|"((?:\\[\s\S]|[^"\\])*)"|([A-Za-z_]\w*)|(\+\+|--|[-+*/%^=!<>]=|&&|\|\||!~|[-+*/%^=!<>~?:,;{}()[\]$\n]))/y;
const PATTERN = /[ \t]*\/((?:\\.|\[[^\]]*\]|[^/\\\n])*)\//y;
const ASSIGNS = ['=', '+=', '-=', '*=', '/=', '%=', '^='];
const COMPARES = ['<', '<=', '==', '!=', '>', '>='];
const FUNCTIONS = [
  'length',
  'substr',
  'index',
  'split',
  'sub',
  'gsub',
  'match',
  'sprintf',
  'toupper',
  'tolower',
  'int',
];
/** What a value may begin with: two of them side by side are one text. */
const BEGINS = ['(', '$', '-', '+', '!', '++', '--'];
const WORDS = ['in', 'getline', 'function', 'func', 'return', 'nextfile', 'system', 'close', 'srand', 'rand'];

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
}

export function parseAwk(program: string): readonly Rule[] {
  return new Grammar(program).rules();
}

class Grammar {
  private at = 0;
  private token: Token = { kind: 'end', text: '' };
  private from = 0;
  /** Within `print` a `>` would be a file. */
  private isPrinting = false;

  constructor(private readonly text: string) {
    this.advance();
  }

  rules(): readonly Rule[] {
    const rules: Rule[] = [];
    for (this.breaks(); this.token.kind !== 'end'; this.breaks()) rules.push(this.rule());
    return rules;
  }

  private rule(): Rule {
    const { text } = this.token;
    if (this.token.kind === 'word' && (text === 'BEGIN' || text === 'END')) {
      this.advance();
      return { when: text, body: this.block() };
    }
    if (this.is('{')) return { when: 'line', body: this.block() };
    const from = this.value();
    const until = this.takes(',') ? this.value() : undefined;
    return { when: 'line', from, until, body: this.is('{') ? this.block() : undefined };
  }

  private block(): Statement {
    this.expect('{');
    const body: Statement[] = [];
    for (this.breaks(); !this.is('}'); this.breaks()) body.push(this.statement());
    this.advance();
    return { kind: 'block', body };
  }

  private statement(): Statement {
    if (this.is('{')) return this.block();
    if (this.token.kind !== 'word') return this.ended(this.simple());
    switch (this.token.text) {
      case 'if':
        return this.branch();
      case 'while': {
        this.advance();
        const condition = this.bracketed();
        return { kind: 'loop', condition, body: this.inner() };
      }
      case 'do': {
        this.advance();
        const body = this.inner();
        this.breaks();
        this.word('while');
        return this.ended({ kind: 'loop', condition: this.bracketed(), body, isBodyFirst: true });
      }
      case 'for':
        return this.loop();
      case 'break':
      case 'continue':
      case 'next': {
        const kind = this.token.text;
        this.advance();
        return this.ended({ kind });
      }
      case 'exit': {
        this.advance();
        return this.ended({ kind: 'exit', code: this.endsHere() ? undefined : this.value() });
      }
      default:
        return this.ended(this.simple());
    }
  }

  private branch(): Statement {
    this.advance();
    const condition = this.bracketed();
    const chosen = this.inner();
    const { at, token, from } = this;
    this.breaks();
    if (this.token.text === 'else') {
      this.advance();
      return { kind: 'if', condition, chosen, otherwise: this.inner() };
    }
    Object.assign(this, { at, token, from });
    return { kind: 'if', condition, chosen };
  }

  private loop(): Statement {
    this.advance();
    this.expect('(');
    const each = /^\s*(\w+)\s+in\s+(\w+)\s*\)/.exec(this.text.slice(this.from));
    if (each !== null) {
      this.at = this.from + each[0].length;
      this.advance();
      return { kind: 'each', name: each[1] ?? '', of: each[2] ?? '', body: this.inner() };
    }
    const first = this.is(';') ? undefined : this.simple();
    this.expect(';');
    const condition = this.is(';') ? undefined : this.value();
    this.expect(';');
    const last = this.is(')') ? undefined : this.simple();
    this.expect(')');
    return { kind: 'loop', first, condition, last, body: this.inner() };
  }

  private inner(): Statement {
    while (this.is('\n')) this.advance();
    if (!this.takes(';')) return this.statement();
    return { kind: 'block', body: [] };
  }

  private simple(): Statement {
    const { kind, text } = this.token;
    if (kind === 'word' && (text === 'print' || text === 'printf')) return this.print(text);
    if (kind !== 'word' || text !== 'delete') return { kind: 'value', value: this.value() };
    this.advance();
    const name = this.name();
    return { kind: 'delete', name, keys: this.is('[') ? this.keys() : undefined };
  }

  private print(kind: 'print' | 'printf'): Statement {
    this.advance();
    this.isPrinting = true;
    const values = this.endsHere() ? [] : this.printed();
    this.isPrinting = false;
    if (!this.endsHere()) throw new NotModelled();
    return { kind, values };
  }

  /** `print (a, b)` is the same as `print a, b`. */
  private printed(): readonly Value[] {
    const { at, token, from } = this;
    if (this.takes('(')) {
      this.isPrinting = false;
      const inner = this.list(')');
      this.isPrinting = true;
      if (this.endsHere()) return inner;
      Object.assign(this, { at, token, from });
    }
    const values = [this.value()];
    while (this.takes(',')) values.push(this.value());
    return values;
  }

  private list(end: string): readonly Value[] {
    const values: Value[] = [];
    while (!this.is(end)) {
      if (values.length > 0) this.expect(',');
      values.push(this.value());
    }
    this.advance();
    return values;
  }

  // Values

  private value(): Value {
    const left = this.choice();
    const sign = this.token.text;
    if (this.token.kind !== 'sign' || !ASSIGNS.includes(sign)) return left;
    if (left.kind !== 'name' && left.kind !== 'element' && left.kind !== 'field') throw new NotModelled();
    this.advance();
    return { kind: 'assign', sign: sign.slice(0, -1), to: left, value: this.value() };
  }

  private choice(): Value {
    const condition = this.either();
    if (!this.takes('?')) return condition;
    const chosen = this.value();
    this.expect(':');
    return { kind: 'choice', condition, chosen, otherwise: this.value() };
  }

  private either(): Value {
    return this.chain(['||'], () => this.chain(['&&'], () => this.inside()));
  }

  private chain(signs: readonly string[], next: () => Value): Value {
    let left = next();
    while (this.token.kind === 'sign' && signs.includes(this.token.text)) {
      const sign = this.token.text;
      this.advance();
      left = { kind: 'binary', sign, left, right: next() };
    }
    return left;
  }

  private inside(): Value {
    const left = this.matched();
    if (this.token.kind !== 'word' || this.token.text !== 'in') return left;
    this.advance();
    return { kind: 'has', name: this.name(), keys: [left] };
  }

  private matched(): Value {
    return this.chain(['~', '!~'], () => this.compared());
  }

  private compared(): Value {
    const left = this.joined();
    const sign = this.token.text;
    if (this.token.kind !== 'sign' || !COMPARES.includes(sign) || (this.isPrinting && sign === '>')) return left;
    this.advance();
    return { kind: 'binary', sign, left, right: this.joined() };
  }

  private joined(): Value {
    let left = this.sum();
    while (this.beginsValue()) left = { kind: 'binary', sign: '', left, right: this.sum() };
    return left;
  }

  private beginsValue(): boolean {
    const { kind, text } = this.token;
    if (kind === 'number' || kind === 'text') return true;
    if (kind === 'word') return text !== 'in';
    return kind === 'sign' && BEGINS.includes(text) && text !== '-' && text !== '+';
  }

  private sum(): Value {
    return this.chain(['+', '-'], () => this.chain(['*', '/', '%'], () => this.signed()));
  }

  private signed(): Value {
    const sign = this.token.text;
    if (this.token.kind !== 'sign' || !['!', '-', '+'].includes(sign)) return this.power();
    this.advance();
    return { kind: 'unary', sign, of: this.signed() };
  }

  private power(): Value {
    const left = this.stepped();
    if (!this.takes('^')) return left;
    return { kind: 'binary', sign: '^', left, right: this.signed() };
  }

  private stepped(): Value {
    const sign = this.token.text;
    if (this.token.kind === 'sign' && (sign === '++' || sign === '--')) {
      this.advance();
      return { kind: 'step', by: sign === '++' ? 1 : -1, isAfter: false, of: this.single() };
    }
    const value = this.single();
    const after = this.token.kind === 'sign' ? this.token.text : '';
    const canStep = value.kind === 'name' || value.kind === 'element' || value.kind === 'field';
    if (!canStep || (after !== '++' && after !== '--')) return value;
    this.advance();
    return { kind: 'step', by: after === '++' ? 1 : -1, isAfter: true, of: value };
  }

  private single(): Value {
    const { kind, text } = this.token;
    if (kind === 'sign' && (text === '/' || text === '/=')) return this.pattern();
    this.advance();
    if (kind === 'number') return { kind: 'number', number: Number(text) };
    if (kind === 'text') return { kind: 'text', text: unescaped(text) };
    if (kind === 'word') return this.named(text);
    if (text === '$') return { kind: 'field', of: this.stepped() };
    if (text !== '(') throw new NotModelled();
    const { isPrinting } = this;
    this.isPrinting = false;
    const values = this.list(')');
    this.isPrinting = isPrinting;
    const [only] = values;
    if (values.length === 1 && only !== undefined) return { kind: 'unary', sign: '(', of: only };
    this.word('in');
    return { kind: 'has', name: this.name(), keys: values };
  }

  private named(name: string): Value {
    if (WORDS.includes(name)) throw new NotModelled();
    if (FUNCTIONS.includes(name)) {
      const values = this.takes('(') ? this.list(')') : [];
      return { kind: 'call', name, values };
    }
    if (this.is('(') && this.text.charAt(this.from) === '(') throw new NotModelled();
    return this.is('[') ? { kind: 'element', name, keys: this.keys() } : { kind: 'name', name };
  }

  private keys(): readonly Value[] {
    this.expect('[');
    return this.list(']');
  }

  private pattern(): Value {
    PATTERN.lastIndex = this.from;
    const found = PATTERN.exec(this.text);
    if (found === null) throw new NotModelled();
    this.at = PATTERN.lastIndex;
    this.advance();
    return { kind: 'pattern', text: (found[1] ?? '').replaceAll('\\/', '/') };
  }

  // Tokens

  private advance(): void {
    this.from = this.at;
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (found === null) {
      if (/[^\s]/.test(this.text.slice(this.at).replace(/#[^\n]*/g, ''))) throw new NotModelled();
      this.token = { kind: 'end', text: '' };
      return;
    }
    const [all, number, text, word, sign = ''] = found;
    this.at = TOKEN.lastIndex;
    this.from = this.at - all.trimStart().length;
    if (number !== undefined) this.token = { kind: 'number', text: number };
    else if (text !== undefined) this.token = { kind: 'text', text };
    else this.token = word === undefined ? { kind: 'sign', text: sign } : { kind: 'word', text: word };
    if (sign === '\n') this.from = this.at - 1;
  }

  private is(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.text === sign;
  }

  private takes(sign: string): boolean {
    if (!this.is(sign)) return false;
    this.advance();
    return true;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw new NotModelled();
  }

  private word(word: string): void {
    if (this.token.kind !== 'word' || this.token.text !== word) throw new NotModelled();
    this.advance();
  }

  private name(): string {
    const { kind, text } = this.token;
    if (kind !== 'word') throw new NotModelled();
    this.advance();
    return text;
  }

  private bracketed(): Value {
    this.expect('(');
    const value = this.value();
    this.expect(')');
    return value;
  }

  private endsHere(): boolean {
    return this.token.kind === 'end' || this.is(';') || this.is('\n') || this.is('}');
  }

  private ended(statement: Statement): Statement {
    if (!this.endsHere()) throw new NotModelled();
    return statement;
  }

  private breaks(): void {
    while (this.is(';') || this.is('\n')) this.advance();
  }
}

const LETTERS: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', '/': '/' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (all, letter: string) => LETTERS[letter] ?? all);
}
