// Models the Go standard library, text/template, with the functions of cli-runtime/pkg/printers/template.go (v1.36)

import { unbase64 } from '../../../base/bytes.ts';
import {
  type Command,
  type Expression,
  type ParsedTemplate,
  type Pipeline,
  parseGoTemplate,
  type TemplateNode,
} from './go-template-parse.ts';
import { goValue } from './jsonpath.ts';

export interface TemplateError {
  readonly error: string;
}

/** Ends the execution from deep inside; caught where it began. */
class Stopped {
  constructor(readonly message: string) {}
}

type Value = unknown;
type Builtin = (values: readonly Value[]) => Value | Stopped;

const NAMES =
  'and call eq exists base64decode ge gt html index js le len lt ne not or print printf println slice urlquery';
const FUNCTIONS: ReadonlySet<string> = new Set(NAMES.split(' '));

/** What is wrong with a template, told of before anything is asked. */
export function goTemplateProblem(template: string): string | undefined {
  const parsed = parseGoTemplate(template, FUNCTIONS);
  return 'error' in parsed ? parsed.error : undefined;
}

/** Executes a template; what a Go map lacks is `<no value>`. */
export function executeGoTemplate(template: string, data: unknown, lenient = true): string | TemplateError {
  const parsed = parseGoTemplate(template, FUNCTIONS);
  if ('error' in parsed) return { error: parsed.error };
  const execution = new Execution(template, parsed, lenient);
  const ended = execution.run(parsed.nodes, data, new Map([['$', data]]));
  return ended instanceof Stopped ? { error: ended.message } : execution.text;
}

type Variables = Map<string, Value>;

class Execution {
  text = '';
  private depth = 0;

  constructor(
    private readonly source: string,
    private readonly template: ParsedTemplate,
    private readonly lenient: boolean,
  ) {}

  run(nodes: readonly TemplateNode[], dot: Value, variables: Variables): Stopped | 'break' | 'continue' | undefined {
    for (const node of nodes) {
      const ended = this.one(node, dot, variables);
      if (ended !== undefined) return ended;
    }
    return undefined;
  }

  private one(node: TemplateNode, dot: Value, variables: Variables): Stopped | 'break' | 'continue' | undefined {
    switch (node.type) {
      case 'text':
        this.text += node.text;
        return undefined;
      case 'break':
      case 'continue':
        return node.type;
      case 'print': {
        const value = this.pipeline(node.pipeline, dot, variables);
        if (value instanceof Stopped) return value;
        if (node.pipeline.names.length === 0) this.text += printed(value);
        return undefined;
      }
      case 'if':
      case 'with': {
        const inner = new Map(variables);
        const value = this.pipeline(node.pipeline, dot, inner);
        if (value instanceof Stopped) return value;
        const inside = node.type === 'with' ? value : dot;
        const ended = isTrue(value) ? this.run(node.body, inside, inner) : this.run(node.otherwise, dot, inner);
        keep(inner, variables);
        return ended;
      }
      case 'range':
        return this.range(node, dot, variables);
      case 'template': {
        const body = this.template.defined.get(node.name);
        if (body === undefined) return new Stopped(`template: output:1: template "${node.name}" not defined`);
        const value = node.pipeline === undefined ? undefined : this.pipeline(node.pipeline, dot, variables);
        if (value instanceof Stopped) return value;
        this.depth += 1;
        if (this.depth > 1000) return new Stopped('exceeded maximum template depth (100000)');
        const ended = this.run(body, value, new Map([['$', value]]));
        this.depth -= 1;
        return ended instanceof Stopped ? ended : undefined;
      }
    }
  }

  private range(
    node: Extract<TemplateNode, { type: 'if' | 'range' | 'with' }>,
    dot: Value,
    variables: Variables,
  ): Stopped | undefined {
    const { names, declares } = node.pipeline;
    const scope = new Map(variables);
    const value = this.pipeline({ ...node.pipeline, names: [] }, dot, scope);
    if (value instanceof Stopped) return value;
    const entries = entriesOf(value);
    if (entries === undefined) {
      return this.stop(node.pipeline.commands[0]?.words[0], `range can't iterate over ${goValue(value)}`);
    }
    if (entries.length === 0) {
      const ended = this.run(node.otherwise, dot, scope);
      return ended instanceof Stopped ? ended : undefined;
    }
    for (const [key, each] of entries) {
      const inner = declares ? new Map(scope) : scope;
      if (names.length === 1) inner.set(names[0] as string, each);
      if (names.length === 2) {
        inner.set(names[0] as string, key);
        inner.set(names[1] as string, each);
      }
      const ended = this.run(node.body, each, inner);
      keep(inner, scope);
      if (ended instanceof Stopped) return ended;
      if (ended === 'break') break;
    }
    keep(scope, variables);
    return undefined;
  }

  private pipeline(pipeline: Pipeline, dot: Value, variables: Variables): Value | Stopped {
    let value: Value;
    let isFirst = true;
    for (const command of pipeline.commands) {
      const result = this.command(command, dot, variables, isFirst ? [] : [value]);
      if (result instanceof Stopped) return result;
      value = result;
      isFirst = false;
    }
    for (const name of pipeline.names) variables.set(name, value);
    return value;
  }

  private command(command: Command, dot: Value, variables: Variables, last: readonly Value[]): Value | Stopped {
    const [first, ...rest] = command.words as [Expression, ...Expression[]];
    if (first.type === 'function') {
      const values: Value[] = [];
      for (const word of rest) {
        const value = this.evaluate(word, dot, variables, command);
        if (value instanceof Stopped) return value;
        values.push(value);
        // `and` and `or` look no further than they must.
        if (first.name === 'and' && !isTrue(value)) return value;
        if (first.name === 'or' && isTrue(value)) return value;
      }
      const all = [...values, ...last];
      const result = (builtins()[first.name] as Builtin)(all);
      return result instanceof Stopped ? this.stop(first, result.message) : result;
    }
    if (rest.length + last.length > 0 && first.type !== 'pipeline') {
      const isField = first.type === 'field' || first.type === 'variable' || first.type === 'chain';
      const name = isField ? (first.fields.at(-1) ?? first.text) : first.text;
      return this.stop(
        first,
        isField ? `${name} is not a method but has arguments` : `can't give argument to non-function ${first.text}`,
      );
    }
    return this.evaluate(first, dot, variables, command);
  }

  private evaluate(word: Expression, dot: Value, variables: Variables, command: Command): Value | Stopped {
    switch (word.type) {
      case 'literal':
        return word.value;
      case 'dot':
        return dot;
      case 'field':
        return this.fields(dot, word.fields, word);
      case 'variable':
        return this.fields(variables.get(word.name), word.fields, word);
      case 'function':
        return this.command({ words: [word], at: command.at }, dot, variables, []);
      case 'pipeline':
        return this.pipeline(word.pipeline, dot, variables);
      case 'chain': {
        const value = this.evaluate(word.of, dot, variables, command);
        return value instanceof Stopped ? value : this.fields(value, word.fields, word);
      }
    }
  }

  private fields(from: Value, fields: readonly string[], word: Expression): Value | Stopped {
    let value = from;
    for (const field of fields) {
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'object' || Array.isArray(value)) {
        return this.stop(word, `can't evaluate field ${field} in type interface {}`);
      }
      if (!Object.hasOwn(value, field) && !this.lenient) {
        return this.stop(word, `map has no entry for key ${JSON.stringify(field)}`);
      }
      value = Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined;
    }
    return value;
  }

  private stop(word: Expression | undefined, message: string): Stopped {
    const place = word?.at ?? 0;
    const before = this.source.slice(0, place);
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n') - 1;
    const text = word?.text ?? '';
    return new Stopped(`template: output:${line}:${column}: executing "output" at <${text}>: ${message}`);
  }
}

function keep(inner: Variables, outer: Variables): void {
  for (const name of outer.keys()) outer.set(name, inner.get(name));
}

function entriesOf(value: Value): readonly (readonly [Value, Value])[] | undefined {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map((each, at) => [at, each]);
  if (typeof value === 'number') return Array.from({ length: Math.max(0, value) }, (_, at) => [at, at]);
  if (typeof value !== 'object') return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => [key, fields[key]]);
}

function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function printed(value: Value): string {
  return value === undefined || value === null ? '<no value>' : goValue(value);
}

function goType(value: Value): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function builtins(): { readonly [name: string]: Builtin } {
  const order =
    (holds: (a: number, b: number) => boolean): Builtin =>
    ([a, b]) => {
      const wrong = incomparable(a, b);
      return wrong ?? holds(a as number, b as number);
    };
  return {
    and: (values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
    or: (values) => values.find(isTrue) ?? values.at(-1),
    not: ([value]) => !isTrue(value),
    eq: ([first, ...others]) => {
      if (others.length === 0) return new Stopped('error calling eq: missing argument for comparison');
      for (const other of others) {
        const wrong = incomparable(first, other);
        if (wrong !== undefined && first !== undefined && other !== undefined)
          return new Stopped(wrong.message.replace('@', 'eq'));
        if (first === other) return true;
      }
      return false;
    },
    ne: ([a, b]) => a !== b,
    lt: order((a, b) => a < b),
    le: order((a, b) => a <= b),
    gt: order((a, b) => a > b),
    ge: order((a, b) => a >= b),
    len: ([value]) => {
      if (typeof value === 'string') return new Blob8(value).length;
      if (Array.isArray(value)) return value.length;
      if (typeof value === 'object' && value !== null) return Object.keys(value).length;
      return new Stopped(`error calling len: len of ${value === undefined ? 'nil pointer' : `type ${goType(value)}`}`);
    },
    index: ([value, ...keys]) => indexed(value, keys),
    slice: ([value, from, to]) =>
      (value as string | unknown[]).slice(Number(from ?? 0), to === undefined ? undefined : Number(to)),
    print: (values) => values.map((value) => printedValue(value)).join(' '),
    println: (values) => `${values.map((value) => printedValue(value)).join(' ')}\n`,
    printf: ([format, ...values]) => formatted(String(format), values),
    html: (values) => escapedHtml(values.map(printedValue).join('')),
    js: (values) => JSON.stringify(values.map(printedValue).join('')).slice(1, -1),
    urlquery: (values) => encodeURIComponent(values.map(printedValue).join('')).replaceAll('%20', '+'),
    call: () => new Stopped('error calling call: call of nil'),
    exists: ([value, ...keys]) => {
      const found = indexed(value, keys);
      return !(found instanceof Stopped) && found !== undefined;
    },
    base64decode: ([value]) =>
      typeof value === 'string' ? unbase64(value) : new Stopped('invalid value; expected string'),
  };
}

/** How many bytes a text has. */
class Blob8 {
  readonly length: number;

  constructor(text: string) {
    let length = 0;
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0;
      length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    this.length = length;
  }
}

function incomparable(a: Value, b: Value): Stopped | undefined {
  if (typeof a === 'object' || typeof b === 'object')
    return new Stopped('error calling @: invalid type for comparison');
  if (typeof a === typeof b) return undefined;
  return new Stopped('error calling @: incompatible types for comparison');
}

function indexed(value: Value, keys: readonly Value[]): Value | Stopped {
  let found = value;
  for (const key of keys) {
    if (found === undefined || found === null) return new Stopped('error calling index: index of untyped nil');
    if (Array.isArray(found)) {
      if (typeof key !== 'number')
        return new Stopped(`error calling index: cannot index slice/array with type ${goType(key)}`);
      if (key < 0 || key >= found.length) return new Stopped(`error calling index: index out of range: ${key}`);
      found = found[key];
    } else if (typeof found === 'object') {
      if (typeof key !== 'string')
        return new Stopped(`error calling index: value has type ${goType(key)}; should be string`);
      found = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined;
    } else return new Stopped(`error calling index: can't index item of type ${goType(found)}`);
  }
  return found;
}

const printedValue = (value: Value): string => (value === undefined ? '<nil>' : goValue(value));

function escapedHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replaceAll('&#38;', '&amp;')
    .replaceAll('&#60;', '&lt;')
    .replaceAll('&#62;', '&gt;');
}

/** Models fmt.Sprintf for the verbs that templates use. */
function formatted(format: string, values: readonly Value[]): string {
  let at = 0;
  const text = format.replace(
    /%([-+ 0#]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g,
    (whole, flags: string, width: string, precision: string, verb: string) => {
      if (verb === '%') return '%';
      if (at >= values.length) return `%!${verb}(MISSING)`;
      const value = values[at];
      at += 1;
      const shown = oneFormatted(value, verb, precision);
      if (shown === undefined) return `%!${verb}(${goType(value)}=${goValue(value)})`;
      const wide = Number(width ?? 0);
      if (flags.includes('-')) return shown.padEnd(wide);
      return shown.padStart(wide, flags.includes('0') && typeof value === 'number' ? '0' : ' ') || whole.slice(0, 0);
    },
  );
  const extra = values.slice(at).map((value) => `${goType(value)}=${goValue(value)}`);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(', ')})`;
}

function oneFormatted(value: Value, verb: string, precision: string | undefined): string | undefined {
  switch (verb) {
    case 'v':
      return printedValue(value);
    case 's':
      if (typeof value === 'number' || typeof value === 'boolean') return undefined;
      return precision === undefined ? goValue(value) : goValue(value).slice(0, Number(precision));
    case 'q':
      return typeof value === 'string' ? JSON.stringify(value) : undefined;
    case 'd':
      return typeof value === 'number' && Number.isInteger(value) ? String(value) : undefined;
    case 'x':
      return typeof value === 'number' ? value.toString(16) : undefined;
    case 'f':
      return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(Number(precision ?? 6)) : undefined;
    case 't':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'T':
      return goType(value);
    default:
      return undefined;
  }
}
