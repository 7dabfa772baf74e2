import { compareStrings } from '../../base/order.ts';
import { ownValue } from '../../base/own.ts';
import { addQuantity, compareQuantity, subtractQuantity } from '../values/quantity.ts';

export interface Amounts {
  readonly [resource: string]: string;
}

/** Sums, comparisons and selections over amounts of resources. */
// Models staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go (v1.36)

export function addAmounts(a: Amounts, b: Amounts): Amounts {
  const sum: Record<string, string> = { ...a };
  for (const key of Object.keys(b)) sum[key] = addQuantity(ownValue(a, key), b[key]);
  return sum;
}

export function subtractAmounts(a: Amounts, b: Amounts): Amounts {
  const rest: Record<string, string> = {};
  for (const key of Object.keys(a))
    rest[key] = ownValue(b, key) === undefined ? (a[key] as string) : subtractQuantity(a[key], b[key]);
  for (const key of Object.keys(b)) if (ownValue(a, key) === undefined) rest[key] = subtractQuantity('0', b[key]);
  return rest;
}

export function maxAmounts(a: Amounts, b: Amounts): Amounts {
  const most: Record<string, string> = { ...a };
  for (const key of Object.keys(b)) {
    const other = b[key] as string;
    const before = ownValue(most, key);
    if (before === undefined || compareQuantity(other, before) > 0) most[key] = other;
  }
  return most;
}

/** The amounts of these resources only. */
export function maskAmounts(amounts: Amounts, names: Iterable<string>): Amounts {
  const masked: Record<string, string> = {};
  for (const name of names) {
    const amount = ownValue(amounts, name);
    if (amount !== undefined) masked[name] = amount;
  }
  return masked;
}

export function withoutZeros(amounts: Amounts): Amounts {
  const rest: Record<string, string> = {};
  for (const key of Object.keys(amounts)) {
    const amount = amounts[key] as string;
    if (compareQuantity(amount, '0') !== 0) rest[key] = amount;
  }
  return rest;
}

export function equalAmounts(a: Amounts, b: Amounts): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => ownValue(b, key) !== undefined && compareQuantity(a[key] as string, b[key] as string) === 0,
  );
}

/** `count/configmaps=1,pods=2`, in order of name. */
export function amountsText(amounts: Amounts): string {
  return Object.keys(amounts)
    .sort(compareStrings)
    .map((key) => `${key}=${amounts[key]}`)
    .join(',');
}
