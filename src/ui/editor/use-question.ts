import { useEffect, useRef } from 'react';
import { type Host, useHost } from '../widgets/kit/host.ts';

/** Nobody waits for an answer while steps come one after another. */
const ASK_AFTER = 400;

/**
 * Asks the engine again and again, whenever no step has come for a while; what failed is asked again at the next frame.
 * `key`: what the question is about; nothing is asked without one. The answer is used unless it `isLate`, because something
 * else is asked by then.
 */
export function useQuestion(key: string | undefined, ask: (host: Host, isLate: () => boolean) => Promise<void>): void {
  const host = useHost();
  const latest = useRef({ host, ask });
  latest.current = { host, ask };
  const { onFrame } = host;
  useEffect(() => {
    if (key === undefined) return;
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { host: now, ask: askNow } = latest.current;
        askNow(now, () => late).catch(() => undefined);
      }, ASK_AFTER);
    };
    askLater();
    const forget = onFrame?.(askLater);
    return () => {
      late = true;
      clearTimeout(timer);
      forget?.();
    };
  }, [key, onFrame]);
}
