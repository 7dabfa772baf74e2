// Models the kernel's view of one network namespace: devices, addresses, routes (v1.36)

import { type Address, type Address6, type Cidr, contains, isSix } from '../../../base/address.ts';
import type { Dialing } from '../../ports/http.ts';
import type { Relay } from '../../ports/netfilter.ts';
import type { RuleTables } from '../iptables/rule-tables.ts';
import type { NodeIpsets } from '../ipvs/ipsets.ts';
import type { NodeIpvs } from '../ipvs/ipvs.ts';
import type { NftTables } from '../nft/tables.ts';
import type { Conntrack } from './conntrack.ts';
import type { Recent } from './recent.ts';

export interface Device {
  readonly name: string;
  readonly kind: 'lo' | 'ethernet' | 'bridge' | 'vxlan';
  readonly address: number | undefined;
  /** Only in clusters with both families. */
  readonly address6?: Address6 | undefined;
  readonly mtu: number;
}

export interface Route {
  readonly cidr: Cidr;
  readonly via: Address | undefined;
  readonly device: string;
}

/** The sender of a request, as the listener sees it. */
export interface Asker {
  /** Address and port. */
  readonly end: string;
  readonly address: string;
  readonly agent: string;
  /** The body of the request. */
  readonly body?: string | undefined;
}

export interface Listener {
  /** The process that listens: of a pod, or of the node. */
  readonly process: string;
  readonly answer: Answer;
  /** Its answer to a certain request; undefined: the usual one. */
  readonly answerTo?: (what: string, asker: Asker) => Answer | undefined;
  /** Whom it asks before it answers. */
  readonly dials?: (what: string) => Dialing | undefined;
  /** It does not answer itself: it asks somebody else. */
  readonly relay?: Relay;
}

/** Bytes of an answer, in the segments in which the process writes it. */
export interface Answer {
  readonly writes: readonly number[];
  readonly text: string;
  /** The code of an HTTP answer; left out: 200. */
  readonly code?: number;
}

/** The kernel of a host as packets meet it. Pods and machines outside have no rules of their own here. */
export interface Kernel {
  readonly rules: RuleTables;
  /** The rules of IPv6, made when a tool first writes there. */
  rules6?: RuleTables;
  readonly conntrack: Conntrack;
  readonly recent: Recent;
  /** A packet has come: there may be connections to forget. */
  readonly remembers: boolean;
  readonly sysctls: Map<string, number>;
  /** Made when somebody writes there. */
  nft?: NftTables;
  nft6?: NftTables;
  ipvs?: NodeIpvs;
  sets?: NodeIpsets;
  /** Processes of the node that pass connections on, by `protocol/port`. */
  relays?: Map<string, Relay>;
}

/** One network namespace: a node, a pod or a machine outside of the cluster. */
export interface Host {
  readonly name: string;
  readonly kind: 'node' | 'pod' | 'outside';
  readonly devices: Map<string, Device>;
  readonly routes: readonly Route[];
  /** Routes to the Pods of other nodes; there are as many as nodes, so they are looked up. */
  readonly remote: ((destination: Address) => Route | undefined) | undefined;
  readonly kernel: Kernel | undefined;
  /** For a pod: the node to whose bridge it is connected, and its device there. */
  readonly node: Host | undefined;
  readonly veth: string | undefined;
  listener(protocol: number, port: number, address: Address): Listener | undefined;
}

const LOOPBACK: Cidr = { address: 0x7f00_0000, prefix: 8 };
export const LOOPBACK6 = '00000000000000000000000000000001' as Address6;

export function isLoopback(address: Address): boolean {
  return isSix(address) ? address === LOOPBACK6 : contains(LOOPBACK, address);
}

/** A device's own address of the family of another one. */
export function ownAddress(device: Device | undefined, like: Address): Address | undefined {
  return isSix(like) ? device?.address6 : device?.address;
}

export function isLocal(host: Host, address: Address): boolean {
  if (isLoopback(address)) return true;
  for (const device of host.devices.values()) if (ownAddress(device, address) === address) return true;
  return host.kernel?.ipvs?.bound.has(address) === true;
}

export interface Way {
  readonly device: Device;
  /** The next hop on that device: the gateway, or the destination itself. */
  readonly next: Address;
  readonly local: boolean;
}

/** The most specific route; undefined when there is none. */
export function routeTo(host: Host, destination: Address): Way | undefined {
  if (isLocal(host, destination)) {
    const lo = host.devices.get('lo');
    return lo === undefined ? undefined : { device: lo, next: destination, local: true };
  }
  let best = host.remote?.(destination);
  for (const route of host.routes)
    if (contains(route.cidr, destination) && (best === undefined || route.cidr.prefix > best.cidr.prefix)) best = route;
  const device = best === undefined ? undefined : host.devices.get(best.device);
  if (best === undefined || device === undefined) return undefined;
  return { device, next: best.via ?? destination, local: false };
}

/** The address that a socket gets when it asks for none, and MASQUERADE when packets leave here; `like` says of which family. */
export function addressOn(host: Host, device: Device, like: Address): Address {
  const own = ownAddress(device, like);
  if (device.kind !== 'lo' && own !== undefined) return own;
  for (const other of host.devices.values()) {
    const address = other.kind === 'lo' ? undefined : ownAddress(other, like);
    if (address !== undefined) return address;
  }
  return isSix(like) ? LOOPBACK6 : 0x7f00_0001;
}
