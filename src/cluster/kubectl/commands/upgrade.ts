// Models staging/src/k8s.io/streaming/pkg/httpstream/wsstream (v1.36)

import type { ApiResponse } from '../../ports/transport.ts';
import { type Failure, failure, failureOf } from '../errors.ts';

/** What a request says that is to become a stream both ways. */
export const UPGRADE = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-protocol': 'v5.channel.k8s.io' };

/** A refusal of the request itself. Models staging/src/k8s.io/client-go/transport/spdy/spdy.go (v1.36) */
export function notUpgraded({ code, body }: ApiResponse): Failure {
  const message = (body as { readonly message?: string } | undefined)?.message;
  return code === 400 && message !== undefined
    ? failure(`unable to upgrade connection: ${message}`)
    : failureOf(code, body);
}
