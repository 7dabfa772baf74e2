// Models pkg/proxy/endpointslicecache.go (v1.36)

import type { Endpoint, EndpointSlice } from '../../../api/types/discovery.ts';
import { joinHostPort } from '../../../base/address.ts';
import { compareStrings } from '../../../base/order.ts';
import { pureOfObject } from '../../../base/pure.ts';

export const SERVICE_NAME = 'kubernetes.io/service-name';

/** One endpoint of one port of a Service. Models pkg/proxy/endpoint.go (v1.36), without isLocal: that depends on who asks. */
export interface EndpointInfo {
  /** `ip:port` */
  readonly address: string;
  readonly ip: string;
  readonly port: number;
  readonly node: string;
  readonly zone: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly zoneHints: readonly string[];
  readonly nodeHints: readonly string[];
}

/** By key of the Service's port; in order of address. */
export type SliceEndpoints = ReadonlyMap<string, readonly EndpointInfo[]>;

const NONE: readonly string[] = [];

export function serviceOfSlice({ metadata }: EndpointSlice): string | undefined {
  const name = metadata.labels?.[SERVICE_NAME];
  return name === undefined || name === '' ? undefined : `${metadata.namespace}/${name}`;
}

/** What a slice says; worked out once for all nodes. Models pkg/proxy/endpointslicecache.go (v1.36) */
export const endpointsOfSlice = pureOfObject(read);

function read(slice: EndpointSlice): SliceEndpoints {
  const result = new Map<string, readonly EndpointInfo[]>();
  const service = serviceOfSlice(slice);
  if (service === undefined) return result;
  for (const { name = '', port } of slice.ports ?? []) {
    if (port === undefined || port === null) continue;
    const infos = (slice.endpoints ?? []).map((endpoint) => endpointInfo(endpoint, port));
    result.set(name === '' ? service : `${service}:${name}`, sorted(infos));
  }
  return result;
}

function endpointInfo({ addresses, conditions, nodeName, zone, hints }: Endpoint, port: number): EndpointInfo {
  const ip = addresses[0] ?? '';
  const ready = conditions?.ready ?? true;
  return {
    address: joinHostPort(ip, port),
    ip,
    port,
    node: nodeName ?? '',
    zone: zone ?? '',
    ready,
    serving: conditions?.serving ?? ready,
    terminating: conditions?.terminating ?? false,
    zoneHints: hints?.forZones?.map(({ name }) => name) ?? NONE,
    nodeHints: hints?.forNodes?.map(({ name }) => name) ?? NONE,
  };
}

/** The endpoints of all slices of one Service, each address once. */
export function mergeSlices(slices: readonly EndpointSlice[]): SliceEndpoints {
  if (slices.length === 1) return endpointsOfSlice(slices[0] as EndpointSlice);
  const merged = new Map<string, readonly EndpointInfo[]>();
  for (const slice of slices) {
    for (const [key, infos] of endpointsOfSlice(slice)) merged.set(key, [...(merged.get(key) ?? []), ...infos]);
  }
  for (const [key, infos] of merged) merged.set(key, sorted(infos));
  return merged;
}

function sorted(infos: readonly EndpointInfo[]): readonly EndpointInfo[] {
  const inOrder = [...infos].sort((a, b) => compareStrings(a.address, b.address));
  return inOrder.filter((info, at) => at === 0 || inOrder[at - 1]?.address !== info.address);
}
