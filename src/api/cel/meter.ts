import { functionCost } from './cost.ts';
import { Bytes, CelError, isList, isMap, mapSize, type Value } from './values/values.ts';

/** What an expression has cost so far, in the units of the language. */
export interface Meter {
  cost: number;
}

/** A meter that ends what costs more. */
export interface Budget extends Meter {
  readonly limit: number;
}

/** What one expression may cost while it runs. */
// Models staging/src/k8s.io/apiserver/pkg/apis/cel/config.go (v1.36)
export const PER_CALL_LIMIT = 1_000_000;

/** It ends the expression, whatever the other side of an `||` says. */
export class CostExceeded extends CelError {}

// Models github.com/google/cel-go/interpreter/runtimecost.go (as vendored by v1.36)
export function spend(meter: Budget, cost: number): void {
  meter.cost += cost;
  if (meter.cost > meter.limit) throw new CostExceeded('operation cancelled: actual cost limit exceeded');
}

/** What a function costs by what it was given; it has been called already. */
export function spendCall(meter: Budget, name: string, args: readonly Value[], result: Value): void {
  const [first] = args;
  if (name === 'join') spend(meter, Math.ceil(sizeOf(result) * 0.2));
  else if (first !== undefined && isList(first) && WALKS.has(name)) spend(meter, walkCost(first));
  else spend(meter, functionCost(name, args.map(estimateOf), kindOf(result)).cost);
}

/** These go through a list once. */
const WALKS: ReadonlySet<string> = new Set(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']);

function walkCost(list: Iterable<Value>): number {
  let cost = 0;
  for (const item of list) cost += typeof item === 'string' ? Math.floor(sizeOf(item) * 0.1) : 1;
  return cost;
}

const estimateOf = (value: Value) => ({ cost: 0, size: sizeOf(value), of: undefined });

function kindOf(value: Value): string {
  if (isList(value)) return 'list';
  return typeof value === 'string' || value instanceof Bytes ? 'string' : 'int';
}

/** Letters, bytes, items or entries; anything else is one thing. */
function sizeOf(value: Value): number {
  if (typeof value === 'string') return lettersOf(value);
  if (value instanceof Bytes) return value.values.length;
  if (isList(value)) return value.length;
  return isMap(value) ? mapSize(value) : 1;
}

function lettersOf(text: string): number {
  let letters = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) letters -= 1;
  return letters;
}
