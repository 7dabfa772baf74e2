// Models staging/src/k8s.io/dynamic-resource-allocation/structured/internal/stable/pools_stable.go (v1.36)

import type { Device, DevicePlace, ResourceSlice } from '../../../api/types/resource.ts';
import { nodeTest } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';

/** A device that can be allocated, with the place that it comes from. */
export interface PooledDevice {
  /** `driver/pool/device` */
  readonly id: string;
  readonly driver: string;
  readonly pool: Pool;
  readonly device: Device;
  readonly place: DevicePlace;
}

export interface Pool {
  /** `driver/pool` */
  readonly id: string;
  readonly name: string;
  readonly slices: readonly ResourceSlice[];
  readonly devices: readonly PooledDevice[];
  readonly isComplete: boolean;
  /** A device stands in it twice. */
  readonly invalid: string | undefined;
}

/** The pools with devices that a node can reach. Slices of an older generation do not count. */
export function poolsFor(node: NodeInfo, slices: readonly ResourceSlice[]): readonly Pool[] {
  const byPool = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    const { driver, pool } = slice.spec;
    const id = `${driver}/${pool.name}`;
    const known = byPool.get(id);
    const generation = known?.[0]?.spec.pool.generation ?? -1;
    if (known === undefined || pool.generation > generation) byPool.set(id, [slice]);
    else if (pool.generation === generation) known.push(slice);
  }
  return [...byPool].flatMap(([id, members]) => poolOf(id, members, node) ?? []);
}

function poolOf(id: string, slices: readonly ResourceSlice[], node: NodeInfo): Pool | undefined {
  const devices: PooledDevice[] = [];
  const { name, resourceSliceCount } = (slices[0] as ResourceSlice).spec.pool;
  const pool = {
    id,
    name,
    slices,
    devices,
    isComplete: slices.length === resourceSliceCount,
    invalid: twiceIn(slices),
  };
  let isInReach = false;
  for (const { spec } of slices) {
    const perDevice = spec.perDeviceNodeSelection === true;
    if (!perDevice && !placeMatches(spec, node)) continue;
    isInReach ||= !perDevice;
    for (const device of spec.devices ?? []) {
      const place = perDevice ? device : spec;
      if (!perDevice || placeMatches(device, node)) {
        devices.push({ id: `${id}/${device.name}`, driver: spec.driver, pool, device, place });
      }
    }
  }
  return isInReach || devices.length > 0 ? pool : undefined;
}

function twiceIn(slices: readonly ResourceSlice[]): string | undefined {
  const seen = new Set<string>();
  for (const { spec } of slices) {
    for (const { name } of spec.devices ?? []) {
      if (seen.has(name)) return `duplicate device name ${name}`;
      seen.add(name);
    }
  }
  return undefined;
}

function placeMatches({ nodeName, nodeSelector, allNodes }: DevicePlace, node: NodeInfo): boolean {
  if (nodeName !== undefined && nodeName !== '') return nodeName === node.name;
  if (allNodes === true) return true;
  if (nodeSelector === undefined) return false;
  return nodeTest(undefined, nodeSelector.nodeSelectorTerms)?.matches(node.name, node.labels) === true;
}
