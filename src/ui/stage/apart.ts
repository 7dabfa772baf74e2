import { type Placed, placeVehicle, type StageLayout } from './layout.ts';
import type { Point } from './track.ts';

/** As wide as a bullet that is not of this step. */
const BULLET = 13;
/** More than so many fill their stations, however they stand. */
const MOST_APART = 60;

/** Slots are nearer than bullets are wide: who would lie upon another stands a little before the station, this step's request in it. */
export function placeApart<V extends Parameters<typeof placeVehicle>[1] & { readonly now: boolean }>(
  layout: StageLayout,
  vehicles: readonly V[],
): { readonly vehicle: V; readonly placed: Placed }[] {
  const taken: Point[] = [];
  return [...vehicles]
    .sort((a, b) => Number(b.now) - Number(a.now))
    .flatMap((vehicle) => {
      const placed = placeVehicle(layout, vehicle);
      if (placed === undefined) return [];
      if (taken.length === MOST_APART) return [{ vehicle, placed }];
      const { lane, origin } = placed;
      let { distance } = placed;
      const isFree = (at: number) => {
        const { x, y } = lane.track.at(at);
        return taken.every((other) => Math.hypot(other.x - x, other.y - y) >= BULLET);
      };
      while (!isFree(distance) && distance - BULLET > origin) distance -= BULLET;
      if (!isFree(distance)) distance = placed.distance;
      const point = lane.track.at(distance);
      taken.push(point);
      return [{ vehicle, placed: { ...placed, distance, point } }];
    });
}
