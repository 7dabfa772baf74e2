import type { FromWorker } from '../protocol/messages.ts';
import type { Connection } from './connection.ts';

const PATH = 'attach';
const PROTOCOL = 'kubestep.attach';

/** Whether the page's address says that it shows a served cluster: `?attach#TOKEN`. */
export function isAttached({ search }: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(search).has('attach');
}

/** The engine of a served cluster, over a WebSocket to the server that the page came from. */
export function connectAttached({ href, hash }: Pick<Location, 'href' | 'hash'>): Promise<Connection> {
  const address = new URL(PATH, href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = '';
  address.hash = '';
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, [PROTOCOL, hash.slice(1)]);
    socket.onerror = () => reject(new Error('the served cluster cannot be reached, or the address has another token'));
    socket.onopen = () => resolve(connectionOver(socket));
  });
}

function connectionOver(socket: WebSocket): Connection {
  let isClosed = false;
  return {
    kind: 'worker',
    isOwn: false,
    post: (message) => socket.send(JSON.stringify(message)),
    listen(onMessage, onDeath) {
      socket.onmessage = (event: MessageEvent<string>) => onMessage(JSON.parse(event.data) as FromWorker);
      socket.onclose = () => {
        if (!isClosed) onDeath('the served cluster has gone away');
      };
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
