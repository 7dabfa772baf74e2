// How Go prints values that were decoded from JSON: %T, %v and %#v. Models the Go standard library, fmt

import { isFields } from './json.ts';

export function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isFields(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? goNumberType(value) : 'string';
}

const goNumberType = (value: number): string => (Number.isInteger(value) ? 'int64' : 'float64');

/** What reflection calls it: `map`, `slice`, `string`, `int64`, `float64`, `bool`. */
export function goKind(value: unknown): string {
  return Array.isArray(value) ? 'slice' : isFields(value) ? 'map' : goType(value);
}

export function goValue(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isFields(value)) return String(value);
  const pairs = sortedEntries(value).map(([key, each]) => `${key}:${goValue(each)}`);
  return `map[${pairs.join(' ')}]`;
}

export function goSyntax(value: unknown): string {
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isFields(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const pairs = sortedEntries(value).map(([key, each]) => `${JSON.stringify(key)}:${goSyntax(each)}`);
  return `map[string]interface {}{${pairs.join(', ')}}`;
}

function sortedEntries(value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
