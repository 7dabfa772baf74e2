import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Channels } from '../../cluster/ports/channels.ts';
import type { ApiRequest, ApiResponse, ClientCertificate, WatchStream } from '../../cluster/ports/transport.ts';
import type { ServedCluster } from '../served-cluster.ts';
import { frameText } from '../wire/json-text.ts';
import { toApiRequest } from '../wire/request.ts';
import { wireResponse } from '../wire/response.ts';
import { Messages } from './messages.ts';
import { Reading } from './reading.ts';
import {
  type ChannelProtocol,
  type Coding,
  channelWiring,
  type Inside,
  portChannelWiring,
  spdyPortWiring,
  spdyWiring,
  type Wiring,
} from './wiring.ts';

const TUNNEL = 'SPDY/3.1+portforward.k8s.io';
/** The same as a token of HTTP: the library refuses the slash, which Go's does not. */
const TUNNEL_TOKEN = 'SPDY-3.1+portforward.k8s.io';
/** Models pkg/kubelet and staging/src/k8s.io/kubelet/pkg/cri/streaming/remotecommand/websocket.go (v1.36); the first is for who names none. */
const CHANNEL_PROTOCOLS: ReadonlyMap<string, ChannelProtocol> = new Map([
  ['', { base64: false, status: false }],
  ['channel.k8s.io', { base64: false, status: false }],
  ['base64.channel.k8s.io', { base64: true, status: false }],
  ['v4.channel.k8s.io', { base64: false, status: true }],
  ['v4.base64.channel.k8s.io', { base64: true, status: true }],
  ['v5.channel.k8s.io', { base64: false, status: true }],
]);
const SPDY_PROTOCOLS: readonly string[] = ['v4.channel.k8s.io', 'portforward.k8s.io'];
const BEARER = 'base64url.bearer.authorization.k8s.io.';

/** Turns HTTP/1.1 connections into the streams of `exec`, `attach` and `port-forward`. */
export class Upgrades {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => chosen([...offered]) ?? false,
    maxPayload: 16 * 1024 * 1024,
  });

  private readonly reading = new Reading();

  constructor(private readonly served: ServedCluster) {}

  async handle(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    clientCertificate: ClientCertificate | undefined,
  ): Promise<void> {
    const request = toApiRequest({
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      body: Buffer.alloc(0),
      clientCertificate,
    });
    if ('unreadable' in request) return respond(socket, 400, {}, request.unreadable);
    const response = await this.served.request(withToken(request));
    if (response.code === 0) return void socket.destroy();
    const { channels, stream } = response;
    const isWebSocket = /^websocket$/i.test(incoming.headers.upgrade ?? '');
    socket.once('close', () => this.served.ended(response));
    if (stream !== undefined && isWebSocket) return this.watch(incoming, socket, head, stream);
    stream?.stop();
    if (isWebSocket && response.code === 200 && (channels !== undefined || typeof response.body === 'string'))
      return this.read(incoming, socket, head, request, response);
    if (channels === undefined || response.code !== 101) {
      channels?.stop();
      const { code, headers, body } = wireResponse(request, response, undefined);
      return respond(socket, code, headers, body);
    }
    if (isWebSocket) this.webSocket(incoming, socket, head, request, channels);
    else this.spdy(incoming, socket, head, request, channels);
  }

  /** What is only read: a log, as far as it goes or on and on. */
  private read(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    request: ApiRequest,
    { channels, body }: ApiResponse,
  ): void {
    if (this.reading.refuses(offeredBy(request).filter((each) => !each.startsWith(BEARER)))) {
      channels?.stop();
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    this.reading.open(incoming, socket, head, (send, end) => {
      if (channels === undefined) {
        send(String(body));
        end();
        return undefined;
      }
      this.served.hear(channels, { frame: ({ data }) => send(data), end });
      return () => this.served.hangUp(channels);
    });
  }

  /** An event a message. */
  // Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go, HandleWS (v1.36)
  private watch(incoming: IncomingMessage, socket: Duplex, head: Buffer, stream: WatchStream): void {
    this.sockets.handleUpgrade(incoming, socket, head, (opened: WebSocket) => {
      const messages = new Messages(opened, socket);
      const stop = this.served.follow(stream, {
        frame: (frame) => messages.write(frameText(frame).trimEnd()),
        end: () => messages.close(),
      });
      opened.on('close', stop);
      opened.on('error', () => opened.terminate());
    });
  }

  private webSocket(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    request: ApiRequest,
    channels: Channels,
  ): void {
    const offered = offeredBy(request).filter((each) => !each.startsWith(BEARER));
    if (offered.length > 0 && chosen(offered) === undefined) {
      channels.stop();
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    if (offered.includes(TUNNEL)) incoming.headers['sec-websocket-protocol'] = TUNNEL_TOKEN;
    this.sockets.handleUpgrade(incoming, socket, head, (opened: WebSocket) => {
      const outside = new Messages(opened, socket);
      const forwards = request.path.endsWith('/portforward');
      const wiring = this.wire(channels, (inside) => {
        if (opened.protocol === TUNNEL) return spdyPortWiring(inside, outside);
        return forwards
          ? portChannelWiring(portsOf(request), inside, outside)
          : channelWiring(inside, outside, codingOf(request), protocolOf(opened.protocol));
      });
      opened.on('message', (data: Buffer) => wiring.receive(data));
      opened.on('close', () => this.served.hangUp(channels));
      opened.on('error', () => opened.terminate());
    });
  }

  private spdy(incoming: IncomingMessage, socket: Duplex, head: Buffer, request: ApiRequest, channels: Channels): void {
    const offered = String(incoming.headers['x-stream-protocol-version'] ?? '').split(/,\s*/);
    const protocol = SPDY_PROTOCOLS.find((known) => offered.includes(known));
    const version = protocol === undefined ? '' : `X-Stream-Protocol-Version: ${protocol}\r\n`;
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n${version}\r\n`);
    const outside = { write: (bytes: Buffer | string) => void socket.write(bytes), close: () => void socket.end() };
    const forwards = request.path.endsWith('/portforward');
    const wiring = this.wire(channels, (inside) =>
      forwards ? spdyPortWiring(inside, outside) : spdyWiring(inside, outside, codingOf(request)),
    );
    if (head.length > 0) wiring.receive(head);
    socket.on('data', (bytes: Buffer) => wiring.receive(bytes));
    socket.on('close', () => this.served.hangUp(channels));
    socket.on('error', () => socket.destroy());
  }

  private wire(channels: Channels, make: (inside: Inside) => Wiring): Wiring {
    const wiring = make({
      send: (channel, data) => this.served.send(channels, channel, data),
      stop: () => this.served.hangUp(channels),
    });
    this.served.hear(channels, {
      frame: ({ channel, data }) => wiring.frame(channel, data),
      end: () => wiring.end(),
    });
    return wiring;
  }
}

function chosen(offered: readonly string[]): string | undefined {
  if (offered.includes(TUNNEL) || offered.includes(TUNNEL_TOKEN)) return TUNNEL;
  return offered.find((each) => CHANNEL_PROTOCOLS.has(each));
}

function protocolOf(name: string): ChannelProtocol {
  return CHANNEL_PROTOCOLS.get(name) ?? { base64: false, status: false };
}

function offeredBy({ headers }: ApiRequest): readonly string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(/,\s*/).filter((each) => each !== '');
}

/** Archives are bytes; anything else here is text. */
function codingOf(request: ApiRequest): Coding {
  const words = request.query.filter(([name]) => name === 'command').map(([, value]) => value);
  return words[0] === 'tar' || /^tar\s/.test(words.at(-1) ?? '') ? 'latin1' : 'utf8';
}

function portsOf(request: ApiRequest): readonly number[] {
  return request.query.filter(([name]) => name === 'ports').flatMap(([, value]) => value.split(',').map(Number));
}

/** A browser cannot set headers on a WebSocket: its token comes as one of the protocols that it offers. */
function withToken(request: ApiRequest): ApiRequest {
  const encoded = offeredBy(request)
    .find((each) => each.startsWith(BEARER))
    ?.slice(BEARER.length);
  if (encoded === undefined || request.headers.authorization !== undefined) return request;
  const token = Buffer.from(encoded, 'base64url').toString('utf8');
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [500, 'Internal Server Error'],
]);

/** A whole answer over a socket that no server writes to any more. */
export function respond(
  socket: Duplex,
  code: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: Buffer | string,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.length), connection: 'close' }).flatMap(
    ([name, value]) => (typeof value === 'string' ? [value] : value).map((each) => `${name}: ${each}`),
  );
  socket.write(`HTTP/1.1 ${code} ${REASONS.get(code) ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.end(bytes);
}
