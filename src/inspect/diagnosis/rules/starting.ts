import type { Pod } from '../../../api/types/core.ts';
import { deedBehind, since } from '../moments.ts';
import { type Hold, held } from '../unmet.ts';
import { type PodReader, subjectOfPod } from './pod-facts.ts';

/** What a Pod waits for on its node before any container of it begins: volumes, a sandbox. Its kubelet tells it in Events. */
export const startingHold: PodReader = (world, pod) => {
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const begins = statuses.some(({ state, lastState }) => {
    const reason = state?.waiting?.reason;
    return lastState?.terminated !== undefined || (reason !== 'ContainerCreating' && reason !== 'PodInitializing');
  });
  if (pod.spec?.nodeName === undefined || pod.status?.phase !== 'Pending' || begins) return undefined;
  const event = world.newestEvent(pod, EVENTS, ['Pulling', 'Pulled', 'Started']);
  if (event === undefined) return undefined;
  const name = pod.metadata.name ?? '';
  const hold =
    event.reason === 'FailedCreatePodSandBox'
      ? held('sandbox', { pod: name, message: event.message ?? '' })
      : volumeHold(pod, event.message ?? '');
  const subject = subjectOfPod(pod);
  const placed = since(world.at, subject, (object) => (object as Pod).spec?.nodeName !== undefined);
  return { told: hold, since: () => placed, deed: () => deedBehind(world.at, placed) };
};

const EVENTS = ['FailedMount', 'FailedAttachVolume', 'FailedMapVolume', 'FailedCreatePodSandBox'];

function volumeHold({ metadata }: Pod, message: string): Hold['told'] {
  const pod = metadata.name ?? '';
  const [, volume = ''] = /volume "([^"]+)"/.exec(message) ?? [];
  const [, kind, missing] = /(secret|configmap) "([^"]+)" not found/.exec(message) ?? [];
  if (missing !== undefined)
    return held('volumeMissing', { pod, volume, kind: kind === 'secret' ? 'Secret' : 'ConfigMap', missing });
  return held('volume', {
    pod,
    volume,
    message: message.replace(/^MountVolume\.SetUp failed for volume "[^"]+" : /, ''),
  });
}
