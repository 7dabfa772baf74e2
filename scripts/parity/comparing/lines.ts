export interface LineDiff {
  readonly matched: number;
  /** What is not common, in reading order. */
  readonly edits: readonly { readonly kind: 'missing' | 'extra'; readonly line: string }[];
}

/** The longest common subsequence of two texts, and what each has beside it. */
export function diffLines(want: readonly string[], got: readonly string[]): LineDiff {
  const lengths: number[][] = Array.from({ length: want.length + 1 }, () => new Array<number>(got.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = want.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = got.length - 1; j >= 0; j -= 1) {
      row[j] = want[i] === got[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: { kind: 'missing' | 'extra'; line: string }[] = [];
  let i = 0;
  let j = 0;
  while (i < want.length || j < got.length) {
    if (i < want.length && j < got.length && want[i] === got[j]) {
      i += 1;
      j += 1;
    } else if (j >= got.length || (i < want.length && at(i + 1, j) >= at(i, j + 1))) {
      edits.push({ kind: 'missing', line: want[i] ?? '' });
      i += 1;
    } else {
      edits.push({ kind: 'extra', line: got[j] ?? '' });
      j += 1;
    }
  }
  return { matched: at(0, 0), edits };
}
