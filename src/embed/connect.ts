import {
  CONTRACT_VERSION,
  type Command,
  type EmbedEvent,
  type Hello,
  isHere,
  readEvent,
} from '../protocol/embed/index.ts';

export type DemoEvent = Exclude<EmbedEvent, { readonly type: 'ack' }>;
export type DemoEventOf<T extends DemoEvent['type']> = Extract<DemoEvent, { readonly type: T }>;

/**
 * A Kubestep in a frame of this page, spoken to over the contract of `src/protocol/embed`.
 *
 * Promises: commands that are given before it listens wait for it; each resolves with what was asked for (`export` alone
 * gives a text) or rejects with the words in which it was refused; events come in the order in which they happened.
 * Does not promise: to outlive its frame. What is not answered when it is closed is rejected.
 */
export interface Demo {
  readonly frame: HTMLIFrameElement;
  /** Gives how to stop listening. A listener that comes after `ready` or `error` is told of them nevertheless. */
  on<T extends DemoEvent['type']>(type: T, listener: (event: DemoEventOf<T>) => void): () => void;
  send(command: Command): Promise<string | undefined>;
  close(): void;
}

interface Waiting {
  readonly command: Command;
  readonly resolve: (value: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks to the Kubestep in a frame, whether it has loaded already or not. */
export function connect(frame: HTMLIFrameElement): Demo {
  const view = frame.ownerDocument.defaultView as Window & typeof globalThis;
  const listeners = new Map<string, Set<(event: never) => void>>();
  const kept = new Map<string, DemoEvent>();
  const waiting = new Map<number, Waiting>();
  let port: MessagePort | undefined;
  let nextId = 1;

  const hear = ({ data }: MessageEvent) => {
    const event = readEvent(data);
    if (event === undefined) return;
    if (event.type === 'ack') {
      const asked = waiting.get(event.id);
      waiting.delete(event.id);
      if (event.ok) asked?.resolve(event.value);
      else asked?.reject(new Error(event.error));
      return;
    }
    if (event.type === 'ready' || event.type === 'error') kept.set(event.type, event);
    for (const listener of listeners.get(event.type) ?? []) listener(event as never);
  };
  const greet = () => {
    port?.close();
    const channel = new view.MessageChannel();
    port = channel.port1;
    port.onmessage = hear;
    // A sandboxed frame has no origin that could be named; whoever is in the frame was put there by this page.
    frame.contentWindow?.postMessage({ kubestep: 'hello', version: CONTRACT_VERSION } satisfies Hello, '*', [
      channel.port2,
    ]);
    for (const [id, { command }] of waiting) port.postMessage({ ...command, id });
  };
  const meet = ({ source, data }: MessageEvent) => {
    if (source === frame.contentWindow && source !== null && isHere(data)) greet();
  };
  view.addEventListener('message', meet);
  // One that has loaded before has said so when nobody listened.
  greet();

  return {
    frame,
    on(type, listener) {
      const all = listeners.get(type) ?? new Set();
      listeners.set(type, all.add(listener));
      const before = kept.get(type);
      if (before !== undefined) queueMicrotask(() => all.has(listener) && listener(before as never));
      return () => void all.delete(listener);
    },
    send(command) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { command, resolve, reject });
        port?.postMessage({ ...command, id });
      });
    },
    close() {
      view.removeEventListener('message', meet);
      port?.close();
      for (const { reject } of waiting.values()) reject(new Error('the demo was closed'));
      waiting.clear();
    },
  };
}
