import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Queue } from '../../base/queue.ts';

/**
 * Writes the messages of a websocket one after the other, each in a TLS record of its own, as a server in Go does. Written
 * at once they would share one; who waits for the socket to have more (the Python library) never sees what it has read already.
 */
export class Messages {
  private readonly waiting = new Queue<Buffer | string>();
  private isWriting = true;
  private isOver = false;

  constructor(
    private readonly opened: WebSocket,
    socket: Duplex,
  ) {
    // The answer that opened the websocket is on its way.
    socket.write('', () => this.next());
  }

  write(message: Buffer | string): void {
    this.waiting.push(message);
    if (!this.isWriting) this.next();
  }

  close(): void {
    this.isOver = true;
    if (!this.isWriting) this.next();
  }

  private next(): void {
    const message = this.waiting.shift();
    this.isWriting = message !== undefined;
    if (message !== undefined) this.opened.send(message, () => this.next());
    else if (this.isOver) this.opened.close(1000);
  }
}
