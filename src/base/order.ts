/** Compares by UTF-16 code units: the same on every host, unlike locale-aware comparison. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedKeys(map: Iterable<string>): string[] {
  return [...map].sort(compareStrings);
}
