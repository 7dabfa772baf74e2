// Models staging/src/k8s.io/client-go/tools/portforward/portforward.go (v1.36)

import { type Context, Deferred, type Process } from '../../../../engine/index.ts';
import type { Channels } from '../../../ports/channels.ts';
import type { ApiRequest, ApiResponse } from '../../../ports/transport.ts';
import type { Session } from '../../session/session.ts';

export interface Ports {
  readonly local: string;
  readonly remote: string;
}

/** A connection that somebody on this machine has made. */
interface Connection {
  received: string;
  readonly over: Deferred<'ended' | 'failed'>;
}

/** Carries what is sent to the local ports until the command is interrupted or a connection fails. */
export function* serveForwarded(
  session: Session,
  channels: Channels,
  ports: readonly Ports[],
): Process<'interrupted' | 'lost'> {
  const connections: Connection[] = [];
  const { localPorts } = session.host;
  for (const { local, remote } of ports) {
    localPorts?.set(local, {
      *request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
        session.print(`Handling connection for ${local}\n`);
        const connection: Connection = { received: '', over: new Deferred() };
        const channel = 2 * (connections.push(connection) - 1);
        channels.send(ctx, channel, remote);
        channels.send(ctx, channel, requestText(request));
        return answerOf((yield* connection.over.wait()) === 'ended' ? connection.received : '');
      },
    });
  }
  let outcome: 'interrupted' | 'lost' = 'interrupted';
  for (;;) {
    const frame = yield* session.nextData(channels);
    if (frame === undefined) break;
    const connection = connections[frame.channel >> 1];
    if (frame.channel % 2 === 1) {
      outcome = 'lost';
      break;
    }
    if (frame.data === '') connection?.over.resolve('ended');
    else if (connection !== undefined) connection.received += frame.data;
  }
  for (const { local } of ports) localPorts?.delete(local);
  for (const { over } of connections) over.resolve('failed');
  return outcome;
}

function requestText({ method, path, query, headers }: ApiRequest): string {
  const words = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const target = words === '' ? path : `${path}?${words}`;
  return `${method} ${target} HTTP/1.1\r\nHost: ${headers.host ?? ''}\r\nUser-Agent: ${headers['user-agent'] ?? ''}\r\nConnection: close\r\n\r\n`;
}

/** Code 0: the connection ended without an answer. */
function answerOf(text: string): ApiResponse {
  const end = text.indexOf('\r\n\r\n');
  const code = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
  return { code, headers: {}, body: text.slice(end + 4), stream: undefined, warnings: [] };
}
