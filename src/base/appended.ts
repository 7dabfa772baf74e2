/**
 * `[...list, item]` with room for just that. A list that grows gets room for sixteen more at once, which counts where each of
 * thousands keeps one that most often holds one item.
 */
export function appended<T>(list: readonly T[], item: T): readonly T[] {
  return list.length === 0 ? [item] : list.concat([item]);
}
