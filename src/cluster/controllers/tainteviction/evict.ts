import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { type EventRecorder, objectKey, type RestClient } from '../../clientgo/index.ts';

const CONDITION = 'DisruptionTarget';
const REASON = 'TaintManagerEviction';

/** Marks the Pod, then deletes it. Models addConditionAndDeletePod of pkg/controller/tainteviction/taint_eviction.go (v1.36) */
export function* evictPod(
  evicting: Context,
  client: RestClient,
  recorder: EventRecorder,
  known: Pod,
): Process<boolean> {
  const info = resourceOf('pods');
  const { namespace, name = '' } = known.metadata;
  recorder.event(evicting, bare(known), 'Normal', REASON, `Marking for deletion Pod ${objectKey(known)}`);
  const live = yield* client.get(evicting, info, namespace, name);
  if (isFailure(live)) return live.reason === 'NotFound';
  const body = disruptionPatch(live as Pod, rfc3339(evicting.now));
  if (body !== undefined) {
    const patch = { type: 'strategic', body, subresource: 'status' } as const;
    const answer = yield* client.patch(evicting, info, namespace, name, patch);
    if (isFailure(answer)) return answer.reason === 'NotFound';
  }
  const answer = yield* client.delete(evicting, info, namespace, name);
  return !isFailure(answer) || answer.reason === 'NotFound';
}

export function tellCancelled(ctx: Context, recorder: EventRecorder, pod: Pod): void {
  recorder.event(ctx, bare(pod), 'Normal', REASON, `Cancelling deletion of Pod ${objectKey(pod)}`);
}

/** Only what is new in the status. Undefined when the pod is marked already. */
function disruptionPatch(pod: Pod, timestamp: string): object | undefined {
  const conditions = pod.status?.conditions ?? [];
  if (conditions.some(({ type, status }) => type === CONDITION && status === 'True')) return undefined;
  const others = conditions.filter(({ type }) => type !== CONDITION).map(({ type }) => ({ type }));
  const condition = {
    lastProbeTime: null,
    lastTransitionTime: timestamp,
    message: 'Taint manager: deleting due to NoExecute taint',
    ...(pod.metadata.generation === undefined ? undefined : { observedGeneration: pod.metadata.generation }),
    reason: 'DeletionByTaintManager',
    status: 'True',
    type: CONDITION,
  };
  const order = [...others, { type: CONDITION }];
  const status = { '$setElementOrder/conditions': order, conditions: [condition] };
  return { metadata: { uid: pod.metadata.uid }, status };
}

/** This controller's events name the pod without its UID. */
function bare({ metadata }: Pod): KObject {
  const { namespace, name } = metadata;
  return { kind: 'Pod', apiVersion: 'v1', metadata: { namespace, name } };
}
