import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Controls } from '../../debugger/controls.ts';
import type { FrameState, FrameStore } from '../../session/frame-store.ts';
import { FramesContext, usePage } from '../public.ts';
import { isHurried } from '../stage/motion.ts';
import { HostProvider, useHost } from '../widgets/kit/host.ts';

/** Calls back later; returns how to have it not call. */
export type Wait = (then: () => void) => () => void;
/** How long what has just come has to wait; not at all when undefined. */
export type Pace = () => Wait | undefined;

/** A key that is held comes again sooner than this, and two presses do not. */
const REPEATED_MS = 50;
/** Nobody reads a panel that changes more often. */
const READABLE_MS = 400;

/**
 * While the page plays, its parts take turns: the map, then the words with the line of time, then the panel. Each is
 * computed right after a frame and painted in the next one, so that no frame has more to do than it has time for.
 * Nobody sees a twentieth of a second. At rest all of them come at once, but for the panel while a key is held.
 */
export interface Paces {
  readonly map: Pace;
  readonly words: Pace;
  readonly panel: Pace;
}

export function pacesOf({ playback }: Controls): Paces {
  const turn = (place: number): Pace => {
    const wait: Wait = (then) => afterFrames(place, then);
    return () => (playback.getSnapshot().matches('playing') && !document.hidden ? wait : undefined);
  };
  const panel = turn(3);
  return { map: turn(1), words: turn(2), panel: () => panel() ?? (isHurried(REPEATED_MS) ? whenReleased : undefined) };
}

/** Calls back when so many frames have been painted. */
function afterFrames(count: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = requestAnimationFrame(function painted() {
    count -= 1;
    if (count > 0) asked = requestAnimationFrame(painted);
    else timer = setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(asked);
    clearTimeout(timer);
  };
}

/** As soon as the key is not held any more; now and then while it is. */
function whenReleased(then: () => void): () => void {
  const since = performance.now();
  let asked = requestAnimationFrame(function look() {
    if (isHurried(REPEATED_MS) && performance.now() - since < READABLE_MS) asked = requestAnimationFrame(look);
    else then();
  });
  return () => cancelAnimationFrame(asked);
}

/** Frames that follow others at a pace: what comes meanwhile is passed over, the newest always arrives. */
export function followFrames(source: FrameStore, pace: Pace): { readonly frames: FrameStore; follow(): () => void } {
  const frames: FrameStore = createStore<FrameState>(() => source.getState());
  const follow = () => {
    let stopWaiting: (() => void) | undefined;
    const take = () => {
      stopWaiting?.();
      stopWaiting = undefined;
      frames.setState(source.getState(), true);
    };
    take();
    const leave = source.subscribe(() => {
      const wait = pace();
      if (wait === undefined) take();
      else stopWaiting ??= wait(take);
    });
    return () => {
      leave();
      stopWaiting?.();
    };
  };
  return { frames, follow };
}

export function useFollowingFrames(pace: Pace): FrameStore {
  const { session } = usePage();
  const { frames, follow } = useMemo(() => followFrames(session.frames, pace), [session, pace]);
  useEffect(follow, [follow]);
  return frames;
}

/** A part of the page that is drawn from frames of its own. */
export function WithFrames({
  frames,
  children,
}: {
  readonly frames: FrameStore;
  readonly children: ReactNode;
}): ReactElement {
  const host = useHost();
  const own = useMemo(
    () => ({
      ...host,
      get frame() {
        return frames.getState().frame;
      },
      onFrame: (listener: () => void) => frames.subscribe(listener),
    }),
    [host, frames],
  );
  return (
    <FramesContext.Provider value={frames}>
      <HostProvider host={own}>{children}</HostProvider>
    </FramesContext.Provider>
  );
}
