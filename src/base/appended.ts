/**
 * `[...list, item]` with room for just that. A list that grows gets room for sixteen more at once, which counts where each of
 * thousands keeps one that most often holds one item.
 */
export function appended<T>(list: readonly T[], item: T): T[] {
  // Most are this short, and written out they cost a tenth.
  if (list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  if (list.length === 2) return [list[0] as T, list[1] as T, item];
  return list.concat([item]);
}
