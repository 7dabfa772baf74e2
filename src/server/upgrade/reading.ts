import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Messages } from './messages.ts';

/** How a text is sent to who only reads: as bytes, or in base64. */
const PROTOCOLS: ReadonlyMap<string, 'bytes' | 'base64'> = new Map([
  ['', 'bytes'],
  ['binary.k8s.io', 'bytes'],
  ['base64.binary.k8s.io', 'base64'],
]);
const MOST_BYTES = 2048;

/** Texts that a client reads over a websocket: a log. */
// Models staging/src/k8s.io/streaming/pkg/httpstream/wsstream/stream.go Reader (v1.36)
export class Reading {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered].find((each) => PROTOCOLS.has(each)) ?? false,
  });

  /** Nobody speaks what the client offers. */
  refuses(offered: readonly string[]): boolean {
    return offered.length > 0 && !offered.some((each) => PROTOCOLS.has(each));
  }

  /** `begin` is given what sends a text, and what ends it all; it gives what is done when the client leaves. */
  open(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    begin: (send: (text: string) => void, end: () => void) => (() => void) | undefined,
  ): void {
    this.sockets.handleUpgrade(incoming, socket, head, (opened: WebSocket) => {
      const messages = new Messages(opened, socket);
      const isEncoded = PROTOCOLS.get(opened.protocol) === 'base64';
      const write = (bytes: Buffer) => messages.write(isEncoded ? bytes.toString('base64') : bytes);
      // The client learns at once that it is connected.
      write(Buffer.alloc(0));
      const left = begin(
        (text) => {
          const bytes = Buffer.from(text, 'utf8');
          for (let at = 0; at < bytes.length; at += MOST_BYTES) write(bytes.subarray(at, at + MOST_BYTES));
        },
        () => messages.close(),
      );
      opened.on('close', () => left?.());
      opened.on('error', () => opened.terminate());
    });
  }
}
