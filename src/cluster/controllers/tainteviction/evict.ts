import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { type EventRecorder, objectKey, type RestClient } from '../../clientgo/index.ts';
import { markAndDelete } from '../shared/mark-and-delete.ts';

const REASON = 'TaintManagerEviction';
const DISRUPTION = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
};

const TRIES = 5;
const NEXT_TRY = 10 * MILLISECOND;

/** Marks the Pod, then deletes it. After a few tries it is left alone. Models deletePodHandler of pkg/controller/tainteviction/taint_eviction.go (v1.36) */
export function* evictPod(evicting: Context, client: RestClient, recorder: EventRecorder, known: Pod): Process {
  recorder.event(evicting, bare(known), 'Normal', REASON, `Marking for deletion Pod ${objectKey(known)}`);
  for (let tries = 1; !(yield* getAndDelete(evicting, client, known)) && tries < TRIES; tries += 1) {
    yield evicting.sleep(NEXT_TRY);
  }
}

/** A Pod that is gone is a failure like any other. */
function* getAndDelete(evicting: Context, client: RestClient, { metadata }: Pod): Process<boolean> {
  const live = yield* client.get(evicting, resourceOf('pods'), metadata.namespace, metadata.name ?? '');
  return !isFailure(live) && (yield* markAndDelete(evicting, client, live, DISRUPTION)) === undefined;
}

export function tellCancelled(ctx: Context, recorder: EventRecorder, pod: Pod): void {
  recorder.event(ctx, bare(pod), 'Normal', REASON, `Cancelling deletion of Pod ${objectKey(pod)}`);
}

/** This controller's events name the pod without its UID. */
function bare({ metadata }: Pod): KObject {
  const { namespace, name } = metadata;
  return { kind: 'Pod', apiVersion: 'v1', metadata: { namespace, name } };
}
