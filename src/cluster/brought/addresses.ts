// Models pkg/registry/core/service/storage/alloc.go, for Services that no server has kept (v1.36)

import type { KObject } from '../../api/types/meta.ts';
import { ipAddressOf } from '../../api/values/ip-address.ts';
import { randomUid } from '../../api/values/names.ts';
import { familyOfText } from '../../base/address.ts';
import type { Random } from '../../engine/index.ts';
import { freePort } from '../apiserver/service-allocation/node-ports.ts';
import { freeAddress, type ServiceRange, serviceRanges } from '../apiserver/service-allocation/service-families.ts';
import {
  nodePortsOf,
  type ServiceSpec,
  usesAddress,
  usesNodePorts,
} from '../apiserver/service-allocation/service-spec.ts';

/** What Services have of the ranges of a cluster. */
interface Taken {
  readonly addresses: Set<string>;
  readonly ports: Set<number>;
}

/**
 * Services that were just made get the cluster address and the node ports that they do not ask for themselves. `there`: all
 * objects that the cluster begins with. Each new address has its IPAddress, by which it is taken.
 */
export function withAddresses(
  objects: readonly KObject[],
  there: readonly KObject[],
  made: ReadonlySet<string>,
  serviceCidr: string,
  random: Random,
): readonly KObject[] {
  const [range] = serviceRanges(serviceCidr.split(','));
  const taken = takenBy(there);
  return objects.flatMap((object) => {
    if (object.kind !== 'Service' || object.apiVersion !== 'v1' || !made.has(object.metadata.uid ?? ''))
      return [object];
    const asked = (object.spec ?? {}) as ServiceSpec;
    if (!usesAddress(asked) || range === undefined) return [object];
    const spec = withPorts(addressed(asked, range, taken, random), taken, random);
    const placed = { ...object, spec } as KObject;
    const { clusterIP = '' } = spec;
    const isKept = there.some(({ kind, metadata }) => kind === 'IPAddress' && metadata.name === clusterIP);
    return clusterIP === 'None' || isKept ? [placed] : [placed, claimOf(placed, clusterIP, random)];
  });
}

function takenBy(there: readonly KObject[]): Taken {
  const addresses = new Set<string>();
  const ports = new Set<number>();
  for (const { kind, metadata, spec } of there) {
    if (kind === 'IPAddress') addresses.add(metadata.name ?? '');
    if (kind !== 'Service') continue;
    const service = (spec ?? {}) as ServiceSpec;
    const { clusterIP, clusterIPs = [] } = service;
    for (const address of [clusterIP, ...clusterIPs]) if (address !== undefined) addresses.add(address);
    for (const port of nodePortsOf(service)) ports.add(port);
  }
  return { addresses, ports };
}

function addressed(spec: ServiceSpec, range: ServiceRange, { addresses }: Taken, random: Random): ServiceSpec {
  const asked = [spec.clusterIP, spec.clusterIPs?.[0]].find((each) => each !== undefined && each !== '');
  const address = asked ?? freeAddress(range, random, (each) => !addresses.has(each));
  if (address === undefined) return spec;
  addresses.add(address);
  const family = address === 'None' ? range.family : familyOfText(address);
  return {
    ipFamilies: [family],
    ipFamilyPolicy: 'SingleStack',
    ...spec,
    clusterIP: address,
    clusterIPs: spec.clusterIPs ?? [address],
  };
}

function withPorts(spec: ServiceSpec, { ports: taken }: Taken, random: Random): ServiceSpec {
  if (!usesNodePorts(spec)) return spec;
  const ports = (spec.ports ?? []).map((port) => {
    const nodePort = (port.nodePort ?? 0) !== 0 ? port.nodePort : freePort(taken, random);
    if (nodePort === undefined) return port;
    taken.add(nodePort);
    return { ...port, nodePort };
  });
  return { ...spec, ports };
}

function claimOf({ metadata }: KObject, address: string, random: Random): KObject {
  const { namespace = '', name = '', creationTimestamp } = metadata;
  const claim = ipAddressOf(address, namespace, name);
  const given = { uid: randomUid(random), ...(creationTimestamp === undefined ? undefined : { creationTimestamp }) };
  return { ...claim, metadata: { name: address, ...given, labels: claim.metadata.labels } } as KObject;
}
