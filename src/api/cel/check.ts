import { overloadsOf } from './declarations.ts';
import { SyntaxProblem } from './lexer.ts';
import { literalProblem } from './literals.ts';
import { type Expr, parse } from './parser.ts';
import { type CelProblem, reportAll } from './problems.ts';
import { general, isOpen, Substitution } from './substitution.ts';
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  formatted,
  INT,
  isOptional,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  sameType,
  TIMESTAMP,
  typeOf,
  UINT,
  unwrapped,
} from './types.ts';
import { Bytes, Uint } from './values/values.ts';

/** What an expression may speak of, with types. */
export interface CelDeclarations {
  readonly variables: ReadonlyMap<string, CelType>;
  /** Types of objects that an expression may make, by their names. */
  readonly types?: (name: string) => CelType | undefined;
}

export interface CheckedCel {
  readonly type: CelType;
  readonly expr: Expr;
  /** The types of its parts. */
  readonly types: ReadonlyMap<Expr, CelType>;
}

/** The type of an expression, or all that is wrong with it. */
// Models github.com/google/cel-go/checker/checker.go (as vendored by v1.36)
export function checkCel(text: string, declarations: CelDeclarations): CheckedCel | CelProblem {
  try {
    const expr = parse(text);
    const checker = new Checker(declarations);
    const type = checker.check(expr);
    if (checker.problems.length > 0) return { problem: reportAll(text, checker.problems) };
    const types = new Map([...checker.types].map(([part, found]) => [part, checker.final(found)]));
    return { type: checker.final(type), expr, types };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { problem: reportAll(text, [error]) };
    throw error;
  }
}

const BASIC: ReadonlyMap<string, CelType> = new Map(
  [
    ...[BOOL, INT, UINT, DOUBLE, STRING, BYTES, TIMESTAMP, DURATION, NULL],
    ...[listOf(DYN), mapOf(DYN, DYN), typeOf(DYN), optionalOf(DYN)],
  ].map((type) => [type.name, type]),
);

type Call = Extract<Expr, { type: 'call' }>;

class Checker {
  readonly problems: SyntaxProblem[] = [];
  readonly types = new Map<Expr, CelType>();
  private readonly substitution = new Substitution();
  private readonly scopes: (readonly [name: string, type: CelType])[] = [];

  constructor(private readonly declarations: CelDeclarations) {}

  final(type: CelType): CelType {
    return this.substitution.resolve(type, true);
  }

  check(expr: Expr): CelType {
    const type = this.typeOf(expr);
    this.types.set(expr, type);
    return type;
  }

  private typeOf(expr: Expr): CelType {
    switch (expr.type) {
      case 'literal':
        return literalType(expr.value);
      case 'ident':
        return this.named(expr.name) ?? this.undeclared(expr.name, expr.at);
      case 'select':
        return this.select(expr.of, expr.field, expr.at, expr.optional, expr);
      case 'index':
        return this.call(expr.optional ? '_[?_]' : '_[_]', [this.check(expr.of), this.check(expr.index)], expr.at);
      case 'call':
        return this.macro(expr) ?? this.function(expr);
      case 'list':
        return listOf(this.joined(expr.items));
      case 'map':
        return mapOf(
          this.joined(expr.entries.map(({ key }) => ({ value: key, optional: false }))),
          this.joined(expr.entries),
        );
      case 'message':
        return this.message(expr);
      case 'conditional':
        return this.call('_?_:_', [this.check(expr.test), this.check(expr.yes), this.check(expr.no)], expr.at);
      case 'logic':
        return this.call(expr.and ? '_&&_' : '_||_', [this.check(expr.left), this.check(expr.right)], expr.at);
    }
  }

  private problem(message: string, at: number): CelType {
    this.problems.push(new SyntaxProblem(message, at));
    return ERROR;
  }

  private undeclared(name: string, at: number): CelType {
    return this.problem(`undeclared reference to '${name}' (in container '')`, at);
  }

  private named(name: string): CelType | undefined {
    const scope = this.scopes.findLast(([local]) => local === name);
    if (scope !== undefined) return scope[1];
    const basic = BASIC.get(name);
    return this.declarations.variables.get(name) ?? (basic === undefined ? undefined : typeOf(basic));
  }

  /** `a.b.c`, when it begins with nothing that has a value. */
  private path(expr: Expr): string | undefined {
    if (expr.type === 'ident') return this.scopes.some(([name]) => name === expr.name) ? undefined : expr.name;
    if (expr.type !== 'select' || expr.optional) return undefined;
    const of = this.path(expr.of);
    return of === undefined ? undefined : `${of}.${expr.field}`;
  }

  private select(of: Expr, field: string, at: number, optional: boolean, whole?: Expr): CelType {
    const path = whole === undefined ? undefined : this.path(whole);
    const qualified = path === undefined ? undefined : this.named(path);
    if (qualified !== undefined) return qualified;
    const operand = this.substitution.resolve(this.check(of));
    const found = this.fieldOf(unwrapped(operand), field, at);
    return optional || isOptional(operand) ? optionalOf(found) : found;
  }

  private fieldOf(target: CelType, field: string, at: number): CelType {
    switch (target.kind) {
      case 'map':
        return target.params[1] as CelType;
      case 'object':
        return target.field?.(field) ?? this.problem(`undefined field '${field}'`, at);
      case 'param':
        this.substitution.assign(DYN, target);
        return DYN;
      default:
        return isOpen(target) ? DYN : this.problem(`type '${formatted(target)}' does not support field selection`, at);
    }
  }

  private function(expr: Call): CelType {
    const { name, target, args, at } = expr;
    const found = args.map((each) => this.check(each));
    const problem = literalProblem(expr);
    if (problem !== undefined) this.problems.push(problem);
    const path = target === undefined ? undefined : this.path(target);
    if (target === undefined || (path !== undefined && overloadsOf(`${path}.${name}`) !== undefined)) {
      const full = path === undefined ? name : `${path}.${name}`;
      return this.call(full === '_in_' ? '@in' : full, found, at);
    }
    return this.call(name, [this.check(target), ...found], at, true);
  }

  private call(name: string, args: readonly CelType[], at: number, member = false): CelType {
    const overloads = overloadsOf(name);
    if (overloads === undefined) return this.undeclared(name, at);
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.member !== member || overload.args.length !== args.length) continue;
      const own = new Map<string, CelType>();
      if (
        !this.substitution.assignAll(
          args,
          overload.args.map((each) => this.instance(each, own)),
        )
      )
        continue;
      const type = this.substitution.resolve(this.instance(overload.result, own));
      if (result === undefined) result = type;
      else if (!isOpen(result) && !sameType(result, type)) result = DYN;
    }
    if (result !== undefined) return result;
    const shown = args.map((each) => formatted(this.final(each)));
    const given = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
    return this.problem(`found no matching overload for '${name}' applied to '${given}'`, at);
  }

  /** A signature's type with parameters of this call. */
  private instance(type: CelType, own: Map<string, CelType>): CelType {
    if (type.kind === 'param') {
      const known = own.get(type.name) ?? this.substitution.fresh();
      own.set(type.name, known);
      return known;
    }
    return type.params.length === 0 ? type : { ...type, params: type.params.map((each) => this.instance(each, own)) };
  }

  /** What several values have in common. */
  private joined(items: readonly { readonly value: Expr; readonly optional: boolean }[]): CelType {
    let common: CelType | undefined;
    for (const { value, optional } of items) {
      const found = this.check(value);
      const type = optional ? unwrapped(this.substitution.resolve(found)) : found;
      if (common === undefined) common = type;
      else if (this.substitution.assign(common, type)) common = general(common, type);
      else
        common = this.problem(
          `expected type '${formatted(this.final(common))}' but found '${formatted(this.final(type))}'`,
          value.at,
        );
    }
    return common ?? this.substitution.fresh();
  }

  private message({ name, fields, at }: Extract<Expr, { type: 'message' }>): CelType {
    const type = this.declarations.types?.(name);
    if (type === undefined) this.undeclared(name, at);
    for (const { field, value, at: place } of fields) {
      const given = this.check(value);
      const wanted =
        type === undefined ? ERROR : (type.field?.(field) ?? this.problem(`undefined field '${field}'`, place));
      if (!this.substitution.assign(wanted, given)) {
        const types = `is '${formatted(wanted)}' but provided type is '${formatted(this.final(given))}'`;
        this.problem(`expected type of field '${field}' ${types}`, place);
      }
    }
    return type ?? ERROR;
  }

  // Models github.com/google/cel-go/parser/macro.go (as vendored by v1.36): the types of what macros become.
  private macro(expr: Call): CelType | undefined {
    const { name, target, args, at } = expr;
    if (target === undefined) return name === 'has' && args.length === 1 ? this.has(args[0] as Expr, at) : undefined;
    const [first, second, third] = args;
    if (first?.type !== 'ident' || second === undefined) {
      if (second !== undefined && SIMPLE_NAME.has(`${name}/${args.length}`)) {
        throw new SyntaxProblem('argument must be a simple name', first?.at ?? at);
      }
      return undefined;
    }
    if (name === 'bind' && third !== undefined && this.path(target) === 'cel') {
      return this.within([[first.name, this.check(second)]], third);
    }
    if (args.length === 2 && (name === 'optMap' || name === 'optFlatMap')) {
      const of = this.check(target);
      const result = this.within([[first.name, unwrapped(this.final(of))]], second);
      return name === 'optMap' ? optionalOf(result) : result;
    }
    if (name === 'sortBy' && args.length === 2) {
      const [, value] = this.range(target);
      this.within([[first.name, value]], second);
      return this.types.get(target) ?? DYN;
    }
    const two = second.type === 'ident' && third !== undefined && TWO.has(name);
    if (!two && !ONE.has(`${name}/${args.length}`)) return undefined;
    const [key, value, item] = this.range(target);
    const names: [string, CelType][] = two
      ? [
          [first.name, key],
          [(second as { readonly name: string }).name, value],
        ]
      : [[first.name, item]];
    return this.loop(name, names, two ? args.slice(2) : args.slice(1), item, key, at);
  }

  private has(arg: Expr, at: number): CelType {
    if (arg.type !== 'select') throw new SyntaxProblem('invalid argument to has() macro', arg.at);
    this.select(arg.of, arg.field, at, false);
    return BOOL;
  }

  private within(names: readonly (readonly [string, CelType])[], body: Expr): CelType {
    this.scopes.push(...names);
    const type = this.check(body);
    this.scopes.length -= names.length;
    return type;
  }

  /** The types of keys, values and, with one variable, of what it stands for. */
  private range(of: Expr): readonly [key: CelType, value: CelType, item: CelType] {
    const type = this.substitution.resolve(this.check(of));
    if (type.kind === 'list') return [INT, type.params[0] as CelType, type.params[0] as CelType];
    if (type.kind === 'map') return [type.params[0] as CelType, type.params[1] as CelType, type.params[0] as CelType];
    if (type.kind === 'param') this.substitution.assign(DYN, type);
    else if (!isOpen(type)) {
      const given = formatted(type);
      this.problem(
        `expression of type '${given}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        of.at,
      );
    }
    return [DYN, DYN, DYN];
  }

  private loop(
    name: string,
    names: readonly (readonly [string, CelType])[],
    bodies: readonly Expr[],
    item: CelType,
    key: CelType,
    at: number,
  ): CelType {
    const [first, second] = bodies.map((body) => this.within(names, body));
    const test = bodies.length === 2 ? first : undefined;
    const body = (bodies.length === 2 ? second : first) as CelType;
    const chosen = (condition: CelType, kept: CelType): void => {
      this.call('_?_:_', [condition, kept, kept], at);
    };
    switch (name) {
      case 'all':
      case 'exists':
        this.call(name === 'all' ? '_&&_' : '_||_', [BOOL, body], at);
        return BOOL;
      case 'exists_one':
      case 'existsOne':
        chosen(body, INT);
        return BOOL;
      case 'filter':
        chosen(body, listOf(item));
        return listOf(item);
      case 'transformMap':
        if (test !== undefined) chosen(test, mapOf(key, body));
        return mapOf(key, body);
      case 'transformMapEntry':
        return body;
      default:
        if (test !== undefined) chosen(test, listOf(body));
        return listOf(body);
    }
  }
}

const ONE: ReadonlySet<string> = new Set([
  'all/2',
  'exists/2',
  'exists_one/2',
  'existsOne/2',
  'filter/2',
  'map/2',
  'map/3',
]);
const TWO: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'existsOne',
  'exists_one',
  'transformList',
  'transformMap',
  'transformMapEntry',
]);
/** Macros that take a name where an expression stands. */
const SIMPLE_NAME: ReadonlySet<string> = new Set([...ONE, 'optMap/2', 'optFlatMap/2']);

function literalType(value: unknown): CelType {
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    case 'string':
      return STRING;
  }
  if (value instanceof Uint) return UINT;
  return value instanceof Bytes ? BYTES : NULL;
}
