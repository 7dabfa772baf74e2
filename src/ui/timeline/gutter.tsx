import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { TimelineView } from '../../protocol/views.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { type TimeScale, tenth } from './scale.ts';
import { FINGER, GUTTER, momentsIn, REACH, type Spot, spotAt } from './spots.ts';
import { Toggled, useToggle } from './toggle.tsx';
import './gutter.css';

const MIDDLE = 26;
const RADIUS = 4.5;
/** The playhead's handle, which is dragged also where it hangs into the strip. */
const HANDLE = 9;
/** Less than this is a click, more is a drag. */
const STILL = 4;

interface Strip {
  readonly box: RefObject<HTMLElement | null>;
  readonly view: TimelineView;
  readonly scale: TimeScale;
  readonly left: number;
  readonly right: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export function pointIn(box: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = box.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/**
 * The strip in which a click sets a stop at a moment of the run, or removes it.
 *
 * Promises: a press in the strip neither seeks nor zooms, unless it takes the playhead by its handle; F9 does for the
 * playhead's moment what a click does, and so does a finger that is held still anywhere on the timeline, as the strip
 * is thinner than a fingertip.
 */
export function Gutter(props: Strip & { readonly spot: Spot | undefined }): ReactElement {
  const { box, scale, left, right, spot } = props;
  const { breakpoints } = useHost();
  const set = momentsIn(breakpoints);
  const toggle = useToggle(box, async (x) => spotAt(props.view, [...set.keys()], scale, x, FINGER)?.time);
  usePresses(props, toggle.at);
  const inSight = [...set]
    .map(([time, stop]) => ({ stop, x: scale.x(time) }))
    .filter(({ x }) => x >= left && x <= right);
  return (
    <>
      <svg className="tl-gutter" width={right + 2 * RADIUS} height={GUTTER.bottom} aria-hidden="true">
        <rect
          className={spot === undefined ? undefined : 'meant'}
          x={left}
          y={GUTTER.top}
          width={Math.max(0, right - left)}
          height={GUTTER.bottom - GUTTER.top}
        />
        {inSight.map(({ stop, x }) => (
          <circle key={stop.id} className={stop.enabled ? 'set' : 'off'} cx={tenth(x)} cy={MIDDLE} r={RADIUS} />
        ))}
        {spot !== undefined && !spot.isSet && (
          <circle className="pale" cx={tenth(scale.x(spot.time))} cy={MIDDLE} r={RADIUS} />
        )}
      </svg>
      <Toggled box={box} toggle={toggle} />
    </>
  );
}

/** The moment that a click at a point would set or remove. */
export function useSpot(strip: Strip, at: Point | undefined): Spot | undefined {
  const { breakpoints } = useHost();
  const now = useNow((frame) => frame?.time ?? 0);
  return at && meant(strip, [...momentsIn(breakpoints).keys()], now, at);
}

function meant(
  { view, scale, left, right }: Strip,
  set: readonly number[],
  now: number,
  { x, y }: Point,
): Spot | undefined {
  if (y < GUTTER.top || y > GUTTER.bottom || x < left - REACH || x > right + REACH) return undefined;
  const spot = spotAt(view, set, scale, x);
  if (spot === undefined || spot.isSet) return spot;
  const place = scale.x(spot.time);
  return isOnHandle(scale, now, x) || place < left || place > right ? undefined : spot;
}

function isOnHandle(scale: TimeScale, now: number, x: number): boolean {
  return Math.abs(scale.x(now) - x) < HANDLE;
}

/** Presses in the strip, kept from the slider before it sees them. */
function usePresses(strip: Strip, toggle: (time: number) => void): void {
  const { breakpoints } = useHost();
  const now = useNow((frame) => frame?.time ?? 0);
  const { box, scale } = strip;
  const spotOf = (point: Point) => meant(strip, [...momentsIn(breakpoints).keys()], now, point);
  const latest = useRef({ toggle, spotOf, now, scale });
  latest.current = { toggle, spotOf, now, scale };
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let pressed: Point | undefined;
    const down = (event: PointerEvent) => {
      const point = pointIn(element, event);
      const isMeant = event.button === 0 && event.pointerType !== 'touch' && latest.current.spotOf(point) !== undefined;
      pressed = isMeant ? point : undefined;
      if (isMeant && !isOnHandle(latest.current.scale, latest.current.now, point.x)) event.stopPropagation();
    };
    const click = (event: MouseEvent) => {
      const point = pointIn(element, event);
      const isStill = pressed !== undefined && Math.hypot(point.x - pressed.x, point.y - pressed.y) < STILL;
      const spot = isStill && pressed !== undefined ? latest.current.spotOf(pressed) : undefined;
      pressed = undefined;
      if (spot !== undefined) latest.current.toggle(spot.time);
    };
    const twice = (event: MouseEvent) => {
      if (latest.current.spotOf(pointIn(element, event)) !== undefined) event.stopImmediatePropagation();
    };
    element.addEventListener('pointerdown', down, true);
    element.addEventListener('click', click);
    element.addEventListener('dblclick', twice, true);
    return () => {
      element.removeEventListener('pointerdown', down, true);
      element.removeEventListener('click', click);
      element.removeEventListener('dblclick', twice, true);
    };
  }, [box]);
}
