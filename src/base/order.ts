/** Compares by UTF-16 code units: the same on every host, unlike locale-aware comparison. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedKeys(map: Iterable<string>): string[] {
  return [...map].sort(compareStrings);
}

/** Where a key is, or would be, in a sorted list. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
