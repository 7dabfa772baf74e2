import { createStore, type StoreApi } from 'zustand/vanilla';
import { equalExactly } from '../base/equality.ts';
import type { Frame, SentFrame } from '../protocol/messages.ts';
import type { RunDescription } from '../protocol/run-description.ts';
import { type Change, changed } from '../protocol/share.ts';
import type { ViewName, Views } from '../protocol/views.ts';

/** A run that ends its engine, as far as it is known. */
export interface LostRun {
  /** With what was being given when the engine ended. */
  readonly run: RunDescription;
  readonly position: number | undefined;
  /** So many steps of it did no harm; undefined where none has been seen. */
  readonly sound: number | undefined;
  /** What ended the engine, as the engine or the browser said it. */
  readonly reason: string;
  /** Where the engine itself found that something was not as it must be: the steps that led there, newest first. */
  readonly causes: readonly string[] | undefined;
}

export interface FrameState {
  readonly status: 'starting' | 'ready' | 'restarting' | 'failed';
  /** Why it failed or was started again, as the engine or the browser said it. */
  readonly message: string | undefined;
  /** A question has gone unanswered for so long that it is worth a word. */
  readonly isSilent: boolean;
  readonly build: string | undefined;
  /** The modelled version, e.g. `v1.36`. */
  readonly kubernetes: string | undefined;
  readonly frame: Frame | undefined;
  /** The run at which an engine ended that is not begun again by itself. */
  readonly lost: LostRun | undefined;
  /** The newest of every view that was ever subscribed. */
  readonly views: Partial<Views>;
  /** Why a view could not be computed at the cursor. */
  readonly failedViews: { readonly [view in ViewName]?: string };
}
export type FrameStore = StoreApi<FrameState>;

export function createFrameStore(): FrameStore {
  return createStore<FrameState>(() => ({
    status: 'starting',
    message: undefined,
    isSilent: false,
    build: undefined,
    kubernetes: undefined,
    frame: undefined,
    lost: undefined,
    views: {},
    failedViews: NONE,
  }));
}

const NONE = {};

function kept<T>(before: T | undefined, now: T): T {
  return before !== undefined && equalExactly(before, now) ? before : now;
}

/** Parts that are as they were stay the same objects, so that only what changed is drawn again. */
export function withFrame(state: FrameState, sent: SentFrame): Partial<FrameState> {
  const run = sent.run ?? state.frame?.run;
  const branches = sent.branches ?? state.frame?.branches;
  if (run === undefined || branches === undefined) return {}; // the first frame of a run always brings them
  const { views: changes, failedViews = NONE, crowd: _, ...frame } = sent;
  const views: { -readonly [view in ViewName]?: unknown } = { ...state.views };
  for (const [name, change] of Object.entries(changes) as [ViewName, Change][])
    views[name] = changed(views[name], change);
  return {
    frame: { ...frame, run, branches, waiting: kept(state.frame?.waiting, frame.waiting) },
    views: views as Partial<Views>,
    failedViews: equalExactly(state.failedViews, failedViews) ? state.failedViews : failedViews,
  };
}
