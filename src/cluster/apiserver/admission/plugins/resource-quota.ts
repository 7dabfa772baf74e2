import { addQuantity, compareQuantity } from '../../../../api/quantity.ts';
import { forbidden, isStatus, type Status } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionServices } from '../attributes.ts';
import { podSpec } from './pod-fields.ts';

type Amounts = { readonly [resource: string]: string };

interface QuotaStatus {
  readonly hard?: Amounts;
  readonly used?: Amounts;
}

const ATTEMPTS = 3;

/** The last plugin: what would exceed a quota of the namespace is refused, what fits is counted before it is stored. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota (v1.36). Not modelled: scopes.
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  handles: (resource, operation) =>
    operation === 'CREATE' && !resource.includes('/') && resource !== 'namespaces' && resource !== 'events',
  *validateLater(ctx, attributes, services) {
    if (attributes.namespace === '' || attributes.object === undefined) return undefined;
    const quotas = services.list('resourcequotas', attributes.namespace);
    if (quotas.length === 0) return undefined;
    const delta = usageOf(attributes);
    if (delta === undefined) return undefined;
    for (const quota of quotas) {
      const refused = yield* charge(ctx, attributes, quota, delta, services);
      if (refused !== undefined) return refused;
    }
    return 'within quota';
  },
};

function* charge(
  ctx: Context,
  attributes: AdmissionAttributes,
  first: KObject,
  delta: Amounts,
  services: AdmissionServices,
): Process<Status | undefined> {
  const { resource, name, namespace, dryRun } = attributes;
  let quota = first;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const status = (quota.status ?? {}) as QuotaStatus;
    const quotaName = quota.metadata.name ?? '';
    const counted = Object.keys(hardOf(quota)).filter((key) => delta[key] !== undefined || isCompute(key));
    const missing = attributes.resource.resource === 'pods' ? missingAmounts(attributes, counted) : [];
    if (missing.length > 0) {
      return forbidden(resource, name, `failed quota: ${quotaName}: must specify ${missing.join('; ')}`);
    }
    const relevant = counted.filter((key) => delta[key] !== undefined).sort();
    if (relevant.length === 0) return undefined;
    const unknown = relevant.filter((key) => status.hard?.[key] === undefined || status.used?.[key] === undefined);
    if (unknown.length > 0) {
      return forbidden(resource, name, `status unknown for quota: ${quotaName}, resources: ${unknown.join(',')}`);
    }
    const used = status.used as Amounts;
    const hard = status.hard as Amounts;
    const exceeded = relevant.filter((key) => exceeds(used[key], delta[key], hard[key]));
    if (exceeded.length > 0) return forbidden(resource, name, exceededText(quotaName, exceeded, delta, used, hard));
    if (dryRun) return undefined;
    const next: Record<string, string> = { ...used };
    for (const key of relevant) next[key] = addQuantity(used[key], delta[key]);
    const written = yield* services.replaceStatus(ctx, { ...quota, status: { ...status, used: next } });
    if (!isStatus(written)) return undefined;
    const again = yield* services.liveGet(ctx, 'resourcequotas', namespace, quotaName);
    if (isStatus(again)) return undefined;
    quota = again;
  }
  return undefined;
}

function exceeds(used: string | undefined, delta: string | undefined, hard: string | undefined): boolean {
  return compareQuantity(addQuantity(used, delta), hard ?? '0') > 0;
}

function exceededText(quota: string, keys: readonly string[], delta: Amounts, used: Amounts, hard: Amounts): string {
  const list = (amounts: Amounts) => keys.map((key) => `${key}=${amounts[key] ?? '0'}`).join(',');
  return `exceeded quota: ${quota}, requested: ${list(delta)}, used: ${list(used)}, limited: ${list(hard)}`;
}

function hardOf(quota: KObject): Amounts {
  return ((quota.spec ?? {}) as QuotaStatus).hard ?? {};
}

const COMPUTE: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

function isCompute(key: string): boolean {
  return COMPUTE.has(key);
}

/** `limits.cpu for: c; requests.cpu for: c`: a quota on a compute resource demands that containers name it. */
function missingAmounts(attributes: AdmissionAttributes, keys: readonly string[]): readonly string[] {
  const containers = podSpec(attributes.object as KObject).containers ?? [];
  const found: string[] = [];
  for (const key of [...keys].filter(isCompute).sort()) {
    const [which, resource] = key.includes('.') ? (key.split('.') as [string, string]) : ['requests', key];
    const without = containers.filter(
      (each) => each.resources?.[which as 'requests' | 'limits']?.[resource] === undefined,
    );
    if (without.length > 0) found.push(`${key} for: ${without.map((each) => each.name).join(',')}`);
  }
  return found;
}

/** What one more object uses. */
function usageOf({ resource, object }: AdmissionAttributes): Amounts | undefined {
  const qualified = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  const usage: Record<string, string> = { [`count/${qualified}`]: '1' };
  if (resource.group === '') usage[resource.resource] = '1';
  if (resource.resource === 'pods') addPodUsage(usage, object as KObject);
  if (resource.resource === 'services') {
    const type = (object?.spec as { readonly type?: string } | undefined)?.type;
    if (type === 'LoadBalancer') usage['services.loadbalancers'] = '1';
    if (type === 'NodePort' || type === 'LoadBalancer') usage['services.nodeports'] = '1';
  }
  return usage;
}

function addPodUsage(usage: Record<string, string>, pod: KObject): void {
  for (const container of podSpec(pod).containers ?? []) {
    for (const [resource, amount] of Object.entries(container.resources?.requests ?? {})) {
      usage[`requests.${resource}`] = addQuantity(usage[`requests.${resource}`], amount);
      if (resource === 'cpu' || resource === 'memory') usage[resource] = addQuantity(usage[resource], amount);
    }
    for (const [resource, amount] of Object.entries(container.resources?.limits ?? {})) {
      usage[`limits.${resource}`] = addQuantity(usage[`limits.${resource}`], amount);
    }
  }
}
