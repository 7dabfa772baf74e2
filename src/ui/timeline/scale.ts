import { SECOND } from '../../base/time/units.ts';
import type { TimelineView } from '../../protocol/views.ts';
import { shorten } from '../widgets/kit/format.ts';

export interface TimeScale {
  /** Pixels of a virtual time. */
  x(time: number): number;
  time(x: number): number;
  /** Stretches in which nothing happens, shown as a cut in the axis. */
  readonly cuts: readonly { readonly from: number; readonly to: number }[];
  readonly ticks: readonly { readonly time: number; readonly label: string }[];
}

/** How near one looks: every pixel of the whole is drawn at `k` times itself, plus `x`. */
export interface Nearness {
  readonly k: number;
  readonly x: number;
}
export const WHOLE: Nearness = { k: 1, x: 0 };

const CUT_WIDTH = 26;
/** A pause longer than this share of all busy time is cut out. */
const LONG_PAUSE = 0.2;
const SHORTEST_CUT_MICROS = 15_000;
/** A request that is open for longer waits for something: a watch, a store without a leader. */
const LONGEST_BUSY_MICROS = 250_000;
const TICK_PIXELS = 90;
/** A stretch that is this wide has one label at least, and no two labels are nearer. */
const LABEL_PIXELS = 48;
/** More cuts than this make an axis that nobody can read. */
const MOST_CUTS = 16;

/** Time to pixels, with long pauses cut out: a second without events would hide the milliseconds that matter. */
export function timeScale(view: TimelineView, from: number, to: number, near: Nearness = WHOLE): TimeScale {
  const busy = busyStretches(view);
  const first = busy[0]?.from ?? view.startTime;
  const last = busy.at(-1)?.to ?? Math.max(view.endTime, first + 1_000);
  const total = busy.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const cuts = busy
    .slice(1)
    .map((stretch, at) => ({ from: busy[at]?.to ?? 0, to: stretch.from }))
    .filter((cut) => cut.to - cut.from > Math.max(SHORTEST_CUT_MICROS, total * LONG_PAUSE))
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_CUTS)
    .sort((a, b) => a.from - b.from);
  const width = Math.min(CUT_WIDTH, (to - from) / 3 / Math.max(1, cuts.length));
  const bounds = [first, ...cuts.flatMap((cut) => [cut.from, cut.to])];
  const domain = [...bounds, Math.max(last, (bounds.at(-1) ?? first) + 1)];
  const range: number[] = [];
  let x = from;
  for (const share of sharesOf(view, domain)) {
    range.push(x);
    x += share * (to - from - width * cuts.length);
    range.push(x);
    x += width;
  }
  range[range.length - 1] = to;
  const drawn = range.map((pixel) => pixel * near.k + near.x);
  return {
    x: (time) => placed(time, domain, drawn),
    time: (pixel) => placed(pixel, drawn, domain),
    cuts,
    ticks: ticksOf(...inSight(domain, drawn, from, to)),
  };
}

/**
 * What each stretch between two cuts gets of the axis: as much for how long it is as for how much begins in it. By
 * length alone the tenth of a second that a story is about has less room than the rest of its story, which waits.
 */
function sharesOf(view: TimelineView, domain: readonly number[]): readonly number[] {
  const lengths: number[] = [];
  const counts: number[] = [];
  for (let at = 0; at < domain.length; at += 2) {
    lengths.push((domain[at + 1] ?? 0) - (domain[at] ?? 0));
    counts.push(0);
  }
  const count = (time: number) => {
    let at = counts.length - 1;
    while (at > 0 && time < (domain[at * 2] ?? 0)) at -= 1;
    counts[at] = (counts[at] ?? 0) + 1;
  };
  for (const { spans } of view.lanes) for (const { from } of spans) count(from);
  for (const { time } of view.marks) count(time);
  const [byLength, byCount] = [sharesIn(lengths), sharesIn(counts)];
  return byLength.map((share, at) => (share + (byCount[at] ?? 0)) / 2);
}

function sharesIn(parts: readonly number[]): readonly number[] {
  const total = parts.reduce((sum, one) => sum + one, 0);
  return parts.map((one) => (total === 0 ? 1 / parts.length : one / total));
}

/** From one rising row of numbers to another, straight between each two; d3's linear scale would bring its colours along. */
function placed(value: number, from: readonly number[], to: readonly number[]): number {
  const last = from.length - 1;
  if (value <= (from[0] ?? 0)) return to[0] ?? 0;
  if (value >= (from[last] ?? 0)) return to[last] ?? 0;
  let at = 1;
  while (value > (from[at] ?? 0)) at += 1;
  const [low = 0, high = 1] = [from[at - 1], from[at]];
  const [start = 0, end = 0] = [to[at - 1], to[at]];
  return start + ((value - low) / (high - low)) * (end - start);
}

/** Round numbers between two, about `count` of them: steps of 1, 2 or 5 times a power of ten. */
export function roundBetween(low: number, high: number, count: number): readonly number[] {
  const wanted = (high - low) / Math.max(1, count);
  if (!(wanted > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  const step = power * (share >= 7 ? 10 : share >= 3.2 ? 5 : share >= 1.4 ? 2 : 1);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, at) => (first + at) * step);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** When something is going on, merged and in order. */
export function busyStretches(view: TimelineView): readonly Stretch[] {
  const parts: Stretch[] = [];
  // Somebody who waits for long is busy when it begins and when it ends.
  for (const { spans } of view.lanes)
    for (const { from, to } of spans)
      if (to - from > LONGEST_BUSY_MICROS) parts.push({ from, to: from }, { from: to, to });
      else parts.push({ from, to });
  for (const { time } of view.marks) parts.push({ from: time, to: time });
  for (const time of view.revisions) parts.push({ from: time, to: time });
  parts.sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const part of parts) {
    const open = merged.at(-1);
    if (open !== undefined && part.from <= open.to + SHORTEST_CUT_MICROS / 3) open.to = Math.max(open.to, part.to);
    else merged.push({ ...part });
  }
  return merged;
}

/** Of stretches the parts that can be seen: the rest has no labels. */
function inSight(
  domain: readonly number[],
  range: readonly number[],
  from: number,
  to: number,
): [domain: readonly number[], range: readonly number[]] {
  const [times, pixels]: [number[], number[]] = [[], []];
  for (let at = 0; at + 1 < range.length; at += 2) {
    const [low = 0, high = 0] = [range[at], range[at + 1]];
    if (high < from || low > to) continue;
    const ends = [Math.max(low, from), Math.min(high, to)];
    pixels.push(...ends);
    times.push(...ends.map((pixel) => placed(pixel, range, domain)));
  }
  return [times, pixels];
}

/** A letter of a label, and what is left of the drawing behind the end of the axis. */
const LETTER_PIXELS = 6;
const EDGE_PIXELS = 18;

/** Round numbers in every stretch of the axis that has room for them. */
function ticksOf(domain: readonly number[], range: readonly number[]): TimeScale['ticks'] {
  const ticks: { time: number; label: string }[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (let at = 0; at + 1 < domain.length; at += 2) {
    const [low = 0, high = 0] = [domain[at], domain[at + 1]];
    const pixels = (range[at + 1] ?? 0) - (range[at] ?? 0);
    if (pixels < LABEL_PIXELS) continue;
    const count = Math.max(1, Math.floor(pixels / TICK_PIXELS));
    const part = roundBetween(low, high, count);
    const place = (time: number) => (range[at] ?? 0) + ((time - low) / (high - low)) * pixels;
    // Labels of two stretches must not meet at the cut between them.
    const inside = part.filter(
      (time) =>
        place(time) > Math.max(free, (range[at] ?? 0) + (at === 0 ? -1 : 24)) &&
        place(time) < (range[at + 1] ?? 0) + 12,
    );
    for (const [order, time] of inside.entries()) {
      const label = tickLabel(time, order === 0, low >= SECOND || high - low > 3 * SECOND);
      // On an axis of a few microseconds neighbours round to the same.
      if (order > 0 && parseFloat(label) === parseFloat(ticks.at(-1)?.label ?? '')) continue;
      // The last one stands in the middle of its time: half of it must have room before the edge.
      if (place(time) + (label.length * LETTER_PIXELS) / 2 > (range.at(-1) ?? 0) + EDGE_PIXELS) continue;
      ticks.push({ time, label });
      free = place(time) + LABEL_PIXELS;
    }
  }
  return ticks;
}

/** To ten microseconds: more than that no stretch is drawn apart. */
function tickLabel(time: number, withUnit: boolean, seconds: boolean): string {
  const tens = Math.round(time / 10);
  const text = String(tens / (seconds ? 100_000 : 100));
  return withUnit ? `${text} ${seconds ? 's' : 'ms'}` : text;
}

/** The step nearest to a time, from the steps whose times the timeline knows. */
export function seqAt(view: TimelineView, time: number): number | undefined {
  const known: [time: number, seq: number][] = [];
  for (const { spans } of view.lanes)
    for (const span of spans) known.push([span.from, span.fromSeq], [span.to, span.toSeq]);
  for (const mark of view.marks) known.push([mark.time, mark.seq]);
  known.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const after = known.findIndex(([when]) => when >= time);
  const right = after < 0 ? known.at(-1) : known[after];
  const left = after < 0 ? right : (known[after - 1] ?? right);
  if (right === undefined || left === undefined) return undefined;
  if (right[0] === left[0]) return right[1];
  const share = Math.min(1, Math.max(0, (time - left[0]) / (right[0] - left[0])));
  return Math.round(left[1] + (right[1] - left[1]) * share);
}

/** Lanes to draw: at most `most`, nodes together when they would not fit. */
export function lanesToDraw(lanes: TimelineView['lanes'], most: number): TimelineView['lanes'] {
  if (lanes.length <= most) return lanes;
  const own = lanes.filter(({ actor }) => !actor.includes('/'));
  const nodes = lanes.filter(({ actor }) => actor.includes('/'));
  const together = nodes.length === 0 ? [] : [{ actor: 'nodes', spans: nodes.flatMap(({ spans }) => spans) }];
  const room = most - together.length;
  if (own.length <= room) return [...own, ...together];
  // Who began and who did most, in the old order: a component with one request must not displace the scheduler.
  const [first, ...others] = own;
  const busiest = others.sort((a, b) => b.spans.length - a.spans.length).slice(0, Math.max(0, room - 1));
  return [...own.filter((lane) => lane === first || busiest.includes(lane)), ...together];
}

export interface MarkPlace {
  readonly x: number;
  readonly text: string;
  /** The lower, the sooner it is given room. */
  readonly rank: number;
  /** Its beginning tells something, too. */
  readonly mayBeCut: boolean;
}

export interface MarkLabel {
  readonly text: string;
  /** Which of its ends stands above its mark. */
  readonly anchor: 'start' | 'end';
}

/** About what a letter of a label takes; Chinese ones are as wide as high. */
const LABEL_LETTER = 5.6;
const WIDE_LETTER = 11.5;
const LABEL_GAP = 9;
/** Half a mark: a label begins or ends with its edge. */
export const HALF_MARK = 4;
/** Less of a command tells nothing: `get po…`. */
const LEAST_LETTERS = 6;

/** Labels have a row of their own above their marks, so that only other labels are in their way, and what stands before `left`. */
export function markLabels(marks: readonly MarkPlace[], width: number, left = 0): readonly (MarkLabel | undefined)[] {
  const labels = marks.map((): MarkLabel | undefined => undefined);
  const taken: { readonly from: number; readonly to: number }[] = [];
  const isFree = (from: number, to: number) =>
    from >= left && to <= width && taken.every((one) => to + LABEL_GAP <= one.from || from >= one.to + LABEL_GAP);
  const put = (at: number, text: string, ...anchors: readonly MarkLabel['anchor'][]): boolean => {
    const [x, wide] = [marks[at]?.x ?? 0, labelWidth(text)];
    for (const anchor of anchors) {
      const from = anchor === 'start' ? x - HALF_MARK : x + HALF_MARK - wide;
      if (!isFree(from, from + wide)) continue;
      taken.push({ from, to: from + wide });
      labels[at] = { text, anchor };
      return true;
    }
    return false;
  };
  const order = marks.map((_, at) => at).sort((a, b) => (marks[a]?.rank ?? 0) - (marks[b]?.rank ?? 0) || a - b);
  for (const [turn, at] of order.entries()) {
    const mark = marks[at];
    if (mark === undefined || mark.text === '') continue;
    const next = marks[order[turn + 1] ?? -1];
    // It leaves the next of its kind its place, as long as enough of both can be read.
    const room = next?.rank === mark.rank ? next.x - mark.x - LABEL_GAP : width - mark.x;
    if (labelWidth(mark.text) <= room && put(at, mark.text, 'start')) continue;
    if (put(at, mark.text, 'end')) continue;
    const letters = Math.floor(room / LABEL_LETTER);
    const isCut = mark.mayBeCut && mark.text.length > letters && letters >= LEAST_LETTERS;
    if (!isCut || !put(at, `${mark.text.slice(0, letters - 1)}…`, 'start')) put(at, mark.text, 'start');
  }
  return labels;
}

function labelWidth(text: string): number {
  const wide = text.match(/[⺀-鿿\uff00-\uffef]/g)?.length ?? 0;
  return wide * WIDE_LETTER + (text.length - wide) * LABEL_LETTER;
}

/** Pixels as they are written into a path. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** About what a bold letter takes of the font's size. */
const LETTER = 0.52;

/** Names end where the lanes begin; a longer one would lose its beginning. */
export function nameThatFits(name: string, width: number, fontSize: number): string {
  return shorten(name, Math.floor(width / (fontSize * LETTER)));
}
