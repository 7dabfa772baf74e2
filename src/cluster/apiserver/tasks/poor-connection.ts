// Models nothing upstream: requests that a fault of the run makes late, or loses (v1.36)

import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Random, Wait } from '../../../engine/index.ts';
import { faults } from '../../../steps/faults.ts';
import type { Faults } from '../../ports/environment.ts';
import { type ApiRequest, type ApiResponse, nobodyAnswered } from '../../ports/transport.ts';

/** How much longer it takes to arrive, if it does. */
export function delayed(ctx: Context, request: ApiRequest, rates: Faults, random: Random): Wait | undefined {
  const { slowRequestPerMille: perMille, slowRequestMillis: millis } = rates;
  if (!random.chance(perMille, 1000)) return undefined;
  return ctx.step(faults.requestSlow, request.path, { millis, perMille }).sleep(millis * MILLISECOND);
}

/**
 * A fault of the run: the connection breaks before the request arrives, or on the way back of its answer. Who only asked asks
 * again after a second; who wrote does not know whether it was done.
 */
// Models staging/src/k8s.io/client-go/rest/{request,with_retry}.go (v1.36): a GET whose connection is reset is sent again
export function connectionBroken(
  ctx: Context,
  request: ApiRequest,
  perMille: number,
  answer?: ApiResponse,
): ApiResponse {
  answer?.stream?.stop();
  const { method, path } = request;
  const own = ctx.step(faults.requestLost, path, { method, path, perMille, done: answer !== undefined });
  return nobodyAnswered(own, 'read: connection reset by peer', method === 'GET' ? { 'retry-after': '1' } : {});
}
