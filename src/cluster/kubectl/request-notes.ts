// Models staging/src/k8s.io/client-go/transport/round_trippers.go and rest/request.go (v1.36): what -v=6 and more says of requests

import { goJson } from '../../api/go-json.ts';
import { rfc3339 } from '../../api/time.ts';
import type { ApiRequest, ApiResponse } from '../ports/transport.ts';
import { rfc1123z } from './print/describe/writer.ts';
import type { Session } from './session.ts';

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

/** Makes the session say what it sends and is answered, where it has a client for that. */
export function withNotes(session: Session, verbosity: number, hasClient: boolean): void {
  const note = (place: string, text: string): void => session.complain(`I${stamp(session)} ${place}] ${text}\n`);
  note('loader.go:407', 'Config loaded from file:  /home/user/.kube/config');
  if (!hasClient) return;
  for (const [name, enabled] of GATES) {
    note('envvar.go:195', `"Feature gate default state" feature="${name}" enabled=${enabled}`);
  }
  session.onRequest = (request) => noteRequest(session, request, verbosity, note);
  const known = { code: 200, headers: {}, body: undefined, stream: undefined, warnings: [] };
  session.onKnown = (request) => {
    noteRequest(session, request, verbosity, note);
    noteResponse(session, request, known, 0, verbosity, note);
  };
  session.onResponse = (request, response, micros) => noteResponse(session, request, response, micros, verbosity, note);
}

type Note = (place: string, text: string) => void;

/** `1121 15:41:31.842697    6676` */
function stamp(session: Session): string {
  const time = rfc3339(session.now);
  const micros = String(session.now % 1_000_000).padStart(6, '0');
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

function bodyText(body: unknown): string {
  return body === undefined ? '' : typeof body === 'string' ? body : goJson(body);
}

function noteBody(what: string, text: string, verbosity: number, note: Note): void {
  const most = verbosity >= 10 ? Number.POSITIVE_INFINITY : verbosity === 9 ? 10_240 : 1024;
  const shown = text.length > most ? `${text.slice(0, most)} [truncated ${text.length - most} chars]` : text;
  note(
    'helper.go:105',
    shown.includes('\n') || what === 'Response Body'
      ? `"${what}" body=<\n\t${shown.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`
      : `"${what}" body=${JSON.stringify(shown)}`,
  );
}

function noteRequest(session: Session, request: ApiRequest, verbosity: number, note: Note): void {
  if (verbosity >= 8) noteBody('Request Body', bodyText(request.body), verbosity, note);
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
  micros: number,
  verbosity: number,
  note: Note,
): void {
  const millis = Math.floor(micros / 1000);
  const status = `${response.code} ${REASONS.get(response.code) ?? ''}`;
  const what =
    verbosity === 7 || verbosity === 8 ? '' : ` verb="${request.method}" url="${addressOf(session, request)}"`;
  const text = bodyText(response.body);
  const headers = verbosity >= 8 ? ` headers=<\n${responseHeaders(session, response, text)} >` : '';
  const parts =
    verbosity >= 9
      ? ` dnsLookupMilliseconds=0 dialMilliseconds=0 tlsHandshakeMilliseconds=0 serverProcessingMilliseconds=${millis}`
      : '';
  note('round_trippers.go:632', `"Response"${what} status="${status}"${headers} milliseconds=${millis}${parts}`);
  if (verbosity >= 8 && response.stream === undefined) noteBody('Response Body', text, verbosity, note);
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
