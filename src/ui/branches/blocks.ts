import type { ComparedRow } from '../../protocol/compare-view.ts';

/** Lines that are shown, or so many that say the same and are folded, from a line on. */
export type Block = { readonly rows: readonly number[] } | { readonly folded: number; readonly from: number };

/** So many of the same are shown before and after what differs. */
const BESIDE = 1;

/** What is the same is folded, but for its neighbours; what was unfolded stays so. */
export function blocksOf(rows: readonly Pick<ComparedRow, 'how'>[], unfolded: ReadonlySet<number>): readonly Block[] {
  const isSame = (place: number) => rows[place]?.how === 'same' || rows[place]?.how === 'alike';
  const blocks: Block[] = [];
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && isSame(to) === isSame(from)) to += 1;
    if (isSame(from)) blocks.push(...foldedPart(from, to, rows.length, unfolded));
    else blocks.push({ rows: places(from, to) });
    from = to;
  }
  return blocks;
}

function foldedPart(from: number, to: number, end: number, unfolded: ReadonlySet<number>): readonly Block[] {
  const [first, last] = [from === 0 ? from : from + BESIDE, to === end ? to : to - BESIDE];
  // Where nearly nothing would be hidden, nothing is.
  if (last - first < 2 || unfolded.has(first)) return [{ rows: places(from, to) }];
  return [{ rows: places(from, first) }, { folded: last - first, from: first }, { rows: places(last, to) }];
}

function places(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
