import { moreRestarts } from '../../../api/pods/most-restarts.ts';
import type { Pod } from '../../../api/types/core.ts';
import { parseTime } from '../../../api/values/time.ts';
import type { Micros } from '../../../base/time/units.ts';
import { isPodReady, readySince } from './pods.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** Why one pod goes before another; the first criterion that differs decides. */
export type RankReason =
  | 'unassigned'
  | 'phase'
  | 'not ready'
  | 'deletion cost'
  | 'doubled up on its node'
  | 'ready for less time'
  | 'restarts'
  | 'younger'
  | 'uid'
  | 'equal';

interface Compared {
  readonly order: number;
  readonly reason: RankReason;
}

const PHASES: { readonly [phase: string]: number | undefined } = { Pending: 0, Unknown: 1, Running: 2 };

/**
 * The pods that are to go, first to last. `related` counts, per node, the pods of all ReplicaSets of the same owner.
 * Models pkg/controller/controller_utils.go ActivePodsWithRanks (v1.36)
 */
export function rankForDeletion(
  pods: readonly Pod[],
  related: ReadonlyMap<string, number>,
  now: number,
): readonly Pod[] {
  return [...pods].sort((a, b) => comparePods(a, b, related, now).order);
}

export function comparePods(a: Pod, b: Pod, related: ReadonlyMap<string, number>, now: number): Compared {
  const [nodeA, nodeB] = [a.spec.nodeName ?? '', b.spec.nodeName ?? ''];
  if ((nodeA === '') !== (nodeB === '')) return decided(nodeA === '', 'unassigned');
  const phase = (PHASES[a.status?.phase ?? ''] ?? 0) - (PHASES[b.status?.phase ?? ''] ?? 0);
  if (phase !== 0) return { order: phase, reason: 'phase' };
  const [readyA, readyB] = [isPodReady(a), isPodReady(b)];
  if (readyA !== readyB) return decided(!readyA, 'not ready');
  const cost = deletionCost(a) - deletionCost(b);
  if (cost !== 0) return { order: cost, reason: 'deletion cost' };
  const rank = (related.get(nodeB) ?? 0) - (related.get(nodeA) ?? 0);
  if (rank !== 0) return { order: rank, reason: 'doubled up on its node' };
  if (readyA && readyB) {
    const byReady = compareAges(readySince(a), readySince(b), a, b, now, 'ready for less time');
    if (byReady !== undefined) return byReady;
  }
  const restarts = moreRestarts(b, a);
  if (restarts !== 0) return { order: restarts, reason: 'restarts' };
  const [bornA, bornB] = [parseTime(a.metadata.creationTimestamp), parseTime(b.metadata.creationTimestamp)];
  return compareAges(bornA, bornB, a, b, now, 'younger') ?? { order: 0, reason: 'equal' };
}

/** Ages are compared by their binary order of magnitude only; within one, the UID decides. Equal times decide nothing. */
function compareAges(
  timeA: number | undefined,
  timeB: number | undefined,
  a: Pod,
  b: Pod,
  now: number,
  reason: RankReason,
): Compared | undefined {
  if (timeA === timeB || timeA === undefined || timeB === undefined) return undefined;
  const difference = magnitude(now - timeA) - magnitude(now - timeB);
  if (difference !== 0) return { order: difference, reason };
  return decided((a.metadata.uid ?? '') < (b.metadata.uid ?? ''), 'uid');
}

/** The whole part of the binary logarithm of a duration in nanoseconds, without a logarithm. */
export function magnitude(micros: Micros): number {
  if (micros <= 0) return -1;
  let rest = micros * 1000;
  let log = 0;
  while (rest >= 0x1_0000_0000) {
    rest /= 2;
    log += 1;
  }
  return log + 31 - Math.clz32(rest);
}

function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.[DELETION_COST] ?? '0';
  return /^(0|-?[1-9]\d{0,9})$/.test(text) ? Number(text) : 0;
}

function decided(first: boolean, reason: RankReason): Compared {
  return { order: first ? -1 : 1, reason };
}
