import { MOST_CHECKED } from './limits.ts';

const MOST_CELLS = 400_000;

/** How many places differ: runs of changed lines, found by the longest common subsequence. */
export function changedPlaces(before: string, after: string): number {
  if (before === after) return 0;
  if (Math.max(before.length, after.length) > MOST_CHECKED) return 1;
  let a = before.split('\n');
  let b = after.split('\n');
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let cut = 0;
  while (cut < a.length - from && cut < b.length - from && a[a.length - 1 - cut] === b[b.length - 1 - cut]) cut += 1;
  a = a.slice(from, a.length - cut);
  b = b.slice(from, b.length - cut);
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return 1;
  return runsOfChange(a, b);
}

function runsOfChange(a: readonly string[], b: readonly string[]): number {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  let [i, j, runs, inRun] = [0, 0, 0, false];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      [i, j, inRun] = [i + 1, j + 1, false];
      continue;
    }
    if (!inRun) runs += 1;
    inRun = true;
    if (j >= b.length || (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)))
      i += 1;
    else j += 1;
  }
  return runs;
}
