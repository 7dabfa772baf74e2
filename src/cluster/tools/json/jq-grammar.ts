// Models jq 1.6 src/parser.y and src/lexer.l, as far as one-line filters go (v1.36)

export type Filter =
  | { readonly kind: 'identity' | 'recurse' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'index'; readonly of: Filter; readonly at: Filter }
  | { readonly kind: 'slice'; readonly of: Filter; readonly from: Filter | undefined; readonly to: Filter | undefined }
  | { readonly kind: 'each' | 'try' | 'negated' | 'array'; readonly of: Filter }
  | { readonly kind: 'pipe' | 'comma' | 'and' | 'or' | 'instead'; readonly one: Filter; readonly other: Filter }
  | { readonly kind: 'binary'; readonly sign: string; readonly one: Filter; readonly other: Filter }
  | { readonly kind: 'change'; readonly sign: string; readonly one: Filter; readonly other: Filter }
  | { readonly kind: 'text'; readonly format: string; readonly parts: readonly (string | Filter)[] }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [key: Filter, value: Filter])[] }
  | { readonly kind: 'if'; readonly condition: Filter; readonly then: Filter; readonly otherwise: Filter }
  | { readonly kind: 'caught'; readonly of: Filter; readonly by: Filter }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Filter[]; readonly at?: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'bind'; readonly of: Filter; readonly name: string; readonly body: Filter }
  | {
      readonly kind: 'fold';
      readonly of: Filter;
      readonly name: string;
      readonly first: Filter;
      readonly next: Filter;
      /** `reduce` tells the last alone, `foreach` each. */
      readonly isEach: boolean;
    };

/** Why it is no filter, and where in it. */
export class NoFilter extends Error {
  constructor(
    message: string,
    readonly at = 0,
  ) {
    super(message);
  }
}

const IDENTITY: Filter = { kind: 'identity' };
const TOKEN =
  /\s*(?:#[^\n]*\s*)*(?:(\.\.|\?\/\/|\/\/=|\/\/|\|=|[-+*/%]=|==|!=|<=|>=|[.[\](){}|,:;=<>+\-*/%?$])|(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|("(?:[^"\\]|\\.)*)|(@\w+)|([A-Za-z_]\w*))/y;
const NESTING = 64;

interface Token {
  readonly text: string;
  readonly sort: 'sign' | 'number' | 'string' | 'format' | 'word' | 'end';
  /** The sign is a dot, and a name follows it at once. */
  readonly from: number;
}

/** Reads a filter. Throws `NoFilter`. */
export function filterOf(text: string): Filter {
  return new Grammar(text).whole();
}

class Grammar {
  private at = 0;
  private depth = 0;
  /** Where the token before this one begins. */
  private before = 0;
  private token: Token = { text: '', sort: 'end', from: 0 };

  constructor(private readonly text: string) {
    this.next();
  }

  whole(): Filter {
    if (this.isAtEnd()) return IDENTITY;
    const filter = this.pipe();
    if (!this.isAtEnd()) this.refuse(', expecting $end');
    return filter;
  }

  private isAtEnd(): boolean {
    return this.token.sort === 'end';
  }

  private next(): void {
    this.before = this.token.from;
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (found === null) {
      if (/\S/.test(this.text.slice(this.at).replace(/#[^\n]*/g, '')))
        throw new NoFilter('syntax error, unexpected INVALID_CHARACTER');
      this.token = { text: '', sort: 'end', from: this.text.length };
      return;
    }
    const [whole, sign, number, string, format, word = ''] = found;
    this.at += whole.length;
    if (sign !== undefined) this.token = { text: sign, sort: 'sign', from: this.at - sign.length };
    else if (number !== undefined) this.token = { text: number, sort: 'number', from: this.at - number.length };
    else if (string !== undefined) this.token = { text: '"', sort: 'string', from: this.at - string.length };
    else if (format !== undefined) this.token = { text: format, sort: 'format', from: this.at - format.length };
    else this.token = { text: word, sort: 'word', from: this.at - word.length };
  }

  private refuse(instead = ''): never {
    const { text, sort, from } = this.token;
    const found = sort === 'end' ? '$end' : sort === 'sign' ? `'${text}'` : text;
    const at = sort === 'end' ? this.before : from;
    throw new NoFilter(`syntax error, unexpected ${found}${instead} (Unix shell quoting issues?)`, at);
  }

  private is(text: string): boolean {
    return this.token.text === text && (this.token.sort === 'sign' || this.token.sort === 'word');
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  private need(text: string): void {
    if (!this.take(text)) this.refuse();
  }

  private pipe(): Filter {
    this.depth += 1;
    if (this.depth > NESTING) throw new NoFilter('syntax error, too deep');
    const one = this.comma();
    const name = this.take('as') ? this.variable() : undefined;
    let filter = one;
    if (name !== undefined) {
      this.need('|');
      filter = { kind: 'bind', of: one, name, body: this.pipe() };
    } else if (this.take('|')) filter = { kind: 'pipe', one, other: this.pipe() };
    this.depth -= 1;
    return filter;
  }

  private variable(): string {
    this.need('$');
    const name = this.token.text;
    if (this.token.sort !== 'word') this.refuse();
    this.next();
    return name;
  }

  private comma(): Filter {
    let one = this.instead();
    while (this.take(',')) one = { kind: 'comma', one, other: this.instead() };
    return one;
  }

  private instead(): Filter {
    const one = this.change();
    return this.take('//') ? { kind: 'instead', one, other: this.instead() } : one;
  }

  private change(): Filter {
    const one = this.or();
    const { text, sort } = this.token;
    if (sort !== 'sign' || !/^(?:=|\|=|[-+*/%]=|\/\/=)$/.test(text)) return one;
    this.next();
    return { kind: 'change', sign: text, one, other: this.instead() };
  }

  private or(): Filter {
    let one = this.and();
    while (this.take('or')) one = { kind: 'or', one, other: this.and() };
    return one;
  }

  private and(): Filter {
    let one = this.compared();
    while (this.take('and')) one = { kind: 'and', one, other: this.compared() };
    return one;
  }

  private compared(): Filter {
    const one = this.sum();
    const { text, sort } = this.token;
    if (sort !== 'sign' || !/^(?:==|!=|<|>|<=|>=)$/.test(text)) return one;
    this.next();
    return { kind: 'binary', sign: text, one, other: this.sum() };
  }

  private sum(): Filter {
    let one = this.product();
    for (
      let sign = this.token.text;
      this.token.sort === 'sign' && (sign === '+' || sign === '-');
      sign = this.token.text
    ) {
      this.next();
      one = { kind: 'binary', sign, one, other: this.product() };
    }
    return one;
  }

  private product(): Filter {
    let one = this.post();
    for (let sign = this.token.text; this.token.sort === 'sign' && /^[*/%]$/.test(sign); sign = this.token.text) {
      this.next();
      const other = this.post();
      if (sign === '/' && one.kind === 'value' && other.kind === 'value' && other.value === 0)
        throw new NoFilter('Division by zero?');
      one = { kind: 'binary', sign, one, other };
    }
    return one;
  }

  /** A term, with `.name`, `[…]` and `?` behind it. */
  private post(): Filter {
    if (this.take('-')) return { kind: 'negated', of: this.post() };
    let one = this.term();
    for (;;) {
      if (this.take('?')) one = { kind: 'try', of: one };
      else if (this.is('.') && /[A-Za-z_"[]/.test(this.text.charAt(this.at))) {
        this.next();
        one = this.is('[') ? one : { kind: 'index', of: one, at: this.name() };
      } else if (this.is('[')) one = this.bracket(one);
      else return one;
    }
  }

  private name(): Filter {
    if (this.token.sort === 'string') return this.string('');
    if (this.token.sort !== 'word') this.refuse();
    const { text } = this.token;
    this.next();
    return { kind: 'value', value: text };
  }

  private bracket(of: Filter): Filter {
    this.need('[');
    if (this.take(']')) return { kind: 'each', of };
    if (this.take(':')) {
      const to = this.pipe();
      this.need(']');
      return { kind: 'slice', of, from: undefined, to };
    }
    const at = this.pipe();
    if (this.take(':')) {
      const to = this.is(']') ? undefined : this.pipe();
      this.need(']');
      return { kind: 'slice', of, from: at, to };
    }
    this.need(']');
    return { kind: 'index', of, at };
  }

  private term(): Filter {
    const { text, sort, from } = this.token;
    if (sort === 'number') {
      this.next();
      return { kind: 'value', value: Number(text) };
    }
    if (sort === 'string') return this.string('');
    if (sort === 'format') {
      this.next();
      return this.token.sort === 'string' ? this.string(text) : { kind: 'call', name: text, args: [] };
    }
    if (sort === 'word') return this.word(text);
    if (sort === 'end') this.refuse();
    if (text === '.') {
      const isName = /[A-Za-z_"]/.test(this.text.charAt(from + 1));
      this.next();
      return isName ? { kind: 'index', of: IDENTITY, at: this.name() } : IDENTITY;
    }
    if (text === '..') {
      this.next();
      return { kind: 'recurse' };
    }
    if (text === '$') return { kind: 'variable', name: this.variable() };
    if (this.take('(')) {
      const inner = this.pipe();
      this.need(')');
      return inner;
    }
    if (this.take('[')) {
      const inner: Filter = this.is(']') ? { kind: 'call', name: 'empty', args: [] } : this.pipe();
      this.need(']');
      return { kind: 'array', of: inner };
    }
    if (this.take('{')) return this.object();
    return this.refuse();
  }

  private word(text: string): Filter {
    const { from } = this.token;
    this.next();
    switch (text) {
      case 'null':
      case 'true':
      case 'false':
        return { kind: 'value', value: text === 'null' ? null : text === 'true' };
      case 'if':
        return this.branch();
      case 'try': {
        const of = this.post();
        return this.take('catch') ? { kind: 'caught', of, by: this.post() } : { kind: 'try', of };
      }
      case 'reduce':
      case 'foreach': {
        const of = this.post();
        this.need('as');
        const name = this.variable();
        this.need('(');
        const first = this.pipe();
        this.need(';');
        const next = this.pipe();
        this.need(')');
        return { kind: 'fold', of, name, first, next, isEach: text === 'foreach' };
      }
      case 'def':
      case 'import':
      case 'include':
      case 'label':
        throw new NoFilter(`${text} is not modelled here`);
      default:
        return { kind: 'call', name: text, args: this.args(), at: from };
    }
  }

  private args(): readonly Filter[] {
    if (!this.take('(')) return [];
    const args = [this.pipe()];
    while (this.take(';')) args.push(this.pipe());
    this.need(')');
    return args;
  }

  private branch(): Filter {
    const condition = this.pipe();
    this.need('then');
    const then = this.pipe();
    if (this.take('elif')) return { kind: 'if', condition, then, otherwise: this.branch() };
    const otherwise = this.take('else') ? this.pipe() : IDENTITY;
    this.need('end');
    return { kind: 'if', condition, then, otherwise };
  }

  private object(): Filter {
    const fields: (readonly [Filter, Filter])[] = [];
    while (!this.take('}')) {
      fields.push(this.field());
      if (!this.take(',') && !this.is('}')) this.refuse();
    }
    return { kind: 'object', fields };
  }

  /** `name: value`, `"name"`, `name`, `$name`, `(name): value`. */
  private field(): readonly [Filter, Filter] {
    if (this.is('$')) {
      const name = this.variable();
      return [
        { kind: 'value', value: name },
        { kind: 'variable', name },
      ];
    }
    const isComputed = this.take('(');
    const key = isComputed ? this.pipe() : this.name();
    if (isComputed) this.need(')');
    if (!this.take(':')) return isComputed ? this.refuse() : [key, { kind: 'index', of: IDENTITY, at: key }];
    return [key, this.value()];
  }

  /** Of a field: without commas, but with pipes. */
  private value(): Filter {
    const one = this.instead();
    return this.take('|') ? { kind: 'pipe', one, other: this.value() } : one;
  }

  /** The lexer has seen where it begins; what stands in `\(…)` is a filter of its own. */
  private string(format: string): Filter {
    let at = this.token.from + 1;
    const parts: (string | Filter)[] = [];
    let text = '';
    for (; ; at += 1) {
      const char = this.text.charAt(at);
      if (at >= this.text.length) throw new NoFilter('syntax error, unexpected QQSTRING_START');
      if (char === '"') break;
      if (char !== '\\') text += char;
      else if (this.text.charAt(at + 1) === '(') {
        const inner = new Grammar(this.text);
        inner.at = at + 2;
        inner.depth = this.depth;
        inner.next();
        const filter = inner.pipe();
        if (!inner.is(')')) inner.refuse();
        parts.push(text, filter);
        text = '';
        at = inner.at - 1;
      } else {
        at += 1;
        const escaped = this.text.charAt(at);
        if (escaped === 'u') {
          text += String.fromCharCode(Number.parseInt(this.text.slice(at + 1, at + 5), 16));
          at += 4;
        } else text += ESCAPES.get(escaped) ?? escaped;
      }
    }
    this.at = at + 1;
    this.next();
    if (parts.length === 0) return { kind: 'value', value: text };
    return { kind: 'text', format, parts: [...parts, text] };
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);
