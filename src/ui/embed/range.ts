import type { Controls } from '../../debugger/controls.ts';
import type { Move } from '../../debugger/playback.ts';
import type { ViewerStore } from '../../debugger/viewer-store.ts';
import type { FrameStore } from '../../session/frame-store.ts';

export type Range = readonly [from: number, to: number];

export function within(range: Range | undefined, index: number): number {
  return range === undefined ? index : Math.min(Math.max(index, range[0]), range[1]);
}

/** The same move where it ends inside of the range; whether it does is only known afterwards of moves by chapter or step. */
export function movedWithin(range: Range | undefined, index: number, move: Move): Move {
  if (range === undefined) return move;
  if (move.type === 'index') return { type: 'index', index: within(range, move.index) };
  if (move.type === 'seek' && typeof move.to === 'string')
    return { type: 'index', index: range[move.to === 'start' ? 0 : 1] };
  if (move.type !== 'step') return move;
  const by = within(range, index + move.by) - index;
  return { type: 'step', by };
}

/** Holds a demo inside of the steps that its author chose: nobody steps, plays or jumps out of them. */
export function holdWithin(controls: Controls, viewer: ViewerStore, frames: FrameStore): Controls {
  frames.subscribe(({ frame }) => {
    const { range, filter } = viewer.getState();
    if (range === undefined || frame === undefined || filter.within !== undefined) return;
    const isPlaying = !controls.playback.getSnapshot().matches('paused');
    if (isPlaying && frame.index >= range[1]) controls.pause();
    const allowed = within(range, frame.index);
    // A story that has fewer steps than the range says has no place to be led back to.
    if (allowed !== frame.index && allowed <= frame.total) controls.move({ type: 'index', index: allowed });
  });
  return {
    ...controls,
    move(move) {
      const { range, filter } = viewer.getState();
      const index = frames.getState().frame?.index ?? 0;
      const allowed = filter.within === undefined ? movedWithin(range, index, move) : move;
      if (allowed.type === 'step' && allowed.by === 0) return controls.pause();
      controls.move(allowed);
    },
  };
}
