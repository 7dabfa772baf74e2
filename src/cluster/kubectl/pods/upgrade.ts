// Models staging/src/k8s.io/streaming/pkg/httpstream/wsstream (v1.36)

import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import { type Failure, failure, failureOf } from '../session/errors.ts';
import type { Query, Session } from '../session/session.ts';

/** What a request says that is to become a stream both ways. */
const UPGRADE = { upgrade: 'websocket', connection: 'Upgrade' };
const OLDER = { upgrade: 'SPDY/3.1', connection: 'Upgrade', 'x-stream-protocol-version': 'v5.channel.k8s.io' };

/**
 * Opens a stream both ways; where that is refused, once more in the older way.
 *
 * Models staging/src/k8s.io/client-go/tools/remotecommand/fallback.go (v1.36)
 */
export function* openUpgraded(
  session: Session,
  path: string,
  query: Query = [],
  protocol = 'v5.channel.k8s.io',
): Process<ApiResponse> {
  const headers = { ...UPGRADE, 'sec-websocket-protocol': protocol };
  const response = yield* session.call({ method: 'GET', path, query, headers });
  if (response.channels !== undefined) return response;
  return yield* session.call({ method: 'POST', path, query, headers: OLDER });
}

/** A refusal of the request itself. Models staging/src/k8s.io/client-go/transport/spdy/spdy.go (v1.36) */
export function notUpgraded({ code, body }: ApiResponse, before = ''): Failure {
  const message = (body as { readonly message?: string } | undefined)?.message;
  return message === undefined ? failureOf(code, body) : failure(`${before}unable to upgrade connection: ${message}`);
}
