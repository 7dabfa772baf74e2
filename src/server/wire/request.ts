import { jsonOrText } from '../../api/go/json-syntax.ts';
import { parseManifests } from '../../api/yaml/index.ts';
import type { ApiRequest, ClientCertificate, Method } from '../../cluster/ports/transport.ts';
import { decodeProtobuf } from './protobuf.ts';
import { strictTextErrors } from './strict-text.ts';

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, escaped. */
  readonly target: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly clientCertificate: ClientCertificate | undefined;
  readonly from?: string | undefined;
}

/** Answered before any filter, in plain text. */
export interface Unreadable {
  readonly unreadable: string;
}

/** The request as the simulated server takes it. */
export function toApiRequest(wire: WireRequest): ApiRequest | Unreadable {
  const mark = wire.target.indexOf('?');
  const path = mark < 0 ? wire.target : wire.target.slice(0, mark);
  if (!path.startsWith('/') || decoded(path) === undefined) return { unreadable: '400 Bad Request' };
  const query = mark < 0 ? [] : parseQuery(wire.target.slice(mark + 1));
  const headers = headersOf(wire.rawHeaders);
  const text = wire.body.toString('utf8');
  const type = mediaType(headers['content-type']);
  const { body, bodyError } = type === PROTOBUF ? readProtobuf(wire.body) : { body: parseBody(text, type) };
  const checked =
    typeof body === 'object' && !query.some(([name, value]) => name === 'fieldValidation' && value === 'Ignore');
  const textErrors = checked ? strictTextErrors(text, body, type) : [];
  return {
    // Other methods are passed on as they are: the server answers that they are not allowed.
    method: wire.method as Method,
    path,
    query,
    headers,
    body,
    clientCertificate: wire.clientCertificate,
    ...(wire.from === undefined ? undefined : { from: wire.from }),
    ...(textErrors.length === 0 ? undefined : { textErrors }),
    ...(bodyError === undefined ? undefined : { bodyError }),
  };
}

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Bytes that are no object stay text, as JSON that cannot be read does. */
function readProtobuf(bytes: Buffer): { readonly body: unknown; readonly bodyError?: string } {
  if (bytes.length === 0) return { body: undefined, bodyError: 'empty data' };
  const decoded = decodeProtobuf(bytes);
  return 'object' in decoded ? { body: decoded.object } : { body: bytes.toString('latin1'), bodyError: decoded.error };
}

function mediaType(header: string | undefined): string {
  return (header ?? JSON_TYPE).split(';', 1)[0]?.trim() ?? '';
}

/** Models the Go standard library, net/url ParseQuery: what cannot be read is left out. */
export function parseQuery(text: string): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const part of text.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const equals = part.indexOf('=');
    const name = decoded((equals < 0 ? part : part.slice(0, equals)).replaceAll('+', ' '));
    const value = equals < 0 ? '' : decoded(part.slice(equals + 1).replaceAll('+', ' '));
    if (name !== undefined && value !== undefined) pairs.push([name, value]);
  }
  return pairs;
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Lower-case names, and the one scheme of authorization as it is usually spelt; values of a repeated header behind one another. Pseudo-headers of HTTP/2 are none. */
export function headersOf(raw: readonly string[]): ApiRequest['headers'] {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    if (name.startsWith(':')) continue;
    const known = headers[name];
    headers[name] = known === undefined ? (raw[at + 1] as string) : `${known},${raw[at + 1]}`;
  }
  const scheme = /^bearer +/i.exec(headers.authorization ?? '')?.[0];
  if (scheme !== undefined) headers.authorization = `Bearer ${headers.authorization?.slice(scheme.length)}`;
  return headers;
}

/** JSON or YAML as a value, of several documents the first; what cannot be read stays text, and the server says what is wrong with it. */
export function parseBody(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (type.endsWith('yaml')) {
    const { documents, errors } = parseManifests(text);
    return errors.length > 0 ? jsonInYaml(text) : documents[0]?.object;
  }
  return jsonOrText(text);
}

/** JSON, which most clients send as YAML, may be nested deeper than other YAML. */
function jsonInYaml(text: string): unknown {
  return text.startsWith('{') ? jsonOrText(text) : text;
}
