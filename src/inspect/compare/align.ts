/**
 * Pairs what two sequences have in common, in order.
 *
 * Each item has keys from the strictest to the loosest. Items of one key are paired n-th with n-th; what would cross another
 * pair is let go, so that most remain; what lies between two pairs is paired by the next looser key. Each round is one pass
 * and one search for a longest increasing subsequence: n log n for any number of differences.
 */
export type Keys = readonly string[];

interface Gap {
  readonly left: readonly [from: number, to: number];
  readonly right: readonly [from: number, to: number];
}

/** For each item on the left its partner on the right, or -1. */
export function paired(left: readonly Keys[], right: readonly Keys[]): readonly number[] {
  const partners = new Array<number>(left.length).fill(-1);
  let gaps: readonly Gap[] = [{ left: [0, left.length], right: [0, right.length] }];
  const levels = left[0]?.length ?? 0;
  for (let level = 0; level < levels; level += 1) {
    // What there is once on either side is surest, and comes first.
    for (const once of level === 0 ? [true, false] : [false])
      gaps = gaps.flatMap((gap) => filled(gap, left, right, partners, level, once));
  }
  return partners;
}

/** Pairs inside a gap, and the gaps that are left. */
function filled(
  gap: Gap,
  left: readonly Keys[],
  right: readonly Keys[],
  partners: number[],
  level: number,
  once: boolean,
): readonly Gap[] {
  const [from, to] = gap.left;
  const places = placesOf(right, gap.right, level);
  const own = once ? placesOf(left, gap.left, level) : undefined;
  const next = new Map<string, number>();
  const candidates: (readonly [left: number, right: number])[] = [];
  for (let at = from; at < to; at += 1) {
    const key = left[at]?.[level] as string;
    const found = places.get(key);
    if (found === undefined || (own !== undefined && (found.length > 1 || own.get(key)?.length !== 1))) continue;
    const nth = next.get(key) ?? 0;
    const partner = found[nth];
    if (partner === undefined) continue;
    next.set(key, nth + 1);
    candidates.push([at, partner]);
  }
  const kept = longestIncreasing(candidates);
  for (const [at, partner] of kept) partners[at] = partner;
  return gapsBetween(gap, kept);
}

function placesOf(
  items: readonly Keys[],
  [from, to]: readonly [number, number],
  level: number,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let at = from; at < to; at += 1) {
    const key = items[at]?.[level] as string;
    const found = places.get(key);
    if (found === undefined) places.set(key, [at]);
    else found.push(at);
  }
  return places;
}

function gapsBetween({ left, right }: Gap, pairs: readonly (readonly [number, number])[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let [l, r] = [left[0], right[0]];
  for (const [atLeft, atRight] of [...pairs, [left[1], right[1]] as const]) {
    if (l < atLeft && r < atRight) gaps.push({ left: [l, atLeft], right: [r, atRight] });
    [l, r] = [atLeft + 1, atRight + 1];
  }
  return gaps;
}

/** Of pairs in the order of their left sides, the most whose right sides are in order, too. */
export function longestIncreasing(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  // The last pair of the best chain of each length, and for each pair the one before it.
  const tails: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, right], at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as readonly [number, number])[1] < right) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = at;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number)
    chain.push(pairs[at] as readonly [number, number]);
  return chain.reverse();
}
