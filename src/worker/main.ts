import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import { clusterOptions } from './cluster-options.ts';
import { Pump } from './pump.ts';

/**
 * The entry of the engine's worker. It is built as one classic script, so it must not rely on being a module.
 * Where workers are missing the page loads the same script itself and asks for `kubestepEngine`.
 */
const OPTIONS = clusterOptions(__KUBESTEP_BUILD__);

type Post = (message: FromWorker, handedOver?: readonly ArrayBuffer[]) => void;

function start(post: Post): (message: ToWorker) => void {
  // `setTimeout` gives way to messages that have arrived in the meantime; the simulation never sees the clock.
  const host = { post, later: (action: () => void) => setTimeout(action, 0), now: () => performance.now() };
  const pump = new Pump(host, OPTIONS);
  return (message) => pump.receive(message);
}

/** So long after the first frame the rest of the engine is fetched by itself, unless somebody has needed it by then. */
const FETCH_REST_AFTER_MS = 1_500;
/** At the end of the engine's address: a demo in somebody's text fetches the rest when it is needed, not before. */
const ALONE = '#alone';

/** Held as long as this worker lives. Where there are no locks, or none may be taken, only an error tells of its end. */
function holdLock(): void {
  const lock = `kubestep-engine-${performance.timeOrigin}-${Math.random()}`;
  globalThis.navigator?.locks
    ?.request(lock, () => {
      self.postMessage({ type: 'alive', lock } satisfies FromWorker);
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

/** Beforehand: where the network is gone just now, a story that needs none of it goes on. */
function fetchRest(): void {
  try {
    globalThis.kubestepParts?.later();
  } catch {
    // It is fetched again when it is needed.
  }
}

declare global {
  /** In a built engine: gives what was left out of the first script, and fetches it if need be. */
  var kubestepParts: { later(): unknown } | undefined;
  var kubestepEngine: ((post: (message: FromWorker) => void) => (message: ToWorker) => void) | undefined;
}

if (typeof document === 'undefined') {
  const isAlone = globalThis.location?.hash === ALONE;
  const receive = start((message, handedOver = []) => {
    self.postMessage(message, { transfer: [...handedOver] });
    if (message.type !== 'frame' || isAlone || isShown) return;
    isShown = true;
    setTimeout(fetchRest, FETCH_REST_AFTER_MS);
  });
  let isShown = false;
  let isHeard = false;
  self.onmessage = (event: MessageEvent<ToWorker>) => {
    // The first that anybody says: before it nobody may be there to hear that this worker lives.
    if (!isHeard) holdLock();
    isHeard = true;
    receive(event.data);
  };
} else {
  globalThis.kubestepEngine = start;
}
