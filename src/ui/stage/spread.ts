export interface Spread {
  /** Where one of them stands; nobody else has a place. */
  at(id: string): number | undefined;
  /** From one to the next. */
  readonly step: number;
}

/**
 * Places evenly from one end to the other; one alone stands in the middle. d3's `scalePoint` gives the same, and its package
 * brings how colours are mixed into the first load.
 */
export function spread(ids: readonly string[], [from, to]: readonly [number, number]): Spread {
  const places = new Map(ids.map((id, index) => [id, index]));
  const step = (to - from) / Math.max(1, ids.length - 1);
  const start = ids.length === 1 ? (from + to) / 2 : from;
  return {
    at: (id) => {
      const index = places.get(id);
      return index === undefined ? undefined : start + index * step;
    },
    step,
  };
}
