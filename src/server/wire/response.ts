import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isFields } from '../../api/json.ts';
import { printYaml } from '../../api/yaml/index.ts';
import type { ApiRequest, ApiResponse } from '../../cluster/ports/transport.ts';
import { jsonText } from './json-text.ts';

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
  const given = response.headers['content-type'] ?? 'application/json';
  const isText = typeof response.body === 'string';
  const yaml = !isText && given === 'application/json' && wantsYaml(request.headers.accept);
  const text = isText
    ? (response.body as string)
    : yaml
      ? printYaml(response.body)
      : response.code === 406
        ? jsonText(response.body, true).trimEnd() // nothing was agreed upon, so the plainest form is taken
        : jsonText(response.body, wantsPretty(request));
  const headers: Headers = {
    ...commonHeaders(response, flow),
    ...passedOn(response),
    'content-type': yaml ? 'application/yaml' : given,
    ...(refusedEarly(response) ? { 'x-content-type-options': 'nosniff' } : undefined),
  };
  const plain = Buffer.from(text, 'utf8');
  if (plain.length < GZIP_FROM_BYTES || !acceptsGzip(request.headers['accept-encoding'])) {
    return { code: response.code, headers: { ...headers, 'content-length': String(plain.length) }, body: plain };
  }
  const packed = gzipSync(plain, { level: 1 });
  const encoding = { 'content-encoding': 'gzip', vary: 'Accept-Encoding', 'content-length': String(packed.length) };
  return { code: response.code, headers: { ...headers, ...encoding }, body: packed };
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
export function watchHeaders(response: ApiResponse, flow: FlowUids | undefined): Headers {
  return { ...commonHeaders(response, flow), 'content-type': 'application/json' };
}

export function commonHeaders(response: ApiResponse, flow: FlowUids | undefined): Headers {
  return {
    'audit-id': response.headers['audit-id'] ?? randomUUID(),
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

/** Refused by authorization, or a path that nobody serves. */
function refusedEarly({ code, body, headers }: ApiResponse): boolean {
  if (code === 404) return typeof body === 'string' && headers['content-type'] !== 'text/html';
  return code === 403 && isFields(body) && /(?:is )?forbidden: User "/.test(String(body.message));
}

function wantsYaml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('application/yaml')) return false;
  const first = accept.split(',').find((clause) => /application\/(?:json|yaml|\*)|\*\/\*/.test(clause));
  return first?.includes('application/yaml') === true && !first.includes('as=');
}

function wantsPretty(request: ApiRequest): boolean {
  const asked = request.query.find(([name]) => name === 'pretty')?.[1];
  if (asked !== undefined) return asked === 'true' || asked === '1' || asked === '';
  return PEOPLE_S_CLIENTS.test(request.headers['user-agent'] ?? '');
}

export function acceptsGzip(header: string | undefined): boolean {
  return header !== undefined && /(?:^|,)\s*gzip\s*(?:;|,|$)/.test(header);
}
