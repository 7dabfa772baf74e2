import { compareStrings } from '../base/order.ts';
import type { FieldChange } from '../protocol/views.ts';

const MOST_LINES = 60;
/** Books kept by the server about who wrote what: folded away, the object panel shows them as writers. */
const HIDDEN = /(?:^|\.)metadata\.(?:managedFields|resourceVersion)$/;

/** What changed between two values, field by field, as short YAML: parents as context, changes marked. */
export function diffValues(before: unknown, after: unknown): readonly FieldChange[] {
  const lines: FieldChange[] = [];
  walk(before, after, '', 0, lines);
  return lines.slice(0, MOST_LINES);
}

function walk(before: unknown, after: unknown, path: string, depth: number, lines: FieldChange[]): void {
  if (before === after || HIDDEN.test(path)) return;
  const keys = keysOf(before, after);
  for (const key of keys) {
    const old = child(before, key);
    const now = child(after, key);
    const at = path === '' ? key : `${path}.${key}`;
    if (old === now || HIDDEN.test(at) || same(old, now)) continue;
    const label = labelOf(before, after, key);
    if (isBranch(old) && isBranch(now)) {
      lines.push({ op: 'same', depth, path: at, text: `${label}` });
      walk(old, now, at, depth + 1, lines);
      continue;
    }
    if (old !== undefined) print('remove', old, label, at, depth, lines);
    if (now !== undefined) print('add', now, label, at, depth, lines);
  }
}

function print(
  op: 'add' | 'remove',
  value: unknown,
  label: string,
  path: string,
  depth: number,
  lines: FieldChange[],
): void {
  if (!isBranch(value)) {
    lines.push({ op, depth, path, text: `${label} ${scalar(value)}` });
    return;
  }
  const keys = keysOf(undefined, value);
  if (keys.length === 0) {
    lines.push({ op, depth, path, text: `${label} ${Array.isArray(value) ? '[]' : '{}'}` });
    return;
  }
  lines.push({ op, depth, path, text: label });
  for (const key of keys) {
    const at = `${path}.${key}`;
    if (!HIDDEN.test(at)) print(op, child(value, key), labelOf(undefined, value, key), at, depth + 1, lines);
  }
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keysOf(before: unknown, after: unknown): readonly string[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const length = Math.max(Array.isArray(before) ? before.length : 0, Array.isArray(after) ? after.length : 0);
    return Array.from({ length }, (_, at) => String(at));
  }
  const keys = new Set<string>();
  if (isBranch(after)) for (const key of Object.keys(after)) keys.add(key);
  if (isBranch(before)) for (const key of Object.keys(before)) keys.add(key);
  return [...keys].sort(compareStrings);
}

function child(value: unknown, key: string): unknown {
  return isBranch(value) ? (value as Record<string, unknown>)[key] : undefined;
}

/** A list's members are named by what tells them apart. */
function labelOf(before: unknown, after: unknown, key: string): string {
  const list = Array.isArray(after) ? after : before;
  if (!Array.isArray(list)) return `${key}:`;
  const member = (Array.isArray(after) ? after[Number(key)] : undefined) ?? list[Number(key)];
  if (!isBranch(member)) return '-';
  const named = member as { name?: unknown; type?: unknown; key?: unknown };
  const name = named.name ?? named.type ?? named.key;
  return typeof name === 'string' ? `- ${name}:` : `- ${key}:`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value.length > 80 ? `${value.slice(0, 79)}…` : value === '' ? '""' : value;
  return String(value);
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same(child(a, key), child(b, key)));
}
