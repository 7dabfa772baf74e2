import { FUNCTIONS, type Implementation } from './functions/index.ts';
import { SyntaxProblem } from './lexer.ts';
import { CostExceeded, type Meter, spend, spendCall } from './meter.ts';
import { type Expr, parse } from './parser.ts';
import { LIST, MAP, MESSAGE, START, turnCost } from './prices.ts';
import { type CelProblem, reportAll } from './problems.ts';
import {
  CelError,
  compare,
  fail,
  fromJson,
  isList,
  isMap,
  mapGet,
  mapKeys,
  mapSize,
  Native,
  NONE,
  Optional,
  TypeValue,
  Uint,
  type Value,
} from './values.ts';

/** What an expression is given: the value of each variable. Getters are asked when the expression gets to them. */
export interface Variables {
  readonly [name: string]: Value;
}

export interface CelProgram {
  /** The variables that the expression names. */
  readonly uses: ReadonlySet<string>;
  /** Throws a CelError. What it costs is added to `meter`. */
  evaluate(variables: Variables, meter?: Meter): Value;
}

interface Scope extends Meter {
  readonly variables: Variables;
  /** Values of the variables that macros make, innermost last. */
  readonly locals: Value[];
}

type Code = (scope: Scope) => Value;

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
      evaluate(variables, meter) {
        const scope: Scope = { variables, locals: [], cost: 0 };
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

type Kind = 'all' | 'exists' | 'one' | 'filter' | 'map' | 'mapEntries' | 'mergeEntries';

const ONE_VARIABLE: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['all/2', 'all'],
  ['exists/2', 'exists'],
  ['exists_one/2', 'one'],
  ['existsOne/2', 'one'],
  ['filter/2', 'filter'],
  ['map/2', 'map'],
  ['map/3', 'map'],
]);
const TWO_VARIABLES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['all', 'all'],
  ['exists', 'exists'],
  ['existsOne', 'one'],
  ['exists_one', 'one'],
  ['transformList', 'map'],
  ['transformMap', 'mapEntries'],
  ['transformMapEntry', 'mergeEntries'],
]);

function logic(left: Code, right: Code, decides: boolean): Code {
  const asked = (code: Code, scope: Scope): boolean | CelError => {
    try {
      const value = code(scope);
      return typeof value === 'boolean' ? value : new CelError('no such overload');
    } catch (error) {
      if (error instanceof CelError && !(error instanceof CostExceeded)) return error;
      throw error;
    }
  };
  // An error counts only when the other side does not decide.
  return (scope) => {
    const first = asked(left, scope);
    if (first === decides) return decides;
    const second = asked(right, scope);
    if (second === decides) return decides;
    if (first instanceof CelError) throw first;
    if (second instanceof CelError) throw second;
    return !decides;
  };
}

function sortedBy(of: Code, key: Code, depth: number): Code {
  return (scope) => {
    const list = of(scope);
    if (!isList(list)) return fail('no such overload');
    const keyed = list.map((item) => {
      scope.locals[depth] = item;
      return { item, key: key(scope) };
    });
    return keyed.sort((a, b) => compare(a.key, b.key) ?? fail('no such overload')).map(({ item }) => item);
  };
}

function within(init: Code, body: Code, depth: number): Code {
  return (scope) => {
    scope.locals[depth] = init(scope);
    return body(scope);
  };
}

function optionally(of: Code, body: Code, depth: number, wrap: boolean): Code {
  return (scope) => {
    const value = of(scope);
    if (!(value instanceof Optional)) return fail('no such overload');
    if (!value.present) return value;
    scope.locals[depth] = value.value;
    const result = body(scope);
    return wrap ? new Optional(result) : result;
  };
}

/** What a loop costs besides its bodies: as it begins and ends, and each turn. */
interface LoopCost {
  readonly start: number;
  readonly turn: number;
}

function comprehension(
  of: Code,
  kind: Kind,
  bodies: readonly Code[],
  depth: number,
  two: boolean,
  cost: LoopCost,
): Code {
  const [test, change] = bodies.length === 2 ? [bodies[0], bodies[1]] : [undefined, bodies[0]];
  const body = change as Code;
  const run = (scope: Scope, each: (key: Value, value: Value, item: Value) => boolean): void => {
    const range = of(scope);
    spend(scope, cost.start);
    const visit = (key: Value, value: Value): boolean => {
      spend(scope, cost.turn);
      scope.locals[depth] = two || !isList(range) ? key : value;
      if (two) scope.locals[depth + 1] = value;
      return test === undefined || isTrue(test(scope)) ? each(key, value, isList(range) ? value : key) : true;
    };
    if (isList(range)) {
      for (let at = 0; at < range.length; at += 1) if (!visit(BigInt(at), range[at])) return;
    } else if (isMap(range)) {
      for (const key of mapKeys(range)) if (!visit(key, mapGet(range, key))) return;
    } else fail('no such overload');
  };
  switch (kind) {
    case 'all':
      return quantifier(run, body, false);
    case 'exists':
      return quantifier(run, body, true);
    case 'one':
      return (scope) => {
        let count = 0;
        run(scope, () => {
          if (isTrue(body(scope))) count += 1;
          return true;
        });
        return count === 1;
      };
    case 'filter':
      return (scope) => {
        const kept: Value[] = [];
        run(scope, (_key, _value, item) => {
          if (isTrue(body(scope))) kept.push(item);
          return true;
        });
        return kept;
      };
    case 'map':
      return (scope) => {
        const list: Value[] = [];
        run(scope, () => list.push(body(scope)) > 0);
        return list;
      };
    case 'mapEntries':
      return (scope) => {
        const map = new Map<Value, Value>();
        run(scope, (key) => map.set(key, body(scope)) !== undefined);
        return map;
      };
    case 'mergeEntries':
      return (scope) => {
        const map = new Map<Value, Value>();
        run(scope, () => {
          const entry = body(scope);
          if (!isMap(entry) || mapSize(entry) !== 1) fail('transformMapEntry must yield a map with one entry');
          for (const key of mapKeys(entry as ReadonlyMap<Value, Value>)) {
            if (map.has(key)) fail(`insert failed: key ${String(key)} already exists`);
            map.set(key, mapGet(entry as ReadonlyMap<Value, Value>, key));
          }
          return true;
        });
        return map;
      };
  }
}

/** `all` and `exists`: one that decides outweighs errors of others. */
function quantifier(
  run: (scope: Scope, each: (key: Value, value: Value, item: Value) => boolean) => void,
  body: Code,
  decides: boolean,
): Code {
  return (scope) => {
    let decided = false;
    let failed: CelError | undefined;
    run(scope, () => {
      try {
        decided = isTrue(body(scope)) === decides;
      } catch (error) {
        if (!(error instanceof CelError) || error instanceof CostExceeded) throw error;
        failed ??= error;
      }
      return !decided;
    });
    if (decided) return decides;
    if (failed !== undefined) throw failed;
    return !decides;
  };
}

function isTrue(value: Value): boolean {
  return typeof value === 'boolean' ? value : fail('no such overload');
}

function selected(value: Value, field: string, optional: boolean): Value {
  if (value instanceof Optional) {
    if (!value.present) return NONE;
    const inner = selected(value.value, field, true);
    return inner;
  }
  if (!isMap(value)) return optional && value === null ? NONE : fail('no such overload');
  const found = mapGet(value, field);
  if (optional) return found === undefined || (found === null && !(value instanceof Map)) ? NONE : new Optional(found);
  return found === undefined ? fail(`no such key: ${field}`) : found;
}

function indexed(value: Value, index: Value, optional: boolean): Value {
  if (value instanceof Optional) return value.present ? indexed(value.value, index, true) : NONE;
  if (isList(value)) {
    const place =
      index instanceof Uint
        ? index.value
        : typeof index === 'number' && Number.isInteger(index)
          ? BigInt(index)
          : index;
    if (typeof place !== 'bigint') return fail('no such overload');
    if (place < 0n || place >= BigInt(value.length)) return optional ? NONE : fail(`index out of bounds: ${place}`);
    const item = value[Number(place)];
    return optional ? new Optional(item) : item;
  }
  if (!isMap(value)) return fail('no such overload');
  const found = mapGet(value, index);
  if (optional) return found === undefined ? NONE : new Optional(found);
  return found === undefined ? fail(`no such key: ${index instanceof Uint ? index.value : String(index)}`) : found;
}

function mapKey(key: Value): Value {
  const fits = typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean' || key instanceof Uint;
  return fits ? key : fail('unsupported key type');
}

const ESCAPED =
  /__(underscores|dot|dash|slash|true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)__/g;
const MEANT: { readonly [word: string]: string | undefined } = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** Names that are no identifiers are written with escapes. */
// Models staging/src/k8s.io/apiserver/pkg/cel/escaping.go (v1.36)
function unescaped(field: string): string {
  return field.includes('__') ? field.replace(ESCAPED, (_, word: string) => MEANT[word] ?? word) : field;
}
