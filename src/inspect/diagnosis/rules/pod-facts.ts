import type { Pod } from '../../../api/types/core.ts';
import type { Hold } from '../unmet.ts';
import type { World } from '../world.ts';

/** Where somebody wrote what a Pod is made of: the Pod's own spec, or the template of who made it. */
export interface Home {
  readonly subject: string;
  /** The path of the Pod's spec in it. */
  readonly path: string;
}

/** What is in the way of a Pod, as far as one of the topics knows: the first that knows has it. */
export type PodReader = (world: World, pod: Pod, home: Home) => Hold | undefined;

export function isReady(pod: Pod): boolean {
  return (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

export function isLeaving({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

export function subjectOfPod({ metadata }: Pod): string {
  return `pods/${metadata.namespace}/${metadata.name}`;
}

/** It will not run again. */
export function isOver({ status }: Pod): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded';
}
