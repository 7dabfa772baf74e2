import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Unmet, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { isLeaving, isReady, subjectOfPod } from './pod-facts.ts';
import { podHold } from './pods.ts';
import { setOfDeployment } from './workloads.ts';

/** The wish of an object that is not told by itself, because it is told with its owner: a Pod, a ReplicaSet. */
export function wishOfOwned(world: World, object: KObject, subject: string): Unmet | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  if (subject.startsWith('pods/')) return ofPod(world, object as Pod);
  return subject.startsWith('replicasets.apps/') ? setOfDeployment(world, object as ReplicaSet) : undefined;
}

function ofPod(world: World, pod: Pod): Unmet | undefined {
  if (isLeaving(pod) || isReady(pod) || pod.status?.phase === 'Succeeded') return undefined;
  const subject = subjectOfPod(pod);
  return {
    subject,
    wish: wished('pod', { name: pod.metadata.name ?? '' }),
    hold: () => podHold(world, pod, { subject, path: 'spec' }),
  };
}
