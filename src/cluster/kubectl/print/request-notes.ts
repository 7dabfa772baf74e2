// Models staging/src/k8s.io/client-go/transport/round_trippers.go and rest/request.go (v1.36): what -v says of requests and answers

import { goJson } from '../../../api/go/json-text.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Micros } from '../../../base/time/units.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { ApiRequest, ApiResponse } from '../../ports/transport.ts';
import type { Failure } from '../session/errors.ts';
import type { Session } from '../session/session.ts';
import { rfc1123z } from './indented-writer.ts';
import { orderedAsSent } from './objects.ts';

/** Switches of client-go, in the order of their names; the real kubectl's order is random. */
const GATES: readonly (readonly [string, boolean])[] = [
  ['AtomicFIFO', true],
  ['ClientsAllowCARotation', true],
  ['ClientsAllowCBOR', false],
  ['ClientsAllowTLSCacheGC', true],
  ['ClientsPreferCBOR', false],
  ['InOrderInformers', true],
  ['InOrderInformersBatchProcess', true],
  ['InformerResourceVersion', true],
  ['UnlockWhileProcessingFIFO', true],
  ['WatchListClient', true],
];

const REASONS: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'Request Entity Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Entity'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

/** Makes the session say what it does, what it sends and what it is answered, where it has a client for that. */
export function withNotes(session: Session, verbosity: number, hasClient: boolean): void {
  const note = (place: string, text: string): void => session.complain(`I${stamp(session)} ${place}] ${text}\n`);
  note('loader.go:407', 'Config loaded from file:  /home/user/.kube/config');
  if (!hasClient) return;
  for (const [name, enabled] of GATES) {
    note('envvar.go:195', `"Feature gate default state" feature="${name}" enabled=${enabled}`);
  }
  session.onNote = (level, place, text) => {
    if (verbosity >= level) note(place, text);
  };
  session.onRequest = (request) => noteRequest(session, request, verbosity, note);
  const known = { code: 200, headers: {}, body: undefined, stream: undefined, warnings: [] };
  session.onKnown = (request) => {
    noteRequest(session, request, verbosity, note);
    noteResponse(session, request, known, 0, verbosity, note);
  };
  session.onResponse = (request, response, micros) => noteResponse(session, request, response, micros, verbosity, note);
}

/** The answers that ended a command. */
export function noteAnswers(session: Session, { answers }: Failure): void {
  for (const answer of answers) {
    session.onNote?.(4, 'helpers.go:246', `server response object: %s[${goJson(answer, { indent: 2 })}]`);
  }
}

type Note = (place: string, text: string) => void;

/** `1121 15:41:31.842697    6676` */
function stamp(session: Session): string {
  const time = rfc3339(session.now);
  const micros = String(session.now % SECOND).padStart(6, '0');
  return `${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 19)}.${micros} ${String(session.id + 1000).padStart(7)}`;
}

function addressOf(session: Session, { path, query }: ApiRequest): string {
  const pairs = query.map(([name, value]) => `${name}=${queryEscape(value)}`);
  return `${session.host.server}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** Models net/url.QueryEscape */
function queryEscape(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

const shownHeader = (name: string): string =>
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-');

const BELOW: readonly string[] = ['accept', 'connection', 'upgrade'];

function headersOf(request: ApiRequest): readonly (readonly [string, string])[] {
  // What makes a connection a stream is added below what is noted here.
  const isStream = request.headers.upgrade !== undefined;
  return Object.entries(request.headers)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && !(isStream && BELOW.includes(entry[0])))
    .map(([name, value]): [string, string] => [
      shownHeader(name),
      name === 'authorization' ? value.replace(/ .*/, ' <masked>') : value,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What Go encodes as an object ends its line; a patch that was computed, and a text, are as they are. */
function bodyText(body: unknown, isObject: boolean): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  return `${goJson(body)}${isObject ? '\n' : ''}`;
}

/** An object, or the rows of a table, with the fields in their order. */
function asSent(body: unknown): unknown {
  const { kind, rows } = (body ?? {}) as { readonly kind?: string; readonly rows?: readonly { object: unknown }[] };
  if (kind !== 'Table' || rows === undefined) return orderedAsSent(body);
  return { ...(body as object), rows: rows.map((row) => ({ ...row, object: orderedAsSent(row.object) })) };
}

const isObjectSent = ({ headers }: ApiRequest): boolean =>
  ['application/json', 'application/apply-patch+yaml'].includes(headers['content-type'] ?? 'application/json');

const PLACES: ReadonlyMap<string, string> = new Map([
  ['POST', 'helper.go:246'],
  ['PATCH', 'helper.go:269'],
  ['PUT', 'helper.go:319'],
  ['DELETE', 'helper.go:202'],
]);
const LIST = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/[^/]+$/;

/** Where the request is sent from, if the client is one for objects of any kind. */
function placeOf({ method, path, query }: ApiRequest): string {
  if (method !== 'GET') return PLACES.get(method) ?? 'helper.go:105';
  if (path.startsWith('/openapi/v3')) return path === '/openapi/v3' ? 'client.go:46' : 'groupversion.go:75';
  if (path === '/api') return 'discovery_client.go:255';
  if (path === '/apis') return 'discovery_client.go:318';
  if (path === '/version') return 'discovery_client.go:667';
  if (query.some(([name]) => name === 'watch'))
    return query.some(([name]) => name === 'sendInitialEvents') ? 'simple.go:270' : 'helper.go:170';
  return LIST.test(path) ? 'helper.go:113' : 'helper.go:105';
}

function noteBody(what: string, place: string, text: string, verbosity: number, note: Note): void {
  const most = verbosity >= 10 ? Number.POSITIVE_INFINITY : verbosity === 9 ? 10_240 : 1024;
  const shown = text.length > most ? `${text.slice(0, most)} [truncated ${text.length - most} chars]` : text;
  note(
    place,
    shown.includes('\n')
      ? `"${what}" body=<\n\t${shown.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`
      : `"${what}" body=${JSON.stringify(shown)}`,
  );
}

function noteRequest(session: Session, request: ApiRequest, verbosity: number, note: Note): void {
  if (verbosity >= 8) {
    noteBody('Request Body', placeOf(request), bodyText(request.body, isObjectSent(request)), verbosity, note);
  }
  const url = addressOf(session, request);
  if (verbosity >= 9) {
    const flags = headersOf(request).map(([name, value]) => `-H "${name}: ${value}"`);
    note(
      'round_trippers.go:527',
      `"Request" curlCommand=<\n\tcurl -v -X${request.method}  ${flags.join(' ')} '${url}'\n >`,
    );
  } else if (verbosity >= 7) {
    const lines = headersOf(request).map(([name, value]) => `\t${name}: ${value}\n`);
    note('round_trippers.go:527', `"Request" verb="${request.method}" url="${url}" headers=<\n${lines.join('')} >`);
  }
}

function noteResponse(
  session: Session,
  request: ApiRequest,
  response: ApiResponse,
  micros: Micros,
  verbosity: number,
  note: Note,
): void {
  const millis = Math.floor(micros / 1000);
  const status = `${response.code} ${REASONS.get(response.code) ?? ''}`;
  const what =
    verbosity === 7 || verbosity === 8 ? '' : ` verb="${request.method}" url="${addressOf(session, request)}"`;
  const text = verbosity < 8 ? '' : bodyText(asSent(response.body), !request.path.startsWith('/openapi/'));
  const headers = verbosity >= 8 ? ` headers=<\n${responseHeaders(session, response, text)} >` : '';
  const parts =
    verbosity >= 9
      ? ` dnsLookupMilliseconds=0 dialMilliseconds=0 tlsHandshakeMilliseconds=0 serverProcessingMilliseconds=${millis}`
      : '';
  note('round_trippers.go:632', `"Response"${what} status="${status}"${headers} milliseconds=${millis}${parts}`);
  if (verbosity >= 8 && response.stream === undefined)
    noteBody('Response Body', placeOf(request), text, verbosity, note);
}

function responseHeaders(session: Session, { headers }: ApiResponse, text: string): string {
  const date = rfc1123z(rfc3339(session.now)).replace('+0000', 'GMT');
  const all = new Map<string, string>([
    ['Cache-Control', 'no-cache, private'],
    ['Content-Length', String(text.length)],
    ['Content-Type', 'application/json'],
    ['Date', date],
    ...Object.entries(headers).map(([name, value]): [string, string] => [shownHeader(name), String(value)]),
  ]);
  return [...all.keys()]
    .sort()
    .map((name) => `\t${name}: ${all.get(name)}\n`)
    .join('');
}
