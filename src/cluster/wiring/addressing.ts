// Models what an administrator chooses with --service-cluster-ip-range, --cluster-cidr and the addresses of machines (v1.36)

import type { Family } from '../../base/address.ts';
import { coveringRange, type ServiceRange } from '../brought/ranges.ts';
import type { NodeSpec } from '../kubelet/node/spec.ts';

/** Families of a cluster of which nothing is said. */
export const IPV4_ALONE: readonly Family[] = ['IPv4'];

/** The networks of a cluster, with one range a family; the first family is the primary one. */
export interface Addressing {
  readonly families: readonly Family[];
  /** Where clients outside reach the API server. */
  readonly apiServer: string;
  /** All ranges of Services, joined by commas. */
  readonly serviceCidr: string;
  /** The Service `kubernetes`: the first address of the first range. */
  readonly kubernetes: string;
  /** The Service of the cluster's DNS: the tenth. */
  readonly dns: string;
}

interface Ranges {
  readonly apiServer: string;
  readonly services: string;
  readonly kubernetes: string;
  readonly dns: string;
  readonly pods: string;
}

const RANGES: { readonly [F in Family]: Ranges } = {
  IPv4: {
    apiServer: '10.123.0.1',
    services: '10.96.0.0/12',
    kubernetes: '10.96.0.1',
    dns: '10.96.0.10',
    pods: '10.244.0.0/16',
  },
  IPv6: {
    apiServer: 'fd00:10:123::1',
    services: 'fd00:10:96::/112',
    kubernetes: 'fd00:10:96::1',
    dns: 'fd00:10:96::a',
    pods: 'fd00:10:244::/48',
  },
};
/** For more nodes than usual, or nodes with more Pods. */
const WIDE_POD_RANGE = '10.128.0.0/9';

/** `own`: what a cluster that somebody brought has in the place of the usual range of IPv4. */
export function addressingOf(families: readonly Family[], own?: ServiceRange): Addressing {
  const { apiServer, kubernetes, dns } = { ...RANGES[families[0] ?? 'IPv4'], ...own };
  const serviceCidr = own?.services ?? families.map(serviceRangeOf).join();
  return { families, apiServer, kubernetes, dns, serviceCidr };
}

function serviceRangeOf(family: Family): string {
  return RANGES[family].services;
}

/** The range of all Pods. */
function podRangeOf(family: Family, nodes: readonly NodeSpec[], isBrought = false): string {
  if (isBrought && !areUsual(nodes)) return coveringRange(nodes.map(({ podCIDR }) => podCIDR)) ?? WIDE_POD_RANGE;
  return family === 'IPv6' || areUsual(nodes) ? RANGES[family].pods : WIDE_POD_RANGE;
}

/** Where Pods and Services of one family have their addresses. */
export interface FamilyRanges {
  readonly family: Family;
  readonly pods: string;
  readonly services: string;
}

/** Of each family, for who is told both; `own`: of a cluster that somebody brought. */
export function familyRanges(
  families: readonly Family[],
  nodes: readonly NodeSpec[],
  isBrought: boolean,
  own: ServiceRange | undefined,
): readonly FamilyRanges[] {
  return families.map((family) => ({
    family,
    pods: podRangeOf(family, nodes, isBrought),
    services: own?.services ?? serviceRangeOf(family),
  }));
}

/** The same for each family, with the size of a node's part. */
export function podRanges(families: readonly Family[], nodes: readonly NodeSpec[], isBrought = false) {
  const ofFirst = [nodes[0]?.podCIDR, nodes[0]?.second?.podCIDR].find((cidr) => cidr !== undefined && !isSix(cidr));
  const prefix4 = Number(ofFirst?.split('/')[1] ?? 24);
  return families.map((family) => ({
    cidr: podRangeOf(family, nodes, isBrought),
    nodePrefix: family === 'IPv6' ? 64 : prefix4,
  }));
}

function areUsual(nodes: readonly NodeSpec[]): boolean {
  return nodes.every(({ podCIDR }) => isSix(podCIDR) || podCIDR.startsWith('10.244.'));
}

function isSix(cidr: string): boolean {
  return cidr.includes(':');
}

/** What a machine of IPv4 is in a cluster of these families. */
export function inFamilies(spec: NodeSpec, at: number, families: readonly Family[]): NodeSpec {
  const { internalIP, podCIDR } = spec;
  const six = {
    internalIP: `fd00:10:123::${(11 + at).toString(16)}`,
    podCIDR: `fd00:10:244:${(at + 1).toString(16)}::/64`,
  };
  const [first, second] = families.map((family) => (family === 'IPv6' ? six : { internalIP, podCIDR }));
  return second === undefined ? { ...spec, ...first } : { ...spec, ...first, second };
}
