import type { Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { Ingress, IngressBackend } from '../../../api/types/networking.ts';
import { since } from '../moments.ts';
import { nearestValue } from '../nearest.ts';
import { type Hold, held, type Rule, type Unmet, wished } from '../unmet.ts';
import type { World } from '../world.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** Ports of Services that name a port which no endpoint has. */
export const portNames: Rule = {
  name: 'portNames',
  *find(world) {
    const known = portsServed(world);
    for (const service of world.all<Service>('services')) {
      const { namespace, name = '' } = service.metadata;
      const served = known.get(`${namespace}/${name}`);
      if (served === undefined) continue;
      for (const [place, { name: port = '', port: number, targetPort }] of (service.spec.ports ?? []).entries()) {
        if (typeof targetPort !== 'string' || /^\d+$/.test(targetPort) || served.has(port)) continue;
        const subject = `services/${namespace}/${name}`;
        yield {
          subject,
          wish: wished('servicePort', { name, port: number }),
          hold: () => ({
            told: portHold(world, service, targetPort),
            since: () =>
              since(world.at, subject, (object) => (object as Service).spec.ports?.[place]?.targetPort === targetPort),
            change: { type: 'field', subject, path: `spec.ports.${place}.targetPort` },
          }),
        };
      }
    }
  },
};

/** Of Services that have endpoints: the names of the ports at which they have them. */
function portsServed(world: World): ReadonlyMap<string, ReadonlySet<string>> {
  const served = new Map<string, Set<string>>();
  for (const { metadata, endpoints, ports } of world.all<EndpointSlice>('endpointslices.discovery.k8s.io')) {
    if ((endpoints ?? []).length === 0) continue;
    const service = `${metadata.namespace}/${metadata.labels?.[SERVICE_NAME]}`;
    const names = served.get(service) ?? new Set();
    served.set(service, names);
    for (const { name = '', port } of ports ?? []) if (port !== undefined) names.add(name);
  }
  return served;
}

function portHold(world: World, { metadata, spec }: Service, target: string): Hold['told'] {
  const selector = Object.entries(spec.selector ?? {});
  const pod = world
    .all<Pod>('pods')
    .find(
      (each) =>
        each.metadata.namespace === metadata.namespace &&
        selector.every(([key, value]) => each.metadata.labels?.[key] === value),
    );
  const names = (pod?.spec?.containers ?? []).flatMap(({ ports }) => ports ?? []).map(({ name }) => name);
  const near = nearestValue(
    target,
    names.filter((name) => name !== undefined),
  );
  const of = pod?.metadata.name ?? '';
  return near === undefined ? held('noPortName', { target, pod: of }) : held('nearPortName', { target, near, pod: of });
}

/** Ingresses that lead to a Service that is not there, or to a port that it does not have. */
export const ingressBackends: Rule = {
  name: 'ingressBackends',
  *find(world) {
    for (const ingress of world.all<Ingress>('ingresses.networking.k8s.io')) {
      for (const { backend, path } of backendsOf(ingress)) {
        const found = ofBackend(world, ingress, backend, path);
        if (found !== undefined) yield found;
      }
    }
  },
};

function backendsOf({ spec }: Ingress): readonly { readonly backend: IngressBackend; readonly path: string }[] {
  const rules = (spec.rules ?? []).flatMap(({ http }, rule) =>
    (http?.paths ?? []).map(({ backend }, place) => ({
      backend,
      path: `spec.rules.${rule}.http.paths.${place}.backend`,
    })),
  );
  return spec.defaultBackend === undefined
    ? rules
    : [{ backend: spec.defaultBackend, path: 'spec.defaultBackend' }, ...rules];
}

function ofBackend(world: World, { metadata }: Ingress, { service }: IngressBackend, path: string): Unmet | undefined {
  if (service === undefined) return undefined;
  const { namespace, name = '' } = metadata;
  const subject = `ingresses.networking.k8s.io/${namespace}/${name}`;
  const to = world.get<Service>(`services/${namespace}/${service.name}`);
  const { name: portName, number } = service.port ?? {};
  const has = to?.spec.ports?.some((each) => (portName === undefined ? each.port === number : each.name === portName));
  if (has === true) return undefined;
  const told =
    to === undefined
      ? held('noBackend', { service: service.name })
      : held('noBackendPort', { service: service.name, port: String(portName ?? number ?? '') });
  return {
    subject,
    wish: wished('ingress', { name }),
    hold: () => ({ told, change: { type: 'field', subject, path } }),
  };
}
