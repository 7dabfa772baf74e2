export interface Row {
  readonly gap: number;
  at(place: number): number;
}

/** So many places from one end to the other; a single one is in the middle. */
export function evenly(count: number, [from, to]: readonly [number, number]): Row {
  const gap = (to - from) / Math.max(1, count - 1);
  const first = count === 1 ? (from + to) / 2 : from;
  return { gap, at: (place) => first + gap * place };
}
