/** The word of a list that somebody most likely meant; undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const each of words) {
    const distance = each.toLowerCase() === lower ? 0 : edits(lower, each.toLowerCase(), least);
    if (distance >= least) continue;
    least = distance;
    best = each;
  }
  return best;
}

/** How many letters are to be added, left out, exchanged or swapped, up to `most`. */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        swaps ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? most;
}
