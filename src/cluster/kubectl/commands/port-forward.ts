import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { objectNamed, podOf } from '../pod-target.ts';
import type { Session } from '../session.ts';
import { type Ports, serveForwarded } from './forwarded-ports.ts';
import { notUpgraded, UPGRADE } from './upgrade.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/portforward/portforward.go (v1.36) */
export function* portForward(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [word, ...specs] = words;
  if (word === undefined || specs.length === 0) {
    return failure(
      "TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples",
    );
  }
  const object = yield* objectNamed(session, word);
  if (isFailure(object)) return object;
  const pod = yield* podOf(session, object, 'cannot attach to');
  if (isFailure(pod)) return pod;
  const ports: Ports[] = [];
  for (const spec of specs) {
    const read = portsOf(spec, object, pod);
    if (isFailure(read)) return read;
    ports.push(read);
  }
  const { phase } = pod.status;
  if (phase !== 'Running')
    return failure(`unable to forward port because pod is not running. Current status=${phase ?? ''}`);
  const { name, namespace } = pod.metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/portforward`;
  const headers = { ...UPGRADE, 'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io' };
  const response = yield* session.call({ method: 'GET', path, headers });
  if (response.channels === undefined) return notUpgraded(response);
  const addresses = (options.text('address') ?? 'localhost').split(',').flatMap((each) => {
    return each === 'localhost' ? ['127.0.0.1', '[::1]'] : [each];
  });
  for (const { local, remote } of ports) {
    for (const address of addresses) session.print(`Forwarding from ${address}:${local} -> ${remote}\n`);
  }
  const taken = ports.find(({ local }) => session.host.localPorts?.has(local));
  if (taken !== undefined) return failure(`unable to listen on any of the requested ports: [${pairsOf(ports)}]`);
  const outcome = yield* serveForwarded(session, response.channels, ports);
  return outcome === 'lost' ? failure('lost connection to pod') : session.interrupted ? 130 : 0;
}

const pairsOf = (ports: readonly Ports[]): string => ports.map(({ local, remote }) => `{${local} ${remote}}`).join(' ');

/** Any free port, where none is named: the same one each time. */
const FREE = '40000';

function portsOf(spec: string, object: KObject, pod: Pod): Ports | Failure {
  const [first = '', second] = spec.split(':');
  const asked = second ?? first;
  const local = first === '' ? FREE : first;
  if (object.kind === 'Service' && servicePort(asked, object) === undefined) {
    return failure(`Service ${object.metadata.name} does not have a service port ${asked}`);
  }
  const remote = remotePort(asked, object, pod);
  if (remote === undefined) return failure(`Pod '${pod.metadata.name}' does not have a named port '${asked}'`);
  const number = second === undefined && !/^\d+$/.test(first) ? remote : local;
  if (!/^\d+$/.test(number))
    return failure(`error parsing local port '${number}': ${parsing(number, 'invalid syntax')}`);
  if (Number(number) > 65535)
    return failure(`error parsing local port '${number}': ${parsing(number, 'value out of range')}`);
  if (Number(remote) > 65535)
    return failure(`error parsing remote port '${remote}': ${parsing(remote, 'value out of range')}`);
  return { local: number, remote };
}

function parsing(text: string, why: string): string {
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`;
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly targetPort?: number | string;
}

function servicePort(asked: string, { spec }: KObject): ServicePort | undefined {
  const { ports = [] } = (spec ?? {}) as { readonly ports?: readonly ServicePort[] };
  return ports.find(({ name, port }) => String(port) === asked || name === asked);
}

/** A port of the Service, or a name of a container's port, as the port of the container. */
function remotePort(asked: string, object: KObject, pod: Pod): string | undefined {
  let wanted = asked;
  if (object.kind === 'Service') {
    const found = servicePort(asked, object);
    wanted = String(found?.targetPort ?? found?.port ?? asked);
  }
  if (/^\d+$/.test(wanted)) return wanted;
  const named = pod.spec.containers
    .flatMap(({ ports = [] }) => ports)
    .find((port) => (port as { readonly name?: string }).name === wanted);
  return named === undefined ? undefined : String((named as { readonly containerPort: number }).containerPort);
}
