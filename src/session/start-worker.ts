import engineUrl from 'virtual:kubestep-engine';
import type { FromWorker } from '../protocol/messages.ts';

const HELLO_TIMEOUT_MS = 2000;

/** Why no engine could be started: shown to the reader as it is. */
export class NoWorkerError extends Error {
  override readonly name = 'NoWorkerError';
}

/**
 * Starts the engine in the first way that answers: its own address, then a blob that imports it (sandboxed frames
 * refuse the first). A failure may be an exception, an error event, or silence.
 */
export async function startWorker(): Promise<Worker> {
  if (typeof Worker === 'undefined') throw new NoWorkerError('This browser has no Web Workers.');
  const attempts: (() => Worker)[] = [() => new Worker(engineUrl), () => new Worker(blobThatImports(engineUrl))];
  for (const attempt of attempts) {
    const worker = await tryWorker(attempt);
    if (worker !== undefined) return worker;
  }
  throw new NoWorkerError('The engine could not be started: this page may not run Web Workers here.');
}

function blobThatImports(url: string): string {
  const source = `importScripts(${JSON.stringify(new URL(url, document.baseURI).href)})`;
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

function tryWorker(start: () => Worker): Promise<Worker | undefined> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = start();
    } catch {
      resolve(undefined);
      return;
    }
    const finish = (result: Worker | undefined) => {
      clearTimeout(timer);
      worker.onerror = null;
      worker.onmessage = null;
      if (result === undefined) worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => finish(undefined), HELLO_TIMEOUT_MS);
    worker.onerror = (event) => {
      event.preventDefault();
      finish(undefined);
    };
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (event.data.type === 'ready') finish(worker);
    };
    worker.postMessage({ type: 'hello', id: 0 });
  });
}
