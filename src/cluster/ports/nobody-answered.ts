// Models staging/src/k8s.io/client-go/rest/request.go (v1.36): what a client makes of a connection that fails
import { failure } from '../../api/errors/status.ts';
import type { Context } from '../../engine/index.ts';
import type { ApiResponse } from './transport.ts';

/** Code 0: no server has said anything. `own` is caused by what went wrong. */
export function nobodyAnswered(own: Context, why: string, headers: ApiResponse['headers'] = {}): ApiResponse {
  const body = failure(503, 'ServiceUnavailable', why);
  return { code: 0, headers, body, stream: undefined, warnings: [], origin: own.originOnly() };
}
