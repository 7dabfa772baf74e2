// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doPodResizeAction, validateMemoryResizeAction, IsPodResizeInProgress (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type { Container, Pod } from '../../../api/types/core.ts';
import { value } from '../../../api/values/quantity.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';
import { REQUIRES_RESTART } from '../pods/condemned.ts';
import type { PodState } from '../pods/pod-state.ts';
import { podResources } from '../pods/resources.ts';
import { changed, resizable } from './resize.ts';
import { FAILED, tellResize } from './resize-events.ts';

type Spec = Pod['spec'];
type Resources = Container['resources'];

/** Everything that is set aside for it is written. */
export function isWritten({ allocation: { actual, committed } }: PodState): boolean {
  return actual === undefined || committed === undefined || equalResources(actual, committed.spec);
}

function equalResources(actual: Spec, allocated: Spec): boolean {
  return changed(actual, allocated).length === 0 && equalJson(actual.resources ?? {}, allocated.resources ?? {});
}

/** Writes the new limits where the containers run; who wants a restart for it is ended by the sync that goes on. */
export function* writeResize(ctx: Context, services: NodeServices, state: PodState): Process<boolean> {
  const {
    allocation: { committed, actual },
    seen: { sandbox },
  } = state;
  if (committed === undefined || actual === undefined || sandbox === undefined) return false;
  const before = new Map(resizable(actual).map(({ name, resources }) => [name, resources]));
  const updates: [Container, RuntimeContainer][] = [];
  for (const container of changed(actual, committed.spec)) {
    const running = services.runtime
      .listContainers(sandbox.id)
      .find(({ config, state: at }) => config.name === container.name && at === 'running');
    if (running === undefined) continue;
    if (needsRestart(before.get(container.name), container)) state.probing.condemn(container.name, REQUIRES_RESTART);
    else updates.push([container, running]);
  }
  const problem = memoryProblem(services, sandbox.id, actual, committed.spec, updates);
  if (problem !== undefined) {
    fail(ctx, services, state, problem);
    return false;
  }
  for (const [{ resources }, { id }] of updates) {
    const limit = resources?.limits?.memory;
    yield* services.runtime.updateContainer(ctx, id, limit === undefined ? undefined : value(limit));
  }
  state.allocation.actual = committed.spec;
  return true;
}

/** Taking memory away from programs that have it would end them. */
function memoryProblem(
  { runtime }: NodeServices,
  sandbox: string,
  actual: Spec,
  allocated: Spec,
  updates: readonly (readonly [Container, RuntimeContainer])[],
): string | undefined {
  const problems: string[] = [];
  const whole = memoryLimitOf(allocated);
  const hadWhole = memoryLimitOf(actual);
  if (whole !== undefined && (hadWhole === undefined || whole < hadWhole)) {
    const used = runtime.listContainers(sandbox).reduce((sum, { id }) => sum + runtime.usage(id).memory, 0);
    if (used > whole) problems.push(`attempting to set pod memory limit (${whole}) below current usage (${used})`);
  }
  const before = new Map(resizable(actual).map(({ name, resources }) => [name, resources?.limits?.memory]));
  for (const [{ name, resources }, { id }] of updates) {
    const [limit, had] = [resources?.limits?.memory, before.get(name)];
    if (limit === undefined || (had !== undefined && value(limit) >= value(had))) continue;
    const used = runtime.usage(id).memory;
    if (used > value(limit))
      problems.push(
        `attempting to set container "${name}" memory limit (${value(limit)}) below current usage (${used})`,
      );
  }
  if (problems.length === 0) return undefined;
  const [only] = problems;
  return `cannot decrease memory limits: ${problems.length === 1 ? only : `[${problems.join(', ')}]`}`;
}

/** The pod is bounded only where each of its containers is. */
function memoryLimitOf(spec: Spec): number | undefined {
  const bounded = resizable(spec).every(({ resources }) => resources?.limits?.memory !== undefined);
  if (!bounded && spec.resources?.limits?.memory === undefined) return undefined;
  const { limits } = podResources(spec);
  return limits?.memory === undefined ? undefined : value(limits.memory);
}

/** It is tried again as anything is that failed, and said once. */
function fail(ctx: Context, services: NodeServices, state: PodState, error: string): void {
  state.sync.failedToStart = true;
  const {
    allocation: { resize, committed },
  } = state;
  if (resize?.inProgress === undefined || committed === undefined || resize.inProgress.error === error) return;
  const { generation } = resize.inProgress;
  state.allocation.resize = { ...resize, inProgress: { generation, error } };
  tellResize(ctx, services, state, FAILED, { spec: committed.spec, generation, error });
}

function needsRestart(before: Resources, { resources, resizePolicy = [] }: Container): boolean {
  return resizePolicy.some(({ resourceName, restartPolicy }) => {
    if (restartPolicy !== 'RestartContainer') return false;
    const of = (each: Resources) => [each?.requests?.[resourceName], each?.limits?.[resourceName]];
    return !equalJson(of(before), of(resources));
  });
}
