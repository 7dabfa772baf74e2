/** The value that differs from another one by the fewest letters. */
export function nearestValue(wanted: string, values: readonly string[]): string | undefined {
  let best: { value: string; slips: number } | undefined;
  for (const value of new Set(values)) {
    const slips = letterDistance(wanted, value);
    if (slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { value, slips };
  }
  return best?.value;
}

/** How many letters must be put in, left out or changed. */
export function letterDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
