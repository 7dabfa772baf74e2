// Models staging/src/k8s.io/client-go/util/jsonpath/parser.go (v1.36), in its own order

import { pureOfText } from '../../../base/pure.ts';
import { unquote } from './go-unquote.ts';

export interface Bound {
  readonly value: number;
  readonly known: boolean;
  /** The end of a single index. */
  readonly derived?: boolean;
}

export type Node =
  | { readonly type: 'list'; readonly nodes: Node[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'identifier'; readonly name: string }
  | { readonly type: 'literal'; readonly value: number | boolean | Float }
  | { readonly type: 'array'; readonly bounds: readonly [Bound, Bound, Bound] }
  | { readonly type: 'filter'; readonly left: Node; readonly right: Node; readonly operator: string }
  | { readonly type: 'union'; readonly members: readonly Node[] }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' };

export type List = Extract<Node, { type: 'list' }>;

/** A number of the template with a point in it, which is of another type than whole ones. */
export class Float {
  constructor(readonly value: number) {}
}

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
    list.nodes.push({ type: 'literal', value: text.includes('.') ? new Float(value) : value });
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
    const literal = this.take();
    const text = unquote(literal);
    if (text === undefined) return `unquote string ${literal} error invalid syntax`;
    list.nodes.push({ type: 'text', text });
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
    const bounds = boundsOf(slice);
    const none = bounds.findIndex(({ value }) => Number.isNaN(value));
    if (none >= 0) return `array index ${(slice[none + 1] ?? '').replace(':', '')} is not a number`;
    list.nodes.push({ type: 'array', bounds });
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

function parseAction(text: string): List | JsonPathError {
  const parser = new Parser(`{${text}}`);
  const wrong = parser.parse();
  if (wrong !== undefined) return { error: wrong };
  return parser.root.nodes[0] as List;
}

export const parseTemplate = pureOfText(500, (template: string): List | JsonPathError => {
  const parser = new Parser(template);
  const wrong = parser.parse();
  return wrong === undefined ? parser.root : { error: wrong };
});

/** What is wrong with a template, told of before anything is asked. */
export function templateProblem(template: string): string | undefined {
  const nodes = parseTemplate(template);
  return isJsonPathError(nodes) ? nodes.error : undefined;
}
