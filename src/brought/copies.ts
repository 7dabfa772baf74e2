import type { KObject } from '../api/types/meta.ts';
import type { StartState } from './start-state.ts';

/** More of one sort than anybody looks at. */
const MOST_COPIES = 200_000;

/** `{n}`, `{n%5}`, `{n/5}`: the number of a copy, its remainder, and how often the divisor goes into it. */
const NUMBER = /\{n(?:([%/])([1-9]\d{0,6}))?\}/g;

/** The objects of a start state, with each of those that are there many times. */
export function copied({ objects, copies = [] }: StartState): readonly KObject[] {
  if (copies.length === 0) return objects;
  const all = [...objects];
  for (const { of, count } of copies)
    for (let n = 0; n < Math.min(count, MOST_COPIES); n += 1) all.push(numbered(of, n) as KObject);
  return all;
}

function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string')
    return value.includes('{n') ? value.replace(NUMBER, (_, op, by) => told(n, op, by)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => numbered(item, n));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, n)]));
}

function told(n: number, op: string | undefined, by: string | undefined): string {
  if (op === undefined) return String(n);
  return String(op === '%' ? n % Number(by) : Math.floor(n / Number(by)));
}
