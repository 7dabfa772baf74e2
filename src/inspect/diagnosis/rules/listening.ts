import type { Container, Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import { behaviourOf } from '../../../cluster/images/catalog.ts';
import { programFor } from '../../../cluster/shell/first-program.ts';
import { lastChange } from '../moments.ts';
import { held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { subjectOfPod } from './pod-facts.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';
/** Every Pod has it. */
const TOKENS = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Ports of Services behind which there are ready Pods, and no program of theirs takes connections. */
export const silentPorts: Rule = {
  name: 'silentPorts',
  *find(world) {
    for (const { metadata, endpoints, ports } of world.all<EndpointSlice>('endpointslices.discovery.k8s.io')) {
      const { namespace, labels } = metadata;
      const service = world.get<Service>(`services/${namespace}/${labels?.[SERVICE_NAME]}`);
      const ready = (endpoints ?? []).find(({ conditions }) => conditions?.ready !== false);
      const pod = podOf(world, namespace, ready?.targetRef?.name);
      if (service === undefined || pod === undefined || metadata.deletionTimestamp !== undefined) continue;
      const known = portsOf(pod);
      if (known === undefined) continue;
      for (const { name = '', port, protocol = 'TCP' } of ports ?? []) {
        if (port === undefined || protocol !== 'TCP' || known.includes(port)) continue;
        const place = (service.spec.ports ?? []).findIndex((each) => (each.name ?? '') === name);
        const subject = `services/${namespace}/${service.metadata.name}`;
        yield {
          subject,
          wish: wished('servicePort', {
            name: service.metadata.name ?? '',
            port: service.spec.ports?.[place]?.port ?? port,
          }),
          hold: () => ({
            told: held('nobodyListens', { port, pod: pod.metadata.name ?? '', listens: known.join(', ') }),
            held: subjectOfPod(pod),
            since: () => lastChange(world.at, subject, (object) => (object as Service).spec.ports?.[place]?.targetPort),
            change: { type: 'field', subject, path: `spec.ports.${place}.targetPort` },
          }),
        };
      }
    }
  },
};

function podOf(world: World, namespace: string | undefined, name: string | undefined): Pod | undefined {
  return name === undefined ? undefined : world.get<Pod>(`pods/${namespace}/${name}`);
}

/** Where the programs of a Pod listen; undefined where one of them may do anything. */
function portsOf({ spec }: Pod): readonly number[] | undefined {
  const ports: number[] = [];
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const container of [...(spec?.containers ?? []), ...sidecars]) {
    const port = portOf(container);
    if (port === 'unknown') return undefined;
    if (port !== undefined) ports.push(port);
  }
  return ports;
}

function portOf({
  image = '',
  command = [],
  args = [],
  stdin,
  volumeMounts = [],
}: Container): number | undefined | 'unknown' {
  const behaviour = behaviourOf(image);
  const words = [...command, ...args];
  // What is in a volume or in a variable is known when it runs; a porter listens where its variables say.
  const own = volumeMounts.filter(({ mountPath }) => mountPath !== TOKENS);
  const isOpen = words.some((word) => word.includes('$(') || word === 'porter') || words.length * own.length > 0;
  if (behaviour === undefined || isOpen) return 'unknown';
  const { note, servesPort } = programFor(behaviour, command, args, stdin);
  return note === undefined ? servesPort : 'unknown';
}
