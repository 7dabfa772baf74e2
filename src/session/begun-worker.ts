/**
 * The engine's worker, begun before the page's own scripts have come: its script is the largest of all, and waits for none
 * of them. Whoever connects takes it; a page that was loaded without it starts one then.
 */
interface BegunWorker {
  readonly worker: Worker;
  /** Why it did not start, as it was told before anybody had taken it. */
  failed?: string;
}

declare global {
  var kubestepWorker: BegunWorker | undefined;
}

/** Where no worker may be started, nothing happens: who connects meets the same refusal, and knows other ways. */
export function beginWorker(url: string): void {
  try {
    const begun: BegunWorker = { worker: new Worker(url) };
    begun.worker.onerror = (event) => {
      event.preventDefault?.();
      begun.failed = event.message || 'the script did not start';
    };
    globalThis.kubestepWorker = begun;
  } catch {}
}

/** It is given once. One that did not start fails here as it would have for who started it. */
export function takeBegunWorker(): Worker | undefined {
  const begun = globalThis.kubestepWorker;
  globalThis.kubestepWorker = undefined;
  if (begun?.failed === undefined) return begun?.worker;
  begun.worker.terminate();
  throw new Error(`worker: ${begun.failed}`);
}
