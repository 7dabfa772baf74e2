import { NOWHERE, SyntaxProblem, type Token, tokens } from './lexer.ts';
import { Bytes, isInt, isUint, Uint } from './values/values.ts';

/** An expression as a tree; `at` is its place in the text. */
export type Expr =
  | { readonly type: 'literal'; readonly value: unknown; readonly at: number }
  | { readonly type: 'ident'; readonly name: string; readonly at: number }
  | {
      readonly type: 'select';
      readonly of: Expr;
      readonly field: string;
      readonly optional: boolean;
      readonly at: number;
    }
  | { readonly type: 'index'; readonly of: Expr; readonly index: Expr; readonly optional: boolean; readonly at: number }
  | {
      readonly type: 'call';
      readonly name: string;
      readonly target: Expr | undefined;
      readonly args: readonly Expr[];
      readonly at: number;
    }
  | { readonly type: 'list'; readonly items: readonly Entry[]; readonly at: number }
  | { readonly type: 'map'; readonly entries: readonly (Entry & { readonly key: Expr })[]; readonly at: number }
  | {
      readonly type: 'message';
      readonly name: string;
      readonly fields: readonly (Entry & { readonly field: string; readonly at: number })[];
      readonly at: number;
    }
  | { readonly type: 'conditional'; readonly test: Expr; readonly yes: Expr; readonly no: Expr; readonly at: number }
  | { readonly type: 'logic'; readonly and: boolean; readonly left: Expr; readonly right: Expr; readonly at: number };

interface Entry {
  readonly value: Expr;
  readonly optional: boolean;
}

const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['<', '_<_'],
  ['<=', '_<=_'],
  ['>', '_>_'],
  ['>=', '_>=_'],
  ['==', '_==_'],
  ['!=', '_!=_'],
]);
const ADDITIONS: ReadonlyMap<string, string> = new Map([
  ['+', '_+_'],
  ['-', '_-_'],
]);
const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ['*', '_*_'],
  ['/', '_/_'],
  ['%', '_%_'],
]);
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
const MOST_DEPTH = 250;
const MOST_LETTERS = 100_000;
const MEMBERS: ReadonlySet<string> = new Set(['.', '.?', '[', '[?']);
/** What an operand may begin with, as the grammar names it. */
const OPERANDS =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

// Models github.com/google/cel-go/parser/parser.go (as vendored by v1.36)
export function parse(text: string): Expr {
  const size = text.length > MOST_LETTERS ? [...text].length : 0;
  if (size > MOST_LETTERS) {
    const why = `expression code point size exceeds limit: size: ${size}, limit ${MOST_LETTERS}`;
    throw new SyntaxProblem(why, NOWHERE);
  }
  return new Parser(tokens(text)).whole();
}

class Parser {
  private place = 0;
  /** How deep each rule of the grammar is within itself. */
  private readonly depth = { expr: 0, relation: 0, calc: 0, member: 0 };

  constructor(private readonly list: readonly Token[]) {}

  whole(): Expr {
    const expr = this.expression();
    if (this.peek.kind === 'end') return expr;
    const last = this.list[this.place + 1]?.kind === 'end';
    return this.unexpected('<EOF>', last ? 'extraneous' : 'mismatched');
  }

  private get peek(): Token {
    return this.list[this.place] as Token;
  }

  private unexpected(wanted: string, how = 'mismatched'): never {
    const { kind, text, at } = this.peek;
    const shown = kind === 'end' ? "'<EOF>'" : `'${text}'`;
    throw new SyntaxProblem(`Syntax error: ${how} input ${shown} expecting ${wanted}`, at);
  }

  private take(text: string): boolean {
    if (this.peek.kind !== 'op' || this.peek.text !== text) return false;
    this.place += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.unexpected(`'${text}'`);
  }

  private expression(): Expr {
    this.depth.expr = this.deeper(this.depth.expr);
    const test = this.logic(false);
    let result = test;
    const { at } = this.peek;
    if (this.take('?')) {
      const yes = this.logic(false);
      this.expect(':');
      result = { type: 'conditional', test, yes, no: this.expression(), at };
    }
    this.depth.expr -= 1;
    return result;
  }

  private logic(and: boolean): Expr {
    const terms = [and ? this.relation() : this.logic(true)];
    const places: number[] = [];
    for (;;) {
      const { at } = this.peek;
      if (!this.take(and ? '&&' : '||')) break;
      places.push(at);
      terms.push(and ? this.relation() : this.logic(true));
    }
    return places.length === 0 ? (terms[0] as Expr) : balanced(and, terms, places, 0, places.length - 1);
  }

  private relation(): Expr {
    const { depth } = this;
    const outer = depth.relation;
    depth.relation = this.deeper(outer);
    let left = this.calculation();
    for (;;) {
      const { kind, text, at } = this.peek;
      const name = kind === 'op' ? RELATIONS.get(text) : kind === 'ident' && text === 'in' ? '_in_' : undefined;
      if (name === undefined) {
        depth.relation = outer;
        return left;
      }
      this.place += 1;
      depth.relation = this.deeper(depth.relation);
      // What stands on the right is a relation of its own.
      this.deeper(depth.relation);
      const right = this.calculation();
      left = { type: 'call', name, target: undefined, args: [left, right], at };
    }
  }

  private calculation(): Expr {
    const outer = this.depth.calc;
    this.depth.calc = this.deeper(outer);
    const result = this.binary(ADDITIONS, () => this.binary(PRODUCTS, () => this.unary()));
    this.depth.calc = outer;
    return result;
  }

  private binary(operators: ReadonlyMap<string, string>, operand: () => Expr): Expr {
    const { depth } = this;
    let left = operand();
    for (;;) {
      const { kind, text, at } = this.peek;
      const name = kind === 'op' ? operators.get(text) : undefined;
      if (name === undefined) return left;
      this.place += 1;
      // A chain is as deep as it is long: the generated parser of Go goes by its left end.
      const chain = this.deeper(depth.calc);
      depth.calc = this.deeper(chain);
      left = { type: 'call', name, target: undefined, args: [left, operand()], at };
      depth.calc = chain;
    }
  }

  /** The depth of a rule of the grammar, one further down. */
  private deeper(depth: number): number {
    if (depth >= MOST_DEPTH) throw new SyntaxProblem(`expression recursion limit exceeded: ${MOST_DEPTH}`, NOWHERE);
    return depth + 1;
  }

  private unary(): Expr {
    const { at } = this.peek;
    const denials = this.count('!');
    if (denials > 0) return this.repeated('!_', denials, at);
    const signs = this.count('-');
    const next = this.peek;
    if (signs === 1 && (next.kind === 'int' || next.kind === 'double')) {
      this.place += 1;
      return this.members(literal(next, true));
    }
    return this.repeated('-_', signs, at);
  }

  private count(operator: string): number {
    let times = 0;
    while (this.take(operator)) times += 1;
    return times;
  }

  /** Two of them are none. */
  private repeated(name: string, times: number, at: number): Expr {
    const operand = this.members(this.primary());
    return times % 2 === 0 ? operand : { type: 'call', name, target: undefined, args: [operand], at };
  }

  private members(first: Expr): Expr {
    const { depth } = this;
    const outer = depth.member;
    let expr = first;
    for (;;) {
      const { kind, text, at } = this.peek;
      if (kind === 'op' && MEMBERS.has(text)) depth.member = this.deeper(depth.member);
      if (this.take('.?')) {
        expr = { type: 'select', of: expr, field: this.name(), optional: true, at };
      } else if (this.take('.')) {
        const name = this.name();
        const { at: after } = this.peek;
        if (this.take('(')) expr = { type: 'call', name, target: expr, args: this.args(')'), at: after };
        else if (this.opensMessage()) expr = this.message(`${pathOf(expr)}.${name}`, after);
        else expr = { type: 'select', of: expr, field: name, optional: false, at };
      } else if (this.take('[?')) {
        expr = this.index(expr, true, at);
      } else if (this.take('[')) {
        expr = this.index(expr, false, at);
      } else {
        depth.member = outer;
        return expr;
      }
    }
  }

  private index(of: Expr, optional: boolean, at: number): Expr {
    const index = this.expression();
    this.expect(']');
    return { type: 'index', of, index, optional, at };
  }

  /** A brace after a path with a capital: an object of a type, as mutations make them. */
  private opensMessage(): boolean {
    const next = this.peek;
    return next.kind === 'op' && (next.text === '{' || next.text === '{?');
  }

  private name(): string {
    const { kind, text } = this.peek;
    if (kind !== 'ident') this.unexpected('IDENTIFIER');
    this.place += 1;
    return text;
  }

  private args(end: string): readonly Expr[] {
    const found: Expr[] = [];
    while (!this.take(end)) {
      if (found.length > 0) this.expect(',');
      found.push(this.expression());
    }
    return found;
  }

  private primary(): Expr {
    const token = this.peek;
    const { kind, text, at } = token;
    if (kind === 'op') {
      if (this.take('(')) {
        const inner = this.expression();
        this.expect(')');
        return inner;
      }
      if (this.take('[')) return { type: 'list', items: this.items(), at };
      if (this.take('[?')) return { type: 'list', items: this.items(true), at };
      if (text === '{' || text === '{?') return this.map();
      if (!this.take('.')) this.unexpected(OPERANDS);
      return this.identifier(at);
    }
    if (kind === 'ident') return this.identifier(at);
    if (kind === 'end') this.unexpected(OPERANDS);
    this.place += 1;
    return literal(token, false);
  }

  private identifier(at: number): Expr {
    const { text } = this.peek;
    if (text === 'true' || text === 'false') return this.constant(text === 'true', at);
    if (text === 'null') return this.constant(null, at);
    if (text === 'in' || RESERVED.has(text)) throw new SyntaxProblem(`reserved identifier: ${text}`, at);
    const name = this.name();
    const { at: after } = this.peek;
    if (this.take('(')) return { type: 'call', name, target: undefined, args: this.args(')'), at: after };
    if (this.opensMessage()) return this.message(name, after);
    return { type: 'ident', name, at };
  }

  private constant(value: unknown, at: number): Expr {
    this.place += 1;
    return { type: 'literal', value, at };
  }

  private items(firstOptional = false): readonly Entry[] {
    const found: Entry[] = [];
    let optional = firstOptional;
    while (optional || !this.take(']')) {
      if (found.length > 0) {
        this.expect(',');
        if (this.take(']')) break;
      }
      if (this.take('?')) optional = true;
      found.push({ value: this.expression(), optional });
      optional = false;
    }
    return found;
  }

  private map(): Expr {
    const { at } = this.peek;
    let optional = this.take('{?');
    if (!optional) this.expect('{');
    const entries: (Entry & { readonly key: Expr })[] = [];
    while (optional || !this.take('}')) {
      if (entries.length > 0) {
        this.expect(',');
        if (this.take('}')) break;
      }
      if (this.take('?')) optional = true;
      const key = this.expression();
      this.expect(':');
      entries.push({ key, value: this.expression(), optional });
      optional = false;
    }
    return { type: 'map', entries, at };
  }

  private message(name: string, at: number): Expr {
    let optional = this.take('{?');
    if (!optional) this.expect('{');
    const fields: (Entry & { readonly field: string; readonly at: number })[] = [];
    while (optional || !this.take('}')) {
      if (fields.length > 0) {
        this.expect(',');
        if (this.take('}')) break;
      }
      if (this.take('?')) optional = true;
      const field = this.name();
      const { at: place } = this.peek;
      this.expect(':');
      fields.push({ field, value: this.expression(), optional, at: place });
      optional = false;
    }
    return { type: 'message', name, fields, at };
  }
}

function pathOf(expr: Expr): string {
  if (expr.type === 'ident') return expr.name;
  if (expr.type === 'select' && !expr.optional) return `${pathOf(expr.of)}.${expr.field}`;
  throw new SyntaxProblem("Syntax error: mismatched input '{'", expr.at);
}

function literal({ kind, text, at, bytes }: Token, negative: boolean): Expr {
  const sign = negative ? '-' : '';
  switch (kind) {
    case 'int': {
      const size = BigInt(text);
      const value = negative ? -size : size;
      if (!isInt(value)) throw new SyntaxProblem('invalid int literal', at);
      return { type: 'literal', value, at };
    }
    case 'uint': {
      const value = BigInt(text);
      if (!isUint(value)) throw new SyntaxProblem('invalid uint literal', at);
      return { type: 'literal', value: new Uint(value), at };
    }
    case 'double':
      return { type: 'literal', value: Number(`${sign}${text}`), at };
    case 'bytes':
      return { type: 'literal', value: new Bytes(bytes ?? []), at };
    default:
      return { type: 'literal', value: text, at };
  }
}

/** A chain of many terms becomes a tree that is no deeper than it must be. */
// Models github.com/google/cel-go/parser/helper.go, logicManager.balancedTree (as vendored by v1.36)
function balanced(and: boolean, terms: readonly Expr[], places: readonly number[], low: number, high: number): Expr {
  const middle = (low + high + 1) >> 1;
  const left = middle === low ? (terms[middle] as Expr) : balanced(and, terms, places, low, middle - 1);
  const right = middle === high ? (terms[middle + 1] as Expr) : balanced(and, terms, places, middle + 1, high);
  return { type: 'logic', and, left, right, at: places[middle] as number };
}
