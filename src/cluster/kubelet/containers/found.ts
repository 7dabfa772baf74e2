// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go GetPodStatus, as a kubelet that begins asks for it (v1.36)

import type { Container, ContainerStatus, Pod } from '../../../api/types/core.ts';
import { parseTime } from '../../../api/values/time.ts';
import { hexOfBytes } from '../../../base/bytes/hex.ts';
import { sha256 } from '../../../base/bytes/sha256.ts';
import type { Context } from '../../../engine/index.ts';
import { Backoff } from '../../clientgo/backoff.ts';
import type { FoundContainer, FoundSandbox } from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';
import { allContainers } from '../pods/all-containers.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { ContainerStarter } from './starter.ts';
import { sandboxConfig } from './sync.ts';

/** More failures make no longer back-off. */
const MOST_COUNTED = 6;

/**
 * A Pod that ran before the run began: its runtime is told of the sandbox and the containers that the Pod's status names,
 * and its kubelet knows them as one does that begins again on a node.
 */
export function findPod(ctx: Context, services: NodeServices, starter: ContainerStarter, state: PodState): void {
  const { pod } = state;
  const statuses = statusesOf(pod);
  if (pod.status.podIP === undefined && !statuses.some(hasRun)) return;
  const found = foundSandbox(pod, statuses, sandboxConfig(state, 0));
  state.seen.sandbox = services.runtime.found(ctx, found, (name, attempt) =>
    starter.found(state, containerNamed(pod, name), attempt),
  );
  state.seen.sandboxAttempt = 1;
  state.sync.isFound = true;
  state.seen.containers = services.runtime.listContainers(found.id);
  if (pod.spec.hostNetwork !== true) {
    state.seen.ip = state.seen.sandbox.ip;
    state.seen.secondIP = state.seen.sandbox.secondIP;
  }
  for (const status of statuses) rememberFailures(ctx, state, status);
}

function statusesOf({ status }: Pod): readonly ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}

const hasRun = ({ state, lastState }: ContainerStatus): boolean =>
  (state?.running ?? state?.terminated ?? lastState?.terminated) !== undefined;

function containerNamed({ spec }: Pod, name: string): Container {
  return allContainers(spec).find((each) => each.name === name) ?? ({ name } as Container);
}

function foundSandbox(
  { metadata, status, spec }: Pod,
  statuses: readonly ContainerStatus[],
  config: FoundSandbox['config'],
): FoundSandbox {
  const named = new Set(allContainers(spec).map(({ name }) => name));
  const containers = statuses.filter(({ name }) => named.has(name)).flatMap(containersOf);
  const createdAt = parseTime(status.startTime ?? metadata.creationTimestamp) ?? 0;
  const [ip, secondIP] = (status.podIPs ?? [{ ip: status.podIP }]).map((each) => each.ip);
  return { config, id: idFrom(`sandbox of ${metadata.uid}`), ip: ip ?? status.podIP, secondIP, createdAt, containers };
}

/** The attempt before the one that its state tells of, and that one. */
function containersOf({ name, state = {}, lastState, restartCount, image, imageID, containerID }: ContainerStatus) {
  const attempt = restartCount ?? 0;
  const known = { name, image, imageId: imageID ?? '' };
  const found: FoundContainer[] = [];
  const before = lastState?.terminated;
  if (before !== undefined) {
    // Of what waits to be started again the last attempt is the one that counts.
    const isLast = state.waiting !== undefined;
    found.push({
      ...known,
      attempt: isLast ? attempt : attempt - 1,
      ...ended(before, `${name} before ${containerID}`),
    });
  }
  if (state.terminated !== undefined) found.push({ ...known, attempt, ...ended(state.terminated, `${containerID}`) });
  if (state.running !== undefined) {
    const startedAt = parseTime(state.running.startedAt) ?? 0;
    found.push({ ...known, attempt, id: idOf(containerID, name), startedAt, end: undefined });
  }
  return found;
}

type Terminated = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

function ended(
  { containerID, startedAt, finishedAt, exitCode, reason, message }: Terminated,
  name: string,
): Pick<FoundContainer, 'id' | 'startedAt' | 'end'> {
  const at = parseTime(finishedAt) ?? 0;
  const end = { at, exitCode: exitCode ?? 0, reason, ...(message === undefined ? {} : { message }) };
  return { id: idOf(containerID, name), startedAt: parseTime(startedAt) ?? at, end };
}

/** `containerd://4f1c…` without what stands before it. */
function idOf(containerID: string | undefined, name: string): string {
  const id = containerID?.replace(/^.*:\/\//, '') ?? '';
  return id === '' ? idFrom(name) : id;
}

const idFrom = (text: string): string => hexOfBytes(sha256(text));

/** How long it backs off goes on from where it stood, and so does what it says meanwhile. */
function rememberFailures(
  ctx: Context,
  state: PodState,
  { name, state: now, lastState, restartCount }: ContainerStatus,
) {
  if (now?.waiting !== undefined)
    state.starts.waiting = state.starts.waiting.with(name, { ...now.waiting, reason: now.waiting.reason ?? '' });
  const last = now?.terminated ?? lastState?.terminated;
  const times = Math.min(restartCount ?? 0, MOST_COUNTED);
  if (last === undefined || times === 0) return;
  const since = parseTime(last.finishedAt) ?? ctx.now;
  state.starts.backoff ??= new Backoff();
  const { image } = containerNamed(state.pod, name);
  for (let count = 0; count < times; count += 1) state.starts.backoff.next(`${name}/${image}`, since, since);
}
