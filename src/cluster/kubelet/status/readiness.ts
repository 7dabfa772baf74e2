// Models pkg/kubelet/status/status_manager.go SetContainerReadiness (v1.36)

import type { ContainerStatus, Pod, PodStatus } from '../../../api/types/core.ts';
import { conditionIn, podConditions } from './conditions.ts';

/** The same status with another verdict on one running container; undefined: it says so already, or the container does not run. */
export function withReadiness(
  pod: Pod,
  status: PodStatus,
  container: string,
  ready: boolean,
  now: number,
): PodStatus | undefined {
  let isNews = false;
  const told = (known: ContainerStatus): ContainerStatus => {
    if (known.name !== container || known.state?.running === undefined || known.ready === ready) return known;
    isNews = true;
    return { ...known, ready };
  };
  const init = (status.initContainerStatuses ?? []).map(told);
  const main = (status.containerStatuses ?? []).map(told);
  if (!isNews) return undefined;
  const before = status.conditions ?? [];
  const { phase = '' } = status;
  const fresh = podConditions({ pod, phase, init, main, sandboxReady: true, before, now });
  const conditions = before.map((known) =>
    known.type === 'Ready' || known.type === 'ContainersReady' ? (conditionIn(fresh, known.type) ?? known) : known,
  );
  const containers = init.length === 0 ? {} : { initContainerStatuses: init };
  return { ...status, ...containers, containerStatuses: main, conditions };
}

/**
 * The same status with a container that has started, or not; undefined: it says so already, or the container does not run.
 * Models pkg/kubelet/status/status_manager.go SetContainerStartup (v1.36)
 */
export function withStarted(status: PodStatus, container: string, started: boolean): PodStatus | undefined {
  let isNews = false;
  const told = (known: ContainerStatus): ContainerStatus => {
    if (known.name !== container || known.state?.running === undefined || known.started === started) return known;
    isNews = true;
    return { ...known, started };
  };
  const init = (status.initContainerStatuses ?? []).map(told);
  const containerStatuses = (status.containerStatuses ?? []).map(told);
  if (!isNews) return undefined;
  return { ...status, ...(init.length === 0 ? {} : { initContainerStatuses: init }), containerStatuses };
}
