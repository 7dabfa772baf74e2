// Models shell/ash.c of busybox: its grammar, and the few forms of bash that scripts in manifests have (v1.36)

import type { Arm, Chain, Command, Commands, Piece, Pipe, Redirect, Redirected, Values, Word } from './syntax.ts';
import { bareOf, literalOf, NoScript, WordReader } from './words.ts';

export interface Parsed {
  readonly commands: Commands;
  /** Why it is no script. */
  readonly error?: string;
  /** More lines could make it one. */
  readonly isOpen?: boolean;
}

/** `isBash`: arrays and what stands in double brackets are known. */
export function parse(text: string, isBash = true): Parsed {
  const grammar = new Grammar(text, isBash);
  try {
    return { commands: grammar.script() };
  } catch (error) {
    if (!(error instanceof NoScript)) throw error;
    const { message } = error;
    // A shell reads line by line: what is good before is done.
    const commands = grammar.before;
    return { commands, error: `syntax error: ${message}`, isOpen: /end of file|unterminated/.test(message) };
  }
}

const BREAKS = ' \t\n;|&<>()';
const BLANKS = ' \t\n';
const RESERVED =
  /(?:if|then|elif|else|fi|do|done|case|esac|while|until|for|function|[{}!]|\[\[|\]\])(?=[\s;&|()<>]|$)/y;
const NAMED = /([\w-]+)[ \t]*\([ \t]*\)/y;
const REDIRECT = /(?:(\d)?(<<<|<<-?|<&|>&|<|>>|>\||>)|(&>>?))/y;
const ARRAY = /\w+=\(/y;
const OPERATOR = /&&|\|\||;;|[;&|()\n]/y;

const NOWHERE: readonly Redirect[] = [];
const NONE: ReadonlySet<string> = new Set();
const THEN: ReadonlySet<string> = new Set(['then']);
const BRANCHES: ReadonlySet<string> = new Set(['elif', 'else', 'fi']);
const FI: ReadonlySet<string> = new Set(['fi']);
const DO: ReadonlySet<string> = new Set(['do']);
const DONE: ReadonlySet<string> = new Set(['done']);
const CLOSED: ReadonlySet<string> = new Set(['}']);
const BRACKET: ReadonlySet<string> = new Set([')']);
const ARM: ReadonlySet<string> = new Set([';;', 'esac']);

/** A command with nothing before or behind it. */
const alone = (command: Command): Chain => ({
  pipes: [{ after: '', isNegated: false, parts: [command] }],
  isBeside: false,
});

interface Document {
  readonly redirect: Redirect;
  readonly end: string;
  readonly isQuoted: boolean;
  readonly isIndented: boolean;
}

class Grammar extends WordReader {
  /** Here-documents whose lines come after the next line end. */
  private documents: Document[] = [];
  private depth = 0;
  /** The commands of the lines that are read. */
  before: Commands = [];

  constructor(
    text: string,
    private readonly isBash: boolean,
  ) {
    super(text);
  }

  script(): Commands {
    const commands = this.list(NONE);
    if (!this.atEnd) this.refuse();
    const [unread] = this.documents;
    if (unread !== undefined) throw new NoScript(`unexpected end of file (expecting "${unread.end}")`);
    return commands;
  }

  protected substituted(): Commands {
    const commands = this.list(BRACKET);
    if (this.atEnd) throw new NoScript('unexpected end of file (expecting ")")');
    this.at += 1;
    return commands;
  }

  protected parsed(text: string): Commands {
    return new Grammar(text, this.isBash).script();
  }

  protected inner(text: string): Word {
    const pieces: Piece[] = [];
    new Grammar(text, this.isBash).held(pieces, '');
    return pieces;
  }

  /** Until one of these comes, which stays; or to the end. */
  private list(ends: ReadonlySet<string>): Commands {
    const chains: Chain[] = [];
    this.depth += 1;
    for (;;) {
      if (this.lines() && this.depth === 1) this.before = [...chains];
      if (this.atEnd || ends.has(this.next())) {
        this.depth -= 1;
        return chains;
      }
      const pipes = this.chain();
      const separator = this.peek(OPERATOR);
      const isBeside = separator === '&';
      chains.push({ pipes, isBeside });
      if (isBeside || separator === ';') this.at += 1;
      else if (separator !== '\n' && !this.atEnd && !ends.has(this.next())) this.refuse();
    }
  }

  /** A list with at least one command, and the word that ends it. */
  private block(ends: ReadonlySet<string>): Commands {
    const commands = this.list(ends);
    if (this.atEnd) throw new NoScript(`unexpected end of file (expecting "${[...ends].at(-1)}")`);
    if (commands.length === 0) this.refuse();
    return commands;
  }

  private chain(): readonly Pipe[] {
    const pipes = [this.pipe('')];
    for (;;) {
      const operator = this.peek(OPERATOR);
      if (operator !== '&&' && operator !== '||') return pipes;
      this.at += 2;
      this.lines();
      pipes.push(this.pipe(operator));
    }
  }

  private pipe(after: Pipe['after']): Pipe {
    const isNegated = this.take('!');
    const parts = [this.command()];
    while (this.peek(OPERATOR) === '|') {
      this.at += 1;
      this.lines();
      parts.push(this.command());
    }
    return { after, isNegated, parts };
  }

  private command(): Command {
    this.blanks();
    if (this.peek(NAMED) !== undefined) return this.named();
    switch (this.next()) {
      case '(':
        if (this.isBash && this.text.startsWith('((', this.at)) return this.counting();
        this.at += 1;
        return this.finished({ kind: 'subshell', body: this.block(BRACKET) }, ')');
      case '{':
        this.take('{');
        return this.finished({ kind: 'group', body: this.block(CLOSED) }, '}');
      case 'if':
        this.take('if');
        return this.branches();
      case 'while':
      case 'until': {
        const kind = this.take('while') ? 'while' : 'until';
        if (kind === 'until') this.take('until');
        const condition = this.block(DO);
        return this.finished({ kind, condition, body: this.body() }, 'done');
      }
      case 'for':
        this.take('for');
        return this.forEach();
      case 'case':
        this.take('case');
        return this.choice();
      case 'function':
        this.take('function');
        return this.named();
      case '[[':
        this.take('[[');
        return this.test();
      default:
        return this.simple();
    }
  }

  private branches(): Command {
    const condition = this.block(THEN);
    this.take('then');
    const chosen = this.block(BRANCHES);
    if (this.take('elif')) {
      const next = this.branches();
      const otherwise = [alone({ ...next, redirects: NOWHERE })];
      return { kind: 'if', condition, chosen, otherwise, redirects: next.redirects };
    }
    const otherwise = this.take('else') ? this.block(FI) : [];
    return this.finished({ kind: 'if', condition, chosen, otherwise }, 'fi');
  }

  /** After `do`, without the `done`. */
  private body(): Commands {
    this.lines();
    if (!this.take('do')) this.refuse();
    return this.block(DONE);
  }

  private forEach(): Command {
    this.blanks();
    if (this.isBash && this.text.startsWith('((', this.at)) return this.counted();
    const name = bareOf(this.word(BREAKS)) ?? '';
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new NoScript('bad for loop variable');
    this.lines();
    let values: Word[] | undefined;
    if (this.keyword('in')) {
      values = [];
      for (this.blanks(); !this.atEnd && this.peek(OPERATOR) === undefined; this.blanks()) values.push(this.needed());
    }
    if (this.peek(OPERATOR) === ';') this.at += 1;
    return this.finished({ kind: 'for', name, values, body: this.body() }, 'done');
  }

  /** `for ((i = 0; i < 3; i++))` of bash. */
  private counted(): Command {
    const [first = '', condition = '', last = ''] = this.parenthesised().split(';');
    const counts = (text: string): Chain => alone({ kind: 'arithmetic', text: this.inner(text), redirects: NOWHERE });
    if (this.peek(OPERATOR) === ';') this.at += 1;
    const body = [...this.body(), counts(last)];
    const loop = alone({ kind: 'while', condition: [counts(condition)], body, redirects: NOWHERE });
    return this.finished({ kind: 'group', body: [counts(first), loop] }, 'done');
  }

  private choice(): Command {
    this.blanks();
    const word = this.word(BREAKS);
    this.lines();
    if (!this.keyword('in')) this.refuse();
    const arms: Arm[] = [];
    for (this.lines(); this.next() !== 'esac'; this.lines()) {
      if (this.atEnd) throw new NoScript('unexpected end of file (expecting "esac")');
      if (this.peek(OPERATOR) === '(') this.at += 1;
      const patterns: Word[] = [];
      do {
        if (patterns.length > 0) this.at += 1;
        this.blanks();
        patterns.push(this.word(BREAKS));
      } while (this.peek(OPERATOR) === '|');
      if (this.peek(OPERATOR) !== ')') this.refuse();
      this.at += 1;
      arms.push({ patterns, body: this.list(ARM) });
      if (this.peek(OPERATOR) === ';;') this.at += 2;
    }
    return this.finished({ kind: 'case', word, arms }, 'esac');
  }

  /** `name() { … }` */
  private named(): Command {
    this.blanks();
    const name = literalOf(this.word(BREAKS)) ?? '';
    if (this.peek(OPERATOR) === '(') this.at = this.text.indexOf(')', this.at) + 1;
    this.lines();
    return { kind: 'function', name, body: this.command(), redirects: NOWHERE };
  }

  private test(): Command {
    const words: Word[] = [];
    for (;;) {
      this.lines();
      if (this.atEnd) throw new NoScript('unexpected end of file (expecting "]]")');
      if (this.take(']]')) return { kind: 'test', words, redirects: this.redirects() };
      words.push(this.word(BLANKS));
    }
  }

  private counting(): Command {
    return { kind: 'arithmetic', text: this.inner(this.parenthesised()), redirects: this.redirects() };
  }

  /** What stands between two brackets. */
  private parenthesised(): string {
    const end = this.text.indexOf('))', this.at);
    if (end < 0) throw new NoScript('unexpected end of file (expecting "))")');
    const text = this.text.slice(this.at + 2, end);
    this.at = end + 2;
    return text;
  }

  private simple(): Command {
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    const arrays: Values[] = [];
    for (;;) {
      this.blanks();
      const redirect = this.redirect();
      const array = this.isBash ? this.peek(ARRAY) : undefined;
      if (redirect !== undefined) redirects.push(redirect);
      else if (array !== undefined) arrays.push(this.values(array));
      else if (this.atEnd || this.peek(OPERATOR) !== undefined) break;
      else words.push(this.needed());
    }
    const first = bareOf(words[0]) ?? '';
    if (WORDS_OF_OTHERS.has(first)) throw new NoScript(`unexpected "${first}"`);
    if (words.length + redirects.length + arrays.length === 0) this.refuse();
    return { kind: 'simple', words, redirects, ...(arrays.length === 0 ? undefined : { arrays }) };
  }

  private values(begin: string): Values {
    this.at += begin.length;
    const values: Word[] = [];
    for (this.lines(); this.peek(OPERATOR) !== ')'; this.lines()) values.push(this.needed());
    this.at += 1;
    return { name: begin.slice(0, -2), values };
  }

  private needed(): Word {
    const word = this.word(BREAKS);
    if (word.length === 0) this.refuse();
    return word;
  }

  private finished<Body extends object>(body: Body, end: string): Body & Redirected {
    if (end === ')') this.at += 1;
    else this.take(end);
    return { ...body, redirects: this.redirects() };
  }

  private redirects(): readonly Redirect[] {
    const found: Redirect[] = [];
    for (;;) {
      this.blanks();
      const redirect = this.redirect();
      if (redirect === undefined) return found;
      found.push(redirect);
    }
  }

  private redirect(): Redirect | undefined {
    REDIRECT.lastIndex = this.at;
    const found = REDIRECT.exec(this.text);
    if (found === null) return undefined;
    const [text, number, sign = '', both] = found;
    if (sign === '<<<' && !this.isBash) throw new NoScript('unexpected redirection');
    this.at += text.length;
    this.blanks();
    const target = this.needed();
    if (both !== undefined) return { from: BOTH, how: both === '&>>' ? '>>' : '>', target };
    const from = number === undefined ? (sign.startsWith('<') ? 0 : 1) : Number(number);
    if (sign.endsWith('&')) return { from, how: 'copy', target };
    if (sign === '<<<') return { from, how: 'line', target };
    if (!sign.startsWith('<<')) return { from, how: sign === '>>' || sign === '<' ? sign : '>', target };
    const redirect: Redirect = { from, how: 'text', target: [] };
    const end = literalOf(target) ?? '';
    const isQuoted = target.some((piece) => piece.isQuoted);
    this.documents.push({ redirect, end, isQuoted, isIndented: sign === '<<-' });
    return redirect;
  }

  /** Blanks and line ends, whether there were any; here-documents begin behind one. */
  private lines(): boolean {
    let isNew = false;
    for (this.blanks(); this.text.charAt(this.at) === '\n'; this.blanks()) {
      this.at += 1;
      isNew = true;
      const { documents } = this;
      this.documents = [];
      for (const document of documents) this.readDocument(document);
    }
    return isNew;
  }

  private readDocument({ redirect, end, isQuoted, isIndented }: Document): void {
    let text = '';
    while (!this.atEnd) {
      const last = this.text.indexOf('\n', this.at);
      const whole = this.text.slice(this.at, last < 0 ? undefined : last);
      const line = isIndented ? whole.replace(/^\t+/, '') : whole;
      this.at += whole.length + Number(last >= 0);
      if (line === end) {
        redirect.target = isQuoted ? [{ kind: 'text', text, isQuoted }] : this.inner(text);
        return;
      }
      text += `${line}\n`;
    }
    throw new NoScript(`unexpected end of file (expecting "${end}")`);
  }

  /** The reserved word or operator that comes next; empty for any other word. */
  private next(): string {
    return this.peek(RESERVED) ?? this.peek(OPERATOR) ?? '';
  }

  private take(word: string): boolean {
    this.blanks();
    if (this.peek(RESERVED) !== word) return false;
    this.at += word.length;
    return true;
  }

  private keyword(word: string): boolean {
    this.blanks();
    if (!this.text.startsWith(word, this.at) || !/\s|;|^$/.test(this.text.charAt(this.at + word.length))) return false;
    this.at += word.length;
    return true;
  }

  private peek(pattern: RegExp): string | undefined {
    this.blanks();
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private refuse(): never {
    if (this.atEnd) throw new NoScript('unexpected end of file');
    const next = this.next();
    const shown = next === '\n' ? 'newline' : next === '' ? 'word' : `"${next}"`;
    throw new NoScript(`unexpected ${shown}`);
  }
}

const BOTH = 12;
const WORDS_OF_OTHERS: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}']);
