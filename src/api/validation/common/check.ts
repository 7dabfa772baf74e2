import { type FieldError, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';

/** Collects what is wrong, in the order in which the real validation looks. */
export type Errors = FieldError[];

const NO_FIELDS: Fields = {};
const NO_ITEMS: readonly Fields[] = [];

export function fieldsAt(object: unknown, key: string): Fields {
  const value = isFields(object) ? object[key] : undefined;
  return isFields(value) ? value : NO_FIELDS;
}

export function itemsAt(object: unknown, key: string): readonly Fields[] {
  const value = isFields(object) ? object[key] : undefined;
  return Array.isArray(value) ? (value as Fields[]) : NO_ITEMS;
}

export function textAt(object: unknown, key: string): string {
  const value = isFields(object) ? object[key] : undefined;
  return typeof value === 'string' ? value : '';
}

export function numberAt(object: unknown, key: string): number | undefined {
  const value = isFields(object) ? object[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

const NOT_NEGATIVE = 'must be greater than or equal to 0';
const PORT_RANGE = 'must be between 1 and 65535, inclusive';
export const IMMUTABLE = 'field is immutable';

export function notNegative(errors: Errors, path: string, value: unknown): void {
  if (typeof value === 'number' && value < 0) errors.push(invalidValue(path, value, NOT_NEGATIVE));
}

export function supported(errors: Errors, path: string, value: unknown, values: readonly string[]): void {
  if (typeof value !== 'string' || !values.includes(value)) errors.push(notSupported(path, value ?? '', values));
}

/** Required first, then by shape. */
export function named(
  errors: Errors,
  path: string,
  value: string,
  problems: (value: string) => readonly string[],
): void {
  if (value === '') errors.push(required(path));
  else for (const problem of problems(value)) errors.push(invalidValue(path, value, problem));
}

export function problemsOf(
  errors: Errors,
  path: string,
  value: string,
  problems: (value: string) => readonly string[],
): void {
  for (const problem of problems(value)) errors.push(invalidValue(path, value, problem));
}

export function portNumber(errors: Errors, path: string, port: number): void {
  if (port < 1 || port > 65_535) errors.push(invalidValue(path, port, PORT_RANGE));
}
