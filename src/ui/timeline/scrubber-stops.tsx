import type { ReactElement, RefObject } from 'react';
import { useView } from '../public.ts';
import { useHost } from '../widgets/kit/host.ts';
import { FINGER, nearestOf } from './spots.ts';
import { Toggled, useToggle } from './toggle.tsx';
import './gutter.css';

/** Where playing stops, on the slider that is too narrow for lanes: it goes by steps, and so do they. */
export function ScrubberStops(props: {
  readonly box: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly width: number;
  readonly side: number;
  /** Where a press at this place leads. */
  readonly indexAt: (x: number) => number;
}): ReactElement {
  const { box, total, width, side, indexAt } = props;
  const host = useHost();
  const { times = [], places = [] } = useView('breakpoints') ?? {};
  const xOf = (place: number) => side + (place / Math.max(1, total)) * (width - 2 * side);
  const byTime = new Map(times.map((time, at) => [time, xOf(places[at] ?? 0)]));
  const toggle = useToggle(box, async (x) => {
    const held = nearestOf(times, (time) => byTime.get(time) as number, x, FINGER);
    if (held !== undefined) return held;
    const { steps } = await host.query({ type: 'steps', fromIndex: Math.max(1, indexAt(x)), count: 1 });
    return steps[0]?.time;
  });
  return (
    <>
      {[...new Set(places)].map((place) => (
        <i key={place} className="tl-stop-mark" style={{ left: xOf(place) }} />
      ))}
      <Toggled box={box} toggle={toggle} />
    </>
  );
}
