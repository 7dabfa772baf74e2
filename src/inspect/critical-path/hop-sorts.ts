import type { Journal } from '../../engine/index.ts';
import type { HopSort } from '../../protocol/critical-path.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { cri } from '../../steps/cri.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { scheduler } from '../../steps/scheduler.ts';
import { laneOf } from '../actors.ts';

/** Steps by which a wait of their own actor ends: for a turn, a poll, a deadline, a pause between two tries. */
const ENDS_A_WAIT: ReadonlySet<string> = new Set([
  apiserver.seated.name,
  clientgoSteps.dequeued.name,
  clientgoSteps.throttled.name,
  kubelet.syncPod.name,
  kubelet.tokenRequested.name,
  kubelet.volumesMounted.name,
  kubelet.relisted.name,
  kubelet.probed.name,
  kubelet.containersStopped.name,
  scheduler.popped.name,
  controllersSteps.nodeSilent.name,
  controllersSteps.evict.name,
]);
/** What comes over the network although one component tells of both of its ends. */
const ARRIVES: ReadonlySet<string> = new Set([cri.imagePulled.name]);

/**
 * What the time between two steps was spent on. From one component to another something travels; within one, it works,
 * unless the second step is the end of a wait. A node's runtime and network are called by its kubelet, not sent to.
 */
export function sortOfHop(journal: Journal, from: number, to: number): HopSort {
  const kind = journal.kindOf(to).name;
  if (ARRIVES.has(kind)) return 'wire';
  if (ENDS_A_WAIT.has(kind)) return 'waiting';
  const [sender, receiver] = [laneOf(journal.actorOf(from)), laneOf(journal.actorOf(to))];
  return sender === receiver ? 'working' : 'wire';
}
