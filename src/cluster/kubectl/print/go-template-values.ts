// Models the Go standard library, text/template: what its values are

import { goType, goValue } from './go-values.ts';

export type Value = unknown;
export type Builtin = (values: readonly Value[]) => Value | Stopped;

/** Ends the execution from deep inside; caught where it began. */
export class Stopped {
  constructor(readonly message: string) {}
}

/** A whole number of the template itself, which is of another type than those of objects. */
export class Int {
  constructor(readonly value: number) {}
}

/** A byte of a text. */
export class Byte extends Int {}

export const plain = (value: Value): Value => (value instanceof Int ? value.value : value);

export function isTrue(given: Value): boolean {
  const value = plain(given);
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

export const goValueOf = (value: Value): string => goValue(plain(value));

/** As an action of its own shows it. */
export function printed(value: Value): string {
  return value === undefined || value === null ? '<no value>' : goValueOf(value);
}

export function typeOf(value: Value): string {
  if (value instanceof Byte) return 'uint8';
  return value instanceof Int ? 'int' : goType(value);
}
