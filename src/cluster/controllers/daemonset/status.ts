import type { DaemonSet, DaemonSetStatus } from '../../../api/types/apps.ts';
import type { Node } from '../../../api/types/core.ts';
import { isPodAvailable, isPodReady } from '../shared/pods.ts';
import { isUpdated, shouldRun } from './placement.ts';
import { byAge, type PodsByNode } from './update.ts';

/** Counts nodes, by the oldest pod on each. Models pkg/controller/daemon/daemon_controller.go updateDaemonSetStatus (v1.36) */
export function statusOf(
  ds: DaemonSet,
  nodes: readonly Node[],
  pods: PodsByNode,
  hash: string,
  now: number,
  observe: boolean,
): DaemonSetStatus {
  let [desired, current, ready, available, updated, misscheduled] = [0, 0, 0, 0, 0, 0];
  for (const node of nodes) {
    const onNode = pods.get(node.metadata.name ?? '');
    if (!shouldRun(ds, node).run) {
      if (onNode !== undefined) misscheduled += 1;
      continue;
    }
    desired += 1;
    const [oldest] = [...(onNode ?? [])].sort(byAge);
    if (oldest === undefined) continue;
    current += 1;
    if (isPodReady(oldest)) {
      ready += 1;
      if (isPodAvailable(oldest, ds.spec.minReadySeconds ?? 0, now)) available += 1;
    }
    if (isUpdated(ds, oldest, hash)) updated += 1;
  }
  const { collisionCount, observedGeneration = 0, conditions } = ds.status ?? {};
  const generation = observe ? (ds.metadata.generation ?? 0) : observedGeneration;
  const unavailable = desired - available;
  return {
    currentNumberScheduled: current,
    numberMisscheduled: misscheduled,
    desiredNumberScheduled: desired,
    numberReady: ready,
    ...(generation === 0 ? undefined : { observedGeneration: generation }),
    ...(updated === 0 ? undefined : { updatedNumberScheduled: updated }),
    ...(available === 0 ? undefined : { numberAvailable: available }),
    ...(unavailable === 0 ? undefined : { numberUnavailable: unavailable }),
    ...(collisionCount === undefined ? undefined : { collisionCount }),
    ...(conditions === undefined ? undefined : { conditions }),
  };
}

/** A generation that nobody has looked at yet is written about, even with nothing new. Models pkg/controller/daemon/daemon_controller.go storeDaemonSetStatus (v1.36) */
export function sameDaemonStatus({ status: before, metadata }: DaemonSet, next: DaemonSetStatus): boolean {
  return (
    before !== undefined &&
    before.desiredNumberScheduled === next.desiredNumberScheduled &&
    before.currentNumberScheduled === next.currentNumberScheduled &&
    before.numberMisscheduled === next.numberMisscheduled &&
    before.numberReady === next.numberReady &&
    (before.updatedNumberScheduled ?? 0) === (next.updatedNumberScheduled ?? 0) &&
    (before.numberAvailable ?? 0) === (next.numberAvailable ?? 0) &&
    (before.numberUnavailable ?? 0) === (next.numberUnavailable ?? 0) &&
    (before.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  );
}
