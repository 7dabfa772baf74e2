// Models containerd internal/cri/server/sandbox_portforward_linux.go (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import type { Channels } from '../ports/channels.ts';
import type { HttpAnswer } from '../ports/http.ts';
import type { Container } from './container.ts';
import { listensAt, webAnswer } from './web-server.ts';

/** The sandbox whose network is entered. */
export interface ForwardPlace {
  readonly id: string;
  readonly uid: string;
  readonly containers: readonly Container[];
}

interface Connection {
  readonly container: Container;
  readonly port: number;
  received: string;
}

/** Answers connections until the client hangs up. */
export function* forwardPorts(ctx: Context, far: Channels, place: ForwardPlace): Process<void> {
  const open = new Map<number, Connection>();
  for (;;) {
    const frame = yield* far.next();
    if (frame === undefined) return;
    const { channel, data } = frame;
    if (channel % 2 === 1) continue;
    const known = open.get(channel);
    if (known === undefined) {
      const container = place.containers.find((each) => listensAt(each, Number(data), ctx.now));
      const own = ctx.step(kinds.portForward, subjectOf(place), {
        port: Number(data),
        answered: container !== undefined,
      });
      if (container === undefined) far.send(own, channel + 1, refusal(place, data));
      else open.set(channel, { container, port: Number(data), received: '' });
      continue;
    }
    if (data === '') {
      open.delete(channel);
      continue;
    }
    known.received += data;
    answer(ctx, far, channel, known);
  }
}

function subjectOf({ containers, id }: ForwardPlace): string {
  return containers[0]?.subject ?? `sandboxes/${id.slice(0, 12)}`;
}

function refusal({ id, uid }: ForwardPlace, port: string): string {
  return `error forwarding port ${port} to pod ${id}, uid : failed to execute portforward in network namespace "/var/run/netns/cni-${uid}": failed to connect to localhost:${port} inside namespace "${id}", IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `;
}

/** Every whole HTTP request gets the page of the image; other protocols are taken and not answered. */
function answer(ctx: Context, far: Channels, channel: number, connection: Connection): void {
  for (;;) {
    const end = connection.received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = connection.received.slice(0, end);
    const length = Number(/\r\ncontent-length:\s*(\d+)/i.exec(head)?.[1] ?? 0);
    if (connection.received.length < end + 4 + length) return;
    const body = connection.received.slice(end + 4, end + 4 + length);
    connection.received = connection.received.slice(end + 4 + length);
    const request = /^([A-Z]+) (\S+) HTTP\/1\.[01]/.exec(head);
    if (request === null) return;
    const [line, method = '', path = '/'] = request;
    const userAgent = /\r\nuser-agent:\s*([^\r]*)/i.exec(head)?.[1] ?? '-';
    const asked = { method, path, userAgent, from: '127.0.0.1', body };
    const answered = webAnswer(connection.container, connection.port, asked, ctx.now);
    if (answered === undefined) return;
    far.send(ctx, channel, httpText(answered));
    if (/\r\nconnection:\s*close/i.test(head) || line.endsWith('1.0')) far.send(ctx, channel, '');
  }
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [404, 'Not Found'],
  [405, 'Not Allowed'],
]);

function httpText({ code, headers, body }: HttpAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name.replace(/(?:^|-)[a-z]/g, upper)}: ${value}\r\n`);
  return `HTTP/1.1 ${code} ${REASONS.get(code) ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

const upper = (letters: string): string => letters.toUpperCase();
