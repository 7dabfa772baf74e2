import type { Pod } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { objectNamed, podOf, runningTimeoutProblem } from '../../pods/pod-target.ts';
import { notUpgraded, openUpgraded } from '../../pods/upgrade.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { PortForwardOptions } from './flags.ts';
import { listen, listenAddresses } from './forwarded-addresses.ts';
import { type Ports, serveForwarded } from './forwarded-ports.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/portforward/portforward.go (v1.36) */
export function* portForward(
  session: Session,
  words: readonly string[],
  options: PortForwardOptions,
): Process<number | Failure> {
  const [word, ...specs] = words;
  if (word === undefined || specs.length === 0) {
    return failure(
      "TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples",
    );
  }
  const timeout = runningTimeoutProblem(options);
  if (timeout !== undefined) return timeout;
  const object = yield* objectNamed(session, word, 'k8s.io/client-go/kubernetes/scheme/register.go:82');
  if (isFailure(object)) return object;
  const pod = yield* podOf(session, object, 'cannot attach to');
  if (isFailure(pod)) return pod;
  const asked: string[] = [];
  for (const spec of specs) {
    const remote = remoteOf(spec, object, pod);
    if (isFailure(remote)) return remote;
    asked.push(remote);
  }
  const again = yield* session.call({
    method: 'GET',
    path: `/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}`,
  });
  if (again.code !== 200) return failureOf(again.code, again.body);
  const { phase } = (again.body as Pod).status;
  if (phase !== 'Running')
    return failure(`unable to forward port because pod is not running. Current status=${phase ?? ''}`);
  const addresses = listenAddresses(options.has('address') ? options.list('address') : ['localhost']);
  if (isFailure(addresses)) return addresses;
  const ports = asked.map(portsOf);
  const wrong = ports.find(isFailure);
  if (wrong !== undefined) return wrong;
  const { name, namespace } = pod.metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/portforward`;
  const response = yield* openUpgraded(session, path, [], 'SPDY/3.1+portforward.k8s.io');
  if (response.channels === undefined) return notUpgraded(response, 'error upgrading connection: ');
  const heard = listen(session, addresses, ports as readonly Ports[]);
  if (isFailure(heard)) return heard;
  const outcome = yield* serveForwarded(session, response.channels, heard);
  return outcome === 'lost' ? failure('lost connection to pod') : session.interrupted ? 130 : 0;
}

/** Any free port, where none is named: the same one each time. */
const FREE = '40000';

/** `8080:80` as `LOCAL:REMOTE` with the number of a port of the container; one number where both are the same. */
function remoteOf(spec: string, object: KObject, pod: Pod): string | Failure {
  const parts = spec.split(':');
  const [first = '', second] = parts.length === 2 ? parts : [parts[0]];
  const asked = second ?? first;
  if (asked === '') return failure('remote port cannot be empty');
  const isService = object.kind === 'Service';
  const port = isService ? servicePort(asked, object) : undefined;
  if (isService && port === undefined) return unknownServicePort(asked, object);
  const number = isService || /^\d+$/.test(asked) ? asked : containerPort(asked, pod)?.containerPort;
  if ((port?.protocol ?? protocolOf(Number(number), pod, isService)) === 'UDP')
    return failure(`UDP protocol is not supported for ${asked}`);
  const remote = remotePort(port === undefined ? asked : String(port.targetPort ?? port.port), pod);
  if (remote === undefined) return failure(`Pod '${pod.metadata.name}' does not have a named port '${asked}'`);
  const isSame = second === undefined || first === asked;
  const local = !isSame ? first : /^\d+$/.test(first) ? first : port === undefined ? remote : String(port.port);
  return local === remote ? remote : `${local}:${remote}`;
}

function unknownServicePort(asked: string, { metadata }: KObject): Failure {
  return failure(
    /^\d+$/.test(asked)
      ? `Service ${metadata.name} does not have a service port ${asked}`
      : `Service '${metadata.name}' does not have a named port '${asked}'`,
  );
}

/** UDP when the container's port is for nothing else. */
function protocolOf(port: number, pod: Pod, isService: boolean): string | undefined {
  if (isService) return undefined;
  const own = portsOfContainers(pod).filter(({ containerPort: number }) => number === port);
  return own.length > 0 && own.every(({ protocol }) => protocol === 'UDP') ? 'UDP' : undefined;
}

/** Models parsePorts of staging/src/k8s.io/client-go/tools/portforward/portforward.go (v1.36) */
function portsOf(spec: string): Ports | Failure {
  const [first = '', second = first] = spec.split(':');
  const local = first === '' ? FREE : first;
  const wrong = portProblem('local', local) ?? portProblem('remote', second);
  if (wrong !== undefined) return wrong;
  if (Number(second) === 0) return failure('remote port must be > 0');
  return { local: Number(local) === 0 ? FREE : local, remote: second };
}

function portProblem(which: 'local' | 'remote', text: string): Failure | undefined {
  const why = !/^\d+$/.test(text) ? 'invalid syntax' : Number(text) > 65535 ? 'value out of range' : undefined;
  if (why === undefined) return undefined;
  return failure(`error parsing ${which} port '${text}': strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`);
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly targetPort?: number | string;
}

function servicePort(asked: string, { spec }: KObject): ServicePort | undefined {
  const { ports = [] } = (spec ?? {}) as { readonly ports?: readonly ServicePort[] };
  return ports.find(({ name, port }) => String(port) === asked || name === asked);
}

interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
  readonly protocol?: string;
}

const portsOfContainers = ({ spec }: Pod): readonly ContainerPort[] =>
  spec.containers.flatMap(({ ports = [] }) => ports);

const containerPort = (asked: string, pod: Pod): ContainerPort | undefined =>
  portsOfContainers(pod).find(({ name }) => name === asked);

/** A number, or the name of a container's port, as the port of the container. */
function remotePort(wanted: string, pod: Pod): string | undefined {
  if (/^\d+$/.test(wanted)) return wanted;
  const named = containerPort(wanted, pod);
  return named === undefined ? undefined : String(named.containerPort);
}
