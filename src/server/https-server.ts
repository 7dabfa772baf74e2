import type { IncomingMessage } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { isIP, type Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { requestEntityTooLarge, type Status, unauthorized } from '../api/errors/status.ts';
import { isFields } from '../api/go/json.ts';
import { pureOfText } from '../base/pure.ts';
import { MOST_BODY_BYTES } from '../cluster/apiserver/request/body-limits.ts';
import type { Channels } from '../cluster/ports/channels.ts';
import type { ApiRequest, ApiResponse, ClientCertificate, WatchStream } from '../cluster/ports/transport.ts';
import { closeBroken, PATIENCE, type Patience } from './broken-connections.ts';
import { type Authority, SERVICE_NAMES } from './pki/authority.ts';
import { credentialId } from './pki/certificate.ts';
import type { ServedCluster } from './served-cluster.ts';
import { respond, Upgrades } from './upgrade/upgrade.ts';
import { openApiResponse } from './wire/openapi.ts';
import { toApiRequest } from './wire/request.ts';
import { commonHeaders, type Headers, watchHeaders, wireResponse } from './wire/response.ts';
import { watchForm } from './wire/watch-form.ts';

/** A watch that nobody reads is ended when so much waits for its client. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
const NO_HOST = '400 Bad Request: missing required Host header';
const FOREIGN_HOST = 'this server does not answer to that host\n';
/** Long selectors and tokens of continued lists are no mistake. */
const MOST_HEADER_BYTES = 1 << 20;
const SHUTDOWN_MILLIS = 1000;
const LOCAL_NAMES: readonly string[] = ['localhost', '127.0.0.1', '::1'];

export interface HttpsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface HttpsOptions {
  readonly address: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly patience?: Patience | undefined;
}

/** Serves the API over HTTP/1.1 and HTTP/2 with TLS. */
export async function listen(served: ServedCluster, authority: Authority, options: HttpsOptions): Promise<HttpsServer> {
  const hosts = new Set([...LOCAL_NAMES, ...SERVICE_NAMES, options.address]);
  const open = new Set<Http2ServerResponse>();
  const server = createSecureServer(
    {
      allowHTTP1: true,
      minVersion: 'TLSv1.2',
      key: authority.server.key,
      cert: authority.server.certificate,
      ca: [authority.root.certificate],
      // Asked for, but not demanded: there are tokens, and anonymous clients.
      requestCert: true,
      rejectUnauthorized: false,
      settings: { maxConcurrentStreams: 1000, maxHeaderListSize: MOST_HEADER_BYTES },
    },
    (request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      void serve(served, hosts, request, response);
    },
  );
  // HTTP/1.1 asks the server itself, which has no such option.
  Object.assign(server, { maxHeaderSize: MOST_HEADER_BYTES });
  const upgrades = new Upgrades(served);
  server.on('upgrade', (incoming: IncomingMessage, socket: TLSSocket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!hosts.has(hostName(incoming.headers.host))) return respond(socket, 403, {}, FOREIGN_HOST);
    const certificate = credentialsOf(socket, incoming.headers.authorization);
    if (certificate === 'unknown') return respond(socket, 401, {}, 'Unauthorized\n');
    upgrades.handle(incoming, socket, head, certificate).catch(() => socket.destroy());
  });
  const sessions = new Set<Connection>();
  const track = (each: Connection & { once(event: 'close', gone: () => void): unknown }): void => {
    sessions.add(each);
    each.once('close', () => sessions.delete(each));
  };
  server.on('session', track);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: TLSSocket) =>
    track(Object.assign(socket, { close: () => undefined }) as unknown as Parameters<typeof track>[0]),
  );
  // A client that breaks off a handshake harms nobody.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  closeBroken(server, options.patience ?? PATIENCE);
  const port = await bound(server, options);
  return { port, close: () => shutDown(server, sessions, sockets, open) };
}

function bound(server: Http2SecureServer, { address, port }: HttpsOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.removeListener('error', reject);
      const where = server.address();
      resolve(typeof where === 'object' && where !== null ? where.port : port);
    });
  });
}

interface Connection {
  close(): void;
  destroy(): void;
}

/** Watches and logs end at once; whoever still waits for an answer has a second before everything is cut off. */
function shutDown(
  server: Http2SecureServer,
  sessions: ReadonlySet<Connection>,
  sockets: ReadonlySet<Socket>,
  open: ReadonlySet<Http2ServerResponse>,
): Promise<void> {
  return new Promise((resolve) => {
    const cut = (): void => {
      for (const session of sessions) session.destroy();
      // Those are left over which TLS has not begun.
      setImmediate(() => {
        for (const socket of sockets) socket.destroy();
      });
    };
    const last = setTimeout(cut, SHUTDOWN_MILLIS);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
    for (const session of sessions) session.close();
    // Only what goes on has begun its answer already.
    for (const response of open) if (response.headersSent) response.end();
    if (open.size === 0) return cut();
    for (const response of open) response.once('close', () => setImmediate(() => open.size === 0 && cut()));
  });
}

async function serve(
  served: ServedCluster,
  hosts: ReadonlySet<string>,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): Promise<void> {
  try {
    await answer(served, hosts, incoming, outgoing);
  } catch (error) {
    const text = 'This request caused apiserver to panic. Look in the logs for details.\n';
    if (outgoing.headersSent) outgoing.stream?.close();
    else plain(outgoing, 500, text);
    served.report(error);
  }
}

async function answer(
  served: ServedCluster,
  hosts: ReadonlySet<string>,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): Promise<void> {
  const { host, target } = addressed(incoming);
  if (host === undefined && incoming.httpVersion === '1.1') return plain(outgoing, 400, NO_HOST);
  if (!hosts.has(hostName(host))) return plain(outgoing, 403, FOREIGN_HOST);
  const body = await readBody(incoming);
  const socket = incoming.socket as TLSSocket;
  const certificate = credentialsOf(socket, incoming.headers.authorization);
  const request = toApiRequest({
    method: incoming.method,
    target,
    rawHeaders: incoming.rawHeaders,
    body: body ?? Buffer.alloc(0),
    clientCertificate: certificate === 'unknown' ? undefined : certificate,
    from: socket.remoteAddress,
  });
  if ('unreadable' in request) return plain(outgoing, 400, request.unreadable);
  if (certificate === 'unknown') return send(outgoing, request, statusResponse(unauthorized()), served);
  if (body === undefined)
    return send(outgoing, request, statusResponse(requestEntityTooLarge(MOST_BODY_BYTES)), served);
  const response = reachable(request, await served.request(request), served.address);
  // A server that does not run answers nobody: whoever is connected loses the connection.
  if (response.code === 0) return cut(incoming, outgoing);
  if (response.channels !== undefined) pour(outgoing, request, response, response.channels, served);
  else if (response.stream !== undefined) stream(outgoing, request, response, response.stream, served);
  else send(outgoing, request, response, served);
}

function cut(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
  if (outgoing.stream?.session === undefined) incoming.socket.destroy();
  else outgoing.stream.session.destroy();
}

/** Who is told where the keys are, can reach them there. */
// Models pkg/routes/openidmetadata.go (v1.36)
function reachable(request: ApiRequest, response: ApiResponse, address: string): ApiResponse {
  if (response.code !== 200 || !isFields(response.body)) return response;
  if (request.path === '/openid/v1/jwks') return published(response, response.body, 'application/jwk-set+json');
  if (request.path !== '/.well-known/openid-configuration') return response;
  const keys = { jwks_uri: `${address}/openid/v1/jwks` };
  return published(response, { ...response.body, ...keys }, 'application/json');
}

function published(response: ApiResponse, body: object, type: string): ApiResponse {
  return {
    ...response,
    body,
    headers: { ...response.headers, 'content-type': type, 'cache-control': 'public, max-age=3600' },
  };
}

/** Whom the client wants: a proxy names it in the first line, HTTP/2 beside the path, others in a header. */
function addressed({ url, headers }: Http2ServerRequest): {
  readonly host: string | undefined;
  readonly target: string;
} {
  const whole = /^https?:\/\/([^/?]+)(.*)$/.exec(url);
  if (whole === null) return { host: headers[':authority'] ?? headers.host, target: url };
  const [, host, target = ''] = whole;
  return { host, target: target.startsWith('/') ? target : `/${target}` };
}

function send(outgoing: Http2ServerResponse, request: ApiRequest, response: ApiResponse, served: ServedCluster): void {
  const document = openApiResponse(request, response, () => served.openApiIndex(), new Date());
  const flow = served.flow(request);
  const { code, headers, body } =
    document === undefined
      ? wireResponse(request, response, flow)
      : { ...document, headers: { ...commonHeaders(request, response, flow), ...document.headers } };
  writeHead(outgoing, code, headers);
  if (request.method === 'HEAD') outgoing.end();
  else outgoing.end(body);
}

/** A watch, frame by frame. */
function stream(
  outgoing: Http2ServerResponse,
  request: ApiRequest,
  response: ApiResponse,
  watch: WatchStream,
  served: ServedCluster,
): void {
  const form = watchForm(request);
  const headers = watchHeaders(request, response, served.flow(request), form.type);
  goOn(outgoing, response, headers, served, (write, end) =>
    served.follow(watch, { frame: (frame) => write(form.frame(frame)), end }),
  );
}

/** A text that goes on, such as a log that is followed. */
function pour(
  outgoing: Http2ServerResponse,
  request: ApiRequest,
  response: ApiResponse,
  channels: Channels,
  served: ServedCluster,
): void {
  const type = response.headers['content-type'] ?? 'text/plain';
  const headers = watchHeaders(request, response, served.flow(request), type);
  goOn(outgoing, response, headers, served, (write, end) => {
    served.hear(channels, { frame: ({ data }) => write(data), end });
    return () => served.hangUp(channels);
  });
}

/** An answer that goes on until one of both sides ends it. `follow` has it written from now on, and gives what stops that. */
function goOn(
  outgoing: Http2ServerResponse,
  response: ApiResponse,
  headers: Headers,
  served: ServedCluster,
  follow: (write: (part: string | Uint8Array) => void, end: () => void) => () => void,
): void {
  writeHead(outgoing, response.code, headers);
  // Clients wait for the headers before they wait for events.
  (outgoing as unknown as { flushHeaders(): void }).flushHeaders();
  let hasEnded = false;
  const stop = follow(
    (part) => {
      if (hasEnded || outgoing.writableEnded) return;
      outgoing.write(part);
      if (outgoing.writableLength > MOST_WAITING_BYTES) outgoing.destroy();
    },
    () => {
      if (!hasEnded) outgoing.end();
      hasEnded = true;
    },
  );
  outgoing.once('close', () => {
    served.ended(response);
    if (hasEnded) return;
    hasEnded = true;
    stop();
  });
}

function writeHead(outgoing: Http2ServerResponse, code: number, headers: Headers): void {
  outgoing.statusCode = code;
  // Over HTTP/1.1 Go writes `Audit-Id`; over HTTP/2 names are in small letters.
  const isOld = outgoing.req.httpVersionMajor === 1;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(isOld ? canonical(name) : name, value);
}

const canonical = pureOfText(256, (name: string) => name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase()));

function plain(outgoing: Http2ServerResponse, code: number, text: string): void {
  writeHead(outgoing, code, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
  outgoing.end(text);
}

function statusResponse(status: Status): ApiResponse {
  return { code: status.code ?? 500, headers: {}, body: status, stream: undefined, warnings: [] };
}

/** The whole body; undefined when it is too large. */
async function readBody(incoming: Http2ServerRequest): Promise<Buffer | undefined> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BODY_BYTES) chunks.push(chunk);
  }
  return size > MOST_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** A token counts when the certificate beside it says nothing to this server. */
function credentialsOf(
  socket: TLSSocket,
  authorization: string | undefined,
): ClientCertificate | 'unknown' | undefined {
  const certificate = certificateOf(socket);
  return certificate === 'unknown' && authorization?.startsWith('Bearer ') === true ? undefined : certificate;
}

const certificates = new WeakMap<object, ClientCertificate | 'unknown' | undefined>();

/** What TLS found out about the client, once a connection. */
function certificateOf(socket: TLSSocket): ClientCertificate | 'unknown' | undefined {
  if (certificates.has(socket)) return certificates.get(socket);
  const found = judge(socket);
  certificates.set(socket, found);
  return found;
}

function judge(socket: TLSSocket): ClientCertificate | 'unknown' | undefined {
  const peer: PeerCertificate | undefined = socket.getPeerCertificate();
  if (peer?.raw === undefined) return undefined;
  if (!socket.authorized) return 'unknown';
  const { CN, O } = peer.subject as unknown as { readonly CN?: string; readonly O?: string | readonly string[] };
  const organizations = O === undefined ? [] : typeof O === 'string' ? [O] : O;
  return { commonName: CN ?? '', organizations, fingerprint: credentialId(peer.raw) };
}

/** `[::1]:6443` is `::1`. */
function hostName(header: string | undefined): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(header ?? '')?.[1];
  if (bracketed !== undefined && isIP(bracketed) === 6) return bracketed;
  return (header ?? '').replace(/:\d+$/, '').toLowerCase();
}
