// Models the Go standard library, text/template, with the functions of cli-runtime/pkg/printers/template.go (v1.36)

import { argumentsProblem, builtins, FUNCTIONS, textProblem } from './go-template-functions.ts';
import {
  type Command,
  type Expression,
  type ParsedTemplate,
  type Pipeline,
  parseGoTemplate,
  type TemplateNode,
} from './go-template-parse.ts';
import {
  type Builtin,
  goValueOf,
  Int,
  isTrue,
  plain,
  printed,
  Stopped,
  typeOf,
  type Value,
} from './go-template-values.ts';

export interface TemplateError {
  readonly error: string;
  /** What was printed before. */
  readonly text: string;
}

/** What is wrong with a template, told of before anything is asked. */
export function goTemplateProblem(template: string): string | undefined {
  const parsed = parseGoTemplate(template, FUNCTIONS);
  return 'error' in parsed ? parsed.error : undefined;
}

/** Executes a template; what a Go map lacks is `<no value>`. */
export function executeGoTemplate(template: string, data: unknown, lenient = true): string | TemplateError {
  const parsed = parseGoTemplate(template, FUNCTIONS);
  if ('error' in parsed) return { error: parsed.error, text: '' };
  const execution = new Execution(template, parsed, lenient);
  const ended = execution.run(parsed.nodes, data, new Map([['$', data]]));
  return ended instanceof Stopped ? { error: ended.message, text: execution.text } : execution.text;
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
        if (body === undefined) return this.stop(node, `template ${JSON.stringify(node.name)} not defined`);
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
      return this.stop(node.pipeline.commands[0]?.words[0], `range can't iterate over ${goValueOf(value)}`);
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
    for (const name of pipeline.names) {
      if (!pipeline.declares && !variables.has(name)) {
        return this.stop(pipeline.commands.at(-1)?.words.at(-1), `undefined variable: ${name}`);
      }
      variables.set(name, value);
    }
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
      const miscounted = argumentsProblem(first.name, all.length);
      if (miscounted !== undefined) return this.stop({ text: textOf(command), at: command.at }, miscounted);
      const mistyped = textProblem(first.name, all[0], rest[0]);
      if (mistyped !== undefined) return this.stop(rest[0] ?? { text: textOf(command), at: command.at }, mistyped);
      const result = first.name === 'call' ? notCallable(all[0], rest[0]) : (builtins()[first.name] as Builtin)(all);
      if (!(result instanceof Stopped)) return result;
      return this.stop({ text: textOf(command), at: command.at }, `error calling ${first.name}: ${result.message}`);
    }
    if (first.type === 'nil') return this.stop(first, 'nil is not a command');
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
      case 'nil':
        return undefined;
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

  private stop(word: { readonly text: string; readonly at: number } | undefined, message: string): Stopped {
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
  if (Array.isArray(value)) return value.map((each, at) => [new Int(at), each]);
  if (value instanceof Int || typeof value === 'number') {
    const count = Math.max(0, Number(plain(value)));
    return Array.from({ length: count }, (_, at) => [new Int(at), new Int(at)]);
  }
  if (typeof value !== 'object') return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => [key, fields[key]]);
}

/** Only what a template is given could be called, and that holds no functions. */
function notCallable(value: Value, word: Expression | undefined): Stopped {
  if (value === undefined || value === null) return new Stopped('call of nil');
  return new Stopped(`non-function ${word?.text ?? ''} of type ${typeOf(value)}`);
}

const textOf = ({ words }: Command): string => words.map(({ text }) => text).join(' ');
