// Models staging/src/k8s.io/client-go/util/jsonpath/jsonpath.go (v1.36)

import { goJson } from '../../../api/go/json-text.ts';
import { utf8 } from '../../../base/bytes/utf8.ts';
import { goType, goValue } from './go-values.ts';
import { type Bound, Float, isJsonPathError, type JsonPathError, type Node, parseTemplate } from './jsonpath-parse.ts';

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
        return [node.text];
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

/** A text's are its bytes. */
function members(value: unknown): Results {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return utf8(value);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => fields[key]);
}

function descended(values: Results): Results {
  return values.flatMap((value) => {
    // Below a text lie only bytes, which hold nothing.
    if (typeof value === 'string') return value === '' ? [] : [value];
    const below = members(value);
    return below.length === 0 ? [] : [value, ...descended(below)];
  });
}

function sliced(values: Results, [first, second, third]: readonly [Bound, Bound, Bound]): Results | JsonPathError {
  const all: unknown[] = [];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (!Array.isArray(value)) return { error: `${goType(value)} is not array or slice` };
    const { length } = value;
    let from = first.known ? first.value : 0;
    if (from < 0) from += length;
    let to = second.known ? second.value : length;
    if (to < 0 || (to === 0 && second.derived === true)) to += length;
    if (from === to) return all;
    if (from >= length || from < 0) return { error: `array index out of bounds: index ${from}, length ${length}` };
    if (to > length || to < 0) return { error: `array index out of bounds: index ${to - 1}, length ${length}` };
    if (from > to) return { error: `starting index ${from} is greater than ending index ${to}` };
    if (third.known && third.value <= 0) return { error: 'step must be > 0' };
    const step = third.known ? third.value : 1;
    for (let at = from; at < to; at += step) all.push(value[at]);
  }
  return all;
}

/** What JSON has for it. */
export const plain = (value: unknown): unknown => (value instanceof Float ? value.value : value);

const isFloat = (value: unknown): boolean =>
  value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));

const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['>', (a, b) => a > b],
  ['<=', (a, b) => a <= b],
  ['>=', (a, b) => a >= b],
]);

function compared(left: unknown, right: unknown, operator: string): boolean | JsonPathError {
  const holds = COMPARISONS.get(operator);
  if (holds === undefined) return { error: `unrecognized filter operator ${operator}` };
  const a = plain(left);
  const b = plain(right);
  if (typeof a === 'object' || typeof b === 'object') return { error: 'invalid type for comparison' };
  if (typeof a !== typeof b || isFloat(left) !== isFloat(right)) return { error: 'incompatible types for comparison' };
  return holds(a as number, b as number);
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

function textOf(given: unknown): string {
  const value = plain(given);
  if (value === null || value === undefined) return 'null';
  return typeof value === 'object' ? goJson(value, { sortKeys: true }) : String(value);
}
