import type { Process } from '../../../engine/index.ts';
import type { ApiResponse } from '../../ports/transport.ts';
import type { Session } from '../session/session.ts';
import { type Discovered, pathOf } from './discovery.ts';

const MIN_TIMEOUT_SECONDS = 300;

/**
 * Watches one object, its present state first: what `rollout status`, `delete` and `wait` do.
 *
 * Models staging/src/k8s.io/client-go/tools/watch/until.go UntilWithSync (v1.36)
 */
export function* watchOne(
  session: Session,
  resource: Discovered,
  namespace: string | undefined,
  name: string,
): Process<ApiResponse> {
  const random = session.host.env.engine.random(`kubectl/${session.id}/watch`);
  const timeout = MIN_TIMEOUT_SECONDS + random.below(MIN_TIMEOUT_SECONDS);
  return yield* session.call({
    method: 'GET',
    path: pathOf(resource, namespace),
    query: [
      ['allowWatchBookmarks', 'true'],
      ['fieldSelector', `metadata.name=${name}`],
      ['resourceVersionMatch', 'NotOlderThan'],
      ['sendInitialEvents', 'true'],
      ['timeoutSeconds', String(timeout)],
      ['watch', 'true'],
    ],
  });
}
