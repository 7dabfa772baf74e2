import type { Code, Scope, Variables } from './code.ts';
import { FUNCTIONS, type Implementation } from './functions/index.ts';
import { SyntaxProblem } from './lexer.ts';
import { comprehension, logic, ONE_VARIABLE, optionally, sortedBy, TWO_VARIABLES, within } from './loops.ts';
import { type Meter, PER_CALL_LIMIT, spend, spendCall } from './meter.ts';
import { type Expr, parse } from './parser.ts';
import { LIST, MAP, MESSAGE, START, turnCost } from './prices.ts';
import { type CelProblem, reportAll } from './problems.ts';
import { indexed, mapKey, selected, unescaped } from './selection.ts';
import { CelError, fail, fromJson, isMap, mapGet, Native, Optional, TypeValue, type Value } from './values/values.ts';

export interface CelProgram {
  /** The variables that the expression names. */
  readonly uses: ReadonlySet<string>;
  /** Throws a CelError, also where it costs more than `limit`. What it costs is added to `meter`. */
  evaluate(variables: Variables, meter?: Meter, limit?: number): Value;
}

const TYPES: ReadonlySet<string> = new Set([
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'list',
  'map',
  'type',
  'null_type',
  'optional_type',
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
]);

/** Reads an expression once, to be evaluated many times. `names`: the variables that it may use. */
// Models github.com/google/cel-go/cel/program.go (as vendored by v1.36). Deviation: types are found out while it runs.
export function compileCel(text: string, names: Iterable<string>): CelProgram | CelProblem {
  try {
    const compiler = new Compiler(new Set(names));
    const code = compiler.compile(parse(text), []);
    return {
      uses: compiler.uses,
      evaluate(variables, meter, limit = PER_CALL_LIMIT) {
        const scope: Scope = { variables, locals: [], cost: 0, limit };
        try {
          return code(scope);
        } finally {
          if (meter !== undefined) meter.cost += scope.cost;
        }
      },
    };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { problem: reportAll(text, [error]) };
    if (error instanceof CelError) return { problem: reportAll(text, [new SyntaxProblem(error.message, 0)]) };
    throw error;
  }
}

class Compiler {
  readonly uses = new Set<string>();

  constructor(private readonly names: ReadonlySet<string>) {}

  compile(expr: Expr, locals: readonly string[]): Code {
    switch (expr.type) {
      case 'literal': {
        const { value } = expr;
        return () => value;
      }
      case 'ident':
        return this.ident(expr.name, expr.at, locals);
      case 'select':
        return this.select(expr, locals);
      case 'index': {
        const of = this.compile(expr.of, locals);
        const index = this.compile(expr.index, locals);
        const { optional } = expr;
        return (scope) => {
          spend(scope, 1);
          return indexed(of(scope), index(scope), optional);
        };
      }
      case 'call':
        return this.call(expr, locals);
      case 'list':
        return this.list(expr, locals);
      case 'map':
        return this.map(expr, locals);
      case 'message':
        return this.message(expr, locals);
      case 'conditional': {
        const test = this.compile(expr.test, locals);
        const yes = this.compile(expr.yes, locals);
        const no = this.compile(expr.no, locals);
        return (scope) => {
          const decided = test(scope);
          if (typeof decided !== 'boolean') return fail('no such overload');
          return decided ? yes(scope) : no(scope);
        };
      }
      case 'logic': {
        const left = this.compile(expr.left, locals);
        const right = this.compile(expr.right, locals);
        return logic(left, right, !expr.and);
      }
    }
  }

  private ident(name: string, at: number, locals: readonly string[]): Code {
    const local = locals.lastIndexOf(name);
    if (local >= 0)
      return (scope) => {
        spend(scope, 1);
        return scope.locals[local];
      };
    if (this.names.has(name)) this.uses.add(name);
    if (this.names.has(name))
      return (scope) => {
        spend(scope, 1);
        return given(scope.variables[name]);
      };
    if (TYPES.has(name)) {
      const type = new TypeValue(name);
      return () => type;
    }
    throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
  }

  private select(expr: Extract<Expr, { type: 'select' }>, locals: readonly string[]): Code {
    const path = this.pathOf(expr, locals);
    const qualified = this.qualified(expr, locals);
    if (qualified !== undefined)
      return (scope) => {
        spend(scope, 1);
        return given(scope.variables[qualified]);
      };
    if (path !== undefined && TYPES.has(path)) {
      const type = new TypeValue(path);
      return () => type;
    }
    const of = this.compile(expr.of, locals);
    const field = unescaped(expr.field);
    const { optional } = expr;
    return (scope) => {
      spend(scope, 1);
      return selected(of(scope), field, optional);
    };
  }

  /** A variable with a dot in its name. */
  private qualified(
    { of, field, optional }: Extract<Expr, { type: 'select' }>,
    locals: readonly string[],
  ): string | undefined {
    if (optional || of.type !== 'ident' || locals.includes(of.name)) return undefined;
    const name = `${of.name}.${field}`;
    if (!this.names.has(name)) return undefined;
    this.uses.add(name);
    return name;
  }

  /** `a.b.c` when it begins with no variable: a type or a function of a library. */
  private pathOf(expr: Expr, locals: readonly string[]): string | undefined {
    if (expr.type === 'ident') {
      return locals.includes(expr.name) || this.names.has(expr.name) ? undefined : expr.name;
    }
    if (expr.type !== 'select' || expr.optional) return undefined;
    const of = this.pathOf(expr.of, locals);
    return of === undefined ? undefined : `${of}.${expr.field}`;
  }

  private call(expr: Extract<Expr, { type: 'call' }>, locals: readonly string[]): Code {
    const { name, target, args, at } = expr;
    const macro = this.macro(expr, locals);
    if (macro !== undefined) return macro;
    const path = target === undefined ? undefined : this.pathOf(target, locals);
    const library = path === undefined ? undefined : FUNCTIONS.get(`${path}.${name}`);
    const implementation: Implementation | undefined = library ?? FUNCTIONS.get(name);
    if (implementation === undefined) {
      throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
    }
    const operands = library !== undefined || target === undefined ? args : [target, ...args];
    const codes = operands.map((operand) => this.compile(operand, locals));
    return (scope) => {
      const given = codes.map((code) => code(scope));
      const result = implementation(given);
      if (result === undefined) return fail('no such overload');
      spendCall(scope, name, given, result);
      return result;
    };
  }

  private list(expr: Extract<Expr, { type: 'list' }>, locals: readonly string[]): Code {
    const items = expr.items.map(({ value, optional }) => ({ code: this.compile(value, locals), optional }));
    return (scope) => {
      spend(scope, LIST);
      const list: Value[] = [];
      for (const { code, optional } of items) {
        const value = code(scope);
        if (!optional) list.push(value);
        else if (!(value instanceof Optional)) fail('no such overload');
        else if (value.present) list.push(value.value);
      }
      return list;
    };
  }

  private map(expr: Extract<Expr, { type: 'map' }>, locals: readonly string[]): Code {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.compile(key, locals),
      code: this.compile(value, locals),
      optional,
    }));
    return (scope) => {
      spend(scope, MAP);
      const map = new Map<Value, Value>();
      for (const { key, code, optional } of entries) {
        const name = mapKey(key(scope));
        if (map.has(name)) fail(`Failed with repeated key: ${String(name)}`);
        const value = code(scope);
        if (!optional) map.set(name, value);
        else if (value instanceof Optional && value.present) map.set(name, value.value);
      }
      return map;
    };
  }

  /** An object of a type: `Object.spec{replicas: 1}`. Only its fields matter here. */
  private message(expr: Extract<Expr, { type: 'message' }>, locals: readonly string[]): Code {
    const fields = expr.fields.map(({ field, value, optional }) => ({
      name: unescaped(field),
      code: this.compile(value, locals),
      optional,
    }));
    const make = FUNCTIONS.get(`${expr.name}{}`);
    return (scope) => {
      spend(scope, MESSAGE);
      const map = new Map<Value, Value>();
      for (const { name, code, optional } of fields) {
        const value = code(scope);
        if (!optional) map.set(name, value);
        else if (value instanceof Optional && value.present) map.set(name, value.value);
      }
      return make === undefined ? map : (make([map]) ?? fail(`unknown type: ${expr.name}`));
    };
  }

  // Models github.com/google/cel-go/parser/macro.go (as vendored by v1.36)
  private macro(expr: Extract<Expr, { type: 'call' }>, locals: readonly string[]): Code | undefined {
    const { name, target, args } = expr;
    if (target === undefined) return name === 'has' ? this.has(args, expr.at, locals) : undefined;
    const [first, second, third, fourth] = args;
    if (name === 'bind' && this.pathOf(target, locals) === 'cel' && first?.type === 'ident' && third !== undefined) {
      const init = this.compile(second as Expr, locals);
      return within(init, this.compile(third, [...locals, first.name]), locals.length);
    }
    if (first?.type !== 'ident' || second === undefined) return undefined;
    if (name === 'optMap' || name === 'optFlatMap') {
      const of = this.compile(target, locals);
      const body = this.compile(second, [...locals, first.name]);
      return optionally(of, body, locals.length, name === 'optMap');
    }
    if (name === 'sortBy' && args.length === 2) {
      const depth = locals.length;
      return sortedBy(this.compile(target, locals), this.compile(second, [...locals, first.name]), depth);
    }
    const two = second.type === 'ident' && third !== undefined && TWO_VARIABLES.has(name);
    const kind = two ? TWO_VARIABLES.get(name) : ONE_VARIABLE.get(`${name}/${args.length}`);
    if (kind === undefined) return undefined;
    const variables = two ? [first.name, (second as { name: string }).name] : [first.name];
    const inner = [...locals, ...variables];
    const bodies = (two ? [third, fourth] : [second, third]).flatMap((body) =>
      body === undefined ? [] : [this.compile(body, inner)],
    );
    const cost = { start: (START.get(name) ?? LIST) + 1, turn: turnCost(name) };
    return comprehension(this.compile(target, locals), kind, bodies, locals.length, two, cost);
  }

  private has(args: readonly Expr[], at: number, locals: readonly string[]): Code {
    const [arg] = args;
    if (args.length !== 1 || arg?.type !== 'select') {
      throw new SyntaxProblem('invalid argument to has() macro', at);
    }
    const of = this.compile(arg.of, locals);
    const field = unescaped(arg.field);
    return (scope) => {
      const value = of(scope);
      const map = value instanceof Optional && value.present ? value.value : value;
      if (map instanceof Optional) return false;
      if (!isMap(map)) return fail('no such overload');
      const found = mapGet(map, field);
      return found !== undefined && (map instanceof Map || found !== null);
    };
  }
}

function given(value: unknown): Value {
  return value instanceof Native ? value.value : fromJson(value ?? null);
}
