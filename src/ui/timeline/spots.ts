import type { Breakpoint } from '../../protocol/breakpoint.ts';
import { asksTheSame } from '../../protocol/breakpoint.ts';
import type { TimelineView } from '../../protocol/views.ts';
import type { TimeScale } from './scale.ts';

/** As far from a mark it is still meant. */
export const REACH = 6;
/** The same under a finger. */
export const FINGER = 16;

/** The strip between the signs of marks and the lanes in which stops are set, as beside the lines in an editor of code. */
export const GUTTER = { top: 20.5, bottom: 33.5 };

/** A moment of the run at which one can stop. */
export interface Spot {
  readonly time: number;
  /** Its step, where the timeline draws that. */
  readonly seq: number | undefined;
  readonly isSet: boolean;
}

/** Stops that ask for a moment and nothing else, by their times. */
export function momentsIn(list: readonly Breakpoint[]): ReadonlyMap<number, Breakpoint> {
  return new Map(
    list.flatMap((one) =>
      one.moment !== undefined && asksTheSame(one, { moment: one.moment }) ? [[Number(one.moment), one] as const] : [],
    ),
  );
}

/** What is meant by a place: a stop that is set there, else a mark or something told close by, else the nearest step that is drawn. */
export function spotAt(
  view: TimelineView,
  set: readonly number[],
  scale: TimeScale,
  x: number,
  reach = REACH,
): Spot | undefined {
  const nearest = (times: Iterable<number>, reach: number) => nearestOf(times, scale.x, x, reach);
  const held = nearest(set, reach);
  const time =
    held ??
    nearest([...view.marks.map((mark) => mark.time), ...(view.beats ?? [])], REACH) ??
    nearest(
      view.lanes.flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to])),
      Number.POSITIVE_INFINITY,
    );
  return time === undefined ? undefined : { time, seq: drawnAt(view, time), isSet: set.includes(time) };
}

function drawnAt({ marks, lanes }: TimelineView, time: number): number | undefined {
  const mark = marks.find((one) => one.time === time);
  if (mark !== undefined) return mark.seq;
  for (const { spans } of lanes)
    for (const { from, fromSeq, to, toSeq } of spans) {
      if (from === time) return fromSeq;
      if (to === time) return toSeq;
    }
  return undefined;
}

export function nearestOf(
  times: Iterable<number>,
  place: (time: number) => number,
  x: number,
  reach: number,
): number | undefined {
  let found: number | undefined;
  let least = reach;
  for (const time of times) {
    const away = Math.abs(place(time) - x);
    if (away > least || (away === least && found !== undefined)) continue;
    least = away;
    found = time;
  }
  return found;
}
