import { summarizePod } from '../../../api/pod-summary.ts';
import type { Pod } from '../../../api/types/core.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';

export function isReady(pod: Pod): boolean {
  return (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

export function isLeaving({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function subjectOfPod({ metadata }: Pod): string {
  return `pods/${metadata.namespace}/${metadata.name}`;
}

/** What holds a Pod up that does not run, or is not ready. */
export function podHold({ at }: World, pod: Pod): Hold {
  const subject = subjectOfPod(pod);
  const word = wordOf(pod);
  return {
    told: held('podWord', { pod: pod.metadata.name ?? '', word }),
    held: subject,
    since: () => since(at, subject, (object) => wordOf(object as Pod) === word && !isReady(object as Pod)),
  };
}

/** What kubectl prints; of a Pod that runs, how many of its containers are ready. */
function wordOf(pod: Pod): string {
  const { reason, ready, total } = summarizePod(pod);
  return reason === 'Running' ? `Running ${ready}/${total}` : reason;
}

/** Pods that nobody looks after. */
export const singlePods: Rule = {
  name: 'singlePods',
  *find(world) {
    for (const pod of world.all<Pod>('pods')) {
      if (isLeaving(pod) || isReady(pod) || pod.status?.phase === 'Succeeded') continue;
      if (pod.metadata.ownerReferences?.some(({ controller }) => controller === true) === true) continue;
      yield {
        subject: subjectOfPod(pod),
        wish: wished('pod', { name: pod.metadata.name ?? '' }),
        hold: () => podHold(world, pod),
      };
    }
  },
};
