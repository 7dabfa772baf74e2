import { createControls } from '../debugger/controls.ts';
import { createViewerStore, pageMemory, type Viewer } from '../debugger/viewer-store.ts';
import { type Connection, connect } from '../session/connection.ts';
import { Deaths } from '../session/deaths.ts';
import { Session } from '../session/session.ts';
import type { Page } from '../ui/public.ts';
import { finishMotion } from '../ui/stage/motion.ts';

/** Puts session, viewer and playback together. Tests bring an engine of their own. */
export function createPage(
  connectTo: () => Promise<Connection> = () => connect(),
  first: Partial<Viewer> = {},
  /** The same language, theme and so on with the next visit. */
  isKept = true,
): Page {
  const session = new Session(connectTo, new Deaths(isKept ? pageMemory() : undefined));
  const viewer = createViewerStore(isKept ? pageMemory() : undefined, { language: preferredLanguage(), ...first });
  const controls = createControls(session, viewer, finishMotion);
  return { session, viewer, controls };
}

function preferredLanguage(): Viewer['language'] {
  return globalThis.navigator?.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
