import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** How long a connection has been quiet when it is asked, and how long its client has to answer. */
export interface Patience {
  readonly quietMillis: number;
  readonly answerMillis: number;
}

export const PATIENCE: Patience = { quietMillis: 1_000, answerMillis: 15_000 };

interface Look {
  readonly session: ServerHttp2Session;
  readonly socket: TLSSocket;
  /** Bytes that had come at the last look, and at the last answer. */
  seen: number;
  answered: number;
}

/**
 * Closes connections that broke the rules of HTTP/2. Node's library says goodbye on them and reads no further, but neither
 * closes them nor tells anybody: so whoever has sent something and is quiet is asked (PING) once, and must answer.
 */
export function closeBroken(server: Http2SecureServer, { quietMillis, answerMillis }: Patience): void {
  const looks = new Map<ServerHttp2Session, Look>();
  let newest: TLSSocket | undefined;
  // The session of a socket is made by the listener behind this one.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    newest = socket;
  });
  server.on('session', (session) => {
    if (newest !== undefined) looks.set(session, { session, socket: newest, seen: 0, answered: 0 });
    session.once('close', () => looks.delete(session));
  });
  server.on('sessionError', (_, session) => {
    const look = looks.get(session);
    session.destroy();
    look?.socket.destroy();
  });
  const timer = setInterval(() => {
    for (const look of looks.values()) ask(look, answerMillis);
  }, quietMillis);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Each burst of what a client sends is followed by one question at most. */
function ask(look: Look, answerMillis: number): void {
  const { session, socket } = look;
  const read = socket.bytesRead;
  const isQuiet = read === look.seen;
  look.seen = read;
  if (!isQuiet || read === look.answered || session.destroyed) return;
  look.answered = read;
  const alarm = setTimeout(() => {
    session.destroy();
    socket.destroy();
  }, answerMillis);
  alarm.unref();
  const isAsked = session.ping(() => {
    clearTimeout(alarm);
    look.answered = socket.bytesRead;
    look.seen = look.answered;
  });
  if (!isAsked) clearTimeout(alarm);
}
