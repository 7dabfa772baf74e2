import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isFields } from '../../api/go/json.ts';
import { printYaml } from '../../api/yaml/index.ts';
import { PROTOBUF } from '../../cluster/apiserver/request/negotiation.ts';
import { rawDocument } from '../../cluster/ports/raw-documents.ts';
import type { ApiRequest, ApiResponse } from '../../cluster/ports/transport.ts';
import { jsonText } from './json-text.ts';
import { encodeProtobuf } from './protobuf-encode.ts';
import { formOf } from './watch-form.ts';

export type Headers = Record<string, string | readonly string[]>;

/** What goes out for an answer that is not a watch. */
export interface WireResponse {
  readonly code: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** UIDs of the flow schema and priority level that let the request in. */
export interface FlowUids {
  readonly schema: string;
  readonly level: string;
}

/** Smaller bodies are not worth the work. */
export const GZIP_FROM_BYTES = 128 * 1024;
const PEOPLE_S_CLIENTS = /^(?:curl|Wget|Mozilla\/5\.0)/;

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go (v1.36)
export function wireResponse(request: ApiRequest, response: ApiResponse, flow: FlowUids | undefined): WireResponse {
  const { type, body: plain } = bodyOf(request, response);
  const headers: Headers = {
    ...commonHeaders(request, response, flow),
    ...passedOn(response),
    ...(type === '' ? undefined : { 'content-type': type }),
    ...(refusedEarly(response) ? { 'x-content-type-options': 'nosniff' } : undefined),
  };
  // To a HEAD, a program behind says how long the body would have been.
  const length = response.headers['content-length'] ?? String(plain.length);
  if (plain.length < GZIP_FROM_BYTES || !acceptsGzip(request.headers['accept-encoding'])) {
    return { code: response.code, headers: { ...headers, 'content-length': length }, body: plain };
  }
  const packed = gzipSync(plain, { level: 1 });
  const encoding = { 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'content-length': String(packed.length) };
  return { code: response.code, headers: { ...headers, ...encoding }, body: packed };
}

const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';

function bodyOf(request: ApiRequest, response: ApiResponse): { readonly type: string; readonly body: Buffer } {
  const { body, code } = response;
  const given = response.headers['content-type'] ?? JSON_TYPE;
  if (typeof body === 'string') return { type: given, body: Buffer.from(body, 'utf8') };
  // Nothing was agreed upon, so the plainest form is taken.
  if (code === 406) return { type: given, body: Buffer.from(jsonText(body, true).trimEnd(), 'utf8') };
  const document = isFields(body) ? rawDocument(request.path, body) : undefined;
  if (document !== undefined) return { type: given, body: Buffer.from(document, 'utf8') };
  const chosen = given === JSON_TYPE ? formOf(request) : undefined;
  if (chosen?.type === YAML && chosen.as === '') return { type: YAML, body: Buffer.from(printYaml(body), 'utf8') };
  const message = chosen?.type === PROTOBUF ? encodeProtobuf(body) : undefined;
  if (message !== undefined) return { type: PROTOBUF, body: message };
  return { type: given, body: Buffer.from(jsonText(body, wantsPretty(request)), 'utf8') };
}

/** Headers of the program that a request was sent on to. */
function passedOn({ headers }: ApiResponse): Headers {
  const found: Headers = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OWN_HEADERS.has(name)) found[name] = value;
  return found;
}

const OWN_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-length', 'audit-id', 'cache-control']);

/** Headers of a watch: its length is not known, nor is it ever compressed. */
export function watchHeaders(
  request: ApiRequest,
  response: ApiResponse,
  flow: FlowUids | undefined,
  type = JSON_TYPE,
): Headers {
  return { ...commonHeaders(request, response, flow), 'content-type': type };
}

/** A client that names the request gets its name back. */
export function commonHeaders(request: ApiRequest, response: ApiResponse, flow: FlowUids | undefined): Headers {
  const named = request.headers['audit-id'] || randomUUID();
  return {
    'audit-id': response.headers['audit-id'] ?? named,
    'cache-control': response.headers['cache-control'] ?? 'no-cache, private',
    ...(flow === undefined
      ? undefined
      : { 'x-kubernetes-pf-flowschema-uid': flow.schema, 'x-kubernetes-pf-prioritylevel-uid': flow.level }),
    ...(response.warnings.length === 0 ? undefined : { warning: response.warnings.map(warningHeader) }),
    ...retryAfter(response.body),
  };
}

/** Models staging/src/k8s.io/apimachinery/pkg/util/net/http.go, NewWarningHeader (v1.36) */
function warningHeader(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, (letter) => `\\${letter}`).replace(/[\r\n]+/g, ' ')}"`;
}

function retryAfter(body: unknown): Headers {
  const details = isFields(body) && body.kind === 'Status' ? body.details : undefined;
  const seconds = isFields(details) ? details.retryAfterSeconds : undefined;
  return typeof seconds === 'number' && seconds > 0 ? { 'retry-after': String(seconds) } : {};
}

/** Refused by authorization or flow control, or a path that nobody serves. */
function refusedEarly({ code, body, headers }: ApiResponse): boolean {
  if (code === 429) return typeof body === 'string';
  if (code === 404) return typeof body === 'string' && headers['content-type'] !== 'text/html';
  return code === 403 && isFields(body) && /(?:is )?forbidden: User "/.test(String(body.message));
}

function wantsPretty(request: ApiRequest): boolean {
  const asked = request.query.find(([name]) => name === 'pretty')?.[1];
  if (asked !== undefined) return asked === 'true' || asked === '1' || asked === '';
  return PEOPLE_S_CLIENTS.test(request.headers['user-agent'] ?? '');
}

export function acceptsGzip(header: string | undefined): boolean {
  return header !== undefined && /(?:^|,)\s*gzip\s*(?:;|,|$)/.test(header);
}
