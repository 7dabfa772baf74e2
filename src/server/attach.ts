import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { clusterKinds } from '../cluster/program.ts';
import type { ToWorker } from '../protocol/messages.ts';
import { Pump } from '../worker/pump.ts';
import type { ServedCluster } from './served-cluster.ts';
import { respond } from './upgrade/upgrade.ts';

/** A page asks for this path; its token comes as one of the protocols, since a page cannot set headers. */
const PATH = '/attach';
const PROTOCOL = 'kubestep.attach';
/** A page is told what happened at most this often. */
const LOOK_MILLIS = 100;
const MOST_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface Attaching {
  /** Belongs into the fragment of the page's address, which is never sent to a server. */
  readonly token: string;
  close(): void;
}

/** Lets pages look on: each speaks with the cluster as it would with an engine of its own. */
export function attachPages(server: Server, served: ServedCluster, hosts: readonly string[]): Attaching {
  const token = randomBytes(24).toString('base64url');
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    handleProtocols: () => PROTOCOL,
  });
  const upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const problem = refusal(incoming, hosts, token);
    if (problem !== undefined) return respond(socket, 403, {}, `${problem}\n`);
    sockets.handleUpgrade(incoming, socket, head, (opened) => converse(opened, served));
  };
  server.on('upgrade', upgrade);
  return {
    token,
    close() {
      server.removeListener('upgrade', upgrade);
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

/** Only a page of this very server, which was given the token, may look on. */
function refusal(incoming: IncomingMessage, hosts: readonly string[], token: string): string | undefined {
  const { host = '', origin = '' } = incoming.headers;
  if (incoming.url !== PATH) return 'nothing is served here';
  if (!hosts.includes(host)) return 'this server does not answer to that host';
  if (origin !== `http://${host}`) return 'pages of other origins may not look on';
  const offered = (incoming.headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
  return offered.some((each) => isSame(each, token)) ? undefined : 'the token is missing or wrong';
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function converse(socket: WebSocket, served: ServedCluster): void {
  const { engine } = served;
  const pump = new Pump(
    {
      post: (message) => socket.send(JSON.stringify(message)),
      later: (action) => void setTimeout(action, 0),
      now: () => performance.now(),
    },
    {
      kinds: clusterKinds,
      program: () => {
        throw new Error('a served cluster runs already');
      },
      startTime: () => served.readyAt,
      settleMicros: 0,
      maxSteps: 0,
      restlessAfter: Number.POSITIVE_INFINITY,
      build: 'served',
      live: served.live(),
    },
  );
  let told = engine.stepCount;
  const timer = setInterval(() => {
    if (engine.stepCount === told) return;
    told = engine.stepCount;
    pump.changed();
  }, LOOK_MILLIS);
  socket.on('message', (data: Buffer) => {
    const message = readMessage(data.toString('utf8'));
    if (message === undefined) socket.close(1003);
    else pump.receive(message);
  });
  socket.on('close', () => clearInterval(timer));
  socket.on('error', () => socket.terminate());
}

function readMessage(text: string): ToWorker | undefined {
  try {
    const message = JSON.parse(text) as ToWorker;
    return typeof message?.type === 'string' && typeof message.id === 'number' ? message : undefined;
  } catch {
    return undefined;
  }
}
