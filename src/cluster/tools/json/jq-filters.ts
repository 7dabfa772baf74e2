// Models jq 1.6 src/execute.c: what comes of a filter (v1.36)

import type { Work } from '../work.ts';
import { builtIn } from './jq-built-in.ts';
import { type Filter, NoFilter } from './jq-grammar.ts';
import { entries, indexed, sliced, valueAt, withoutPath, withPath } from './jq-places.ts';
import type { JqRunner, Names, Path } from './jq-runner.ts';
import { calculated } from './jq-sums.ts';
import { isTrue, JqError, told, write } from './jq-values.ts';

/** Runs filters, and counts what they do. */
export class Jq implements JqRunner {
  constructor(
    readonly work: Work,
    /** Seconds since 1970. */
    readonly now: number,
  ) {}

  /** All that a filter makes of a value. */
  *run(filter: Filter, input: unknown, names: Names): Generator<unknown> {
    this.work.spend(STEPS);
    switch (filter.kind) {
      case 'identity':
        yield input;
        return;
      case 'recurse':
        yield* recursed(input);
        return;
      case 'value':
        yield filter.value;
        return;
      case 'variable':
        yield this.variable(filter.name, names);
        return;
      case 'index':
        for (const value of this.run(filter.of, input, names))
          for (const at of this.run(filter.at, input, names)) yield indexed(value, at);
        return;
      case 'slice':
        for (const value of this.run(filter.of, input, names)) yield sliced(value, ...this.ends(filter, input, names));
        return;
      case 'each':
        for (const value of this.run(filter.of, input, names)) for (const [, inner] of entries(value)) yield inner;
        return;
      case 'pipe':
        for (const value of this.run(filter.one, input, names)) yield* this.run(filter.other, value, names);
        return;
      case 'comma':
        yield* this.run(filter.one, input, names);
        yield* this.run(filter.other, input, names);
        return;
      case 'try':
        yield* this.tried(filter.of, undefined, input, names);
        return;
      case 'caught':
        yield* this.tried(filter.of, filter.by, input, names);
        return;
      case 'negated':
        for (const value of this.run(filter.of, input, names)) {
          if (typeof value !== 'number') throw new JqError(`${told(value)} cannot be negated`);
          yield -value;
        }
        return;
      case 'array':
        yield [...this.run(filter.of, input, names)];
        return;
      case 'and':
      case 'or':
        for (const one of this.run(filter.one, input, names))
          if (isTrue(one) === (filter.kind === 'or')) yield isTrue(one);
          else for (const other of this.run(filter.other, input, names)) yield isTrue(other);
        return;
      case 'instead':
        yield* this.instead(filter.one, filter.other, input, names);
        return;
      case 'binary':
        for (const other of this.run(filter.other, input, names))
          for (const one of this.run(filter.one, input, names)) yield calculated(filter.sign, one, other);
        return;
      case 'text':
        yield* this.text(filter, input, names);
        return;
      case 'object':
        yield* this.object(filter.fields, 0, {}, input, names);
        return;
      case 'if':
        for (const value of this.run(filter.condition, input, names))
          yield* this.run(isTrue(value) ? filter.then : filter.otherwise, input, names);
        return;
      case 'bind':
        for (const value of this.run(filter.of, input, names))
          yield* this.run(filter.body, input, new Map([...names, [filter.name, value]]));
        return;
      case 'fold':
        yield* this.fold(filter, input, names);
        return;
      case 'change':
        yield* this.changed(filter, input, names);
        return;
      case 'call':
        yield* builtIn(this, filter.name, filter.args, input, names);
    }
  }

  /** The same, with where in the value each of it is. */
  *paths(filter: Filter, input: unknown, names: Names, from: Path = []): Generator<readonly [Path, unknown]> {
    this.work.spend(STEPS);
    switch (filter.kind) {
      case 'identity':
        yield [from, input];
        return;
      case 'recurse':
        yield* recursedPaths(from, input);
        return;
      case 'index':
        for (const [path, value] of this.paths(filter.of, input, names, from))
          for (const at of this.run(filter.at, input, names)) yield [[...path, at], indexed(value, at)];
        return;
      case 'each':
        for (const [path, value] of this.paths(filter.of, input, names, from))
          for (const [key, inner] of entries(value)) yield [[...path, key], inner];
        return;
      case 'slice':
        for (const [path, value] of this.paths(filter.of, input, names, from)) {
          const [start, end] = this.ends(filter, input, names);
          yield [[...path, { start, end }], sliced(value, start, end)];
        }
        return;
      case 'pipe':
        for (const [path, value] of this.paths(filter.one, input, names, from))
          yield* this.paths(filter.other, value, names, path);
        return;
      case 'comma':
        yield* this.paths(filter.one, input, names, from);
        yield* this.paths(filter.other, input, names, from);
        return;
      case 'try':
        try {
          yield* this.paths(filter.of, input, names, from);
        } catch (error) {
          if (!(error instanceof JqError)) throw error;
        }
        return;
      case 'if':
        for (const value of this.run(filter.condition, input, names))
          yield* this.paths(isTrue(value) ? filter.then : filter.otherwise, input, names, from);
        return;
      case 'call': {
        const [arg] = filter.args;
        if (filter.name === 'empty') return;
        if (filter.name === 'select' && arg !== undefined) {
          for (const value of this.run(arg, input, names)) if (isTrue(value)) yield [from, input];
          return;
        }
        if (filter.name === 'first' || filter.name === 'last') {
          const at = filter.name === 'first' ? 0 : -1;
          yield [[...from, at], indexed(input, at)];
          return;
        }
        throw new NoFilter(`a path through ${filter.name} is not modelled here`);
      }
      default:
        throw new JqError(`Invalid path expression with result ${write([...this.run(filter, input, names)][0], {})}`);
    }
  }

  private ends({ from, to }: Extract<Filter, { kind: 'slice' }>, input: unknown, names: Names): [unknown, unknown] {
    const one = (filter: Filter | undefined): unknown =>
      filter === undefined ? null : [...this.run(filter, input, names)][0];
    return [one(from), one(to)];
  }

  private variable(name: string, names: Names): unknown {
    if (!names.has(name)) throw new NoFilter(`$${name} is not defined`);
    return names.get(name);
  }

  private *tried(of: Filter, by: Filter | undefined, input: unknown, names: Names): Generator<unknown> {
    try {
      yield* this.run(of, input, names);
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
      if (by !== undefined) yield* this.run(by, error.value, names);
    }
  }

  /** `a // b`: what of the first is true, else the second. */
  private *instead(one: Filter, other: Filter, input: unknown, names: Names): Generator<unknown> {
    let hasSome = false;
    try {
      for (const value of this.run(one, input, names))
        if (isTrue(value)) {
          hasSome = true;
          yield value;
        }
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
    }
    if (!hasSome) yield* this.run(other, input, names);
  }

  private *text(filter: Extract<Filter, { kind: 'text' }>, input: unknown, names: Names): Generator<unknown> {
    let texts = [''];
    for (const part of filter.parts) {
      const next: string[] = [];
      const values = typeof part === 'string' ? [part] : [...this.run(part, input, names)];
      for (const value of values) {
        const format: Filter = { kind: 'call', name: filter.format, args: [] };
        const [shown] =
          typeof part === 'string' || filter.format === ''
            ? [typeof value === 'string' ? value : write(value, {})]
            : [...this.run(format, value, names)];
        for (const before of texts) next.push(before + String(shown));
      }
      texts = next;
    }
    yield* texts;
  }

  private *object(
    fields: Extract<Filter, { kind: 'object' }>['fields'],
    at: number,
    made: { readonly [key: string]: unknown },
    input: unknown,
    names: Names,
  ): Generator<unknown> {
    const field = fields[at];
    if (field === undefined) {
      yield made;
      return;
    }
    for (const key of this.run(field[0], input, names)) {
      if (typeof key !== 'string') throw new JqError(`Object keys must be strings`);
      for (const value of this.run(field[1], input, names))
        yield* this.object(fields, at + 1, { ...made, [key]: value }, input, names);
    }
  }

  private *fold(filter: Extract<Filter, { kind: 'fold' }>, input: unknown, names: Names): Generator<unknown> {
    for (const first of this.run(filter.first, input, names)) {
      let kept = first;
      for (const value of this.run(filter.of, input, names)) {
        const known = new Map([...names, [filter.name, value]]);
        kept = [...this.run(filter.next, kept, known)].at(-1) ?? null;
        if (filter.isEach) yield kept;
      }
      if (!filter.isEach) yield kept;
    }
  }

  /** `|=`, `=`, `+=` and the like. */
  private *changed(
    { sign, one, other }: Extract<Filter, { kind: 'change' }>,
    input: unknown,
    names: Names,
  ): Generator<unknown> {
    const places = [...this.paths(one, input, names)];
    if (sign === '|=') {
      let made = input;
      for (const [path] of places.reverse()) {
        const [value, ...rest] = [...this.run(other, valueAt(made, path), names)];
        made = value === undefined && rest.length === 0 ? withoutPath(made, path) : withPath(made, path, value);
      }
      yield made;
      return;
    }
    for (const value of this.run(other, input, names)) {
      let made = input;
      for (const [path, before] of places) {
        const next =
          sign === '='
            ? value
            : sign === '//='
              ? isTrue(before)
                ? before
                : value
              : calculated(sign.charAt(0), before, value);
        made = withPath(made, path, next);
      }
      yield made;
    }
  }
}

/** So much of the work of a step. */
const STEPS = 20;

function* recursed(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* recursed(inner);
}

function* recursedPaths(from: Path, value: unknown): Generator<readonly [Path, unknown]> {
  yield [from, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of entries(value)) yield* recursedPaths([...from, key], inner);
}
