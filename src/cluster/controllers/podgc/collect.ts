// Models pkg/controller/podgc/gc_controller.go gcTerminated, gcOrphaned, gcUnscheduledTerminating (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import { disruptionPatch } from '../../../api/pods/conditions.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import { compareStrings } from '../../../base/order.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { subjectOf } from '../../ports/subject.ts';
import { PODS } from '../shared/pod-control.ts';
import { isFinished } from '../shared/pods.ts';
import type { CollectorParts } from './parts.ts';
import { isOutOfService, MANY_ENDED } from './threshold.ts';

const NODES = resourceOf('nodes');
/** A node that comes back within this time keeps its Pods. */
const QUARANTINE = 40 * SECOND;

/** One round; true when another has to follow. */
export function* collect(parts: CollectorParts, ctx: Context): Process<boolean> {
  const pods = parts.pods.indexer.list(ctx);
  for (const pod of surplusEnded(pods, MANY_ENDED))
    yield* failAndRemove(parts, ctx, pod, `more than ${MANY_ENDED} Pods have ended`, undefined);
  const lost = new Map<string, Pod[]>();
  const unplaced: Pod[] = [];
  const stopped: Pod[] = [];
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec;
    const isEnding = pod.metadata.deletionTimestamp !== undefined;
    const node = parts.nodes.indexer.get(ctx, nodeName);
    if (nodeName === '') {
      if (isEnding) unplaced.push(pod);
    } else if (node === undefined) lost.set(nodeName, [...(lost.get(nodeName) ?? []), pod]);
    else if (isEnding && isOutOfService(node) && !isReady(node)) stopped.push(pod);
  }
  for (const pod of stopped.sort(byAge))
    yield* failAndRemove(parts, ctx, pod, `node ${pod.spec.nodeName} is out of service`, undefined);
  for (const node of [...parts.missing.keys()]) if (!lost.has(node)) parts.missing.delete(node);
  for (const [node, orphans] of lost) {
    const since = parts.missing.get(node) ?? ctx.now;
    parts.missing.set(node, since);
    if (ctx.now - since < QUARANTINE) continue;
    const live = yield* parts.client.get(ctx, NODES, undefined, node);
    if (!isFailure(live) || live.reason !== 'NotFound') continue;
    for (const pod of orphans)
      yield* failAndRemove(parts, ctx, pod, `node ${node} no longer exists`, 'PodGC: node no longer exists');
    parts.missing.delete(node);
  }
  for (const pod of unplaced) yield* failAndRemove(parts, ctx, pod, 'it was never placed', undefined);
  return stopped.length > 0 || parts.missing.size > 0;
}

/** Of ended Pods those beyond so many: evicted ones first, then the oldest. Models gcTerminated (v1.36) */
export function surplusEnded(pods: readonly Pod[], most: number): readonly Pod[] {
  const ended = pods.filter(isFinished);
  if (ended.length <= most) return [];
  return ended.sort(byAge).slice(0, ended.length - most);
}

/** Models byEvictionAndCreationTimestamp (v1.36) */
function byAge(a: Pod, b: Pod): number {
  const wasEvicted = ({ status }: Pod): number => (status?.phase === 'Failed' && status.reason === 'Evicted' ? 0 : 1);
  const created = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';
  return (
    wasEvicted(a) - wasEvicted(b) ||
    compareStrings(created(a), created(b)) ||
    compareStrings(a.metadata.name ?? '', b.metadata.name ?? '')
  );
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
}

/** `message`: of the condition that says who ended it; none where a person did. */
function* failAndRemove(
  parts: CollectorParts,
  ctx: Context,
  pod: Pod,
  why: string,
  message: string | undefined,
): Process {
  const { namespace, name = '', uid, generation } = pod.metadata;
  const subject = subjectOf(PODS, namespace, name);
  const found = ctx.step(controllersSteps.podCollected, subject, { why });
  if (!isFinished(pod)) {
    const told = message === undefined ? undefined : disruptionPatch(pod, 'DeletionByPodGC', message, ctx.wall);
    const observed = pod.status?.observedGeneration === generation ? {} : { observedGeneration: generation };
    const body = { metadata: { uid }, status: { ...told, ...observed, phase: 'Failed' } };
    const patch = { type: 'strategic', body, subresource: 'status' } as const;
    if (isFailure(yield* parts.client.patch(found, PODS, namespace, name, patch))) return;
  }
  yield* parts.client.delete(found, PODS, namespace, name, { gracePeriodSeconds: 0 });
}
