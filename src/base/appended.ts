/** The list with one item more. Most often that is the only one, and a list that grows would be made long at once. */
export function appended<T>(list: readonly T[], item: T): readonly T[] {
  return list.length === 0 ? [item] : [...list, item];
}
