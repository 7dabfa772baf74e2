import type { WayStop } from '../../protocol/views.ts';
import { laneIndex } from './lanes.ts';
import type { PlacedLane, StageLayout } from './layout.ts';
import type { Point } from './track.ts';

/** A part of a line that a beat travels. */
export interface LitPart {
  readonly lane: PlacedLane;
  readonly from: number;
  readonly to: number;
}

/** A number beside a place: the first, the second … that a beat comes to. */
export interface NumberedStop extends Point {
  readonly number: number;
  readonly isAhead: boolean;
}

const ABOVE = 3;
const BESIDE_STOP = 14;
const BESIDE_ETCD = 19;

/** Of each line that the beat uses: what it heard from the watch cache, and how far its requests went. */
export function litParts(way: readonly WayStop[], layout: StageLayout): readonly LitPart[] {
  const parts: LitPart[] = [];
  for (const actor of new Set(way.map((stop) => stop.actor).filter((each) => each !== ''))) {
    const lane = layout.lanes[laneIndex(layout.lanes, actor)];
    if (lane === undefined) continue;
    const own = way.filter((stop) => stop.actor === actor);
    const stop = lane.stops.get(actor) ?? [...lane.stops.values()][0] ?? 0;
    const stations = own
      .filter(({ at }) => at !== 'stop' && at !== 'watch-cache')
      .flatMap(({ at }) => lane.stations.get(at) ?? []);
    if (own.some(({ hears }) => hears)) parts.push({ lane, from: 0, to: stop });
    if (stations.length > 0) {
      const begins = own.some(({ at }) => at === 'stop') ? stop : Math.min(...stations);
      parts.push({ lane, from: begins, to: Math.max(...stations) });
    }
  }
  return parts.filter(({ from, to }) => to > from);
}

/** The way from the store to whoever watches it. */
export function isTold(way: readonly WayStop[]): boolean {
  return way.some(({ at }) => at === 'watch-cache');
}

/** Where the numbers stand; places that are drawn as one have the first of theirs. */
export function numberedStops(way: readonly WayStop[], layout: StageLayout): readonly NumberedStop[] {
  const taken = new Set<string>();
  const placed = way.flatMap((stop) => {
    const point = placeOf(stop, layout);
    const key = point === undefined ? '' : `${Math.round(point.x)} ${Math.round(point.y)}`;
    if (point === undefined || taken.has(key)) return [];
    taken.add(key);
    return [{ ...point, isAhead: stop.isAhead }];
  });
  return placed.map((stop, at) => ({ ...stop, number: at + 1 }));
}

function placeOf({ at, actor }: WayStop, layout: StageLayout): Point | undefined {
  const { bed, etcd, cache } = layout;
  if (at === 'etcd') return { x: etcd.x + BESIDE_ETCD, y: bed.y + bed.height / 2 };
  if (at === 'watch-cache') return { x: cache.x + cache.width / 2, y: cache.y - 12 };
  if (at !== 'stop') {
    const station = layout.stations.find(({ id }) => id === at);
    return station === undefined ? undefined : { x: station.x, y: bed.y - ABOVE };
  }
  const lane = layout.lanes[laneIndex(layout.lanes, actor)];
  if (lane === undefined) return undefined;
  const { x, y } = lane.track.at(lane.stops.get(actor) ?? [...lane.stops.values()][0] ?? 0);
  return lane.place === 'node' ? { x: x + BESIDE_STOP, y: y - 9 } : { x, y: y - BESIDE_STOP - ABOVE };
}
