// Models pkg/kubelet/kubelet_pods.go (v1.36)

import type { Container, ContainerState, ContainerStatus } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Micros } from '../../../base/time/units.ts';
import type { Writable } from '../../../base/writable.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import type { Waiting } from '../pods/waiting.ts';

export interface ContainerFacts {
  readonly container: Container;
  /** What is set aside for it, and what it runs with. */
  readonly allocated: Container['resources'];
  readonly actual: Container['resources'];
  /** The newest attempt, and the one before it. */
  readonly current: RuntimeContainer | undefined;
  readonly previous: RuntimeContainer | undefined;
  readonly waiting: Waiting | undefined;
  /** Probes agree, or there are none. */
  readonly ready: boolean;
  readonly started: boolean;
  /** It is ready when it has ended well. */
  readonly mustEnd: boolean;
  readonly defaultReason: 'ContainerCreating' | 'PodInitializing';
  readonly scheme: string;
  /** What the node's clock said at a moment of the run. */
  readonly wallAt: (moment: Micros) => Micros;
  /** A hollow node's containers are ready before they exist and never say whether they have started. */
  readonly hollow: boolean;
}

const NO_STATE: ContainerState = {};

/** Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses (v1.36) */
export function containerStatus(facts: ContainerFacts): ContainerStatus {
  const { container, current, previous, waiting, scheme, hollow, wallAt } = facts;
  if (current === undefined || current.state === 'created') {
    const told: Writable<ContainerStatus> = {
      image: container.image ?? '',
      imageID: '',
      lastState: current === undefined || previous === undefined ? NO_STATE : terminated(previous, facts),
      name: container.name,
      ready: hollow,
      restartCount: current?.config.attempt ?? 0,
    };
    return withState(told, facts, { waiting: waiting ?? { reason: facts.defaultReason } }, false);
  }
  const running = current.state === 'running';
  const isWaiting = !running && waiting !== undefined;
  const before = isWaiting ? current : previous;
  const told: Writable<ContainerStatus> = {
    containerID: `${scheme}://${current.id}`,
    image: current.image,
    imageID: current.imageId,
    lastState: before === undefined ? NO_STATE : terminated(before, facts),
    name: container.name,
    ready: hollow || (facts.mustEnd ? !running && !isWaiting && current.exitCode === 0 : running && facts.ready),
    resources: statusResources(facts.actual),
    restartCount: current.config.attempt,
  };
  const state = isWaiting
    ? { waiting }
    : running
      ? { running: { startedAt: rfc3339(momentOf(current.startedAt, wallAt)) } }
      : terminated(current, facts);
  const status = withState(told, facts, state, running && facts.started);
  const allocatedResources = facts.allocated?.requests;
  return allocatedResources === undefined ? status : { allocatedResources, ...status };
}

/** What follows in the order of the alphabet. */
function withState(
  told: Writable<ContainerStatus>,
  { container, hollow }: ContainerFacts,
  state: ContainerState,
  started: boolean,
): ContainerStatus {
  if (!hollow) told.started = started;
  told.state = state;
  const volumeMounts = mountsOf(container);
  if (volumeMounts !== undefined) told.volumeMounts = volumeMounts;
  return told;
}

const NO_RESOURCES = {};

function statusResources(resources: Container['resources']): object {
  const { limits, requests } = resources ?? {};
  if (limits === undefined && requests === undefined) return NO_RESOURCES;
  return { ...(limits === undefined ? {} : { limits }), ...(requests === undefined ? {} : { requests }) };
}

/** A container that never started began at no time. */
function momentOf(moment: Micros | undefined, wallAt: ContainerFacts['wallAt']): Micros {
  return moment === undefined || moment === 0 ? 0 : wallAt(moment);
}

function terminated(container: RuntimeContainer, { scheme, wallAt }: ContainerFacts): ContainerState {
  return {
    terminated: compact({
      containerID: `${scheme}://${container.id}`,
      exitCode: container.exitCode ?? 0,
      finishedAt: rfc3339(momentOf(container.finishedAt, wallAt)),
      message: container.message,
      reason: container.reason,
      startedAt: rfc3339(momentOf(container.startedAt, wallAt)),
    }),
  };
}

function mountsOf({ volumeMounts }: Container): ContainerStatus['volumeMounts'] {
  if (volumeMounts === undefined || volumeMounts.length === 0) return undefined;
  return volumeMounts.map(({ mountPath, name, readOnly, recursiveReadOnly }) =>
    readOnly === true
      ? { mountPath, name, readOnly, recursiveReadOnly: recursiveReadOnly ?? 'Disabled' }
      : { mountPath, name },
  );
}

function compact<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  const kept: { [field: string]: unknown } = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as T;
}
