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
  const told = withVerdict(status, container, 'ready', ready);
  if (told === undefined) return undefined;
  const { phase = '', conditions: before = [], initContainerStatuses: init = [], containerStatuses: main = [] } = told;
  const fresh = podConditions({ pod, phase, init, main, sandboxReady: true, before, now });
  const conditions = before.map((known) =>
    known.type === 'Ready' || known.type === 'ContainersReady' ? (conditionIn(fresh, known.type) ?? known) : known,
  );
  return { ...told, conditions };
}

/** Likewise with a container that has started, or not. Models SetContainerStartup there. */
export function withStarted(status: PodStatus, container: string, started: boolean): PodStatus | undefined {
  return withVerdict(status, container, 'started', started);
}

function withVerdict(
  status: PodStatus,
  container: string,
  on: 'ready' | 'started',
  verdict: boolean,
): PodStatus | undefined {
  let isNews = false;
  const told = (known: ContainerStatus): ContainerStatus => {
    if (known.name !== container || known.state?.running === undefined || known[on] === verdict) return known;
    isNews = true;
    return { ...known, [on]: verdict };
  };
  const init = (status.initContainerStatuses ?? []).map(told);
  const containerStatuses = (status.containerStatuses ?? []).map(told);
  if (!isNews) return undefined;
  return { ...status, ...(init.length === 0 ? {} : { initContainerStatuses: init }), containerStatuses };
}
