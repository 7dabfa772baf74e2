import type { Controls } from '../../debugger/controls.ts';
import type { ViewerStore } from '../../debugger/viewer-store.ts';
import type { FrameStore } from '../../session/frame-store.ts';

/** What the embedded page uses of itself and of the window around it. */
export interface Around {
  readonly frames: FrameStore;
  readonly controls: Pick<Controls, 'move' | 'pause' | 'playback'>;
  readonly viewer: ViewerStore;
  /** The page that has it in a frame. */
  readonly host: Pick<Window, 'postMessage'>;
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * The page around hears where its frame stands, `{ kubestep: 'at', step, steps, atRest }`, and may say
 * `{ kubestep: 'go', step }`, `'play'`, `'pause'` and `{ kubestep: 'look', theme, lang }`. Nobody else may: what other
 * windows send is not read. Where a frame stands is no secret, so it is told whoever the host is.
 */
export function meetHost({ frames, controls, viewer, host, own }: Around): () => void {
  let last = '';
  const tell = () => {
    const { status, frame } = frames.getState();
    if (status !== 'ready' || frame === undefined) return;
    const at = { kubestep: 'at', step: frame.index, steps: frame.total, atRest: frame.quiescent && frame.atEnd };
    const text = JSON.stringify(at);
    if (text === last) return;
    last = text;
    host.postMessage(at, '*');
  };
  const hear = ({ source, data }: MessageEvent) => {
    if (source === host && typeof data === 'object' && data !== null) obey(data as Asked, controls, viewer);
  };
  own.addEventListener('message', hear);
  const leave = frames.subscribe(tell);
  tell();
  return () => {
    own.removeEventListener('message', hear);
    leave();
  };
}

interface Asked {
  readonly kubestep?: unknown;
  readonly step?: unknown;
  readonly theme?: unknown;
  readonly lang?: unknown;
}

function obey({ kubestep, step, theme, lang }: Asked, controls: Around['controls'], viewer: ViewerStore): void {
  if (kubestep === 'go' && Number.isInteger(step)) controls.move({ type: 'index', index: Number(step) });
  if (kubestep === 'pause') controls.pause();
  if (kubestep === 'play') controls.playback.send({ type: 'play' });
  if (kubestep !== 'look') return;
  if (theme === 'light' || theme === 'dark' || theme === 'auto') viewer.setState({ theme });
  if (lang === 'en' || lang === 'zh') viewer.setState({ language: lang });
}
