import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { PROTOBUF } from '../../cluster/apiserver/request/negotiation.ts';
import type { ApiRequest, ApiResponse } from '../../cluster/ports/transport.ts';
import { jsonText } from './json-text.ts';
import { swaggerProtobuf } from './openapi-protobuf.ts';
import { encodeProtobuf } from './protobuf-encode.ts';
import { acceptsGzip, GZIP_FROM_BYTES, type WireResponse } from './response.ts';

const JSON_TYPE = 'application/json';
const SWAGGER_PROTOBUF: readonly string[] = [
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
];
const ROOT = '/openapi/v3';
const AGGREGATED = /;as=APIGroupDiscoveryList$/;
const HASH = /[?&]hash=([0-9A-F]+)/;

/** The index says by which hash each document is asked for. */
export type OpenApiIndex = { readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>> };

interface Encoded {
  readonly bytes: Buffer;
  readonly etag: string;
  packed: Buffer | undefined;
}

/** Documents are kept by the server as long as they hold, so their bytes are, too. */
const encoded = new WeakMap<object, Map<string, Encoded>>();

/**
 * OpenAPI documents and aggregated discovery carry a tag of what they hold, so that clients need not fetch them twice;
 * undefined for other answers.
 * Models staging/src/k8s.io/kube-openapi/pkg/handler/handler.go, handler3/handler.go (v1.36)
 */
export function openApiResponse(
  request: ApiRequest,
  response: ApiResponse,
  index: () => OpenApiIndex,
  now: Date,
): WireResponse | undefined {
  const { path, headers } = request;
  if (AGGREGATED.test(response.headers['content-type'] ?? '')) return aggregatedResponse(request, response);
  if (!path.startsWith('/openapi/v') || response.code !== 200 || typeof response.body !== 'object') return undefined;
  const isIndex = path === ROOT || path === `${ROOT}/`;
  const type = isIndex ? JSON_TYPE : negotiated(headers.accept, path === '/openapi/v2');
  if (type === undefined)
    return { code: 406, headers: { vary: 'Accept', 'content-length': '0' }, body: Buffer.alloc(0) };
  const known = encode(response.body as object, type);
  const { bytes } = known;
  const name = path.slice(ROOT.length + 1);
  const address = path.startsWith(ROOT) && !isIndex ? index().paths[name]?.serverRelativeURL : undefined;
  const etag = HASH.exec(address ?? '')?.[1] ?? known.etag;
  const asked = request.query.find(([key]) => key === 'hash')?.[1] ?? '';
  if (address !== undefined && asked !== '' && asked !== etag) {
    const body = Buffer.from(`<a href="${address}">Moved Permanently</a>.\n\n`);
    const moved = { location: address, 'content-type': 'text/html; charset=utf-8', vary: 'Accept' };
    return { code: 301, headers: { ...moved, 'content-length': String(body.length) }, body };
  }
  const common = {
    ...(isIndex ? undefined : { vary: 'Accept' }),
    etag: `"${etag}"`,
    'last-modified': now.toUTCString(),
    ...(asked === '' || isIndex ? undefined : { 'cache-control': 'public, immutable', expires: inAYear(now) }),
  };
  if (matches(headers['if-none-match'], etag)) return { code: 304, headers: common, body: Buffer.alloc(0) };
  const described = { ...common, 'content-type': type };
  if (bytes.length < GZIP_FROM_BYTES || !acceptsGzip(headers['accept-encoding'])) {
    const length = { 'accept-ranges': 'bytes', 'content-length': String(bytes.length) };
    return { code: 200, headers: { ...described, ...length }, body: bytes };
  }
  known.packed ??= gzipSync(bytes, { level: 1 });
  const length = { 'content-encoding': 'gzip', 'content-length': String(known.packed.length) };
  return { code: 200, headers: { ...described, ...length, vary: 'Accept, Accept-Encoding' }, body: known.packed };
}

/** Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/etag.go (v1.36) */
function aggregatedResponse({ headers }: ApiRequest, response: ApiResponse): WireResponse {
  const inProtobuf = (headers.accept ?? '').trimStart().startsWith(PROTOBUF);
  const { bytes, etag } = encode(response.body as object, inProtobuf ? PROTOBUF : JSON_TYPE);
  const common = { 'cache-control': 'public', etag: `"${etag}"`, vary: 'Accept' };
  if (matches(headers['if-none-match'], etag)) return { code: 304, headers: common, body: Buffer.alloc(0) };
  const given = response.headers['content-type'] as string;
  const type = inProtobuf ? given.replace(JSON_TYPE, PROTOBUF) : given;
  return {
    code: 200,
    headers: { ...common, 'content-type': type, 'content-length': String(bytes.length) },
    body: bytes,
  };
}

/** The first type that both know, as the clauses come. */
function negotiated(accept: string | undefined, isSwagger: boolean): string | undefined {
  if (accept === undefined || accept === '') return JSON_TYPE;
  const known = isSwagger ? [JSON_TYPE, ...SWAGGER_PROTOBUF] : [JSON_TYPE];
  for (const clause of byQuality(accept)) {
    const [type = '', subtype = ''] = clause.split('/');
    const found = known.find((each) => {
      const [main, sub] = each.split('/');
      return (type === '*' || type === main) && (subtype === '*' || subtype === sub);
    });
    // The older name is no valid media type, so nobody is answered with it.
    if (found !== undefined) return found === JSON_TYPE ? found : SWAGGER_PROTOBUF[1];
  }
  return undefined;
}

function byQuality(accept: string): readonly string[] {
  const clauses = accept.split(',').map((clause) => {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim());
    const quality = parameters.find((each) => each.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  return clauses.sort((a, b) => b.quality - a.quality).map(({ type }) => type);
}

function encode(body: object, type: string): Encoded {
  const known = encoded.get(body) ?? new Map<string, Encoded>();
  encoded.set(body, known);
  let found = known.get(type);
  if (found === undefined) {
    const bytes = bytesOf(body, type);
    found = { bytes, etag: createHash('sha512').update(bytes).digest('hex').toUpperCase(), packed: undefined };
    known.set(type, found);
  }
  return found;
}

function bytesOf(body: object, type: string): Buffer {
  if (type === JSON_TYPE) return Buffer.from(jsonText(body).trimEnd(), 'utf8');
  return type === PROTOBUF ? (encodeProtobuf(body) ?? Buffer.alloc(0)) : swaggerProtobuf(body);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => ['*', `"${etag}"`, `W/"${etag}"`].includes(each.trim()));
}

function inAYear(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), now.getUTCDate())).toUTCString();
}
