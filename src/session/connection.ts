import engineUrl, { laterUrl } from 'virtual:kubestep-engine';
import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import { takeBegunWorker } from './begun-worker.ts';

/** A running engine, wherever it runs. */
export interface Connection {
  /** `kept`: there is no engine yet, but a record of what one has answered. */
  readonly kind: 'worker' | 'blob' | 'inlined' | 'in-page' | 'kept';
  /** False for an engine that somebody else runs: it is not started again from here. */
  readonly isOwn?: boolean;
  post(message: ToWorker): void;
  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void;
  close(): void;
}

/** What the engine's script offers when it is loaded as a plain script of the page, where workers are missing. */
export type InPageEngine = (post: (message: FromWorker) => void) => (message: ToWorker) => void;

declare global {
  var kubestepEngine: InPageEngine | undefined;
}

type Attempt = () => Promise<Connection>;

/**
 * A worker that has not answered by then is taken for blocked. Known policies say so at once, with an error: silence is
 * mostly a slow machine or a slow network, and another worker would only begin from the start.
 */
const HELLO_TIMEOUT_MS = 10_000;

/** Element that may carry the engine's source, for pages that are one file. */
const INLINED_ID = 'kubestep-engine-source';

/** Starts the engine: from its address, from a copy of it, from the page itself, and last of all inside the page. */
export async function connect(attempts: readonly Attempt[] = defaultAttempts()): Promise<Connection> {
  const reasons: string[] = [];
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      reasons.push(textOf(error));
    }
  }
  throw new Error(reasons.join('; '));
}

function defaultAttempts(): readonly Attempt[] {
  return [
    () => overWorker('worker', () => takeBegunWorker() ?? new Worker(engineUrl)),
    () => overWorker('blob', () => workerOf(fetchedFrom(engineUrl), new URL(engineUrl, location.href).hash)),
    async () => {
      const source = document.getElementById(INLINED_ID)?.textContent;
      if (source === undefined || source === null || source === '') throw new Error('no inlined engine');
      return overWorker('inlined', () => workerOf(source));
    },
    inPage,
  ];
}

/**
 * A worker of a page without an origin may not be at an address, but may fetch its scripts from one, as any page may: the
 * server need not allow it. Addresses within them are those of the engine, not of this text.
 */
function fetchedFrom(url: string): string {
  const address = JSON.stringify(new URL(url, location.href).href);
  return `const fetchScripts = self.importScripts.bind(self);
self.importScripts = (...files) => fetchScripts(...files.map((file) => new URL(file, ${address}).href));
self.importScripts(${address});`;
}

/** What stands behind the address of the engine is asked for behind that of a copy, too. */
function workerOf(source: string, hash = ''): Worker {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return new Worker(url + hash);
  } finally {
    // The worker has its own reference once it is constructed.
    setTimeout(() => URL.revokeObjectURL(url), HELLO_TIMEOUT_MS);
  }
}

export function overWorker(kind: Connection['kind'], start: () => Worker): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const worker = start();
    const end = endOf(worker);
    const timer = setTimeout(() => fail(`${kind}: no answer in ${HELLO_TIMEOUT_MS} ms`), HELLO_TIMEOUT_MS);
    const fail = (reason: string) => {
      clearTimeout(timer);
      end.ignore();
      worker.terminate();
      reject(new Error(reason));
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      fail(`${kind}: ${event.message || 'the script did not start'}`);
    };
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (event.data.type !== 'ready') return;
      clearTimeout(timer);
      resolve(connectionOf(kind, worker, end));
    };
    worker.postMessage({ type: 'hello', id: 0 } satisfies ToWorker);
  });
}

interface End {
  readonly come: Promise<void>;
  ignore(): void;
}

/** A worker can end without an error: it closes itself, or the browser takes its memory. Then its lock is free. */
function endOf(worker: Worker): End {
  const waiting = new AbortController();
  const come = new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.type !== 'alive') return;
      navigator.locks.request(data.lock, { signal: waiting.signal }, () => resolve()).catch(() => undefined);
    });
  });
  return { come, ignore: () => waiting.abort() };
}

function connectionOf(kind: Connection['kind'], worker: Worker, end: End): Connection {
  return {
    kind,
    post: (message) => worker.postMessage(message),
    listen(onMessage, onDeath) {
      worker.onmessage = (event: MessageEvent<FromWorker>) => onMessage(event.data);
      worker.onerror = (event) => onDeath(event.message || 'the engine stopped');
      worker.onmessageerror = () => onDeath('a message could not be read');
      end.come.then(() => onDeath('the engine stopped'));
    },
    close() {
      end.ignore();
      worker.terminate();
    },
  };
}

async function inPage(): Promise<Connection> {
  if (globalThis.kubestepEngine === undefined) await loadScript(engineUrl);
  if (laterUrl !== undefined) await loadScript(laterUrl);
  const create = globalThis.kubestepEngine;
  if (create === undefined) throw new Error('in-page: workers are missing here');
  return inPageConnection(create);
}

export function inPageConnection(create: InPageEngine): Connection {
  let deliver: ((message: FromWorker) => void) | undefined;
  const early: FromWorker[] = [];
  const receive = create((message) => {
    if (deliver === undefined) early.push(message);
    else deliver(message);
  });
  return {
    kind: 'in-page',
    post: receive,
    listen(onMessage) {
      deliver = onMessage;
      for (const message of early.splice(0)) onMessage(message);
    },
    close: () => {
      deliver = () => undefined;
    },
  };
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('in-page: the engine script did not load'));
    document.head.append(script);
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
