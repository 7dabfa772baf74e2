import type { FrameState, FrameStore } from './frame-store.ts';

/** A step is shown, or there is nothing to wait for: no engine, or a run that stands at its end with nothing told. */
function isTold({ status, lost, frame }: FrameState): boolean {
  if (status === 'failed' || lost !== undefined) return true;
  return frame !== undefined && (frame.index > 0 || frame.quiescent);
}

/** Calls once the first step of a run is shown; ends with the returned function. */
export function onceTold(frames: FrameStore, then: () => void): () => void {
  if (isTold(frames.getState())) {
    then();
    return () => undefined;
  }
  const forget = frames.subscribe((state) => {
    if (!isTold(state)) return;
    forget();
    then();
  });
  return forget;
}
