// Models pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions (v1.36)

import type { Container } from '../../../api/types/core.ts';
import type { PodState } from '../pods/pod-state.ts';
import { isSidecar, startsAgain } from '../pods/restart-policy.ts';
import { type Kill, killOf } from './replacement.ts';

interface InitActions {
  readonly kill: readonly Kill[];
  /** In the order of the spec. */
  readonly start: readonly Container[];
  /** Main containers may be looked at. */
  readonly isInitialized: boolean;
}

/**
 * From the last one that has begun: it says whether the next may, or the main containers. Of those before only sidecars
 * matter, which are kept running whatever the others do.
 */
export function initActions(state: PodState): InitActions {
  const { initContainers = [], containers } = state.pod.spec;
  const kill: Kill[] = [];
  const start = new Set<Container>();
  let isInitialized = containers.some(({ name }) => {
    const at = state.seen.current(name)?.state;
    return at === 'created' || at === 'running';
  });
  let isBehind = isInitialized;
  for (let index = initContainers.length - 1; index >= 0; index -= 1) {
    const container = initContainers[index] as Container;
    const outcome = look(state, container, isBehind);
    if (outcome === undefined) continue;
    if (outcome.kill !== undefined) kill.push(outcome.kill);
    if (outcome.starts) start.add(container);
    if (outcome.isDone && index === initContainers.length - 1) isInitialized = true;
    else if (outcome.isDone && !isBehind) start.add(initContainers[index + 1] as Container);
    isBehind = true;
  }
  if (!isBehind) start.add(initContainers[0] as Container);
  return { kill, start: initContainers.filter((each) => start.has(each)), isInitialized };
}

interface Outcome {
  readonly kill?: Kill;
  readonly starts: boolean;
  /** What comes after it may begin. */
  readonly isDone: boolean;
}

const WAITS: Outcome = { starts: false, isDone: false };
const STARTS: Outcome = { starts: true, isDone: false };
const DONE: Outcome = { starts: false, isDone: true };

/** Undefined: nothing is known of it, or it has had its time. `isBehind`: a later one has begun. */
function look(state: PodState, container: Container, isBehind: boolean): Outcome | undefined {
  const current = state.seen.current(container.name);
  const sidecar = isSidecar(container);
  if (isBehind && !sidecar) return undefined;
  if (current === undefined) return isBehind ? STARTS : undefined;
  if (current.state === 'running') {
    if (!sidecar) return WAITS;
    const kill = killOf(state, container, current);
    const isDone = state.probing.hasStarted(container.name);
    return kill === undefined ? { starts: false, isDone } : { kill, starts: true, isDone };
  }
  if (current.state === 'created' || sidecar) return STARTS;
  const code = current.exitCode ?? 0;
  if (code === 0) return DONE;
  return startsAgain(state.pod.spec, container, code) ? STARTS : WAITS;
}
