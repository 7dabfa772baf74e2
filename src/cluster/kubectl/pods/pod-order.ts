// Models staging/src/k8s.io/kubectl/pkg/util/podutils/podutils.go (v1.36)

import { moreRestarts } from '../../../api/pods/most-restarts.ts';
import type { Pod } from '../../../api/types/core.ts';
import { goSorted } from '../../../base/go-sort.ts';

/** What one wants of the best Pod: to read its logs, or to work in it. Only restarts are looked at in different ways. */
export type Purpose = 'logs' | 'work';

/** Phases in the order in which Pods are wanted. What is not named is as good as the first to read logs of, and else last. */
const PHASES: Readonly<Record<Purpose, readonly string[]>> = {
  logs: ['Running', 'Unknown', 'Pending'],
  work: ['Running', 'Unknown'],
};

/** The best one first: on a node, running, ready, and that for longest. */
export function bestFirst(pods: readonly Pod[], purpose: Purpose): readonly Pod[] {
  return goSorted(pods, (a, b) => isBetter(a, b, purpose));
}

function isBetter(a: Pod, b: Pod, purpose: Purpose): boolean {
  const isPlaced = ({ spec }: Pod) => (spec.nodeName ?? '') !== '';
  if (isPlaced(a) !== isPlaced(b)) return isPlaced(a);
  const phases = phaseOf(a, purpose) - phaseOf(b, purpose);
  if (phases !== 0) return phases < 0;
  const [readyA, readyB] = [readySince(a), readySince(b)];
  if ((readyA === undefined) !== (readyB === undefined)) return readyA !== undefined;
  if (readyA !== undefined && readyB !== undefined && readyA !== readyB) return isEarlier(readyA, readyB);
  const restarts = moreRestarts(a, b);
  if (restarts !== 0) return purpose === 'logs' ? restarts > 0 : restarts < 0;
  return isEarlier(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '');
}

function phaseOf({ status }: Pod, purpose: Purpose): number {
  const at = PHASES[purpose].indexOf(status?.phase ?? '');
  if (at >= 0) return at;
  return purpose === 'logs' ? 0 : PHASES.work.length;
}

/** Since when it is ready; undefined when it is not, empty when nobody knows. */
function readySince({ status }: Pod): string | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' ? (ready.lastTransitionTime ?? '') : undefined;
}

/** No time is after every time. */
function isEarlier(a: string, b: string): boolean {
  return a !== '' && (b === '' || a < b);
}
