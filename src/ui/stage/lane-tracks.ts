import { type Lane, nodeOfActor } from './lanes.ts';
import type { PlacedNode } from './placed-node.ts';
import { TrackBuilder } from './track.ts';

/** Trunk slots are this far apart; lines are concentric, so it is also the step of their radii. */
export const PITCH = 7;
export const TRUNK_TOP = 104;
export const LEFT = 58;
export const INNERMOST_RADIUS = 12;

/** The measures that all lanes share. */
export interface Frame {
  readonly cx: number;
  readonly trunkCentre: number;
  readonly busCentre: number;
  readonly nodeY: number;
  readonly etcdX: number;
  readonly bedHeight: number;
  readonly bedBottom: number;
  readonly busTop: number;
  readonly busBottom: number;
  readonly districtY: number;
  readonly districtHeight: number;
  readonly stationIds: readonly string[];
  readonly width: number;
  radius(slot: number): number;
}

/** From the watch cache along the bus to the left corner. */
export function controlTrack(slot: number, frame: Frame): TrackBuilder {
  const radius = frame.radius(slot);
  const y = frame.busCentre + radius;
  return new TrackBuilder({ x: frame.etcdX, y })
    .line(frame.cx, y)
    .quarter({ x: frame.cx, y: frame.busCentre }, radius, 90);
}

export function nodeTrack(slot: number, frame: Frame): TrackBuilder {
  const inset = PITCH * (slot - 1);
  const corner = 22 - inset;
  const x = frame.etcdX - inset;
  const y = frame.nodeY - inset;
  const radius = frame.radius(slot);
  const bottom = frame.nodeY - frame.radius(1);
  return new TrackBuilder({ x, y: frame.busBottom + 18 })
    .line(x, y - corner)
    .quarter({ x: x - corner, y: y - corner }, corner, 0)
    .line(frame.cx, y)
    .quarter({ x: frame.cx, y: bottom }, radius, 90);
}

export function climb(builder: TrackBuilder, slot: number, frame: Frame): void {
  const radius = frame.radius(slot);
  builder.line(frame.cx - radius, frame.trunkCentre).quarter({ x: frame.cx, y: frame.trunkCentre }, radius, 180);
}

export function addNodeStops(
  stops: Map<string, number>,
  lane: Lane,
  slot: number,
  frame: Frame,
  nodes: readonly PlacedNode[],
): void {
  const inset = PITCH * (slot - 1);
  const corner = 22 - inset;
  const toLine = frame.nodeY - inset - corner - frame.busBottom - 18 + (corner * Math.PI) / 2;
  const right = frame.etcdX - inset - corner;
  for (const { actor } of lane.lines) {
    const node = nodes.find(({ name }) => name === nodeOfActor(actor));
    const x = node === undefined ? frame.cx + 60 : actor.startsWith('kube-proxy/') ? node.proxy.x : node.kubelet.x;
    stops.set(actor, toLine + right - x);
  }
}
