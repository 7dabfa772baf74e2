import { scaleBand } from 'd3-scale';
import { linkHorizontal } from 'd3-shape';
import type { ObjectsView, TiedObject } from '../../../protocol/objects-view.ts';

export interface PlacedObject {
  readonly object: TiedObject;
  readonly x: number;
  readonly y: number;
}
export interface ObjectPlaces {
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly objects: readonly PlacedObject[];
  readonly ways: readonly { readonly key: string; readonly d: string; readonly sort: string }[];
  readonly columns: readonly { readonly column: number; readonly x: number }[];
}

export const BOX_HEIGHT = 36;
const ROW = BOX_HEIGHT + 8;
export const TOP = 34;
const EDGE = 20;
/** Narrower than this a box holds no name: a phone scrolls sideways instead. */
const NARROWEST = 128;
const WIDEST = 210;

/** Columns from left to right; each object as near as may be to those that it is tied to, and in the order given. */
export function placeObjects({ objects, ties }: ObjectsView, room: number): ObjectPlaces {
  const used = [...new Set(objects.map(({ column }) => column))].sort((a, b) => a - b);
  const width = Math.max(room, used.length * (NARROWEST + 36) + EDGE * 2);
  const band = scaleBand<number>()
    .domain(used)
    .range([EDGE, width - EDGE])
    .paddingInner(0.24);
  const boxWidth = Math.min(WIDEST, band.bandwidth());
  const rows = new Map(used.map((column) => [column, objects.filter((one) => one.column === column)]));
  const most = Math.max(1, ...[...rows.values()].map(({ length }) => length));
  const ys = new Map<string, number>();
  // The longest column stands as it is, usually that of the Pods; the others stand beside what they are tied to in it.
  const longest = used.find((column) => rows.get(column)?.length === most) ?? 0;
  const outwards = [...used].sort((a, b) => Math.abs(a - longest) - Math.abs(b - longest));
  for (const column of outwards) settle(rows.get(column) as readonly TiedObject[], ties, ys, most * ROW);
  const placed = objects.map(
    (object): PlacedObject => ({
      object,
      x: band(object.column) ?? EDGE,
      y: TOP + (ys.get(object.subject) as number),
    }),
  );
  const at = new Map(placed.map((one) => [one.object.subject, one]));
  const draw = linkHorizontal();
  return {
    width,
    height: TOP + Math.max(ROW, ...[...ys.values()].map((y) => y + ROW)) + EDGE,
    boxWidth,
    objects: placed,
    columns: used.map((column) => ({ column, x: band(column) ?? EDGE })),
    ways: ties.flatMap(({ from, to, sort }) => {
      const [a, b] = [at.get(from), at.get(to)];
      if (a === undefined || b === undefined) return [];
      const key = `${sort} ${from} ${to}`;
      if (a.x === b.x) return [{ key, d: besideColumn(a.x, a.y, b.y), sort }];
      const [left, right] = a.x < b.x ? [a, b] : [b, a];
      const d = draw({
        source: [left.x + boxWidth, left.y + BOX_HEIGHT / 2],
        target: [right.x, right.y + BOX_HEIGHT / 2],
      });
      return d === null ? [] : [{ key, d, sort }];
    }),
  };
}

/** Two of one column are tied on its left. */
function besideColumn(x: number, from: number, to: number): string {
  const [a, b] = [from + BOX_HEIGHT / 2, to + BOX_HEIGHT / 2];
  return `M${x} ${a}C${x - EDGE} ${a} ${x - EDGE} ${b} ${x} ${b}`;
}

/** Where the ones that it is tied to stand in the middle, but below the one before it, and within the height. */
function settle(rows: readonly TiedObject[], ties: ObjectsView['ties'], ys: Map<string, number>, height: number): void {
  let free = 0;
  for (const [place, { subject }] of rows.entries()) {
    const beside = ties.flatMap(({ from, to }) => (from === subject ? [to] : to === subject ? [from] : []));
    const known = beside.flatMap((one) => ys.get(one) ?? []);
    const wish = known.length === 0 ? free : known.reduce((sum, y) => sum + y, 0) / known.length;
    const last = height - (rows.length - place) * ROW;
    const y = Math.max(free, Math.min(wish, last));
    ys.set(subject, y);
    free = y + ROW;
  }
}
