import { base32Hash } from '../shared/hash.ts';
import type { ServicePortInfo } from '../shared/service-port.ts';

// Models pkg/proxy/iptables/proxier.go (v1.36)

export const KUBE_SERVICES = 'KUBE-SERVICES';
export const KUBE_EXTERNAL_SERVICES = 'KUBE-EXTERNAL-SERVICES';
export const KUBE_NODEPORTS = 'KUBE-NODEPORTS';
export const KUBE_POSTROUTING = 'KUBE-POSTROUTING';
export const KUBE_MARK_MASQ = 'KUBE-MARK-MASQ';
export const KUBE_FORWARD = 'KUBE-FORWARD';
export const KUBE_PROXY_FIREWALL = 'KUBE-PROXY-FIREWALL';
export const KUBE_FIREWALL = 'KUBE-FIREWALL';
export const KUBE_PROXY_CANARY = 'KUBE-PROXY-CANARY';

export type ChainTable = 'nat' | 'filter';

/** A rule in one of the kernel's own chains that sends packets to one of ours. */
export interface Jump {
  readonly table: ChainTable;
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

const jump = (table: ChainTable, to: string, from: string, comment: string, state = ''): Jump => ({
  table,
  from,
  to,
  rule: `${state}${comment === '' ? '' : `-m comment --comment "${comment}" `}-j ${to}`,
});

const NEW = '-m conntrack --ctstate NEW ';
const EXTERNAL = 'kubernetes externally-visible service portals';
const PORTALS = 'kubernetes service portals';
const BALANCER = 'kubernetes load balancer firewall';

/** In the order in which they are ensured. Each is put before what is there, so the last comes first in its chain. */
export const JUMPS: readonly Jump[] = [
  jump('filter', KUBE_EXTERNAL_SERVICES, 'INPUT', EXTERNAL, NEW),
  jump('filter', KUBE_EXTERNAL_SERVICES, 'FORWARD', EXTERNAL, NEW),
  jump('filter', KUBE_NODEPORTS, 'INPUT', 'kubernetes health check service ports'),
  jump('filter', KUBE_SERVICES, 'FORWARD', PORTALS, NEW),
  jump('filter', KUBE_SERVICES, 'OUTPUT', PORTALS, NEW),
  jump('filter', KUBE_FORWARD, 'FORWARD', 'kubernetes forwarding rules'),
  jump('filter', KUBE_PROXY_FIREWALL, 'INPUT', BALANCER, NEW),
  jump('filter', KUBE_PROXY_FIREWALL, 'OUTPUT', BALANCER, NEW),
  jump('filter', KUBE_PROXY_FIREWALL, 'FORWARD', BALANCER, NEW),
  jump('nat', KUBE_SERVICES, 'OUTPUT', PORTALS),
  jump('nat', KUBE_SERVICES, 'PREROUTING', PORTALS),
  jump('nat', KUBE_POSTROUTING, 'POSTROUTING', 'kubernetes postrouting rules'),
  jump('filter', KUBE_FIREWALL, 'INPUT', ''),
  jump('filter', KUBE_FIREWALL, 'OUTPUT', ''),
];

/** Node ports never answer on ::1, so there is nothing to close. */
export const JUMPS6: readonly Jump[] = JUMPS.filter(({ to }) => to !== KUBE_FIREWALL);

/** The chains of one port of a Service; which of them exist depends on its policies and endpoints. */
export interface ServiceChains {
  readonly cluster: string;
  readonly local: string;
  readonly external: string;
  readonly firewall: string;
}

export function serviceChains({ key, protocol }: ServicePortInfo): ServiceChains {
  const hash = base32Hash(key + protocol, 16);
  return {
    cluster: `KUBE-SVC-${hash}`,
    local: `KUBE-SVL-${hash}`,
    external: `KUBE-EXT-${hash}`,
    firewall: `KUBE-FW-${hash}`,
  };
}

/** The chain that shares traffic to the cluster IP among endpoints. */
export function policyChain(info: ServicePortInfo): string {
  const { cluster, local } = serviceChains(info);
  return info.internalPolicyLocal ? local : cluster;
}

export function endpointChain({ key, protocol }: ServicePortInfo, address: string): string {
  return `KUBE-SEP-${base32Hash(key + protocol + address, 16)}`;
}

const OWN = /^KUBE-(?:SVC|SVL|SEP|FW|EXT)-/;

/** A chain that belongs to some Service, so that nobody needs it once no Service does. */
export function isServiceChain(name: string): boolean {
  return OWN.test(name);
}

export function chainLine(chain: string): string {
  return `:${chain} - [0:0]`;
}
