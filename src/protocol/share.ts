type Values = { readonly [key: string]: unknown };

/**
 * What makes one plain value of another, in so far as they differ. This alone crosses the bridge; and whoever draws the new
 * value sees by identity what has not changed.
 */
export type Change =
  /** Members of an object, or items of a list that is as long as it was; and members that are gone. */
  | { readonly of: { readonly [key: string]: Change }; readonly gone?: readonly string[] }
  /** Of a list that grew or shrank, so much stays at both ends; between them an item that is as the one in its place was is null. */
  | { readonly head: number; readonly between: readonly (Change | null)[]; readonly tail: number }
  | { readonly to: unknown };

/** Nothing where they are equal. */
export function difference(before: unknown, after: unknown): Change | undefined {
  if (before === after) return undefined;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return { to: after };
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? differenceOfItems(before, after) : differenceOfLength(before, after);
  }
  if (Array.isArray(before) || Array.isArray(after)) return { to: after };
  return differenceOfMembers(before as Values, after as Values);
}

function differenceOfItems(before: readonly unknown[], after: readonly unknown[]): Change | undefined {
  let of: { [key: string]: Change } | undefined;
  for (let at = 0; at < after.length; at += 1) {
    const change = difference(before[at], after[at]);
    if (change === undefined) continue;
    of ??= {};
    of[at] = change;
  }
  return of && { of };
}

function differenceOfLength(before: readonly unknown[], after: readonly unknown[]): Change {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  const between = after.slice(head, after.length - tail).map((item, place) => {
    const at = head + place;
    return at < before.length ? (difference(before[at], item) ?? null) : { to: item };
  });
  return { head, between, tail };
}

/** As `equal`, and members in the same order. */
function isSame(before: unknown, after: unknown): boolean {
  return difference(before, after) === undefined;
}

function differenceOfMembers(before: Values, after: Values): Change | undefined {
  const keys = Object.keys(after);
  const kept: string[] = [];
  const gone: string[] = [];
  for (const key of Object.keys(before)) (Object.hasOwn(after, key) ? kept : gone).push(key);
  // Members are shown in their order, and new ones come last.
  if (kept.some((key, at) => key !== keys[at])) return { to: after };
  const of: { [key: string]: Change } = {};
  for (const key of keys) {
    const change = Object.hasOwn(before, key) ? difference(before[key], after[key]) : { to: after[key] };
    if (change === undefined) continue;
    // Set like any other it would be no member at all.
    if (key === '__proto__') return { to: after };
    of[key] = change;
  }
  if (gone.length > 0) return { of, gone };
  return Object.keys(of).length > 0 ? { of } : undefined;
}

/** The new value, with every part that has not changed taken from there. */
export function changed(before: unknown, change: Change): unknown {
  if ('of' in change) return Array.isArray(before) ? changedItems(before, change.of) : changedMembers(before, change);
  if (!('between' in change)) return change.to;
  const { head, between, tail } = change;
  const list = before as readonly unknown[];
  const made = between.map((each, at) => (each === null ? list[head + at] : changed(list[head + at], each)));
  return [...list.slice(0, head), ...made, ...list.slice(list.length - tail)];
}

function changedItems(before: readonly unknown[], of: { readonly [key: string]: Change }): readonly unknown[] {
  const made = [...before];
  for (const [at, change] of Object.entries(of)) made[Number(at)] = changed(made[Number(at)], change);
  return made;
}

function changedMembers(before: unknown, { of, gone }: Extract<Change, { of: unknown }>): Values {
  const made: { [key: string]: unknown } = { ...(before as Values) };
  for (const key of gone ?? []) delete made[key];
  for (const [key, change] of Object.entries(of)) made[key] = changed(made[key], change);
  return made;
}
