import { brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';
import type { Nearness } from './scale.ts';

/** So near, a hundredth of a millisecond has room. */
const NEAREST = 400;

export interface Zooming {
  by(factor: number): void;
  pan(pixels: number): void;
  /** So that a place stays in sight. */
  show(x: number): void;
  reset(): void;
  end(): void;
}

/** The place and the height of the axis, in which a stretch to zoom to is drawn. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly axis: number;
  readonly height: number;
}

/**
 * Wheel and pinch: Ctrl and the wheel go nearer at the pointer, the wheel alone goes along once one is near, as tracing tools
 * have it. A stretch that is drawn on the axis fills it; a double click shows the whole again.
 */
export function zoomable(box: HTMLElement, brush: SVGGElement, room: Room, onChange: (to: Nearness) => void): Zooming {
  const { left, right, axis, height } = room;
  const area: [[number, number], [number, number]] = [
    [left, 0],
    [right, height],
  ];
  let now: Nearness = zoomIdentity;
  const target = select(box);
  const behaviour = zoom<HTMLElement, unknown>()
    .extent(area)
    .translateExtent(area)
    .scaleExtent([1, NEAREST])
    // A notch of a wheel is a little nearer; with Ctrl d3 takes it for two fingers, whose steps are small, times ten.
    .wheelDelta(
      ({ deltaY, deltaMode }: WheelEvent) => -deltaY * (deltaMode === 1 ? 0.05 : Math.abs(deltaY) < 40 ? 0.01 : 0.003),
    )
    .filter((event: Event) => {
      if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
      return 'touches' in event && (event as TouchEvent).touches.length > 1;
    })
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => {
      now = transform;
      onChange({ k: transform.k, x: transform.x });
    });
  target.call(behaviour).on('dblclick.zoom', null);
  const reset = () => target.call(behaviour.transform, zoomIdentity);
  const pan = (pixels: number) => target.call(behaviour.translateBy, -pixels / now.k, 0);
  const along = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey || now.k === 1) return;
    event.preventDefault();
    pan(event.deltaX !== 0 ? event.deltaX : event.deltaY);
  };
  box.addEventListener('wheel', along, { passive: false });
  box.addEventListener('dblclick', reset);
  const drawn = select(brush);
  const brushing = brushX<unknown>()
    .extent([
      [left, axis],
      [right, height],
    ])
    .on('end', ({ selection }: D3BrushEvent<unknown>) => {
      if (selection === null) return;
      const [from, to] = selection as [number, number];
      drawn.call(brushing.move, null);
      const k = Math.min(NEAREST, (now.k * (right - left)) / Math.max(1, to - from));
      const first = (from - now.x) / now.k;
      target.call(behaviour.transform, zoomIdentity.translate(left - first * k, 0).scale(k));
    });
  drawn.call(brushing);
  return {
    by: (factor) => target.call(behaviour.scaleBy, factor),
    pan,
    show(x) {
      if (x < left || x > right) pan(x - (left + right) / 2);
    },
    reset,
    end() {
      target.on('.zoom', null);
      drawn.on('.brush', null).selectAll('*').remove();
      box.removeEventListener('wheel', along);
      box.removeEventListener('dblclick', reset);
    },
  };
}
