import { rfc3339Micro } from '../api/values/time.ts';
import { equalJson } from '../base/equality.ts';
import { compareStrings } from '../base/order.ts';
import type { FieldChange } from '../protocol/request-view.ts';

const MOST_LINES = 60;
/** Books kept by the server about who wrote what: folded away, the object panel shows them as writers. */
const HIDDEN = /(?:^|\.)metadata\.(?:managedFields|resourceVersion)$/;

/** What the server books beside an object is no difference that anybody made. */
export function isFolded(path: string): boolean {
  return HIDDEN.test(path);
}

/** What changed between two values, field by field, as short YAML: parents as context, changes marked. */
export function diffValues(before: unknown, after: unknown): readonly FieldChange[] {
  const lines: FieldChange[] = [];
  walk(before, after, '', 0, lines);
  return lines.slice(0, MOST_LINES);
}

function walk(before: unknown, after: unknown, path: string, depth: number, lines: FieldChange[]): void {
  if (before === after || isFolded(path)) return;
  for (const [key, old, now] of pairsOf(before, after)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (old === now || HIDDEN.test(at) || equalJson(old, now)) continue;
    const label = labelOf(before, after, key, now ?? old);
    if (isBranch(old) && isBranch(now)) {
      lines.push({ op: 'same', depth, path: at, text: `${label}` });
      const shown = lines.length;
      walk(old, now, at, depth + 1, lines);
      // Only what is folded away has changed in there.
      if (lines.length === shown) lines.pop();
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
    lines.push({ op, depth, path, text: `${label} ${INSTANT.test(label) ? instant(value) : scalar(value)}` });
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
    if (HIDDEN.test(at) || (key === NAMES.find((name) => name in value) && label === namedLabel(value))) continue;
    print(op, child(value, key), labelOf(undefined, value, key, child(value, key)), at, depth + 1, lines);
  }
}

/** What components keep in their tables are microseconds. */
const INSTANT = /(?:At|^since):$/;

function instant(value: unknown): string {
  return typeof value === 'number' && value > MICROS_OF_A_YEAR ? rfc3339Micro(value) : scalar(value);
}

/** Smaller numbers count from something else. */
const MICROS_OF_A_YEAR = 31_536_000_000_000;

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

type Pair = readonly [key: string, before: unknown, after: unknown];

/** What stands against what: fields of one name, members of a list that go by the same name, else those in the same place. */
function pairsOf(before: unknown, after: unknown): readonly Pair[] {
  const olds = namedMembers(before);
  const news = namedMembers(after);
  if (olds === undefined || news === undefined)
    return keysOf(before, after).map((key) => [key, child(before, key), child(after, key)]);
  const kept = [...news].map(([name, [key, now]]): Pair => [key, olds.get(name)?.[1], now]);
  const gone = [...olds].filter(([name]) => !news.has(name)).map(([, [key, old]]): Pair => [key, old, undefined]);
  return [...kept, ...gone];
}

/** Members with their places by the names they go by; undefined when it is no list or one of them has no name of its own. */
export function namedMembers(list: unknown): ReadonlyMap<string, readonly [key: string, member: unknown]> | undefined {
  if (!Array.isArray(list)) return undefined;
  const members = new Map<string, readonly [string, unknown]>();
  list.forEach((member: unknown, at) => {
    const label = namedLabel(member);
    if (label !== undefined) members.set(label, [String(at), member]);
  });
  return members.size === list.length ? members : undefined;
}

const NAMES = ['name', 'type', 'key'] as const;

/** A list's members are named by what tells them apart, and begin with it as YAML would. */
function namedLabel(member: unknown): string | undefined {
  if (!isBranch(member)) return undefined;
  const name = NAMES.find((candidate) => candidate in member);
  const value = name === undefined ? undefined : child(member, name);
  return typeof value === 'string' ? `- ${name}: ${value}` : undefined;
}

function labelOf(before: unknown, after: unknown, key: string, member: unknown): string {
  if (!Array.isArray(before) && !Array.isArray(after)) return `${key}:`;
  return isBranch(member) ? (namedLabel(member) ?? `- ${key}:`) : '-';
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value.length > 80 ? `${value.slice(0, 79)}…` : value === '' ? '""' : value;
  return String(value);
}
