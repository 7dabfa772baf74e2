import type { CheckedCel } from './check.ts';
import type { Expr } from './parser.ts';
import { LIST, MAP, MESSAGE, START, turnCost } from './prices.ts';
import type { SizedType } from './schema-type.ts';
import { Bytes } from './values/values.ts';

/**
 * The most that an expression may cost, in the units of the language.
 * Models github.com/google/cel-go/checker/cost.go and staging/src/k8s.io/apiserver/pkg/cel/library/cost.go (v1.36).
 * Deviation: selectors of the authorizer are not told apart, and how long a text that is replaced becomes is taken to be twice as much.
 */
export function mostExpensive(checked: CheckedCel, variables: ReadonlyMap<string, SizedType>): number {
  return new Coster(checked, variables).cost(checked.expr).cost;
}

interface Estimate {
  readonly cost: number;
  /** Letters, items or entries; undefined: nobody knows. */
  readonly size: number | undefined;
  readonly of: SizedType | undefined;
  /** What the items of a list that was made have. */
  readonly item?: Estimate;
  readonly isList?: boolean;
}

const UNKNOWN = 2 ** 64;
const LETTER = 0.1;
const PATTERN = 0.25;

const NONE: Estimate = { cost: 0, size: undefined, of: undefined };

function capped(value: number): number {
  return Math.min(value, UNKNOWN);
}

function ofType(cost: number, of: SizedType | undefined): Estimate {
  return { cost, of, size: of?.most };
}

function per(size: number, factor: number): number {
  return capped(Math.ceil(size * factor));
}

class Coster {
  private readonly locals: [name: string, value: Estimate][] = [];

  constructor(
    private readonly checked: CheckedCel,
    private readonly variables: ReadonlyMap<string, SizedType>,
  ) {}

  cost(expr: Expr): Estimate {
    const found = this.estimate(expr);
    const unknown = found.size === undefined || !Number.isFinite(found.size);
    if (unknown && SCALARS.has(this.typeName(expr))) return { ...found, size: 1 };
    return this.kind(expr) === 'list' ? { ...found, isList: true } : found;
  }

  private estimate(expr: Expr): Estimate {
    switch (expr.type) {
      case 'literal':
        return { cost: 0, size: literalSize(expr.value), of: undefined };
      case 'ident': {
        const local = this.locals.findLast(([name]) => name === expr.name);
        if (local !== undefined) return { ...local[1], cost: 1 };
        const variable = this.variables.get(expr.name);
        // The name of a type, with which types are compared, is small.
        return variable === undefined ? { ...NONE, cost: 1, size: 1 } : ofType(1, variable);
      }
      case 'select': {
        const of = this.cost(expr.of);
        const known = ['map', 'object', 'param'].includes(this.kind(expr.of));
        return ofType(of.cost + (known || expr.optional ? 1 : 0), of.of?.fields?.get(expr.field) ?? of.of?.element);
      }
      case 'index': {
        const of = this.cost(expr.of);
        const cost = of.cost + this.cost(expr.index).cost + 1;
        return of.of === undefined && of.item !== undefined ? { ...of.item, cost } : ofType(cost, of.of?.element);
      }
      case 'list': {
        const items = expr.items.map(({ value }) => this.cost(value));
        return { cost: LIST + total(items), size: items.length, of: undefined, item: widest(items) };
      }
      case 'map': {
        const parts = expr.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]);
        return { cost: MAP + total(parts), size: expr.entries.length, of: undefined };
      }
      case 'message':
        return { ...NONE, cost: MESSAGE + total(expr.fields.map(({ value }) => this.cost(value))) };
      case 'logic':
        return { ...NONE, cost: this.cost(expr.left).cost + this.cost(expr.right).cost };
      case 'conditional': {
        const [yes, no] = [this.cost(expr.yes), this.cost(expr.no)];
        const size = Math.max(sizeOf(yes), sizeOf(no));
        return { cost: this.cost(expr.test).cost + Math.max(yes.cost, no.cost), size, of: yes.of ?? no.of };
      }
      case 'call':
        return this.macro(expr) ?? this.call(expr);
    }
  }

  private kind(expr: Expr): string {
    return this.checked.types.get(expr)?.kind ?? 'dyn';
  }

  private typeName(expr: Expr): string {
    return this.checked.types.get(expr)?.name ?? 'dyn';
  }

  private call(expr: Extract<Expr, { type: 'call' }>): Estimate {
    const { name, target, args } = expr;
    const given = args.map((arg) => this.cost(arg));
    // A function of a library has its path where others have what they are called on.
    const on = target === undefined || !this.checked.types.has(target) ? undefined : this.cost(target);
    const all = on === undefined ? given : [on, ...given];
    const { cost, size } = functionCost(name, all, this.typeName(expr));
    return { cost: capped(total(all) + cost), size, of: undefined, item: all[0]?.item };
  }

  private macro({ name, target, args }: Extract<Expr, { type: 'call' }>): Estimate | undefined {
    const [first, second, third] = args;
    if (target === undefined) {
      return name === 'has' && first?.type === 'select' ? { ...NONE, cost: this.cost(first.of).cost } : undefined;
    }
    if (first?.type !== 'ident' || second === undefined) return undefined;
    if (name === 'bind' && third !== undefined) {
      const value = this.cost(second);
      const result = this.within([[first.name, value]], third);
      return { ...result, cost: LIST + value.cost + result.cost };
    }
    if (!LOOPS.has(name)) return undefined;
    const two = second.type === 'ident' && third !== undefined && name !== 'map';
    const range = this.cost(target);
    const [key, item] = this.entries(target, range);
    const names: [string, Estimate][] = two
      ? [
          [first.name, key],
          [second.name, item],
        ]
      : [[first.name, range.of?.key === undefined ? item : key]];
    const bodies = (two ? args.slice(2) : args.slice(1)).map((body) => this.within(names, body));
    const step = capped(total(bodies) + turnCost(name));
    const cost = capped(range.cost + (START.get(name) ?? LIST) + 1 + sizeOf(range) * step);
    return { cost, size: START.get(name) === 0 ? 1 : sizeOf(range), of: undefined, item: bodies.at(-1) };
  }

  private entries(target: Expr, range: Estimate): readonly [Estimate, Estimate] {
    const key = ofType(0, range.of?.key);
    if (range.of === undefined) return [key, range.item ?? NONE];
    return [this.kind(target) === 'list' ? NONE : key, ofType(0, range.of.element)];
  }

  private within(names: readonly (readonly [string, Estimate])[], body: Expr): Estimate {
    this.locals.push(...names.map(([name, value]): [string, Estimate] => [name, value]));
    const result = this.cost(body);
    this.locals.length -= names.length;
    return result;
  }
}

const LOOPS: ReadonlySet<string> = new Set([...START.keys(), 'map', 'filter', 'transformList', 'sortBy']);

function total(parts: readonly Estimate[]): number {
  return capped(parts.reduce((sum, { cost }) => sum + cost, 0));
}

function widest(items: readonly Estimate[]): Estimate {
  const size = items.reduce((most, item) => Math.max(most, sizeOf(item)), 0);
  return { cost: 0, size, of: items[0]?.of };
}

function sizeOf({ size }: Estimate): number {
  return size === undefined || !Number.isFinite(size) ? UNKNOWN : size;
}

function itemOf({ item, of }: Estimate): Estimate {
  return item ?? ofType(0, of?.element);
}

/** What it costs to go through a text; numbers have no length. */
function ofLetters(item: Estimate): number {
  return item.of === undefined || item.of.type.name === 'string' || item.of.type.name === 'bytes'
    ? per(sizeOf(item), LETTER)
    : 0;
}

function literalSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  return value instanceof Bytes ? value.values.length : 1;
}

interface CallCost {
  readonly cost: number;
  readonly size?: number | undefined;
}

/** Values that are one thing, however long their text was. */
const SCALARS: ReadonlySet<string> = new Set([
  'bool',
  'int',
  'uint',
  'double',
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
  'net.IP',
  'net.CIDR',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.URL',
  'kubernetes.NamedFormat',
]);
/** Letters of the expression that stands for a named format. */
const LONGEST_FORMAT = 128;
/** Two addresses of sixteen bytes are compared. */
const TWO_ADDRESSES = 32;
const COMPARED: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);

/** What a call costs besides what it is given. */
export function functionCost(name: string, args: readonly Estimate[], result: string): CallCost {
  const [first = NONE, second = NONE] = args;
  const [own, other] = [sizeOf(first), sizeOf(second)];
  if (COMPARED.has(name)) return { cost: per(Math.min(own, other), LETTER) };
  switch (name) {
    case '_+_': {
      if (SCALARS.has(result)) return { cost: 1 };
      const size = capped(own + other);
      return { cost: result === 'list' ? 1 : per(size, LETTER), size };
    }
    case 'startsWith':
    case 'endsWith':
      return { cost: per(other, LETTER) };
    case '_in_':
      return { cost: capped(other) };
    case 'matches':
      return { cost: capped(per(own + 1, LETTER) * per(other, PATTERN)) };
    case 'contains':
      return { cost: capped(per(own, LETTER) * per(other, LETTER)) };
    case 'find':
    case 'findAll':
      return { cost: capped(per(own + 1, LETTER) * per(other, PATTERN)), size: own };
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
      return { cost: per(own, LETTER), size: own };
    case 'quote':
      return { cost: per(own, LETTER), size: capped(own * 2 + 2) };
    case 'split':
      return { cost: per(own, 2 * LETTER), size: own };
    case 'replace':
      return { cost: per(own, 2 * LETTER), size: capped(own * 2) };
    case 'join': {
      const size = capped(own * sizeOf(itemOf(first)) + (args.length < 2 ? 0 : Math.max(0, own - 1) * other));
      return { cost: per(size, LETTER), size };
    }
    case 'format':
      // How long the values are that it puts into the text nobody knows.
      return { cost: per(own, LETTER) };
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      return { cost: first.isList === true ? capped(own * (1 + ofLetters(itemOf(first)))) : per(own, LETTER) };
    case 'string':
      return first.of !== undefined && first.of.type.name === 'bytes'
        ? { cost: per(own, LETTER), size: own }
        : { cost: 1 };
    case 'validate': {
      const text = sizeOf(args.at(-1) ?? NONE);
      return { cost: per(per(text, LETTER), LONGEST_FORMAT * PATTERN) };
    }
    case 'containsIP':
      return { cost: per(TWO_ADDRESSES, LETTER) + per(other, LETTER) };
    case 'containsCIDR':
      return { cost: per(TWO_ADDRESSES, LETTER) + per(TWO_ADDRESSES / 2, LETTER) + 1 + per(other, LETTER) };
    case 'isCanonical':
      return { cost: per(own, 2 * LETTER) };
    case 'url':
    case 'escapeKey':
    case 'quantity':
    case 'isQuantity':
    case 'ip':
    case 'isIP':
    case 'cidr':
    case 'isCIDR':
    case 'semver':
    case 'isSemver':
      return { cost: per(own, LETTER) };
    case 'check':
      return { cost: 350_000 };
    default:
      return { cost: 1 };
  }
}
