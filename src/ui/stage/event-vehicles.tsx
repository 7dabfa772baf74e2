import { memo, type ReactElement, useMemo, useRef } from 'react';
import type { StageView, VehicleView } from '../../protocol/views.ts';
import { Vehicle } from './close-up/close-up.tsx';
import { listener } from './lanes.ts';
import { type Placed, placeVehicle, type StageLayout } from './layout.ts';
import { useTravel } from './motion.ts';

/** Events on their way from the watch cache; all that one write sends leave and arrive together. */
export const EventVehicles = memo(function EventVehicles({
  vehicles,
  layout,
}: {
  readonly vehicles: StageView['vehicles'];
  readonly layout: StageLayout;
}): ReactElement {
  // A vehicle stands between two stops: where they are near, there is room for its number alone.
  const near = layout.plates.some(({ width }) => width < 150) && layout.plates.length > 1;
  return (
    <>
      {oneForALane(vehicles, layout).map(({ vehicle, placed }) => (
        <Event key={vehicle.id} vehicle={vehicle} placed={placed} short={placed.lane.place === 'node' || near} />
      ))}
    </>
  );
});

/** Several clients on one slot show one event; nodes keep one each. */
function oneForALane(
  vehicles: readonly VehicleView[],
  layout: StageLayout,
): readonly { readonly vehicle: VehicleView; readonly placed: Placed }[] {
  const seen = new Set<string>();
  const chosen: { vehicle: VehicleView; placed: Placed }[] = [];
  for (const vehicle of vehicles) {
    if (vehicle.direction !== 'watch') continue;
    const actor = listener(vehicle.actor, vehicle.subject);
    const placed = placeVehicle(layout, { ...vehicle, actor });
    if (placed === undefined) continue;
    const key = `${placed.lane.id} ${Math.round(placed.distance)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    chosen.push({ vehicle: { ...vehicle, actor }, placed });
  }
  return chosen;
}

function Event({
  vehicle,
  placed,
  short,
}: {
  readonly vehicle: VehicleView;
  readonly placed: Placed;
  readonly short: boolean;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const { track } = placed.lane;
  const { distance, origin } = placed;
  const way = useMemo(() => ({ track, distance, origin }), [track, distance, origin]);
  useTravel(element, way);
  const label = short ? (vehicle.label.split(' ').at(-1) ?? vehicle.label) : vehicle.label;
  return (
    <div
      ref={element}
      className={`event-vehicle${vehicle.now ? ' now' : ''}`}
      style={{ left: placed.point.x + (short ? 10 : 24), top: placed.point.y - 12 }}
    >
      <Vehicle actor={vehicle.actor} label={label} event />
    </div>
  );
}
