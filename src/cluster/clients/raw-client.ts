import { jsonOrText } from '../../api/go/json-syntax.ts';
import type { Context, Process, Table } from '../../engine/index.ts';
import { rawClient as steps } from '../../steps/raw-client.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { RAW_REQUESTS_TABLE, type RawRequest, type RawRequestRow } from '../ports/raw-requests.ts';
import type { ApiRequest, Transport, WatchStream } from '../ports/transport.ts';

/** More events than this are counted and not kept. */
const MOST_FRAMES = 200;

/** A person with a client that sends what it is told, and shows what comes back. */
// Models staging/src/k8s.io/client-go/rest/request.go (v1.36)
export class RawClient {
  private readonly table: Table<RawRequestRow>;
  private count = 0;
  private readonly streams = new Map<number, WatchStream>();

  constructor(
    env: Environment,
    private readonly transport: Transport,
    private readonly users: { readonly [user: string]: Credentials },
  ) {
    this.table = env.engine.table(RAW_REQUESTS_TABLE);
  }

  /** To the end of the answer, or of the stream. `sent`: the step of its sending. */
  *send(sent: Context, request: RawRequest): Process {
    this.count += 1;
    const id = this.count;
    let row: RawRequestRow = {
      id,
      request,
      code: undefined,
      contentType: '',
      warnings: [],
      body: undefined,
      frames: [],
      open: true,
    };
    const show = (next: RawRequestRow): void => {
      row = next;
      this.table.set(String(id), row);
    };
    const response = yield* this.transport.request(sent, this.wireRequest(request));
    const { code, body, stream, warnings } = response;
    const arrived = response.origin === undefined ? sent : sent.from(response.origin);
    let own = arrived.step(steps.answered, `requests/${id}`, { code, type: stream === undefined ? 'whole' : 'watch' });
    const contentType = response.headers['content-type'] ?? '';
    show({ ...row, code, body, warnings, contentType, open: stream !== undefined });
    if (stream === undefined) return;
    this.streams.set(id, stream);
    let events = 0;
    for (;;) {
      const frame = yield* stream.next();
      if (frame === undefined) break;
      events += 1;
      own = own
        .from(frame.origin)
        .step(steps.heard, `requests/${id}`, { type: frame.type, name: nameOf(frame.object) });
      if (events <= MOST_FRAMES) {
        show({ ...row, frames: [...row.frames, { type: frame.type, object: frame.object, time: own.now }] });
      }
    }
    const by = this.streams.delete(id) ? 'server' : 'client';
    own.step(steps.ended, `requests/${id}`, { events, by });
    show({ ...row, open: false });
  }

  /** Ends a stream that is open. */
  hangUp(id: number): void {
    const stream = this.streams.get(id);
    this.streams.delete(id);
    stream?.stop();
  }

  private wireRequest({ method, path, user, accept, contentType, body }: RawRequest): ApiRequest {
    const [plain = '', query = ''] = path.split('?');
    const credentials = this.users[user];
    return {
      method,
      path: plain,
      query: query === '' ? [] : query.split('&').map(pairOf),
      headers: {
        accept: accept ?? 'application/json',
        'user-agent': 'curl/8.5.0',
        ...(body === undefined || body === '' ? {} : { 'content-type': contentType ?? 'application/json' }),
        ...(credentials?.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` }),
      },
      body: body === undefined || body === '' ? undefined : jsonOrText(body),
      clientCertificate: credentials?.clientCertificate,
    };
  }
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return [decoded(name), decoded(value)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function nameOf(object: unknown): string {
  const { kind = '', metadata } = (object ?? {}) as {
    readonly kind?: string;
    readonly metadata?: { readonly name?: string; readonly resourceVersion?: string };
  };
  return metadata?.name === undefined ? kind : `${kind} ${metadata.name}`;
}
