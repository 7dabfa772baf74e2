// Models pkg/kubelet/kubelet_pods.go (v1.36)

import type { Container, ContainerStatus, Pod, PodCondition, PodStatus } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { compareStrings } from '../../../base/order.ts';
import type { Micros } from '../../../base/time/units.ts';
import type { Writable } from '../../../base/writable.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import type { Resize } from '../pods/pod-allocation.ts';
import type { Ending } from '../pods/pod-end.ts';
import { podAllocated, podResources } from '../pods/resources.ts';
import { isSidecar, startsAgain } from '../pods/restart-policy.ts';
import type { Waiting } from '../pods/waiting.ts';
import { podConditions } from './conditions.ts';
import { type ContainerFacts, containerStatus } from './container-status.ts';
import { podPhase } from './phase.ts';
import { disruption, resizeConditions, resourcesIn } from './resize-and-disruption.ts';
import { type RestartFacts, restartingCondition, withRemoved } from './restart-all.ts';

/** What a kubelet knows about a pod when it states its status. */
export interface PodFacts {
  readonly pod: Pod;
  /** With the resources that the node has set aside for it; the pod's own when nobody wants others. */
  readonly allocated?: Pod['spec'] | undefined;
  /** With the resources that its containers run with. */
  readonly actual?: Pod['spec'] | undefined;
  readonly resize?: Resize | undefined;
  readonly hostIP: string;
  /** Of the second family, where there is one. */
  readonly secondHostIP?: string | undefined;
  readonly startTime: number;
  readonly ip: string | undefined;
  readonly secondIP?: string | undefined;
  readonly sandboxReady: boolean;
  /** Every attempt at every container, oldest first, as the last relist saw them. */
  readonly containers: readonly RuntimeContainer[];
  readonly waiting: Pick<ReadonlyMap<string, Waiting>, 'get'>;
  readonly verdicts: { isReady(container: string): boolean; hasStarted(container: string): boolean };
  readonly scheme: string;
  /** What the node's clock said at a moment of the run. */
  readonly wallAt: (moment: Micros) => Micros;
  readonly hollow: boolean;
  /** The worker will not start anything again. */
  readonly ended: boolean;
  /** Why the kubelet ends the pod: it has failed, whatever its containers say. */
  readonly evicted: Ending | undefined;
  /** Its containers have a rule that starts all of them again. */
  readonly mayRestartAll: boolean;
  /** Containers may still run: a terminal phase must wait. */
  readonly mayRun: boolean;
  readonly before: PodStatus | undefined;
  /** By the node's clock. */
  readonly now: number;
}

function addresses({ ip, secondIP, before }: PodFacts): PodStatus['podIPs'] {
  if (ip === undefined) return undefined;
  return before?.podIP === ip ? before.podIPs : both(ip, secondIP);
}

function both(ip: string, second: string | undefined): readonly { readonly ip: string }[] {
  return second === undefined ? [{ ip }] : [{ ip }, { ip: second }];
}

const NO_CONDITIONS: readonly PodCondition[] = [];

/** Models pkg/kubelet/kubelet_pods.go generateAPIPodStatus (v1.36) */
export function generateStatus(facts: PodFacts): PodStatus {
  const { pod, before } = facts;
  const { spec } = pod;
  let init = initStatuses(facts);
  let main = mainStatuses(facts, init.length > 0 ? 'PodInitializing' : 'ContainerCreating');
  const known = before?.conditions ?? pod.status.conditions ?? NO_CONDITIONS;
  const restart = facts.mayRestartAll ? restartFacts(facts, known) : undefined;
  if (restart !== undefined) {
    init = withRemoved(restart, init);
    main = withRemoved(restart, main);
  }
  const natural = podPhase(spec, init, main, facts.ended);
  const reached = facts.evicted === undefined ? natural : endingPhase(facts.evicted, natural, facts.ended);
  const usual = podConditions({
    pod,
    phase: reached,
    init,
    main,
    sandboxReady: facts.sandboxReady,
    before: known,
    now: facts.now,
  });
  const own = restart === undefined ? usual : [...usual, restartingCondition(restart, reached)];
  const told = facts.resize === undefined ? own : [...resizeConditions(facts.resize, known, facts.now), ...own];
  const terminal = reached === 'Succeeded' || reached === 'Failed';
  const why = terminal && !facts.mayRun ? facts.evicted?.disruption : undefined;
  const conditions = why === undefined ? told : [disruption(pod, why, known, facts.now), ...told];
  const phase = terminal && facts.mayRun ? (before?.phase ?? pod.status.phase ?? 'Pending') : reached;
  const status: Writable<PodStatus> = {
    conditions,
    containerStatuses: sortedByName(main),
    hostIP: facts.hostIP,
    hostIPs: before?.hostIP === facts.hostIP ? before.hostIPs : both(facts.hostIP, facts.secondHostIP),
    observedGeneration: pod.metadata.generation ?? 1,
    phase,
    podIP: facts.ip,
    podIPs: addresses(facts),
    qosClass: pod.status.qosClass,
    resources: podResources(facts.actual ?? facts.allocated ?? spec),
    startTime: pod.status.startTime ?? rfc3339(facts.startTime),
  };
  const allocated = podAllocated(facts.allocated ?? spec);
  if (allocated !== undefined) status.allocatedResources = allocated;
  const debugging = spec.ephemeralContainers ?? [];
  if (debugging.length > 0)
    status.ephemeralContainerStatuses = debugging.map((container) => ephemeral(facts, container));
  if (init.length > 0) status.initContainerStatuses = init;
  if (facts.evicted !== undefined && phase === 'Failed') {
    status.message = facts.evicted.message;
    status.reason = facts.evicted.reason;
  }
  return status;
}

const NO_STATUSES: readonly ContainerStatus[] = [];

function initStatuses(facts: PodFacts): readonly ContainerStatus[] {
  const { initContainers = NO_CONTAINERS } = facts.pod.spec;
  if (initContainers.length === 0) return NO_STATUSES;
  return initContainers.map((container) => statusOf(facts, container, 'PodInitializing', !isSidecar(container)));
}

function mainStatuses(facts: PodFacts, defaultReason: ContainerFacts['defaultReason']): readonly ContainerStatus[] {
  const { containers } = facts.pod.spec;
  const [only] = containers;
  if (containers.length === 1 && only !== undefined) return [statusOf(facts, only, defaultReason)];
  return containers.map((container) => statusOf(facts, container, defaultReason));
}

const NO_CONTAINERS: readonly Container[] = [];

/** Who is killed and ends well all the same has succeeded, and nothing is said of why it had to end. */
function endingPhase({ isKill }: Ending, natural: string, ended: boolean): string {
  if (isKill !== true) return 'Failed';
  return !ended || natural === 'Succeeded' ? natural : 'Failed';
}

function restartFacts({ pod, containers, before, now }: PodFacts, conditions: readonly PodCondition[]): RestartFacts {
  const { initContainerStatuses = [], containerStatuses = [] } = before ?? pod.status;
  return { pod, containers, conditions, statuses: [...initContainerStatuses, ...containerStatuses], now };
}

/** Models pkg/kubelet/types/types.go SortedContainerStatuses (v1.36) */
function sortedByName(statuses: readonly ContainerStatus[]): readonly ContainerStatus[] {
  return statuses.length < 2 ? statuses : [...statuses].sort((a, b) => compareStrings(a.name, b.name));
}

/** Nobody probes it, and it is never ready. */
function ephemeral(facts: PodFacts, container: Container): ContainerStatus {
  const { started: _started, ...status } = statusOf(facts, container, 'ContainerCreating');
  return { ...status, ready: false };
}

function statusOf(
  facts: PodFacts,
  container: Container,
  defaultReason: ContainerFacts['defaultReason'],
  mustEnd = false,
): ContainerStatus {
  const { allocated: spec, containers, verdicts } = facts;
  const { name } = container;
  let current: RuntimeContainer | undefined;
  let previous: RuntimeContainer | undefined;
  for (const attempt of containers) {
    if (attempt.config.name !== name) continue;
    previous = current;
    current = attempt;
  }
  const exitCode = current?.exitCode;
  const waits = exitCode === undefined || startsAgain(facts.pod.spec, container, exitCode);
  const allocated = spec === undefined ? container.resources : resourcesIn(spec, container);
  return containerStatus({
    container,
    allocated,
    actual: facts.actual === undefined ? allocated : resourcesIn(facts.actual, container),
    current,
    previous,
    waiting: waits ? facts.waiting.get(name) : undefined,
    ready: verdicts.isReady(name),
    started: verdicts.hasStarted(name),
    mustEnd,
    defaultReason,
    scheme: facts.scheme,
    wallAt: facts.wallAt,
    hollow: facts.hollow,
  });
}
