// Models staging/src/k8s.io/cloud-provider/controllers/service/controller.go needsUpdate (v1.36)

import { equalJson } from '../../api/go/json.ts';
import type { Service } from '../../api/types/core.ts';
import { wantsBalancer } from './wishes.ts';

/** An event tells of some changes; others go without. */
export interface Change {
  readonly reason: string;
  readonly message: string;
}

const SILENT: Change = { reason: '', message: '' };

/** What makes a balancer another one; undefined when nothing does. */
export function changeOf(before: Service, after: Service): Change | undefined {
  const [old, now] = [before.spec, after.spec];
  if (after.metadata.deletionTimestamp !== before.metadata.deletionTimestamp) return SILENT;
  const wants = wantsBalancer(after);
  if (wants !== wantsBalancer(before)) return told('Type', old.type ?? '', now.type ?? '');
  if (!wants) return undefined;
  const ranges = (spec: Service['spec']) => `[${(spec.loadBalancerSourceRanges ?? []).join(' ')}]`;
  if (ranges(old) !== ranges(now)) return told('LoadBalancerSourceRanges', ranges(old), ranges(now));
  if (!equalJson(old.ports ?? [], now.ports ?? []) || old.sessionAffinity !== now.sessionAffinity) return SILENT;
  if (!equalJson(old.sessionAffinityConfig, now.sessionAffinityConfig)) return SILENT;
  const asked = (spec: Service['spec']) => spec.loadBalancerIP ?? '';
  if (asked(old) !== asked(now)) return told('LoadbalancerIP', asked(old), asked(now));
  const [had, has] = [old.externalIPs ?? [], now.externalIPs ?? []];
  if (had.length !== has.length) return { reason: 'ExternalIP', message: `Count: ${had.length} -> ${has.length}` };
  const added = has.find((address, at) => address !== had[at]);
  if (added !== undefined) return { reason: 'ExternalIP', message: `Added: ${added}` };
  if (!equalJson(before.metadata.annotations ?? {}, after.metadata.annotations ?? {})) return SILENT;
  if (before.metadata.uid !== after.metadata.uid)
    return told('UID', before.metadata.uid ?? '', after.metadata.uid ?? '');
  const policy = (spec: Service['spec']) => spec.externalTrafficPolicy ?? '';
  if (policy(old) !== policy(now)) return told('ExternalTrafficPolicy', policy(old), policy(now));
  const check = (spec: Service['spec']) => String(spec.healthCheckNodePort ?? 0);
  if (check(old) !== check(now)) return told('HealthCheckNodePort', check(old), check(now));
  const families = (spec: Service['spec']) => (spec.ipFamilies ?? []).length;
  if (families(old) === families(now)) return undefined;
  return { reason: 'IPFamilies', message: `Count: ${families(old)} -> ${families(now)}` };
}

function told(reason: string, before: string, after: string): Change {
  return { reason, message: `${before} -> ${after}` };
}
