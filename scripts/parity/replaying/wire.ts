import type { ApiRequest, ApiResponse } from '../../../src/cluster/ports/transport.ts';
import { toApiRequest } from '../../../src/server/wire/request.ts';
import { watchHeaders, wireResponse } from '../../../src/server/wire/response.ts';
import type { Json } from '../recordings/json.ts';
import { certificateOf } from './identities.ts';
import type { ClusterStart, HttpAnswer, HttpRequest } from './simulator-port.ts';

/** The request as the served cluster would take it from the wire. */
export function wireRequest({ method, path, user, headers, body }: HttpRequest, start: ClusterStart): ApiRequest {
  const text = body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const read = toApiRequest({
    method,
    target: path,
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(text, 'utf8'),
    clientCertificate: user === null ? undefined : certificateOf(user, start),
  });
  if ('unreadable' in read) throw new Error(read.unreadable);
  return read;
}

export function watchOf(request: ApiRequest, response: ApiResponse): HttpAnswer {
  const headers = watchHeaders(request, response, undefined);
  const contentType = String(headers['content-type'] ?? '');
  return { status: response.code, contentType, warnings: response.warnings, body: '' };
}

export function answerOf(request: ApiRequest, response: ApiResponse): HttpAnswer {
  const { code, headers, body } = wireResponse(request, response, undefined);
  const header = (name: string) => [headers[name] ?? []].flat();
  const contentType = header('content-type')[0] ?? '';
  const text = body.toString('utf8');
  const value = contentType === 'application/json' && text !== '' ? (JSON.parse(text) as Json) : text;
  return { status: code, contentType, warnings: header('warning'), body: value };
}
