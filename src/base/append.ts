/** `[...list, item]` with room for just that: a list that grows gets room for many, which counts where each of thousands keeps one. */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  return list.length === 0 ? [item] : list.concat([item]);
}
