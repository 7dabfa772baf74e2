// Models nothing: answers of a recorded API server, for tests of kubectl alone.

import { allResources } from '../../../api/scheme/scheme.ts';
import { type Context, Engine, type Origin, type Process, type Wait } from '../../../engine/index.ts';
import { kindsOf } from '../../../steps/define.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { NO_FAULTS } from '../../ports/environment.ts';
import { zeroLatencies } from '../../ports/latency.ts';
import type { ApiRequest, ApiResponse, Transport, WatchFrame, WatchStream } from '../../ports/transport.ts';
import { runKubectl } from '../main.ts';
import { Interrupt } from '../session/interrupt.ts';
import { COMMANDS_TABLE, type CommandRow } from '../session/rows.ts';

/** One request of a recording and what it was answered. `t` is microseconds after the command began. */
export interface Exchange {
  readonly method: string;
  readonly uri: string;
  readonly t?: number;
  readonly code: number;
  readonly body?: unknown;
  readonly response?: unknown;
  readonly openapi?: boolean;
  readonly warnings?: readonly string[];
  readonly frames?: readonly {
    readonly type: WatchFrame['type'];
    readonly object?: unknown;
    readonly table?: unknown[];
  }[];
}

export interface Recorded {
  readonly scenario: string;
  readonly argv: readonly string[];
  readonly files?: { readonly [name: string]: string };
  readonly stdin?: string;
  readonly background?: boolean;
  readonly now: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly rc: number;
  readonly exchanges: readonly Exchange[];
}

export interface Sent {
  readonly method: string;
  readonly uri: string;
  readonly body: unknown;
  readonly headers: ApiRequest['headers'];
}

export interface Outcome {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly sent: readonly Sent[];
  readonly engine: Engine;
}

const OPENAPI_INDEX = {
  paths: Object.fromEntries(
    [
      ...new Set(
        allResources().map(({ group, version }) => (group === '' ? `api/${version}` : `apis/${group}/${version}`)),
      ),
    ].map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=0` }]),
  ),
};

function discoveryOf(core: boolean): unknown {
  const groups = new Map<string, Map<string, unknown[]>>();
  // The preferred version of a group comes first.
  const preferred = (a: { version: string }, b: { version: string }) => (a.version < b.version ? 1 : -1);
  for (const info of allResources().filter(({ group }) => (group === '') === core)) {
    const versions = groups.get(info.group) ?? new Map<string, unknown[]>();
    groups.set(info.group, versions);
    const resources = versions.get(info.version) ?? [];
    versions.set(info.version, resources);
    resources.push({
      resource: info.resource,
      singularResource: info.singular,
      responseKind: { kind: info.kind },
      scope: info.namespaced ? 'Namespaced' : 'Cluster',
      shortNames: info.shortNames,
      categories: info.categories,
      verbs: info.verbs,
    });
  }
  const items = [...groups].map(([name, versions]) => ({
    metadata: { name },
    versions: [...versions].map(([version, resources]) => ({ version, resources })).sort(preferred),
  }));
  return { kind: 'APIGroupDiscoveryList', items };
}

const DISCOVERY = { '/api': discoveryOf(true), '/apis': discoveryOf(false) };

class Frames implements WatchStream {
  private at = 0;
  constructor(
    private readonly ctx: Context,
    private readonly frames: NonNullable<Exchange['frames']>,
    private readonly onEnd: () => void,
  ) {}

  *next(): Process<WatchFrame | undefined> {
    const frame = this.frames[this.at];
    if (frame === undefined) {
      this.ctx.after(0, this.onEnd);
      // Nothing more comes until somebody stops waiting.
      for (;;) yield this.ctx.engine.background('test').sleep(1e12);
    }
    this.at += 1;
    const object =
      frame.table === undefined
        ? frame.object
        : { kind: 'Table', rows: [{ cells: frame.table, object: { metadata: { name: String(frame.table[0]) } } }] };
    return { type: frame.type, object, origin: this.ctx.originOnly() as Origin };
  }

  tryNext(): WatchFrame | undefined {
    return undefined;
  }

  get arrival(): Wait {
    return { begin: (task) => task.enter(this.next()) };
  }

  readonly isOver = false;

  stop(): void {
    this.at = this.frames.length;
  }
}

/** Answers with what was recorded, in order, whatever the request; discovery and OpenAPI from the scheme. */
class RecordedTransport implements Transport {
  readonly sent: Sent[] = [];
  private next = 0;

  constructor(
    private readonly exchanges: readonly Exchange[],
    private readonly interrupt: Interrupt,
  ) {}

  *request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const query = request.query.map(([key, value]) => `${key}=${encode(value)}`).join('&');
    const uri = query === '' ? request.path : `${request.path}?${query}`;
    const answer = (code: number, body: unknown, stream?: WatchStream, warnings: readonly string[] = []) => ({
      code,
      headers: {},
      body,
      stream,
      warnings,
    });
    if (request.path === '/api' || request.path === '/apis') return answer(200, DISCOVERY[request.path]);
    if (request.path.startsWith('/openapi/v3/')) return answer(200, {});
    this.sent.push({ method: request.method, uri, body: request.body, headers: request.headers });
    if (request.path === '/openapi/v3') {
      if (this.exchanges[this.next]?.openapi === true) this.next += 1;
      return answer(200, OPENAPI_INDEX);
    }
    const exchange = this.exchanges[this.next];
    this.next += 1;
    // An answer is never there at once: requests side by side are all on their way before the first comes back.
    yield ctx.sleep(1);
    if (exchange === undefined) throw new Error(`nothing recorded for ${request.method} ${uri}`);
    if (exchange.frames === undefined) return answer(exchange.code, exchange.response, undefined, exchange.warnings);
    return answer(200, undefined, new Frames(ctx, exchange.frames, () => this.interrupt.give()));
  }
}

/** As Go's url.Values.Encode writes it. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Runs one command against recorded answers; a watch that has no more frames is interrupted. */
export function replay(recorded: Omit<Recorded, 'scenario' | 'stdout' | 'stderr' | 'rc'>): Outcome {
  const engine = new Engine({
    seed: 1,
    kinds: kindsOf(kubectl as never),
    startTime: recorded.now,
    recording: 'full',
    maxSteps: 100_000,
    freeze: true,
  });
  const interrupt = new Interrupt();
  const transport = new RecordedTransport(recorded.exchanges, interrupt);
  const host = {
    env: { engine, latencies: zeroLatencies, faults: NO_FAULTS },
    transport,
    server: 'https://10.0.0.1:6443',
    users: { 'kubernetes-admin': {}, jane: {} },
    currentUser: 'kubernetes-admin',
  };
  const { argv, files = {}, stdin } = recorded;
  const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: argv.join(' ') });
  let code: number | undefined;
  engine.spawn(
    (function* () {
      const invocation = { argv, files, interrupt, ...(stdin === undefined ? {} : { stdin }) };
      code = yield* runKubectl(ctx, host, invocation);
    })(),
  );
  while (code === undefined && engine.advance());
  const row = engine.table<CommandRow>(COMMANDS_TABLE).get('1');
  return { code, stdout: row?.stdout ?? '', stderr: row?.stderr ?? '', sent: transport.sent, engine };
}
