/** One priority level: the seats that it may have, and how many it wanted lately. */
export interface Demand {
  readonly nominal: number;
  /** It never has fewer seats than `least`, however little it needs, nor more than `most`, however much. */
  readonly least: number;
  readonly most: number;
  /** The most seats that were wanted at once since the last time. */
  readonly high: number;
  /** The same over a longer time. */
  readonly smooth: number;
}

const KEPT = 0.977;

/** Demand that rises is felt at once, demand that falls only slowly. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, updateBorrowingLocked (v1.36). Deviation: the highest demand stands for its envelope.
export function smoothed(before: number, high: number): number {
  return Math.max(high, KEPT * before + (1 - KEPT) * high);
}

/** How many seats each level has until the next time: all of them are given out, in proportion to what is wanted. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/max_seats.go and conc_alloc.go (v1.36)
export function sharedSeats(demands: readonly Demand[], total: number): readonly number[] {
  const wanted = demands.map(({ nominal, least, most, high, smooth }) => {
    const least2 = Math.max(least, Math.min(nominal, high));
    return { least: least2, most: Math.max(most, least2), target: Math.max(least2, smooth, 1) };
  });
  const given = (fraction: number): readonly number[] =>
    wanted.map(({ least, most, target }) => Math.min(most, Math.max(least, fraction * target)));
  const sum = (seats: readonly number[]): number => seats.reduce((all, each) => all + each, 0);
  if (sum(wanted.map(({ least }) => least)) >= total) return wanted.map(({ least }) => least);
  let [low, high] = [0, total];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (sum(given(middle)) > total) high = middle;
    else low = middle;
  }
  return given(low).map((seats) => Math.max(1, Math.round(seats)));
}

const STEPS = 50;
