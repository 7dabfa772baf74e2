import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../protocol/messages.ts';
import { connect, inPageConnection, overWorker } from './connection.ts';

const READY: FromWorker = { type: 'ready', build: 'b', kubernetes: 'v1.36' };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an engine in the page', () => {
  it('keeps what it says until somebody listens', () => {
    const connection = inPageConnection((post) => (message) => {
      if (message.type === 'hello') post(READY);
    });
    const heard: FromWorker[] = [];
    connection.post({ type: 'hello', id: 0 });
    connection.listen(
      (message) => heard.push(message),
      () => undefined,
    );
    connection.post({ type: 'hello', id: 1 });
    expect(heard).toEqual([READY, READY]);
    connection.close();
    connection.post({ type: 'hello', id: 2 });
    expect(heard).toHaveLength(2);
  });
});

describe('an engine in a worker', () => {
  /** As much of a worker as is used; it fails as soon as it has said that it lives. */
  class FailingWorker extends EventTarget {
    onerror: ((event: Event & { message: string }) => void) | undefined;
    terminated = false;

    postMessage(): void {
      this.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'alive', lock: 'l' } }));
      this.onerror?.(Object.assign(new Event('error'), { message: 'no such file' }));
    }
    terminate(): void {
      this.terminated = true;
    }
  }

  it('that does not start is ended, and nobody waits for its end any more; the next way is tried', async () => {
    const waiting: AbortSignal[] = [];
    const request = (_: string, { signal }: { signal: AbortSignal }) => {
      waiting.push(signal);
      return new Promise(() => undefined);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const worker = new FailingWorker();
    const other = inPageConnection(() => () => undefined);
    const attempts = [() => overWorker('worker', () => worker as unknown as Worker), async () => other];
    expect(await connect(attempts)).toBe(other);
    expect([worker.terminated, waiting.map(({ aborted }) => aborted)]).toEqual([true, [true]]);
    await expect(connect(attempts.slice(0, 1))).rejects.toThrow('worker: no such file');
  });
});
