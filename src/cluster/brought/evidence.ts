// Models nothing upstream: what the statuses of Pods prove of programs that nobody here knows (v1.36)

import type { Container, ContainerStatus, Pod, Service } from '../../api/types/core.ts';
import { parseTime } from '../../api/values/time.ts';
import type { StartState } from '../../brought/start-state.ts';
import { canonicalName } from '../images/catalog.ts';
import type { SeenProgram, SeenPrograms } from '../ports/found.ts';
import { grouped, objectsOf } from './state.ts';

/** A container with what was told of it. */
interface Seen {
  readonly container: Container;
  readonly status: ContainerStatus;
  readonly pod: Pod;
}

/** What can be said of programs from how their containers were, when the cluster was brought. */
export function seenPrograms(start: StartState): SeenPrograms {
  const services = grouped(objectsOf<Service>(start, 'Service', 'v1'), ({ metadata }) => metadata.namespace ?? '');
  const programs = new Map<string, SeenProgram>();
  const pulled = new Map<string, true | string>();
  for (const seen of objectsOf<Pod>(start, 'Pod', 'v1').flatMap(containersOf)) {
    const { image = '', command = [], args = [] } = seen.container;
    const key = keyOf(image, command, args);
    programs.set(
      key,
      together(programs.get(key), programSeen(seen, services.get(seen.pod.metadata.namespace ?? '') ?? [])),
    );
    const answer = pullSeen(seen.status);
    if (answer !== undefined && pulled.get(canonicalName(image)) !== true) pulled.set(canonicalName(image), answer);
  }
  return {
    programOf: (image, command, args) => programs.get(keyOf(image, command, args)),
    pulled: (image) => pulled.get(canonicalName(image)),
  };
}

function keyOf(image: string, command: readonly string[], args: readonly string[]): string {
  return JSON.stringify([canonicalName(image), command, args]);
}

function containersOf(pod: Pod): readonly Seen[] {
  const { spec, status } = pod;
  const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap((container) => {
    const found = statuses.find(({ name }) => name === container.name);
    return found === undefined ? [] : [{ container, status: found, pod }];
  });
}

function programSeen(seen: Seen, services: readonly Service[]): SeenProgram {
  const { state = {}, lastState, ready, restartCount } = seen.status;
  const isWell = state.running !== undefined && ready;
  const last = state.terminated ?? (state.waiting === undefined ? undefined : lastState?.terminated);
  const isAgain = restartCount > 0 || state.terminated !== undefined;
  return {
    ports: isWell ? portsOf(seen, services) : new Set(),
    isWell,
    ends: last === undefined || !isAgain ? undefined : endOf(last),
  };
}

type Terminated = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

function endOf({ startedAt, finishedAt, exitCode, reason }: Terminated): SeenProgram['ends'] {
  const [from, to] = [parseTime(startedAt) ?? 0, parseTime(finishedAt) ?? 0];
  return { afterMicros: Math.max(0, to - from), exitCode: exitCode ?? 0, reason };
}

/** One that runs well proves more than one that has ended. */
function together(before: SeenProgram | undefined, { ports, isWell, ends }: SeenProgram): SeenProgram {
  if (before === undefined) return { ports, isWell, ends };
  const well = before.isWell || isWell;
  return {
    ports: new Set([...before.ports, ...ports]),
    isWell: well,
    ends: well ? undefined : (before.ends ?? ends),
  };
}

/** Where it must listen: what it declares, what its probes ask, and where Services lead that choose its Pod. */
function portsOf({ container, pod }: Seen, services: readonly Service[]): ReadonlySet<number> {
  const { ports = [], readinessProbe, livenessProbe, startupProbe } = container;
  const numberOf = (port: number | string | undefined): number | undefined =>
    typeof port === 'string' ? ports.find(({ name }) => name === port)?.containerPort : port;
  const probed = [readinessProbe, livenessProbe, startupProbe].flatMap((probe) => [
    probe?.httpGet?.port,
    probe?.tcpSocket?.port,
    probe?.grpc?.port,
  ]);
  const served = services
    .filter((service) => chooses(service, pod))
    .flatMap(({ spec }) => spec.ports ?? [])
    .map(({ targetPort, port }) => targetPort ?? port);
  const declared = ports.map(({ containerPort }) => containerPort);
  return new Set([...declared, ...[...probed, ...served].flatMap((port) => numberOf(port) ?? [])]);
}

/** Both are in one namespace. */
function chooses({ spec }: Service, { metadata: of }: Pod): boolean {
  const wanted = Object.entries(spec.selector ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => of.labels?.[key] === value);
}

const BACK_OFF = /^Back-off pulling image "[^"]*"(?:: ErrImagePull: (.*))?$/s;
const PULLS: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff']);

/** What a registry said is told again and again, with words around it. */
function pullSeen({ imageID, state }: ContainerStatus): true | string | undefined {
  const { reason = '', message } = state?.waiting ?? {};
  if (!PULLS.has(reason)) return (imageID ?? '') === '' ? undefined : true;
  const said = BACK_OFF.exec(message ?? '');
  return said === null ? message : said[1];
}
