import { type Part, partId } from '../../../protocol/part-view.ts';
import type { VehicleView } from '../../../protocol/views.ts';
import { placeVehicle, type StageLayout } from '../layout.ts';
import type { Box } from '../placed-node.ts';

/** Where on the map a part can be pointed at, in the map's own measures. */
export interface PartBox extends Box {
  readonly part: Part;
  readonly round?: true;
}

const HALF = 12;
const around = (part: Part, { x, y }: { readonly x: number; readonly y: number }): PartBox => ({
  part,
  x: x - HALF,
  y: y - HALF,
  width: HALF * 2,
  height: HALF * 2,
  round: true,
});

/** Parts that have their place whatever happens, in the order in which the arrows go through them. */
export function partBoxes(layout: StageLayout): readonly PartBox[] {
  return [...onTrunk(layout), ...ofLines(layout), ...controllers(layout), ...agents(layout)];
}

const STATION_WIDTH = 58;

function onTrunk({ bed, etcd, cache, stations, lanes }: StageLayout): readonly PartBox[] {
  const gap = (stations[1]?.x ?? 59) - (stations[0]?.x ?? 0);
  const width = Math.min(STATION_WIDTH, gap - 2);
  const person = lanes[0]?.y ?? bed.y;
  const place = (sort: Part['sort'], of = ''): Part => ({ sort, of });
  return [
    { part: place('actor', 'kubectl'), x: 8, y: person - HALF, width: 58, height: bed.y + 58 - person + HALF },
    { part: place('server'), x: bed.x - 3, y: bed.y - 60, width: 104, height: 22 },
    ...stations.map(({ id, x }) => ({
      part: place('station', id),
      x: x - width / 2,
      y: bed.y - 37,
      width,
      height: bed.height + 74,
    })),
    { part: place('station', 'etcd'), x: etcd.x - 18, y: bed.y - 34, width: 46, height: bed.height + 46 },
    {
      part: place('told'),
      x: etcd.x - 12,
      y: bed.y + bed.height + 16,
      width: 22,
      height: cache.y - bed.y - bed.height - 26,
    },
    {
      part: place('station', 'watch-cache'),
      x: cache.x - 7,
      y: cache.y - 7,
      width: 92,
      height: Math.max(44, cache.height + 14),
    },
  ];
}

/** By the bullets that say whose line it is. */
function ofLines({ lanes }: StageLayout): readonly PartBox[] {
  return lanes.slice(1).map(({ id, badge }) => ({
    part: { sort: 'line', of: id },
    x: badge.x - HALF,
    y: badge.y - 10,
    width: HALF * 2,
    height: 20,
    round: true,
  }));
}

/** Above its plate every controller has a stop on its line. */
function controllers({ plates }: StageLayout): readonly PartBox[] {
  return plates.flatMap(({ lane, x, y, width, height }) => {
    if (lane.id === 'others')
      return others(
        lane.lines.map(({ actor }) => actor),
        { x, y, width, height },
      );
    const actor = lane.lines[0]?.actor ?? lane.id;
    return [{ part: { sort: 'actor', of: actor }, x: x - 3, y: y - 1, width, height: height + 2 } as const];
  });
}

/** Bullets of those that share a line, as many as have room; the card of the line lists all. */
export const OTHERS_PITCH = 24;
export function othersShown(count: number, width: number): number {
  return Math.min(count, Math.max(1, Math.floor(width / OTHERS_PITCH)));
}

function others(actors: readonly string[], { x, y, width }: Box): readonly PartBox[] {
  return actors.slice(0, othersShown(actors.length, width)).map((actor, place) => ({
    part: { sort: 'actor', of: actor },
    x: x + place * OTHERS_PITCH - 2,
    y: y + 18,
    width: 20,
    height: 20,
    round: true,
  }));
}

function agents({ nodes, hasProxies }: StageLayout): readonly PartBox[] {
  return nodes.flatMap(({ name, kubelet, proxy, y }) => [
    agent(`kubelet/${name}`, kubelet, y),
    ...(hasProxies ? [agent(`kube-proxy/${name}`, proxy, y)] : []),
  ]);
}

/** The square on the line, and the word below it. */
function agent(actor: string, { x, y }: { readonly x: number; readonly y: number }, top: number): PartBox {
  return { part: { sort: 'actor', of: actor }, x: x - 14, y: y - HALF, width: 62, height: top + 22 - y + HALF };
}

/** What travels, where it is. Of one client one is enough: its card tells of all. */
export function vehicleBoxes(layout: StageLayout, vehicles: readonly VehicleView[]): readonly PartBox[] {
  const seen = new Set<string>();
  return vehicles.flatMap((vehicle) => {
    const part: Part = { sort: vehicle.direction === 'watch' ? 'event' : 'request', of: vehicle.actor };
    const placed = placeVehicle(layout, vehicle);
    if (placed === undefined || seen.has(partId(part))) return [];
    seen.add(partId(part));
    return [around(part, placed.point)];
  });
}
