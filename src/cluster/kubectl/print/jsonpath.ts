// Models staging/src/k8s.io/client-go/util/jsonpath (v1.36): the parser, in its own order

import { goJson } from '../../../api/go-json.ts';

interface Bound {
  readonly value: number;
  readonly known: boolean;
  /** The end of a single index. */
  readonly derived?: boolean;
}

type Node =
  | { readonly type: 'list'; readonly nodes: Node[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'identifier'; readonly name: string }
  | { readonly type: 'literal'; readonly value: number | boolean }
  | { readonly type: 'array'; readonly bounds: readonly [Bound, Bound, Bound] }
  | { readonly type: 'filter'; readonly left: Node; readonly right: Node; readonly operator: string }
  | { readonly type: 'union'; readonly members: readonly Node[] }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' };

type List = Extract<Node, { type: 'list' }>;

export interface JsonPathError {
  readonly error: string;
}

export function isJsonPathError(value: unknown): value is JsonPathError {
  return typeof value === 'object' && value !== null && 'error' in value;
}

const EOF = '';
const TERMINATORS = ' \t\r\n.,[]$@{}';
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const COMPARISON = /^([^!<>=]+)([!<>=]+)(.+?)$/;

class Parser {
  readonly root: List = { type: 'list', nodes: [] };
  private at = 0;
  private start = 0;

  constructor(private readonly input: string) {}

  /** The text of what is wrong. */
  parse(): string | undefined {
    return this.text();
  }

  private next(): string {
    const letter = this.input.charAt(this.at);
    this.at += 1;
    return letter;
  }

  private take(): string {
    const text = this.input.slice(this.start, this.at);
    this.start = this.at;
    return text;
  }

  private sees(prefix: string): boolean {
    return this.input.startsWith(prefix, this.at);
  }

  private text(): string | undefined {
    const open = this.input.indexOf('{', this.at);
    const end = open < 0 ? this.input.length : open;
    this.at = end;
    if (end > this.start) this.root.nodes.push({ type: 'text', text: this.take() });
    if (open < 0) return undefined;
    this.at += 1;
    this.take();
    const list: List = { type: 'list', nodes: [] };
    this.root.nodes.push(list);
    return this.action(list);
  }

  private action(list: List): string | undefined {
    for (;;) {
      if (this.sees('}')) {
        this.at += 1;
        this.take();
        return this.text();
      }
      const wrong = this.sees('[?(') ? this.filter(list) : this.sees('..') ? this.recursive(list) : this.part(list);
      if (wrong !== undefined) return wrong;
    }
  }

  private part(list: List): string | undefined {
    const letter = this.next();
    if (letter === EOF || letter === '\n' || letter === '\r') return 'unclosed action';
    if (letter === ' ' || letter === '@' || letter === '$') {
      this.take();
      return undefined;
    }
    if (letter === '[') return this.array(list);
    if (letter === '"' || letter === "'") return this.quote(list, letter);
    if (letter === '.') return this.field(list);
    if (/[-+\d]/.test(letter)) {
      this.at -= 1;
      return this.number(list);
    }
    if (/[\p{L}\p{N}_]/u.test(letter)) {
      this.at -= 1;
      return this.identifier(list);
    }
    return `unrecognized character in action: U+${hex(letter)} '${letter}'`;
  }

  private identifier(list: List): undefined {
    while (this.at < this.input.length && !TERMINATORS.includes(this.input.charAt(this.at))) this.at += 1;
    const name = this.take();
    list.nodes.push(
      name === 'true' || name === 'false' ? { type: 'literal', value: name === 'true' } : { type: 'identifier', name },
    );
  }

  private recursive(list: List): string | undefined {
    if (list.nodes.at(-1)?.type === 'recursive') return 'invalid multiple recursive descent';
    this.at += 2;
    this.take();
    list.nodes.push({ type: 'recursive' });
    return /[\p{L}\p{N}_]/u.test(this.input.charAt(this.at)) ? this.field(list) : undefined;
  }

  private number(list: List): string | undefined {
    if (/[-+]/.test(this.input.charAt(this.at))) this.at += 1;
    while (/[.\d]/.test(this.input.charAt(this.at))) this.at += 1;
    const text = this.take();
    const value = Number(text);
    if (Number.isNaN(value)) return `cannot parse number ${text}`;
    list.nodes.push({ type: 'literal', value });
    return undefined;
  }

  private field(list: List): undefined {
    this.take();
    for (;;) {
      const letter = this.input.charAt(this.at);
      if (letter === '\\') this.at += 2;
      else if (letter === EOF || TERMINATORS.includes(letter)) break;
      else this.at += 1;
    }
    const name = this.take();
    list.nodes.push(name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') });
  }

  private quote(list: List, end: string): string | undefined {
    for (;;) {
      const letter = this.next();
      if (letter === EOF || letter === '\n') return 'unterminated quoted string';
      if (letter === end && this.input.charAt(this.at - 2) !== '\\') break;
    }
    list.nodes.push({ type: 'text', text: unquoted(this.take()) });
    return undefined;
  }

  private array(list: List): string | undefined {
    for (;;) {
      const letter = this.next();
      if (letter === EOF || letter === '\n') return 'unterminated array';
      if (letter === ']') break;
    }
    const inside = this.take().slice(1, -1);
    const text = inside === '*' ? ':' : inside;
    const members = text.split(',');
    if (members.length > 1) {
      const union: Node[] = [];
      for (const member of members) {
        const parsed = parseAction(`[${member.trim()}]`);
        if (isJsonPathError(parsed)) return parsed.error;
        union.push(parsed);
      }
      list.nodes.push({ type: 'union', members: union });
      return undefined;
    }
    const key = /^'([^']*)'$/.exec(text);
    if (key !== null) {
      const parsed = parseAction(`.${key[1]}`);
      if (isJsonPathError(parsed)) return parsed.error;
      list.nodes.push(...parsed.nodes);
      return undefined;
    }
    const slice = SLICE.exec(text);
    if (slice === null) return `invalid array index ${text}`;
    list.nodes.push({ type: 'array', bounds: boundsOf(slice) });
    return undefined;
  }

  private filter(list: List): string | undefined {
    this.at += 3;
    this.take();
    let begun = false;
    let ended = false;
    let pair = '';
    for (;;) {
      const letter = this.next();
      if (letter === EOF || letter === '\n') return 'unterminated filter';
      if (letter === '"' || letter === "'") {
        if (!begun) {
          begun = true;
          pair = letter;
        } else if (this.input.charAt(this.at - 2) !== '\\' && letter === pair) ended = true;
      } else if (letter === ')' && begun === ended) break;
    }
    if (this.next() !== ']') return 'unclosed array expect ]';
    const text = this.take().slice(0, -2);
    const [, before, operator, after] = COMPARISON.exec(text) ?? [];
    const left = parseAction(before ?? text);
    if (isJsonPathError(left)) return left.error;
    const right = after === undefined ? { type: 'list' as const, nodes: [] as Node[] } : parseAction(after);
    if (isJsonPathError(right)) return right.error;
    list.nodes.push({ type: 'filter', left, right, operator: operator ?? 'exists' });
    return undefined;
  }
}

function boundsOf([, first = '', second, third]: readonly (string | undefined)[]): readonly [Bound, Bound, Bound] {
  const from: Bound = { value: Number(first), known: first !== '' };
  const part = (text: string | undefined): Bound => ({
    value: Number(text?.slice(1) ?? ''),
    known: (text?.length ?? 0) > 1,
  });
  return [
    from,
    second === undefined ? { value: from.value + 1, known: true, derived: true } : part(second),
    part(third),
  ];
}

function hex(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ESCAPES.get(letter) ?? letter);
}

function parseAction(text: string): List | JsonPathError {
  const parser = new Parser(`{${text}}`);
  const wrong = parser.parse();
  if (wrong !== undefined) return { error: wrong };
  return parser.root.nodes[0] as List;
}

const parsed = new Map<string, List | JsonPathError>();

function parseTemplate(template: string): List | JsonPathError {
  let found = parsed.get(template);
  if (found === undefined) {
    const parser = new Parser(template);
    const wrong = parser.parse();
    found = wrong === undefined ? parser.root : { error: wrong };
    if (parsed.size > 500) parsed.clear();
    parsed.set(template, found);
  }
  return found;
}

/** What is wrong with a template, told of before anything is asked. */
export function templateProblem(template: string): string | undefined {
  const nodes = parseTemplate(template);
  return isJsonPathError(nodes) ? nodes.error : undefined;
}

type Results = readonly unknown[];

/** Finds what a template is about, one list of results for each of its parts. */
class Finder {
  private beginning = 0;
  private inside = 0;
  private ending = 0;
  private lastEnd: Node | undefined;

  constructor(private readonly lenient: boolean) {}

  find(nodes: readonly Node[], value: unknown): readonly Results[] | JsonPathError {
    const all: Results[] = [];
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at] as Node;
      const results = this.walk([value], node);
      if (isJsonPathError(results)) return results;
      if (this.ending > 0 && this.ending <= this.inside) {
        this.ending -= 1;
        this.lastEnd = node;
        break;
      }
      if (this.beginning === 0) {
        all.push(results);
        continue;
      }
      this.beginning -= 1;
      this.inside += 1;
      const rest = nodes.slice(at + 1);
      for (const each of results.length > 0 ? results : [undefined]) {
        const found = this.find(rest, each);
        if (isJsonPathError(found)) return found;
        if (results.length > 0) all.push(...found);
      }
      this.inside -= 1;
      const end = nodes.findIndex((one, place) => place > at && one === this.lastEnd);
      if (end >= 0) at = end;
    }
    return all;
  }

  private walk(values: Results, node: Node): Results | JsonPathError {
    switch (node.type) {
      case 'list': {
        let found: Results | JsonPathError = values;
        for (const each of node.nodes) {
          found = this.walk(found, each);
          if (isJsonPathError(found)) return found;
        }
        return found;
      }
      case 'text':
        return [new Text(node.text)];
      case 'literal':
        return values.map(() => node.value);
      case 'identifier':
        return this.identifier(values, node.name);
      case 'field':
        return this.field(values, node.name);
      case 'array':
        return sliced(values, node.bounds);
      case 'wildcard':
        return values.flatMap(members);
      case 'recursive':
        return descended(values);
      case 'union': {
        const all: unknown[] = [];
        for (const member of node.members) {
          const found = this.walk(values, member);
          if (isJsonPathError(found)) return found;
          all.push(...found);
        }
        return all;
      }
      case 'filter':
        return this.filter(values, node);
    }
  }

  private identifier(values: Results, name: string): Results | JsonPathError {
    if (name === 'range') {
      this.beginning += 1;
      return values;
    }
    if (name !== 'end') return { error: `unrecognized identifier ${name}` };
    if (this.inside === 0) return { error: 'not in range, nothing to end' };
    this.ending += 1;
    return [];
  }

  private field(values: Results, name: string): Results | JsonPathError {
    if (name === '') return values;
    const found = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
      return Object.hasOwn(value, name) ? [(value as Readonly<Record<string, unknown>>)[name]] : [];
    });
    const some = found.filter((one) => one !== undefined);
    return some.length === 0 && !this.lenient && values.length > 0 ? { error: `${name} is not found` } : some;
  }

  private filter(values: Results, node: Extract<Node, { type: 'filter' }>): Results | JsonPathError {
    const all: unknown[] = [];
    for (const value of values) {
      if (value === null || value === undefined) continue;
      if (!Array.isArray(value)) return { error: `${goValue(value)} is not array or slice and cannot be filtered` };
      for (const each of value) {
        const left = this.walk([each], node.left);
        if (node.operator === 'exists') {
          if (!isJsonPathError(left) && left.length > 0) all.push(each);
          continue;
        }
        if (isJsonPathError(left)) return left;
        if (left.length === 0) continue;
        if (left.length > 1) return { error: 'can only compare one element at a time' };
        const right = this.walk([each], node.right);
        if (isJsonPathError(right)) return right;
        if (right.length === 0) continue;
        if (right.length > 1) return { error: 'can only compare one element at a time' };
        const holds = compared(left[0], right[0], node.operator);
        if (typeof holds !== 'boolean') return holds;
        if (holds) all.push(each);
      }
    }
    return all;
  }
}

/** Text of the template, which is no value of the object. */
class Text {
  constructor(readonly text: string) {}
}

function members(value: unknown): Results {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => fields[key]);
}

function descended(values: Results): Results {
  return values.flatMap((value) => {
    const below = members(value);
    return below.length === 0 ? [] : [value, ...descended(below)];
  });
}

function sliced(values: Results, [first, second, third]: readonly [Bound, Bound, Bound]): Results | JsonPathError {
  const all: unknown[] = [];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (!Array.isArray(value)) return { error: `${goValue(value)} is not array or slice` };
    const { length } = value;
    let from = first.known ? first.value : 0;
    if (from < 0) from += length;
    let to = second.known ? second.value : length;
    if (to < 0 || (to === 0 && second.derived === true)) to += length;
    if (from !== to) {
      if (from >= length || from < 0) return { error: `array index out of bounds: index ${from}, length ${length}` };
      if (to > length || to < 0) return { error: `array index out of bounds: index ${to - 1}, length ${length}` };
    }
    if (from > to) return { error: `starting index ${from} is greater than ending index ${to}` };
    if (third.known && third.value <= 0) return { error: 'step must be > 0' };
    const step = third.known ? third.value : 1;
    for (let at = from; at < to; at += step) all.push(value[at]);
  }
  return all;
}

function compared(left: unknown, right: unknown, operator: string): boolean | JsonPathError {
  const a = left instanceof Text ? left.text : left;
  const b = right instanceof Text ? right.text : right;
  if (typeof a === 'object' || typeof b === 'object') return { error: 'invalid type for comparison' };
  if (typeof a !== typeof b) return { error: 'incompatible types for comparison' };
  const [x, y] = [a as number, b as number];
  switch (operator) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    case '>=':
      return x >= y;
    default:
      return { error: `unrecognized filter operator ${operator}` };
  }
}

const RELAXED = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/;

/** `name`, `.name`, `{name}` and `{.name}` are the same where a path is expected; undefined when it is none of them. */
export function relaxedPath(path: string): string | undefined {
  const [, inBraces, plain] = RELAXED.exec(path) ?? [];
  const inside = inBraces ?? plain;
  return inside === undefined ? undefined : `{.${inside}}`;
}

/** All that a path finds. */
export function findPath(value: unknown, path: string): Results | JsonPathError {
  const nodes = parseTemplate(relaxedPath(path) ?? path);
  if (isJsonPathError(nodes)) return nodes;
  const found = new Finder(true).find(nodes.nodes, value);
  return isJsonPathError(found) ? found : (found[0] ?? []);
}

/** Reads `.metadata.name`; a path with several results gives an array. */
export function readPath(value: unknown, path: string): unknown {
  const found = findPath(value, path);
  if (isJsonPathError(found)) return undefined;
  return isMany(path) ? found : found[0];
}

function isMany(path: string): boolean {
  return /\*|\?\(|\.\.|:|,/.test(path.replace(/\\./g, ''));
}

/** The results of each part of a template. */
export function findAll(template: string, value: unknown, lenient = true): readonly Results[] | JsonPathError {
  const nodes = parseTemplate(template);
  if (isJsonPathError(nodes)) return nodes;
  return new Finder(lenient).find(nodes.nodes, value);
}

/** `{.a.b}`, `{range .items[*]}…{end}` and `{"\n"}` between literal text. */
export function renderTemplate(template: string, value: unknown, lenient = true): string | JsonPathError {
  const found = findAll(template, value, lenient);
  if (isJsonPathError(found)) return found;
  return found.map((results) => results.map(textOf).join(' ')).join('');
}

function textOf(value: unknown): string {
  if (value instanceof Text) return value.text;
  if (value === null || value === undefined) return 'null';
  return typeof value === 'object' ? goJson(value, { sortKeys: true }) : String(value);
}

/** As Go's `%v` has it: `map[a:1 b:[x y]]`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  return `map[${keys
    .sort()
    .map((key) => `${key}:${goValue(fields[key])}`)
    .join(' ')}]`;
}

/** As Go's `%#v` has it. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  return `map[string]interface {}{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${goSyntax(fields[key])}`)
    .join(', ')}}`;
}
