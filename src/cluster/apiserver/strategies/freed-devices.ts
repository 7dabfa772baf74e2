// Models pkg/registry/resource/resourceclaim/strategy.go dropDeallocatedStatusDevices (v1.36)
import type { KObject } from '../../../api/types/meta.ts';

interface Device {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

interface ClaimStatus {
  readonly allocation?: { readonly devices?: { readonly results?: readonly Device[] } };
  readonly devices?: readonly Device[];
}

const statusOf = ({ status }: KObject): ClaimStatus => (status ?? {}) as ClaimStatus;

function allocated(claim: KObject): ReadonlySet<string> {
  return new Set((statusOf(claim).allocation?.devices?.results ?? []).map(idOf));
}

const idOf = ({ driver, pool, device }: Device): string => `${driver}/${pool}/${device}`;

/** What a driver told of a device goes when the claim loses the device. */
export function withoutFreedDevices(claim: KObject, old: KObject): KObject {
  const { devices, ...status } = statusOf(claim);
  if (devices === undefined) return claim;
  const [before, now] = [allocated(old), allocated(claim)];
  const kept = devices.filter((device) => now.has(idOf(device)) || !before.has(idOf(device)));
  if (kept.length === devices.length) return claim;
  return { ...claim, status: kept.length === 0 ? status : { ...status, devices: kept } };
}
