import { isFailure } from '../../../api/errors/status.ts';
import type { StatefulSet, StatefulSetStatus } from '../../../api/types/apps.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import type { StatefulSetParts } from './parts.ts';
import { STATEFUL_SETS } from './resources.ts';
import { sameStatefulStatus } from './status.ts';

/** A refused status is tried again with what the cache has by then. Models client-go/util/retry DefaultRetry (v1.36) */
const STATUS_TRIES = 5;
const STATUS_PAUSE = 10 * MILLISECOND;

/** Models pkg/controller/statefulset/stateful_set_status_updater.go (v1.36) */
export function* writeStatus(
  parts: StatefulSetParts,
  ctx: Context,
  set: StatefulSet,
  key: string,
  next: StatefulSetStatus,
): Process<boolean> {
  if (sameStatefulStatus(set.status, next)) return true;
  const { replicas, readyReplicas: ready = 0, updatedReplicas: updated = 0 } = next;
  for (let tries = 1, current = set; ; tries += 1) {
    const writing = ctx.step(statefulsetSteps.writeStatus, subjectOfObject(STATEFUL_SETS, set), {
      replicas,
      ready,
      updated,
    });
    const body = { ...current, status: next };
    const answer = yield* parts.client.update(writing, STATEFUL_SETS, body, { subresource: 'status' });
    if (!isFailure(answer)) {
      parts.consistency.wroteAt(key, 'statefulsets', (answer as KObject).metadata.resourceVersion);
      return true;
    }
    if (answer.reason !== 'Conflict' || tries === STATUS_TRIES) return false;
    current = parts.sets.indexer.get(writing, key) ?? current;
    yield ctx.sleep(STATUS_PAUSE);
  }
}
