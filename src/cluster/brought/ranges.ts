// Models what an administrator chose with --service-cluster-ip-range and --cluster-cidr, as objects show it (v1.36)

import type { Pod, Service } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { type Cidr, contains, formatCidr, networkOf, parseAddress, parseCidr } from '../../base/address.ts';
import type { StartState } from '../../brought/start-state.ts';
import { objectsOf } from './state.ts';

/** Where Services have their addresses, and those of the two that every cluster has. */
export interface ServiceRange {
  readonly services: string;
  readonly kubernetes: string;
  readonly dns: string;
}

const USUAL = cidrOf('10.96.0.0/12');
/** Where a ServiceCIDR does not say it: what most installers take. */
const GUESSED_PREFIX = 16;

/** Undefined where it is the usual one, or nothing tells. */
export function serviceRangeIn(start: StartState): ServiceRange | undefined {
  const services = objectsOf<Service>(start, 'Service', 'v1');
  const addressOf = (namespace: string, name: string): string | undefined =>
    services.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name)?.spec.clusterIP;
  const kubernetes = addressOf('default', 'kubernetes');
  const address = kubernetes === undefined ? undefined : parseAddress(kubernetes);
  if (kubernetes === undefined || typeof address !== 'number') return undefined;
  const range = declaredRange(start) ?? guessedRange(address);
  if (range === undefined) return undefined;
  const dns = addressOf('kube-system', 'kube-dns');
  return { services: range, kubernetes, dns: dns === undefined || dns === 'None' ? nextTo(kubernetes) : dns };
}

function declaredRange(start: StartState): string | undefined {
  const declared = objectsOf<KObject>(start, 'ServiceCIDR', 'networking.k8s.io/v1').find(
    ({ metadata }) => metadata.name === 'kubernetes',
  );
  const { cidrs } = (declared?.spec ?? {}) as { readonly cidrs?: readonly string[] };
  return cidrs?.find((each) => typeof parseCidr(each)?.address === 'number');
}

function guessedRange(address: number): string | undefined {
  if (contains(USUAL, address)) return undefined;
  return formatCidr({ address: networkOf(address, GUESSED_PREFIX), prefix: GUESSED_PREFIX });
}

/** The tenth address, as installers have it. */
const nextTo = (kubernetes: string): string => kubernetes.replace(/\d+$/, '10');

function cidrOf(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr === undefined) throw new Error(`no range: ${text}`);
  return cidr;
}

/** The range of a node by the addresses of the Pods on it, where its object does not say it; undefined: no Pod tells. */
export function podRangeOn(pods: readonly Pod[]): string | undefined {
  const own = pods.find(({ spec, status }) => spec.hostNetwork !== true && status.podIP !== undefined);
  const address = parseAddress(own?.status.podIP ?? '');
  if (typeof address !== 'number') return undefined;
  return formatCidr({ address: networkOf(address, NODE_PREFIX), prefix: NODE_PREFIX });
}

const NODE_PREFIX = 24;

/** The smallest range that holds all of them. */
export function coveringRange(ranges: readonly string[]): string | undefined {
  const [first, ...rest] = ranges
    .flatMap((each) => parseCidr(each) ?? [])
    .filter(({ address }) => typeof address === 'number');
  if (first === undefined) return undefined;
  let prefix = Math.min(first.prefix, MOST_NARROW);
  while (
    prefix > 0 &&
    rest.some(({ address }) => !contains({ address: networkOf(first.address, prefix), prefix }, address))
  )
    prefix -= 1;
  return formatCidr({ address: networkOf(first.address, prefix), prefix });
}

const MOST_NARROW = 16;
