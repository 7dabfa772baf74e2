import type { Frame, FromWorker, ToWorker } from '../protocol/messages.ts';
import type { Query, QueryResult } from '../protocol/queries.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';
import type { Views } from '../protocol/views.ts';
import { startWorker } from './start-worker.ts';

type WithoutId<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
export type Request = WithoutId<ToWorker>;

export type SessionState =
  | { readonly type: 'starting' }
  | { readonly type: 'ready' }
  /** No engine can run here. */
  | { readonly type: 'impossible'; readonly message: string }
  /** The engine died; the run is being executed again from its inputs. */
  | { readonly type: 'restoring'; readonly message: string };

export interface SessionListener {
  onFrame(frame: Frame, views: Partial<Views>): void;
  onState(state: SessionState): void;
}

interface Waiting {
  readonly resolve: (result: QueryResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

const MOST_RESTARTS = 3;

/** The page's handle on one simulation: messages out, frames in. Holds nothing of the cluster but the newest frame. */
export class Session {
  private worker: Worker | undefined;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private readonly subscriptions = new Map<keyof Views, Extract<ToWorker, { type: 'subscribe' }>['params']>();
  private lastFrame: Frame | undefined;
  private restarts = 0;

  constructor(private readonly listener: SessionListener) {}

  async open(run: RunDescription, position?: number): Promise<void> {
    this.listener.onState({ type: 'starting' });
    try {
      await this.connect();
    } catch (error) {
      this.listener.onState({ type: 'impossible', message: messageOf(error) });
      return;
    }
    await this.send({ type: 'open', run, ...(position === undefined ? {} : { position }) });
    for (const [view, params] of this.subscriptions) await this.subscribe(view, params);
    this.listener.onState({ type: 'ready' });
  }

  send(request: Request): Promise<QueryResult | undefined> {
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      if (this.worker === undefined) {
        reject(new Error('the engine is not running'));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...request, id });
    });
  }

  give(input: Input): Promise<unknown> {
    return this.send({ type: 'give', input });
  }

  async ask(query: Query): Promise<QueryResult | undefined> {
    return await this.send({ type: 'query', query });
  }

  subscribe(view: keyof Views, params?: Extract<ToWorker, { type: 'subscribe' }>['params']): Promise<unknown> {
    this.subscriptions.set(view, params);
    if (this.worker === undefined) return Promise.resolve();
    return this.send({ type: 'subscribe', view, ...(params === undefined ? {} : { params }) });
  }

  unsubscribe(view: keyof Views): Promise<unknown> {
    this.subscriptions.delete(view);
    if (this.worker === undefined) return Promise.resolve();
    return this.send({ type: 'unsubscribe', view });
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.failAll('the session was closed');
  }

  private async connect(): Promise<void> {
    if (this.worker !== undefined) return;
    const worker = await startWorker();
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      void this.restore(event.message);
    };
    this.worker = worker;
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case 'done':
        this.waiting.get(message.id)?.resolve(message.result);
        this.waiting.delete(message.id);
        return;
      case 'failed':
        this.waiting.get(message.id)?.reject(new Error(message.message));
        this.waiting.delete(message.id);
        return;
      case 'frame':
        this.lastFrame = message.frame;
        this.listener.onFrame(message.frame, message.frame.views);
        return;
      case 'broken':
        void this.restore(message.message);
        return;
      case 'ready':
        return;
    }
  }

  /** Executes the same description again in a new worker and goes to where the reader was. */
  private async restore(message: string): Promise<void> {
    const frame = this.lastFrame;
    this.close();
    this.restarts += 1;
    if (frame === undefined || this.restarts > MOST_RESTARTS) {
      this.listener.onState({ type: 'impossible', message });
      return;
    }
    this.listener.onState({ type: 'restoring', message });
    await this.open(frame.run, frame.seq);
  }

  private failAll(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
