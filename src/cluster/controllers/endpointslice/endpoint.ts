// Models staging/src/k8s.io/endpointslice/utils.go (v1.36): how a pod looks as an endpoint

import { equalJson } from '../../../api/go/json.ts';
import type { Pod, Service } from '../../../api/types/core.ts';
import type { Endpoint, EndpointHints, EndpointPort } from '../../../api/types/discovery.ts';
import { inHashOrder } from '../shared/hash-order.ts';
import { isPodReady } from '../shared/pods.ts';
import { targetPortOf } from '../shared/service-endpoints.ts';
import { followsTopology } from './names.ts';

/** In the order of their hashes, whatever the order in the Service is. */
export function portsOf(service: Service, pod: Pod): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec.ports ?? []) {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    ports.push({ name, protocol, port, ...(appProtocol === undefined ? undefined : { appProtocol }) } as EndpointPort);
  }
  return inHashOrder('discovery.k8s.io/v1', 'EndpointPort', ports);
}

export function endpointOf(service: Service, pod: Pod, address: string, zone: string | undefined): Endpoint {
  const { namespace, name, uid, deletionTimestamp } = pod.metadata;
  const { nodeName, hostname = '', subdomain } = pod.spec;
  const serving = isPodReady(pod);
  const terminating = deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  return {
    addresses: [address],
    conditions: { ready, serving, terminating },
    ...(hostname !== '' && subdomain === service.metadata.name ? { hostname } : undefined),
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(nodeName === undefined ? undefined : { nodeName }),
    ...(zone === undefined ? undefined : { zone }),
    ...(ready && !followsTopology(service) && hintsFor(service.spec.trafficDistribution, nodeName, zone)),
  };
}

/** Ready endpoints are for whoever is near them. */
// Models staging/src/k8s.io/endpointslice/trafficdist/trafficdist.go (v1.36)
function hintsFor(
  distribution: string | undefined,
  node: string | undefined,
  zone: string | undefined,
): { readonly hints: EndpointHints } | undefined {
  if (distribution === undefined) return undefined;
  const forZones = zone === undefined ? undefined : { forZones: [{ name: zone }] };
  const forNodes = distribution !== 'PreferSameNode' || node === undefined ? undefined : { forNodes: [{ name: node }] };
  if (forZones === undefined && forNodes === undefined) return undefined;
  return { hints: { ...forZones, ...forNodes } };
}

/** The same for the same ports in any order. */
export function portsKey(ports: readonly EndpointPort[]): string {
  const texts = ports.map(
    ({ name = '', port, protocol = 'TCP', appProtocol = '' }) => `${name}:${port}/${protocol}/${appProtocol}`,
  );
  return texts.sort().join();
}

export function endpointKey({ targetRef, addresses }: Endpoint): string {
  return targetRef?.uid ?? addresses.join();
}

/** `hints`: whether they are made here; the topology judges its own. */
export function sameEndpoint(a: Endpoint, b: Endpoint, hints: boolean): boolean {
  return (
    a.addresses.join() === b.addresses.join() &&
    a.conditions?.ready === b.conditions?.ready &&
    a.conditions?.serving === b.conditions?.serving &&
    a.conditions?.terminating === b.conditions?.terminating &&
    a.nodeName === b.nodeName &&
    a.hostname === b.hostname &&
    a.zone === b.zone &&
    (!hints || equalJson(a.hints, b.hints))
  );
}
