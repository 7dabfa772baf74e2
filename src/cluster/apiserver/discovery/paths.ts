import type { Context } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { Answer } from '../handlers/scope.ts';
import type { Services } from '../services.ts';

/** Paths that are not about a resource. */
export function answerPath(_services: Services, ctx: Context, _request: ApiRequest): Answer {
  return { ctx, code: 404, body: '404 page not found\n', contentType: 'text/plain; charset=utf-8' };
}
