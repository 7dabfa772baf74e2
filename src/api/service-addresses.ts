import { sameItems } from '../base/same-items.ts';
import type { Service } from './types/core.ts';

/**
 * Keeps `clusterIP` and `clusterIPs` alike when a client that knows only one of them changed it. `before` is undefined for a create.
 * Models pkg/registry/core/service/storage/storage.go normalizeClusterIPs (v1.36)
 */
export function normalizeClusterIPs(before: Service | undefined, after: Service): Service {
  const { clusterIP = '', clusterIPs = [] } = after.spec;
  if (before === undefined) {
    return clusterIP !== '' && clusterIPs.length === 0 ? withAddresses(after, clusterIP, [clusterIP]) : after;
  }
  const old = before.spec.clusterIP ?? '';
  if (clusterIP === old) return after;
  const listUnchanged = sameItems(clusterIPs, before.spec.clusterIPs ?? []);
  if (clusterIP === '') return listUnchanged ? withAddresses(after, clusterIP, []) : after;
  if (old === '' && clusterIPs.length === 0) return withAddresses(after, clusterIP, [clusterIP]);
  return listUnchanged ? withAddresses(after, clusterIP, [clusterIP, ...clusterIPs.slice(1)]) : after;
}

function withAddresses(service: Service, clusterIP: string, clusterIPs: readonly string[]): Service {
  const { clusterIP: _a, clusterIPs: _b, ...spec } = service.spec;
  return {
    ...service,
    spec: {
      ...spec,
      ...(clusterIP === '' ? undefined : { clusterIP }),
      ...(clusterIPs.length === 0 ? undefined : { clusterIPs }),
    },
  };
}
