import type { StageView } from '../../protocol/views.ts';
import {
  addNodeStops,
  climb,
  controlTrack,
  type Frame,
  INNERMOST_RADIUS,
  LEFT,
  nodeTrack,
  PITCH,
  TRUNK_TOP,
} from './lane-tracks.ts';
import { type Lane, laneIndex, lanesOf } from './lanes.ts';
import type { Box, PlacedNode } from './placed-node.ts';
import { spread } from './spread.ts';
import { type Point, type Track, TrackBuilder } from './track.ts';

const PERSON_X = 40;
const DISTRICT_HEIGHT = 117;
/** With more controllers than this, plates are narrow. */
export const ROOMY_PLATES = 4;
/** From this many nodes on, districts are small and stand in rows. */
export const COMPACT_FROM = 7;

export interface PlacedLane extends Lane {
  readonly y: number;
  readonly track: Track;
  /** Distance of each line's stop along the track, by actor. */
  readonly stops: ReadonlyMap<string, number>;
  readonly stations: ReadonlyMap<string, number>;
  /** Where the bullet sits that says whose line it is. */
  readonly badge: Point;
}
export interface StageLayout {
  /** Equal for equal places. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly PlacedLane[];
  readonly stations: readonly { readonly id: string; readonly x: number }[];
  readonly bed: Box;
  readonly etcd: Point;
  readonly cache: Box;
  readonly link: number;
  readonly closeUp: Box;
  readonly plates: readonly (Box & { readonly lane: PlacedLane })[];
  readonly nodeY: number;
  readonly nodes: readonly PlacedNode[];
  /** Has any node a kube-proxy that speaks to the API server? */
  readonly hasProxies: boolean;
  readonly districts: Box;
  readonly tickets: Box;
  readonly pending: Box;
}

type Shape = Pick<StageView, 'lines' | 'nodes' | 'stations'>;

/** The layout before where nothing stands elsewhere, with what the lines do now. */
export function layOutLike(before: StageLayout | undefined, view: Shape, width: number, height: number): StageLayout {
  const lanes = lanesOf(view.lines);
  const key = keyOf(lanes, view, width, height);
  if (before?.key !== key) return layOut(view, width, height);
  const changed = new Map<string, PlacedLane>();
  for (const [at, lane] of before.lanes.entries()) {
    const { lines } = lanes[at] as Lane;
    if (lines.some((line, place) => line !== lane.lines[place])) changed.set(lane.id, { ...lane, lines });
  }
  if (changed.size === 0) return before;
  return {
    ...before,
    lanes: before.lanes.map((lane) => changed.get(lane.id) ?? lane),
    plates: before.plates.map((plate) => {
      const lane = changed.get(plate.lane.id);
      return lane === undefined ? plate : { ...plate, lane };
    }),
  };
}

function keyOf(lanes: readonly Lane[], { nodes, stations, lines }: Shape, width: number, height: number): string {
  const drawn = lanes.map(({ id, lines: own }) => `${id}:${own.map(({ actor }) => actor).join()}`);
  const proxies = lines.some(({ family }) => family === 'proxy');
  const names = [nodes.map(({ name }) => name).join(), stations.map(({ id }) => id).join()];
  return [width, height, proxies, ...drawn, ...names].join(' ');
}

/** Where everything stands. The same view and size always give the same places. */
export function layOut(view: Shape, width: number, height: number): StageLayout {
  const lanes = lanesOf(view.lines);
  const frame = frameOf(lanes, view, width, height);
  const places = spread(frame.stationIds, [frame.cx + 39, frame.etcdX - 55]);
  const stations = frame.stationIds.map((id) => ({ id, x: places.at(id) ?? 0 }));
  const controls = lanes.filter(({ place }) => place === 'control');
  const stops = spread(
    controls.map(({ id }) => id),
    controls.length > ROOMY_PLATES ? [frame.cx + 45, frame.etcdX - 70] : roomyStops(frame),
  );
  const nodes = placeNodes(view, frame);
  const placed = lanes.map((lane, slot) => placeLane(lane, slot, frame, stations, stops.at(lane.id) ?? 0, nodes));
  const step = stops.step || 220;
  const plateY = frame.busBottom + 18;
  return {
    key: keyOf(lanes, view, width, height),
    hasProxies: view.lines.some(({ family }) => family === 'proxy'),
    width,
    height,
    lanes: placed,
    stations,
    bed: { x: frame.cx + 11, y: TRUNK_TOP - 10, width: frame.etcdX - frame.cx - 11, height: frame.bedHeight },
    etcd: { x: frame.etcdX, y: TRUNK_TOP - 10 + frame.bedHeight / 2 },
    cache: { x: frame.etcdX - 7, y: frame.busTop - 18, width: 14, height: frame.busBottom - frame.busTop + 36 },
    link: frame.bedBottom + 48,
    closeUp: {
      x: frame.cx + 13,
      y: frame.bedBottom + 50,
      width: frame.etcdX - 26 - frame.cx - 13,
      height: frame.busTop - 10 - frame.bedBottom - 50,
    },
    plates: placed
      .filter(({ place }) => place === 'control')
      .map((lane) => ({
        lane,
        x: (stops.at(lane.id) ?? 0) - 30,
        y: plateY,
        width: Math.min(step - 10, frame.etcdX - 10 - (stops.at(lane.id) ?? 0) + 30),
        height: 34,
      })),
    nodeY: frame.nodeY,
    nodes,
    districts: {
      x: frame.cx + 13,
      y: frame.districtY,
      width: width - 22 - frame.cx - 13,
      height: frame.districtHeight,
    },
    tickets: {
      x: frame.etcdX + 14,
      y: frame.bedBottom + 18,
      width: width - frame.etcdX - 18,
      height: frame.busTop - 40 - frame.bedBottom - 18,
    },
    pending: { x: frame.cx + 13, y: plateY + 35, width: frame.etcdX - frame.cx - 40, height: 24 },
  };
}

/** Where the map is narrow its stops stand further apart, so that their names are whole. */
function roomyStops({ cx, etcdX, width }: Frame): [number, number] {
  return width < 800 ? [cx + 75, etcdX - 140] : [cx + 89, etcdX - 176];
}

const ENDS: ReadonlySet<string> = new Set(['etcd', 'watch-cache']);

function frameOf(lanes: readonly Lane[], view: Shape, width: number, height: number): Frame {
  const count = lanes.length;
  const radius = (slot: number) => INNERMOST_RADIUS + PITCH * (count - 1 - slot);
  const cx = LEFT + radius(1);
  const bedHeight = PITCH * (count - 1) + 20;
  const bedBottom = TRUNK_TOP - 10 + bedHeight;
  const districtHeight = view.nodes.length < COMPACT_FROM ? DISTRICT_HEIGHT : DISTRICT_HEIGHT + 24;
  const districtY = height - districtHeight - 14;
  const nodeY = districtY - 11;
  const firstControl = lanes.findIndex(({ place }) => place === 'control');
  const busBottom = nodeY - 88 - (firstControl > 2 ? PITCH : 0);
  const busCentre = busBottom - radius(Math.max(1, firstControl));
  return {
    cx,
    trunkCentre: TRUNK_TOP + PITCH * (count - 1) + INNERMOST_RADIUS,
    busCentre,
    nodeY,
    etcdX: width - 84,
    bedHeight,
    bedBottom,
    busTop: busCentre + radius(count - 1),
    busBottom,
    districtY,
    districtHeight,
    stationIds: view.stations.map(({ id }) => id).filter((id) => !ENDS.has(id)),
    width,
    radius,
  };
}

/** What a node that stands alone takes of a wide map: its Pods would be lost in more. */
const LONE_NODE = 380;

function placeNodes(view: Shape, frame: Frame): readonly PlacedNode[] {
  const count = view.nodes.length;
  if (count === 0 || count >= COMPACT_FROM) return [];
  const left = frame.cx + 13;
  const gap = 10;
  const width = (frame.width - 22 - left - gap * (count - 1)) / count;
  const most = count === 1 ? Math.min(width, LONE_NODE) : width;
  return view.nodes.map(({ name }, place) => {
    const x = left + place * (most + gap);
    const apart = Math.min(78, most - 44);
    return {
      name,
      x,
      y: frame.districtY,
      width: most,
      height: frame.districtHeight,
      kubelet: { x: x + 22, y: frame.nodeY },
      proxy: { x: x + 22 + apart, y: frame.nodeY },
    };
  });
}

function placeLane(
  lane: Lane,
  slot: number,
  frame: Frame,
  stations: readonly { readonly id: string; readonly x: number }[],
  stopX: number,
  nodes: readonly PlacedNode[],
): PlacedLane {
  const y = TRUNK_TOP + PITCH * slot;
  const stops = new Map<string, number>();
  const builder =
    lane.place === 'person'
      ? new TrackBuilder({ x: PERSON_X, y })
      : lane.place === 'control'
        ? controlTrack(slot, frame)
        : nodeTrack(slot, frame);
  if (lane.place === 'person') for (const { actor } of lane.lines) stops.set(actor, 0);
  if (lane.place === 'control') for (const { actor } of lane.lines) stops.set(actor, frame.etcdX - stopX);
  if (lane.place === 'node') addNodeStops(stops, lane, slot, frame, nodes);
  if (lane.place !== 'person') climb(builder, slot, frame);
  const trunkAt = builder.distance;
  const trunkX = lane.place === 'person' ? PERSON_X : frame.cx;
  builder.line(frame.etcdX, y);
  const distances = stations.map(({ id, x }) => [id, trunkAt + x - trunkX] as const);
  return {
    ...lane,
    y,
    track: builder.build(),
    stops,
    stations: new Map([...distances, ['etcd', trunkAt + frame.etcdX - trunkX], ['watch-cache', 0]]),
    badge: { x: frame.cx - frame.radius(slot), y: frame.bedBottom + 56 + 20 * slot },
  };
}

/** What of a lane is drawn as travelled, and what as the rest of the request that is on its way. */
export function travelled(
  lane: PlacedLane,
  /** The station at which its request is, while one is on its way. */
  at: string | undefined,
): { readonly heard: number; readonly from: number; readonly to: number; readonly ahead: boolean } {
  let heard = 0;
  let from = Number.POSITIVE_INFINITY;
  for (const line of lane.lines) {
    const stop = lane.stops.get(line.actor) ?? 0;
    if (line.heard) heard = Math.max(heard, stop);
    if (line.requested) from = Math.min(from, stop);
  }
  const end = lane.track.length;
  if (at === undefined || from === Number.POSITIVE_INFINITY) return { heard, from, to: end, ahead: false };
  return { heard, from, to: lane.stations.get(at) ?? end, ahead: true };
}

export interface Placed {
  readonly lane: PlacedLane;
  readonly distance: number;
  readonly point: Point;
  /** Where its way began: its stop for a request, the watch cache for an event. */
  readonly origin: number;
}

/** The place of a vehicle on its lane; undefined when its sender is not on the map. */
export function placeVehicle(
  layout: StageLayout,
  vehicle: { readonly actor: string; readonly at: string; readonly direction: 'request' | 'watch' },
): Placed | undefined {
  const lane = layout.lanes[laneIndex(layout.lanes, vehicle.actor)];
  if (lane === undefined) return undefined;
  const stop = lane.stops.get(vehicle.actor) ?? [...lane.stops.values()][0] ?? 0;
  const distance = vehicle.direction === 'watch' ? stop : (lane.stations.get(vehicle.at) ?? stop);
  const origin = vehicle.direction === 'watch' ? 0 : stop;
  return { lane, distance, origin, point: lane.track.at(distance) };
}
