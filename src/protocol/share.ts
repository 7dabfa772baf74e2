/** Plain data that came over the bridge: what is equal. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at += 1) if (!equal(a[at], b[at])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!(key in b) || !equal((a as Values)[key], (b as Values)[key])) return false;
  }
  return true;
}

type Values = { readonly [key: string]: unknown };

/**
 * The new value, with every part that is equal to what was there before taken from there: whoever draws it sees by
 * identity what has not changed. What is inserted or taken out at either end of a list leaves the others shared.
 */
export function shared<T>(before: unknown, after: T): T {
  return share(before, after) as T;
}

function share(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return after;
  if (Array.isArray(after)) return Array.isArray(before) ? sharedList(before, after) : after;
  if (Array.isArray(before)) return after;
  const old = before as Values;
  const now = after as Values;
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(old).length;
  const made: { [key: string]: unknown } = {};
  for (const key of keys) {
    // Set like this it would be no key at all.
    if (key === '__proto__') return after;
    const part = share(old[key], now[key]);
    made[key] = part;
    if (part !== old[key] || !(key in old)) same = false;
  }
  return same ? before : made;
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const made = new Array<unknown>(after.length);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  for (; head < shorter; head += 1) {
    const part = share(before[head], after[head]);
    made[head] = part;
    if (before.length !== after.length && part !== before[head]) break;
  }
  if (before.length === after.length) return made.every((part, at) => part === before[at]) ? before : made;
  let tail = 0;
  for (; tail < shorter - head; tail += 1) {
    const old = before[before.length - 1 - tail];
    const part = share(old, after[after.length - 1 - tail]);
    made[after.length - 1 - tail] = part;
    if (part !== old) {
      tail += 1;
      break;
    }
  }
  for (let at = head; at < after.length - tail; at += 1) made[at] = share(before[at], after[at]);
  return made;
}
