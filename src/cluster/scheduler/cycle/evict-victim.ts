import { isFailure } from '../../../api/errors/status.ts';
import { disruptionPatch } from '../../../api/pods/conditions.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { scheduler as kinds } from '../../../steps/scheduler.ts';
import type { RestClient } from '../../clientgo/client.ts';
import type { EventRecorder } from '../../clientgo/event-recorder.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import type { PodInfo } from '../objects/pod-info.ts';

const MESSAGE = 'default-scheduler: preempting to accommodate a higher priority pod';

interface Writers {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly pods: SharedInformer<Pod>;
}

/** Says who ends the pod and why, and deletes it; false: it is not known to go. Models pkg/scheduler/framework/preemption/executor.go PreemptPod (v1.36) */
export function* evictVictim(
  { client, recorder, pods: informer }: Writers,
  ctx: Context,
  preemptor: PodInfo,
  victim: PodInfo,
  node: string,
): Process<boolean> {
  const pods = resourceOf('pods');
  const { namespace, name = '' } = victim.pod.metadata;
  // The cache keeps only what a placed Pod asks for; its status comes from the informer.
  const pod = informer.indexer.get(ctx, victim.key) ?? victim.pod;
  const evicted = ctx.step(kinds.victim, `pods/${victim.key}`, { preemptor: preemptor.key, node });
  const status = disruptionPatch(pod, 'PreemptionByScheduler', MESSAGE, ctx.wall);
  if (status !== undefined) {
    const patch = { type: 'strategic', body: { status }, subresource: 'status' } as const;
    const answer = yield* client.patch(evicted, pods, namespace, name, patch);
    if (isFailure(answer)) return answer.reason === 'NotFound';
  }
  const answer = yield* client.delete(evicted, pods, namespace, name);
  if (isFailure(answer)) return answer.reason === 'NotFound';
  recorder.event(evicted, pod, 'Normal', 'Preempted', `Preempted by pod ${preemptor.uid} on node ${node}`, {
    action: 'Preempting',
  });
  return true;
}
