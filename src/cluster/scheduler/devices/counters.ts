// Models staging/src/k8s.io/dynamic-resource-allocation/structured/internal/stable/allocator_stable.go checkAvailableCounters (v1.36)

import { value } from '../../../api/values/quantity.ts';
import type { PooledDevice } from './pools.ts';

/** What a device takes out of the shared counters of its pool is there, beside what others have taken. */
export function countersSuffice({ device, pool }: PooledDevice, isTaken: (id: string) => boolean): boolean {
  for (const { counterSet, counters } of device.consumesCounters ?? []) {
    for (const [name, wanted] of Object.entries(counters)) {
      let left = -value(wanted.value);
      for (const { spec } of pool.slices) {
        const shared = spec.sharedCounters?.find((set) => set.name === counterSet)?.counters[name];
        if (shared !== undefined) left += value(shared.value);
        for (const other of spec.devices ?? []) {
          if (!isTaken(`${pool.id}/${other.name}`)) continue;
          for (const taken of other.consumesCounters ?? []) {
            const amount = taken.counterSet === counterSet ? taken.counters[name] : undefined;
            if (amount !== undefined) left -= value(amount.value);
          }
        }
      }
      if (left < 0) return false;
    }
  }
  return true;
}
