import { summarizePod } from '../../../api/pods/summary.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { containerHold } from './containers.ts';
import { isServing } from './nodes.ts';
import { type Home, isLeaving, isOver, isReady, type PodReader, subjectOfPod } from './pod-facts.ts';
import { schedulingHold } from './scheduling.ts';
import { startingHold } from './starting.ts';

const READERS: readonly PodReader[] = [lostNode, rejected, schedulingHold, startingHold, containerHold];

/** What holds a Pod up that does not run, or is not ready. */
export function podHold(world: World, pod: Pod, home: Home): Hold {
  const subject = subjectOfPod(pod);
  const word = wordOf(pod);
  const same = (object: unknown) => sortOf(wordOf(object as Pod)) === sortOf(word) && !isReady(object as Pod);
  const common = { held: subject, since: () => since(world.at, subject, same) };
  for (const read of READERS) {
    const hold = read(world, pod, home);
    if (hold !== undefined) return { ...common, ...hold };
  }
  return { ...common, told: held('podWord', { pod: pod.metadata.name ?? '', word }) };
}

/** Who fails, waits and tries again is in the same trouble all the time. */
function sortOf(word: string): string {
  return /ImagePull(?:BackOff)?$/.test(word) ? 'ImagePull' : word;
}

/** What kubectl prints; of a Pod that runs, how many of its containers are ready. */
function wordOf(pod: Pod): string {
  const { reason, ready, total } = summarizePod(pod);
  return reason === 'Running' ? `Running ${ready}/${total}` : reason;
}

/** Nobody on its node says what became of it. */
function lostNode(world: World, pod: Pod): Hold | undefined {
  const node = pod.spec?.nodeName;
  if (node === undefined || isOver(pod)) return undefined;
  if (isServing(world, world.get<Node>(`nodes/${node}`))) return undefined;
  return { told: held('nodeLost', { pod: pod.metadata.name ?? '', node }), held: `nodes/${node}` };
}

/** Its kubelet would not have it, or sent it away. */
function rejected(_: World, { metadata, spec, status }: Pod): Hold | undefined {
  const { phase, reason = '', message = '' } = status ?? {};
  if (phase !== 'Failed' || reason === '') return undefined;
  const args = { pod: metadata.name ?? '', node: spec?.nodeName ?? '', message };
  return { told: reason === 'Evicted' ? held('evicted', args) : held('rejected', { ...args, reason }) };
}

/** Pods that nobody looks after. */
export const singlePods: Rule = {
  name: 'singlePods',
  *find(world) {
    for (const pod of world.all<Pod>('pods')) {
      if (isLeaving(pod) || isReady(pod) || pod.status?.phase === 'Succeeded') continue;
      if (pod.metadata.ownerReferences?.some(({ controller }) => controller === true) === true) continue;
      const subject = subjectOfPod(pod);
      yield {
        subject,
        wish: wished('pod', { name: pod.metadata.name ?? '' }),
        hold: () => podHold(world, pod, { subject, path: 'spec' }),
      };
    }
  },
};
