// Models pkg/proxy/iptables/proxier.go (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type { Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import { compareStrings } from '../../../base/order.ts';
import { type EndpointInfo, mergeSlices, serviceOfSlice } from './endpoint.ts';
import type { IPFamily } from './family.ts';
import { type ServicePortInfo, servicePortsOf } from './service-port.ts';

/** What became different between two syncs. */
export interface Update {
  /** `namespace/name` of Services whose ports or endpoints changed. */
  readonly services: ReadonlySet<string>;
  readonly removedPorts: readonly string[];
  /** Connections over UDP that lead to what is no longer there. */
  readonly stale: readonly StaleConnections[];
}

/** Models pkg/proxy/conntrack/cleanup.go (v1.36): entries of UDP outlive their endpoint unless somebody deletes them. */
export interface StaleConnections {
  readonly port: ServicePortInfo;
  /** The endpoint that vanished; undefined: whatever was sent to the Service while it had no endpoint. */
  readonly endpoint: EndpointInfo | undefined;
}

const NONE: readonly EndpointInfo[] = [];

/**
 * What a kube-proxy knows of Services and their endpoints. Changes are collected and take effect with the next sync.
 * Models pkg/proxy/{servicechangetracker,endpointschangetracker,endpointslicecache}.go (v1.36)
 */
export class ProxyState {
  private readonly services = new Map<string, readonly ServicePortInfo[]>();
  private readonly ports = new Map<string, ServicePortInfo>();
  private readonly endpoints = new Map<string, readonly EndpointInfo[]>();
  private readonly portsWithEndpoints = new Map<string, readonly string[]>();
  private readonly slices = new Map<string, Map<string, EndpointSlice>>();
  private readonly pendingServices = new Map<string, readonly ServicePortInfo[]>();
  private readonly pendingSlices = new Map<string, Map<string, EndpointSlice | undefined>>();
  private sorted: string[] | undefined = [];
  private count = 0;

  constructor(private readonly family: IPFamily) {}

  /** Keys of all ports, in order. */
  get keys(): readonly string[] {
    this.sorted ??= [...this.ports.keys()].sort(compareStrings);
    return this.sorted;
  }

  /** Over all ports of all Services. */
  get endpointCount(): number {
    return this.count;
  }

  get serviceCount(): number {
    return this.services.size;
  }

  /** Services whose node port for health checks is served, by port. */
  readonly healthCheckPorts = new Map<number, string>();

  port(key: string): ServicePortInfo {
    return this.ports.get(key) as ServicePortInfo;
  }

  endpointsOf(key: string): readonly EndpointInfo[] {
    return this.endpoints.get(key) ?? NONE;
  }

  infosOf(service: string): readonly ServicePortInfo[] {
    return this.services.get(service) ?? [];
  }

  /** Keys of the ports of the Services that an update is about, in order. */
  portsOf(update: Update): readonly string[] {
    const keys: string[] = [];
    for (const service of update.services) for (const { key } of this.infosOf(service)) keys.push(key);
    return keys.sort(compareStrings);
  }

  /** False when it makes no difference to this proxy. */
  serviceChanged(name: string, service: Service | undefined): boolean {
    const now = service === undefined ? [] : servicePortsOf(service, this.family);
    const before = this.services.get(name) ?? [];
    if (now === before || equalJson(now, before)) return this.pendingServices.delete(name);
    this.pendingServices.set(name, now);
    return true;
  }

  /** False when it makes no difference to this proxy. */
  sliceChanged(slice: EndpointSlice, removed: boolean): boolean {
    const service = serviceOfSlice(slice);
    const name = slice.metadata.name ?? '';
    if (service === undefined || slice.addressType !== this.family) return false;
    const before = this.slices.get(service)?.get(name);
    let pending = this.pendingSlices.get(service);
    if (removed ? before === undefined : before !== undefined && sameEndpoints(before, slice)) {
      return pending?.delete(name) === true;
    }
    if (pending === undefined) {
      pending = new Map();
      this.pendingSlices.set(service, pending);
    }
    pending.set(name, removed ? undefined : slice);
    return true;
  }

  /** Makes the collected changes effective. */
  take(): Update {
    const services = new Set<string>();
    const removedPorts: string[] = [];
    const stale: StaleConnections[] = [];
    for (const [name, infos] of this.pendingServices) {
      services.add(name);
      this.replaceService(name, infos, removedPorts, stale);
    }
    this.pendingServices.clear();
    for (const [service, changes] of this.pendingSlices) {
      if (changes.size === 0) continue;
      services.add(service);
      this.replaceEndpoints(service, changes, stale);
    }
    this.pendingSlices.clear();
    return { services, removedPorts, stale };
  }

  private replaceService(
    name: string,
    infos: readonly ServicePortInfo[],
    removed: string[],
    stale: StaleConnections[],
  ): void {
    const before = this.infosOf(name);
    const kept = new Set(infos.map(({ key }) => key));
    for (const info of before) {
      if (kept.has(info.key)) continue;
      this.ports.delete(info.key);
      this.count -= this.endpointsOf(info.key).length;
      this.sorted = undefined;
      removed.push(info.key);
      if (info.protocol === 'udp')
        for (const endpoint of this.endpointsOf(info.key)) stale.push({ port: info, endpoint });
    }
    for (const info of infos) {
      if (!this.ports.has(info.key)) {
        this.sorted = undefined;
        this.count += this.endpointsOf(info.key).length;
      }
      this.ports.set(info.key, info);
    }
    for (const { healthCheckNodePort } of before) this.healthCheckPorts.delete(healthCheckNodePort);
    for (const { healthCheckNodePort } of infos) {
      if (healthCheckNodePort !== 0) this.healthCheckPorts.set(healthCheckNodePort, name);
    }
    if (infos.length === 0) this.services.delete(name);
    else this.services.set(name, infos);
  }

  private replaceEndpoints(
    service: string,
    changes: ReadonlyMap<string, EndpointSlice | undefined>,
    stale: StaleConnections[],
  ): void {
    const slices = this.slices.get(service) ?? new Map<string, EndpointSlice>();
    for (const [name, slice] of changes) {
      if (slice === undefined) slices.delete(name);
      else slices.set(name, slice);
    }
    if (slices.size === 0) this.slices.delete(service);
    else this.slices.set(service, slices);
    const after = mergeSlices([...slices.values()]);
    for (const key of this.portsWithEndpoints.get(service) ?? []) {
      if (!after.has(key)) this.setEndpoints(key, undefined, stale);
    }
    for (const [key, infos] of after) this.setEndpoints(key, infos, stale);
    if (after.size === 0) this.portsWithEndpoints.delete(service);
    else this.portsWithEndpoints.set(service, [...after.keys()]);
  }

  private setEndpoints(key: string, infos: readonly EndpointInfo[] | undefined, stale: StaleConnections[]): void {
    const before = this.endpointsOf(key);
    const port = this.ports.get(key);
    if (port !== undefined) {
      this.count += (infos ?? NONE).length - before.length;
      if (port.protocol === 'udp') staleConnections(port, before, infos ?? NONE, stale);
    }
    if (infos === undefined) this.endpoints.delete(key);
    else this.endpoints.set(key, infos);
  }
}

const answers = ({ ready, serving, terminating }: EndpointInfo) => ready || (serving && terminating);

function staleConnections(
  port: ServicePortInfo,
  before: readonly EndpointInfo[],
  after: readonly EndpointInfo[],
  stale: StaleConnections[],
): void {
  const now = new Set(after.filter(answers).map(({ address }) => address));
  const then = before.filter(answers);
  for (const endpoint of then) if (!now.has(endpoint.address)) stale.push({ port, endpoint });
  if (then.length === 0 && now.size > 0) stale.push({ port, endpoint: undefined });
}

/** Annotations and the like are no business of a proxy. */
function sameEndpoints(a: EndpointSlice, b: EndpointSlice): boolean {
  return (
    (a.endpoints === b.endpoints || equalJson(a.endpoints, b.endpoints)) &&
    (a.ports === b.ports || equalJson(a.ports, b.ports)) &&
    serviceOfSlice(a) === serviceOfSlice(b)
  );
}
