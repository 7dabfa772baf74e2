import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useViewer } from '../public.ts';
import type { Point, Track } from './track.ts';

/** Time for one edge at 1×; the rest follows from it. */
const TRAVEL_MS = 420;
const STAMP_MS = 180;
const LIGHT_MS = 120;
const TRAVEL_EASE = 'cubic-bezier(.45,.05,.25,1)';
const OUT_EASE = 'cubic-bezier(.2,.7,.2,1)';
/** Beyond this speed stations only light up. */
export const FASTEST_TRAVEL = 16;

let isStill = false;

/** Whoever embeds the page may want no motion, whatever the reader's system says. */
export function holdStill(still: boolean): void {
  isStill = still;
}

export function reducedMotion(): boolean {
  if (isStill) return true;
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Moves by hand that follow one another faster than this leave nothing to be seen of a motion: a key that is held. */
const HELD_KEY_MS = 100;
let lastMove = Number.NEGATIVE_INFINITY;
let moveBefore = Number.NEGATIVE_INFINITY;
const running = new Set<Animation>();

/** Ends every motion of the stage at its goal, now: a move by hand takes over. */
export function finishMotion(): void {
  moveBefore = lastMove;
  lastMove = performance.now();
  for (const animation of running) animation.finish();
  running.clear();
}

export function isHurried(within = HELD_KEY_MS): boolean {
  return lastMove - moveBefore < within && performance.now() - lastMove < within;
}

function animate(element: Element | null, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  if (isHurried() || reducedMotion()) return;
  const animation = element?.animate?.(frames, options);
  if (animation === undefined) return;
  running.add(animation);
  animation.onfinish = () => running.delete(animation);
  animation.oncancel = () => running.delete(animation);
}

export interface Way {
  readonly track: Track;
  readonly distance: number;
  readonly origin: number;
}

/** Offsets from the goal along the line; a vehicle that jumps to another line or backwards does not travel. */
function offsetsOf(way: Way, before: number | undefined): readonly Point[] {
  const from = before === undefined ? way.origin : before;
  if (from === way.distance) return [];
  const goal = way.track.at(way.distance);
  return way.track.between(from, way.distance).map(({ x, y }) => ({ x: x - goal.x, y: y - goal.y }));
}

/** Moves an element along its line whenever its place changes; the element itself always stands at its goal. */
export function useTravel(element: RefObject<Element | null>, way: Way): void {
  const speed = useViewer((viewer) => viewer.speed);
  const last = useRef<Way | undefined>(undefined);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = way;
    // Another size of the stage is another track: nothing travelled.
    const resized = before !== undefined && before.track.length !== way.track.length;
    if (resized || before?.distance === way.distance || speed > FASTEST_TRAVEL) return;
    // Before the places on the way are computed, which nobody would see.
    if (isHurried()) return;
    const offsets = offsetsOf(way, before?.distance);
    if (offsets.length === 0) return;
    animate(
      element.current,
      offsets.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { duration: TRAVEL_MS / speed, easing: speed > 4 ? 'linear' : TRAVEL_EASE, composite: 'replace' },
    );
  }, [element, way, speed]);
}

/** A ticket slides out of etcd when it is stamped. */
export function useStamp(element: RefObject<Element | null>, now: boolean): void {
  const speed = useViewer((viewer) => viewer.speed);
  useLayoutEffect(() => {
    if (!now) return;
    animate(
      element.current,
      [
        { transform: 'translateX(-12px)', opacity: 0.2 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: STAMP_MS / Math.max(1, speed), easing: OUT_EASE },
    );
  }, [element, now, speed]);
}

/** A station grows into its light when that appears. */
export function useLight(element: RefObject<Element | null>): void {
  const speed = useViewer((viewer) => viewer.speed);
  const first = useRef(speed);
  useLayoutEffect(() => {
    animate(element.current, [{ transform: 'scale(.55, .85)' }, { transform: 'none' }], {
      duration: LIGHT_MS / Math.max(1, first.current),
      easing: OUT_EASE,
    });
  }, [element]);
}
