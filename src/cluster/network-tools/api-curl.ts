// Models curl as people ask the API server with it: a bearer token, a path, a watch that goes on (v1.36)

import { jsonOrText } from '../../api/go/json-syntax.ts';
import { readGoDuration } from '../../api/values/duration.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Engine, Process } from '../../engine/index.ts';
import { Interrupt } from '../kubectl/session/interrupt.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { ApiRequest, ApiResponse } from '../ports/transport.ts';
import type { ApiWay } from '../wiring/api-way.ts';
import { OUTSIDE } from '../wiring/cluster-network.ts';
import type { Reach } from '../wiring/reach.ts';

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Who looks on while a watch brings more and more. */
export interface Watcher {
  /** The result is called when it is over. */
  begin(interrupt: Interrupt, engine: Engine): () => void;
  /** The next line, and all so far. */
  show(ctx: Context, line: string, whole: string): Context;
  /** What was shown is told again at the end. */
  readonly keeps: boolean;
}

const ASSIGNMENT = /^(\w+)=([\s\S]*)$/;
const SUBSTITUTION = /\$\(([^()]*)\)/g;
const REFERENCE = /\$(?:\{(\w+)\}|(\w+))/g;

/** `TOKEN=$(kubectl create token NAME)` and lines with `https://` are for this shell. */
export function isApiLine(text: string): boolean {
  return /https:\/\//.test(text) || /^\w+=\$\(/.test(text);
}

const LOCAL = /\b(?:localhost|127\.0\.0\.1):\d+|\[::1\]:\d+/;

/** A line for what listens on this very machine: `curl localhost:8001/api`. */
export function isLocalLine(text: string): boolean {
  return text.startsWith('curl ') && LOCAL.test(text);
}

/** One command of a person or of a Pod (`namespace/name`), or several behind one another. */
export function* runApiLine(
  ctx: Context,
  reach: Reach,
  from: string,
  text: string,
  watcher: Watcher,
): Process<Said & { readonly ctx: Context }> {
  const way = reach.api;
  let own = ctx;
  let last: Said = { stdout: '', stderr: '', code: 0 };
  const variables = from.includes('/') ? new Map<string, string>() : way.variables;
  for (const part of text.split(/;|&&|\n/).map((line) => line.trim())) {
    if (part === '') continue;
    const filled = yield* expanded(own, way, from, part, variables);
    if (typeof filled !== 'string') return { ...filled, ctx: own };
    const [, name, value] = ASSIGNMENT.exec(filled) ?? [];
    if (name !== undefined) {
      variables.set(name, unquoted(value ?? ''));
      continue;
    }
    const asked = yield* askApi(own, reach, from, words(filled), watcher);
    own = asked.ctx;
    last = asked;
    if (asked.code !== 0) break;
  }
  return { ...last, ctx: own };
}

/** Puts in `$(…)` and `$NAME`. */
function* expanded(
  ctx: Context,
  way: ApiWay,
  from: string,
  text: string,
  variables: ReadonlyMap<string, string>,
): Process<string | Said> {
  let filled = text;
  for (const [whole, inner = ''] of text.matchAll(SUBSTITUTION)) {
    const value = yield* substituted(ctx, way, from, words(inner));
    if (typeof value !== 'string') return value;
    filled = filled.replace(whole, value);
  }
  return filled.replace(REFERENCE, (_, braced?: string, plain?: string) => variables.get(braced ?? plain ?? '') ?? '');
}

function* substituted(ctx: Context, way: ApiWay, _from: string, argv: readonly string[]): Process<string | Said> {
  const [tool = ''] = argv;
  if (argv.slice(0, 3).join(' ') !== 'kubectl create token') return failed(`sh: ${tool}: not found\n`, 127);
  const flags = flagsIn(argv.slice(4));
  if (typeof flags === 'string') return failed(`error: unknown flag: ${flags}\n`, 1);
  const namespace = flags.get('--namespace') ?? flags.get('-n') ?? 'default';
  const micros = readGoDuration(flags.get('--duration') ?? '0');
  if (typeof micros === 'string') return failed(`error: invalid argument for "--duration" flag: ${micros}\n`, 1);
  const kind = flags.get('--bound-object-kind');
  const bound = { kind, apiVersion: 'v1', name: flags.get('--bound-object-name') };
  const body = {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: {},
    spec: {
      audiences: null,
      ...(micros === 0 ? {} : { expirationSeconds: Math.floor(micros / SECOND) }),
      boundObjectRef: kind === undefined ? null : bound,
    },
  };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${argv[3] ?? ''}/token`;
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'kubectl/v1.36.2' };
  const response = yield* way.transport.request(ctx, { ...asPerson(way.person), method: 'POST', path, headers, body });
  const { status, message } = response.body as {
    readonly status?: { readonly token?: string };
    readonly message?: string;
  };
  return status?.token ?? failed(`error: failed to create token: ${message ?? ''}\n`, 1);
}

const OF_TOKEN: ReadonlySet<string> = new Set([
  '-n',
  '--namespace',
  '--duration',
  '--bound-object-kind',
  '--bound-object-name',
]);

/** Flags with their values, as `--name=value` or as two words; the name of one that is not known. */
function flagsIn(words: readonly string[]): ReadonlyMap<string, string> | string {
  const flags = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', value] = (words[at] ?? '').split(/=(.*)/s);
    if (!OF_TOKEN.has(name)) return name;
    if (value === undefined) at += 1;
    flags.set(name, value ?? words[at] ?? '');
  }
  return flags;
}

function asPerson({ clientCertificate }: Credentials): Pick<ApiRequest, 'query' | 'clientCertificate'> {
  return { query: [], clientCertificate };
}

const failed = (stderr: string, code: number): Said => ({ stdout: '', stderr, code });

interface Asked {
  readonly method: ApiRequest['method'];
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

const VALUED: ReadonlySet<string> = new Set([
  '-X',
  '--request',
  '-H',
  '--header',
  '-d',
  '--data',
  '--cacert',
  '-o',
  '-m',
]);

function readWords(argv: readonly string[]): Asked {
  let method: ApiRequest['method'] | undefined;
  let url = '';
  let body: string | undefined;
  const headers: { [name: string]: string } = {};
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    const value = argv[at + 1] ?? '';
    if (word === '-X' || word === '--request') method = value as ApiRequest['method'];
    else if (word === '-d' || word === '--data') body = value;
    else if (word === '-H' || word === '--header') {
      const colon = value.indexOf(':');
      headers[value.slice(0, colon).trim().toLowerCase()] = value.slice(colon + 1).trim();
    } else if (!word.startsWith('-')) url = word;
    if (VALUED.has(word)) at += 1;
  }
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
}

/** `curl` with words that nothing is put into any more. */
export function* askApi(
  ctx: Context,
  reach: Reach,
  from: string,
  argv: readonly string[],
  watcher: Watcher,
): Process<Said & { readonly ctx: Context }> {
  const way = reach.api;
  if (argv[0] !== 'curl') return { ...failed(`sh: ${argv[0] ?? ''}: not found\n`, 127), ctx };
  const { method, url, headers, body } = readWords(argv);
  const target = readUrl(url);
  let own = ctx;
  const sent = {
    method,
    path: target.path,
    query: target.query === '' ? [] : target.query.split('&').map(pairOf),
    headers: { accept: '*/*', 'user-agent': 'curl/8.14.1', ...(body === undefined ? {} : JSON_TYPE), ...headers },
    body: body === undefined ? undefined : jsonOrText(body),
    clientCertificate: undefined,
  };
  const { engine } = way.env;
  let response: ApiResponse;
  if (from === OUTSIDE && THIS_MACHINE.has(target.host)) {
    const local = way.localPorts.get(target.port);
    if (local === undefined) return { ...failed(notConnected(target), 7), ctx: own };
    const host = `${target.host}:${target.port}`;
    response = yield* local.request(own, { ...sent, headers: { ...sent.headers, host } });
    if (response.code === 0) return { ...failed('curl: (52) Empty reply from server\n', 52), ctx: own };
  } else {
    const { host, port } = target;
    if (!way.addresses.has(host)) {
      const found = yield* reach.names?.lookup(own, from, host) ?? nothing();
      own = found?.ctx ?? own;
      if (found?.address === undefined)
        return { ...failed(`curl: (6) Could not resolve host: ${host}\n`, 6), ctx: own };
      if (!way.addresses.has(found.address))
        return { ...failed(`curl: (7) Failed to connect to ${host} port ${port}: Connection refused\n`, 7), ctx: own };
    }
    response = yield* way.transport.request(own, sent);
  }
  if (response.origin !== undefined) own = own.from(response.origin);
  if (response.stream === undefined) return { stdout: printed(response.body), stderr: '', code: 0, ctx: own };
  const interrupt = new Interrupt();
  const done = watcher.begin(interrupt, engine);
  let stdout = '';
  for (;;) {
    const frame = yield* interrupt.next(engine, response.stream);
    if (frame === undefined) break;
    const line = `${JSON.stringify({ type: frame.type, object: frame.object })}\n`;
    if (watcher.keeps) stdout += line;
    own = watcher.show(own.from(frame.origin), line, stdout);
  }
  response.stream.stop();
  done();
  return { stdout, stderr: '', code: interrupt.isGiven ? 130 : 0, ctx: own };
}

interface Target {
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function readUrl(url: string): Target {
  const [, scheme = 'http', host = '', port = scheme === 'https' ? '443' : '80', path = '/', query = ''] =
    /^(?:(https?):\/\/)?(\[[^\]]+\]|[^/:?]+)(?::(\d+))?(\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? [];
  return { host, port, path, query };
}

function notConnected({ host, port }: Target): string {
  return `curl: (7) Failed to connect to ${host} port ${port} after 0 ms: Couldn't connect to server\n`;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function* nothing(): Process<undefined> {
  return undefined;
}

function printed(body: unknown): string {
  return typeof body === 'string' ? body : `${JSON.stringify(body, undefined, 2)}\n`;
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), decodeURIComponent(text.slice(at + 1))];
}

const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

function words(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map(unquoted);
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2');
}
