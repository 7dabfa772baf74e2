/*
 * What walks values walks them by functions that call themselves, on the stack of a Web Worker (half a megabyte). A value
 * from outside may be nested as deep as its text is long, so that its depth is looked at before anybody walks it.
 */

/** Levels of objects and lists in what is kept. The walker with the largest frames ends at some seven hundred, seen without a compiler on the smallest stack. */
export const MOST_LEVELS = 500;

/** Of what is only read: who owns what of an object's fields is told five levels further in than they are. */
export const MOST_READ_LEVELS = MOST_LEVELS + 8;

export const NOT_FOLLOWED = `nested more than ${MOST_LEVELS} levels deep, which this simulation does not follow`;

type Container = { readonly [key: string]: unknown };

/** Whether a value has more levels of objects and lists than that. Looks no deeper. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as Container)[key];
    if (typeof inner === 'object' && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/** The value with so many levels, and below them empty objects and lists; the same value when it has no more. */
export function cutBelow(value: unknown, levels: number): unknown {
  return isDeeper(value, levels) ? cut(value, levels) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return levels === 0 ? [] : value.map((item) => cut(item, levels - 1));
  const copy: Record<string, unknown> = {};
  if (levels > 0) for (const key in value) copy[key] = cut((value as Container)[key], levels - 1);
  return copy;
}
