/** Compares by UTF-16 code units: the same on every host, unlike locale-aware comparison. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedKeys(map: Iterable<string>): string[] {
  return [...map].sort(compareStrings);
}

/** How many places from the first on meet a condition that no place meets after one that does not. */
export function countWhile(length: number, meets: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meets(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a key is, or would be, in a sorted list. */
export function lowerBound(keys: readonly string[], key: string): number {
  return countWhile(keys.length, (place) => (keys[place] as string) < key);
}
