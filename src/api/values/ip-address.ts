import { familyOfText } from '../../base/address.ts';
import type { KObject } from '../types/meta.ts';

const MANAGED_BY = 'ipaddress.kubernetes.io/managed-by';
const ALLOCATOR = 'ipallocator.k8s.io';

/** The IPAddress by which an address is a Service's. */
export function ipAddressOf(address: string, namespace: string, service: string): KObject {
  return {
    kind: 'IPAddress',
    apiVersion: 'networking.k8s.io/v1',
    metadata: {
      name: address,
      labels: { 'ipaddress.kubernetes.io/ip-family': familyOfText(address), [MANAGED_BY]: ALLOCATOR },
    },
    spec: { parentRef: { resource: 'services', namespace, name: service } },
  } as KObject;
}

/** An address that the API server gave to a Service. */
export function isServiceAddress({ metadata }: KObject): boolean {
  return metadata.labels?.[MANAGED_BY] === ALLOCATOR;
}
