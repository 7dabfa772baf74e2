// Models nothing upstream: what there was on the machines of a cluster that somebody brought (v1.36)

import type { Pod } from '../../api/types/core.ts';
import type { StartState } from '../../brought/start-state.ts';
import type { SeenPrograms } from '../ports/found.ts';
import { seenPrograms } from './evidence.ts';
import { objectsOf } from './state.ts';

/** What machines know of the time before the run. */
export interface Before {
  /** Pods, by uid, that kubelets have started. */
  readonly ran: ReadonlySet<string>;
  readonly seen: SeenPrograms;
}

export function runBefore(start: StartState): Before {
  const pods = objectsOf<Pod>(start, 'Pod', 'v1');
  const ran = pods.filter(({ spec }) => (spec.nodeName ?? '') !== '').map(({ metadata }) => metadata.uid ?? '');
  return { ran: new Set(ran), seen: seenPrograms(start) };
}
