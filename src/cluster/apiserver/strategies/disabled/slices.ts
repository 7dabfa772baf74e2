// Models pkg/registry/resource/resourceslice/strategy.go dropDisabledFields (v1.36), as far as features go that are off by default

import type { KObject } from '../../../../api/types/meta.ts';
import type { Device, DeviceAttribute, ResourceSlice } from '../../../../api/types/resource.ts';

type Devices = readonly Device[];

/** Lists in attributes (DRAListTypeAttributes) and what a device takes of its node (DRANodeAllocatableResources) are alpha. */
export function withoutDisabledDeviceFields(object: KObject, old?: KObject): KObject {
  const devices = devicesOf(object);
  const before = devicesOf(old);
  const kept = withoutMappings(withoutLists(devices, before), before);
  return kept === devices ? object : { ...object, spec: { ...(object as ResourceSlice).spec, devices: kept } };
}

function devicesOf(slice: KObject | undefined): Devices {
  return (slice as ResourceSlice | undefined)?.spec.devices ?? [];
}

function withoutMappings(devices: Devices, before: Devices): Devices {
  const has = ({ nodeAllocatableResourceMappings }: Device): boolean => nodeAllocatableResourceMappings !== undefined;
  if (before.some(has) || !devices.some(has)) return devices;
  return devices.map(({ nodeAllocatableResourceMappings: _dropped, ...device }) => device);
}

function withoutLists(devices: Devices, before: Devices): Devices {
  const has = ({ attributes = {} }: Device): boolean => Object.values(attributes).some(isList);
  if (before.some(has) || !devices.some(has)) return devices;
  return devices.map((device) =>
    has(device) ? { ...device, attributes: scalarsOf(device.attributes ?? {}) } : device,
  );
}

function isList({ ints, bools, strings, versions }: DeviceAttribute): boolean {
  return ints !== undefined || bools !== undefined || strings !== undefined || versions !== undefined;
}

function scalarsOf(attributes: NonNullable<Device['attributes']>): NonNullable<Device['attributes']> {
  const entries = Object.entries(attributes).map(([name, attribute]) => {
    const { ints: _i, bools: _b, strings: _s, versions: _v, ...scalar } = attribute;
    return [name, scalar] as const;
  });
  return Object.fromEntries(entries);
}
