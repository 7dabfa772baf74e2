// Models staging/src/k8s.io/cli-runtime/pkg/genericclioptions and client-go/rest as one command uses them (v1.36)

import { unstructuredError } from '../../../api/errors/status.ts';
import { base64 } from '../../../base/bytes/base64.ts';
import { Keepsakes } from '../../../base/keepsakes.ts';
import { DAY, type Micros, SECOND } from '../../../base/time/units.ts';
import type { Context, Process, Table, Timer, Wait } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { ChannelFrame, Channels } from '../../ports/channels.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { Environment } from '../../ports/environment.ts';
import type { LocalPorts } from '../../ports/local-ports.ts';
import type { ApiRequest, ApiResponse, Method, Transport, WatchFrame, WatchStream } from '../../ports/transport.ts';
import { type Failure, NOT_SENT } from './errors.ts';
import { Interrupt, KILLED } from './interrupt.ts';
import { refusedPath } from './refused-path.ts';
import {
  type Asked,
  CACHE_TABLE,
  type CacheRow,
  COMMANDS_TABLE,
  type CommandRow,
  exitOf,
  type Part,
  type Reader,
  type Written,
} from './rows.ts';

/** What kubectl finds on the machine that it runs on. */
export interface KubectlHost {
  readonly env: Environment;
  readonly transport: Transport;
  readonly server: string;
  readonly users: { readonly [name: string]: Credentials };
  readonly currentUser: string;
  /** The commands that have not ended yet, by number: where a terminal finds what Ctrl+C is meant for. */
  readonly running?: Map<number, Interrupt>;
  /** Those that wait for the person at the terminal, by number. */
  readonly readers?: Map<number, Reader>;
  /** Ports of the machine that commands listen on. */
  readonly localPorts?: LocalPorts;
}

export interface Invocation {
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
  /** What $KUBECONFIG names. */
  readonly kubeconfig?: string;
  /** What $KUBE_EDITOR names. */
  readonly editor?: string;
  /** Another user of the kubeconfig than the current one. */
  readonly user?: string;
  /** Ends a command that waits, as Ctrl+C does. */
  readonly interrupt?: Interrupt;
  /** When the command's writes are sent at the earliest, one after another, where their times are known. */
  readonly sendAt?: readonly number[];
  /** It is a part of a line. */
  readonly part?: Part;
  /** Somebody sits at the terminal, who types and has an editor. */
  readonly isAttended?: boolean;
}

/** A program that was killed goes no further; what it had sent is on its way. */
const DEAD: Wait = { begin: () => undefined };

const WEEK_MICROS = 7 * DAY;

export const USER_AGENT = 'kubectl/v1.36.2 (linux/amd64) kubernetes/8e16b12';

/** The code of an answer that never came: there is no server at the address. */
const CONNECTION_REFUSED = 0;
const MOST_RETRIES = 10;

/** Models staging/src/k8s.io/client-go/rest/with_retry.go (v1.36) */
function isBroken({ code, headers }: ApiResponse): boolean {
  return code === CONNECTION_REFUSED && headers['retry-after'] !== undefined;
}

export type Query = readonly (readonly [string, string])[];

export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** The path was typed: nothing is known of the resource in it. */
  readonly isRaw?: boolean;
}

/** Who the command acts as, when that differs from the kubeconfig: `--user`, `--token`, `--as`, `--as-group`. */
export interface Identity {
  readonly user?: string;
  readonly token?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly as?: string;
  readonly asUid?: string;
  /** `key=value` */
  readonly asExtra?: readonly string[];
  readonly groups: readonly string[];
  /** Another server, where nobody answers. */
  readonly server?: string;
}

/**
 * One kubectl command: its terminal, its connection, and the step that its next step follows from.
 *
 * Promises: what it prints is shown as it is printed, in order, standard output and standard error each by itself; it has one
 * exit code, which no later one replaces; killed, it prints and sends nothing more; a request goes out as the identity that its flags say.
 * Does not promise: to outlive the command. What one command learns, another asks again, but for the cache of discovery.
 * Called by: `main`, which makes one for each command, and that command's code.
 */
export class Session {
  readonly id: number;
  namespace = 'default';
  /** The one that was typed: objects of files must not name another. */
  givenNamespace: string | undefined;
  identity: Identity = { groups: [] };
  /** What its parts have learnt and said, each under a declaration of its own: it is forgotten with the command. */
  readonly keepsakes = new Keepsakes();
  /** `--recursive`: of folders, files further down count, too. */
  isRecursive = false;
  /** `--local`: the server is asked for nothing. */
  isLocal = false;
  /** Texts that the command has made for itself, by the names that it gives them: what `-k` stands for. */
  readonly made = new Map<string, string>();
  /** A kubeconfig that the command was told to use in the place of the usual one. */
  ownConfig: object | undefined;
  private readonly commands: Table<CommandRow>;
  private readonly cache: Table<CacheRow>;
  /** All of standard output, and of standard error, so far. */
  private printed = '';
  private complained = '';
  private readonly warned = new Set<string>();
  /** The time that the command was given is up. */
  timedOut = false;
  /** Nobody answered at the server's address. */
  refused = false;
  /** What its client says of a connection that came to nothing. */
  lostBy: string | undefined;
  /** The server would not say what it can do: nothing else is wrong with what was typed. */
  undiscovered: Failure | undefined;
  /** What every request asks besides. */
  amend?: (query: Query) => Query;
  /** Hear what is sent and answered, for `-v`. */
  onRequest?: (request: ApiRequest) => void;
  /** What kubectl tells of itself to who asks for that much. */
  onNote?: (level: number, place: string, text: string) => void;
  onResponse?: (request: ApiRequest, response: ApiResponse, micros: Micros) => void;
  /** Hears of a request whose answer is known from before: it is not sent. */
  onKnown?: (request: ApiRequest) => void;
  private readonly interrupt: Interrupt;
  private row: CommandRow;
  private writes = 0;

  constructor(
    public ctx: Context,
    readonly host: KubectlHost,
    readonly invocation: Invocation,
  ) {
    const { engine } = host.env;
    this.commands = engine.table<CommandRow>(COMMANDS_TABLE);
    this.cache = engine.table<CacheRow>(CACHE_TABLE);
    const { part } = invocation;
    this.id = part?.id ?? this.commands.size + 1;
    this.interrupt = invocation.interrupt ?? host.running?.get(this.id) ?? new Interrupt();
    if (part === undefined) host.running?.set(this.id, this.interrupt);
    this.interrupt.onKill = () => this.exit(KILLED);
    this.ctx = ctx.step(kubectl.arguments, `kubectl/${this.id}`, { line: shorten(invocation.argv.join(' ')) });
    this.row = { id: this.id, argv: invocation.argv, stdout: '', stderr: '', exitCode: undefined };
    this.keep();
    if (this.interrupt.isKilled) this.exit(KILLED);
  }

  get now(): number {
    return this.ctx.now;
  }

  get stdout(): string {
    return this.row.stdout;
  }

  // Terminal

  /** Prints to standard output; the terminal shows it at once. */
  print(text: string): void {
    this.printed += text;
    this.show('stdout', text);
  }

  complain(text: string): void {
    this.complained += text;
    this.show('stderr', text);
  }

  warn(text: string): void {
    if (this.warned.has(text)) return;
    this.warned.add(text);
    this.complain(`Warning: ${text}\n`);
  }

  get warnings(): number {
    return this.warned.size;
  }

  exit(code: number): void {
    if (this.row.exitCode !== undefined) return;
    const { part } = this.invocation;
    if (part === undefined) this.host.running?.delete(this.id);
    this.ctx = this.ctx.step(kubectl.exit, `kubectl/${this.id}`, exitOf(code, part !== undefined, this.row));
    this.asks(undefined, undefined);
    this.row = { ...this.row, exitCode: code };
    part?.ended(this.ctx, code);
    this.keep();
  }

  // Who sits at it

  /** The person is done with what it waits for. */
  leave(): void {
    this.interrupt.give();
  }

  /** Shows what is waited for, and who is to have it. */
  asks(asked: Asked | undefined, reader: Reader | undefined): void {
    const { part } = this.invocation;
    const { asks, ...row } = this.row;
    if (reader !== undefined) this.host.readers?.set(this.id, reader);
    else if (asked === undefined && asks !== undefined) this.host.readers?.delete(this.id);
    if (asked === undefined && asks === undefined) return;
    this.row = asked === undefined ? row : { ...row, asks: asked };
    part?.asks(asked);
    this.keep();
  }

  private show(stream: Written['stream'], text: string): void {
    if (this.interrupt.isKilled) return;
    const { part } = this.invocation;
    // Of a line, the shell shows what gets to the screen.
    if (part === undefined) this.ctx = this.ctx.step(kubectl.printed, `kubectl/${this.id}`, { line: firstLine(text) });
    this.row = { ...this.row, stdout: this.printed, stderr: this.complained };
    part?.say(this.ctx, stream, text);
    this.keep();
  }

  /** The row of a line is its shell's. */
  private keep(): void {
    if (this.invocation.part === undefined) this.commands.set(String(this.id), this.row);
  }

  // Disk cache

  cached(key: string): CacheRow | undefined {
    return this.cache.get(key);
  }

  /** Belongs to the step emitted last. */
  remember(key: string, body: unknown): void {
    this.cache.set(key, { key, fetchedAt: this.now, body });
  }

  // Requests

  *call(call: Call): Process<ApiResponse> {
    const refusal = refusedPath(call.path);
    if (refusal !== undefined) return { code: NOT_SENT, headers: {}, body: refusal, stream: undefined, warnings: [] };
    if (call.method !== 'GET') yield* this.untilSent();
    if (this.interrupt.isKilled) yield DEAD;
    const request = this.requestOf(call);
    this.onRequest?.(request);
    const began = this.now;
    const sent = this.ctx.step(kubectl.request, `kubectl/${this.id}`, { verb: call.method, path: call.path });
    let response = yield* this.host.transport.request(sent, request);
    // Who only asks asks again where the connection broke.
    for (let tries = 0; tries < MOST_RETRIES && isBroken(response) && !this.interrupted; tries += 1) {
      yield sent.sleep(SECOND);
      response = yield* this.host.transport.request(sent, request);
    }
    if (this.interrupt.isKilled) yield DEAD;
    const from = response.origin === undefined ? sent : sent.from(response.origin);
    this.ctx = from.step(kubectl.response, `kubectl/${this.id}`, {
      code: response.code,
      reason: reasonOf(response.body),
    });
    if (response.code === CONNECTION_REFUSED) {
      this.refused = true;
      this.lostBy = (response.body as { readonly message?: string } | undefined)?.message;
    }
    this.onResponse?.(request, response, this.now - began);
    for (const warning of response.warnings) this.warn(warning);
    return call.isRaw === true ? response : understood(call, response);
  }

  /** A request of another program on this machine, sent with what this command signs in with. */
  relay(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const { method, path, query, body, headers } = request;
    const own = Object.fromEntries(
      Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[0] !== 'host'),
    );
    const sent = ctx.as('kubectl').step(kubectl.request, `kubectl/${this.id}`, { verb: method, path });
    return this.host.transport.request(sent, this.requestOf({ method, path, query, body, headers: own }));
  }

  private *untilSent(): Process {
    const at = this.invocation.sendAt?.[this.writes];
    this.writes += 1;
    if (at !== undefined && at > this.now) yield this.ctx.sleepUntil(at);
  }

  /** The next frame of a watch, as a step that follows from it; undefined when the watch ended or the person did. */
  *nextFrame(stream: WatchStream): Process<WatchFrame | undefined> {
    const frame = yield* this.interrupt.next(this.host.env.engine, stream);
    if (frame === undefined) {
      if (this.interrupt.isGiven) stream.stop();
      return undefined;
    }
    this.ctx = this.ctx.from(frame.origin).step(kubectl.watchEvent, `kubectl/${this.id}`, { type: frame.type });
    return frame;
  }

  /** What comes next over an open connection; undefined when it ended or the person did. */
  *nextData(channels: Channels): Process<ChannelFrame | undefined> {
    const frame = yield* this.interrupt.next(this.host.env.engine, channels);
    if (frame === undefined) channels.stop();
    else this.ctx = this.ctx.from(frame.origin);
    return frame;
  }

  /** Ends what waits when the time is up; negative for a week, as kubectl has it. */
  alarm(micros: Micros): Timer {
    return this.ctx.after(micros < 0 ? WEEK_MICROS : micros, () => {
      this.timedOut = true;
      this.interrupt.give();
    });
  }

  get interrupted(): boolean {
    return this.interrupt.isGiven;
  }

  /** The name of the user in the kubeconfig that this command uses. */
  get userName(): string {
    return this.identity.user ?? this.invocation.user ?? this.host.currentUser;
  }

  requestOf(call: Call): ApiRequest {
    const { as, asUid, asExtra = [], groups, token: givenToken, basic } = this.identity;
    const own = this.host.users[this.userName] ?? {};
    const credentials = basic === undefined || own.clientCertificate !== undefined ? own : { basic };
    const token = givenToken ?? credentials.token;
    return {
      method: call.method,
      path: call.path,
      query: this.amend?.(call.query ?? []) ?? call.query ?? [],
      headers: {
        accept: call.accept ?? 'application/json',
        'user-agent': USER_AGENT,
        ...(call.body === undefined ? {} : { 'content-type': call.contentType ?? 'application/json' }),
        ...(token === undefined ? basicOf(credentials) : { authorization: `Bearer ${token}` }),
        ...(as === undefined ? {} : { 'impersonate-user': as }),
        ...(asUid === undefined ? {} : { 'impersonate-uid': asUid }),
        ...(asExtra.length === 0 ? {} : extraHeaders(asExtra)),
        ...call.headers,
        ...(groups.length === 0 ? {} : { 'impersonate-group': groups.join(',') }),
      },
      body: call.body,
      clientCertificate: credentials.clientCertificate,
    };
  }
}

/** The key under which a changed kubeconfig is remembered. */
export const KUBECONFIG = 'kubeconfig';

/** Whom the command acts as, and where. `given`: the namespace that was typed; else it is the context's, or `default`. */
export function actAs(
  session: Session,
  given: string | undefined,
  identity: Identity,
  ofContext: string | undefined = undefined,
): void {
  session.identity = identity;
  session.givenNamespace = given || undefined;
  session.namespace = given || ofContext || 'default';
  session.ctx = session.ctx.step(kubectl.kubeconfig, `kubectl/${session.id}`, {
    context: `${session.userName}@kubestep`,
    user: session.userName,
    server: session.host.server,
  });
}

function basicOf({ basic }: Credentials): { readonly authorization?: string } {
  return basic === undefined ? {} : { authorization: `Basic ${base64(`${basic.username}:${basic.password}`)}` };
}

function extraHeaders(pairs: readonly string[]): { readonly [name: string]: string } {
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = `impersonate-extra-${pair.slice(0, equals).toLowerCase()}`;
    const before = headers[name];
    headers[name] = before === undefined ? pair.slice(equals + 1) : `${before},${pair.slice(equals + 1)}`;
  }
  return headers;
}

function firstLine(text: string): string {
  return shorten(text.split('\n', 1)[0] ?? '');
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function reasonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return '';
  return typeof body.reason === 'string' ? body.reason : '';
}

const RESOURCE_PATH = /^\/(?:api\/[^/]+|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/[^/]+(?=\/))?\/([^/]+)(?:\/([^/]+))?/;

/** A text in the place of a Status says that the server itself has failed. */
// Models staging/src/k8s.io/client-go/rest/request.go, newUnstructuredResponseError (v1.36)
function understood({ method, path }: Call, response: ApiResponse): ApiResponse {
  if (response.code !== 500 || typeof response.body !== 'string') return response;
  const [, group, resource, name] = RESOURCE_PATH.exec(path) ?? [];
  const qualified = group === undefined ? resource : `${resource}.${group}`;
  const what = resource === undefined ? '' : [method.toLowerCase(), qualified, name].filter(Boolean).join(' ');
  return { ...response, body: unstructuredError(response.body, what) };
}
