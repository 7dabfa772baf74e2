import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Frame } from '../protocol/messages.ts';
import type { Views } from '../protocol/views.ts';

export interface FrameState {
  readonly status: 'starting' | 'ready' | 'restarting' | 'failed';
  /** Why it failed or was started again, as the engine or the browser said it. */
  readonly message: string | undefined;
  readonly build: string | undefined;
  /** The modelled version, e.g. `v1.36`. */
  readonly kubernetes: string | undefined;
  readonly frame: Frame | undefined;
  /** The newest of every view that was ever subscribed. */
  readonly views: Partial<Views>;
}
export type FrameStore = StoreApi<FrameState>;

export function createFrameStore(): FrameStore {
  return createStore<FrameState>(() => ({
    status: 'starting',
    message: undefined,
    build: undefined,
    kubernetes: undefined,
    frame: undefined,
    views: {},
  }));
}
