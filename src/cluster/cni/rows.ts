// Models containernetworking/plugins plugins/ipam/host-local/backend/disk/backend.go (v1.36)

import { tableFamily } from '../../engine/index.ts';

/** By address: what host-local keeps in its directory. */
export interface AddressRow {
  readonly ip: string;
  readonly containerId: string;
  /** `namespace/name` of the pod. */
  readonly owner: string;
}
/** One a node. */
export const ADDRESS_TABLES = tableFamily<AddressRow>('cni/*/addresses');

/** By name. */
export interface InterfaceRow {
  readonly name: string;
  readonly type: 'bridge' | 'veth';
  readonly address: string | undefined;
  readonly mac: string;
  /** For a veth: the bridge it hangs on, the network namespace and name of its other end. */
  readonly bridge: string | undefined;
  readonly peerNamespace: string | undefined;
  readonly peer: string | undefined;
}
/** One a node. */
export const INTERFACE_TABLES = tableFamily<InterfaceRow>('cni/*/interfaces');

/** By destination. */
export interface RouteRow {
  readonly destination: string;
  readonly via: string | undefined;
  readonly device: string;
}
/** One a node. */
export const ROUTE_TABLES = tableFamily<RouteRow>('cni/*/routes');
