import { compareStrings } from '../../base/order.ts';
import { pureOfText } from '../../base/pure.ts';
import type { KObject } from '../types/meta.ts';
import { type Amounts, addAmounts } from './amounts.ts';
import { isPodResource, missingInContainers, podUsage, quotaPodSpec } from './pod-usage.ts';
import { matchesScopes, type QuotaView } from './scopes.ts';

/** How objects of one resource count towards quotas. */
// Models staging/src/k8s.io/apiserver/pkg/quota/v1/interfaces.go (v1.36)
export interface QuotaEvaluator {
  /** Is this one of the amounts that such an object uses? */
  measures(name: string): boolean;
  usage(object: KObject): Amounts;
  /** Why the object cannot be counted: what its quotas demand of it and it does not say. */
  missing?(object: KObject, names: readonly string[]): readonly string[];
  /** An update may use more. */
  readonly onUpdate: boolean;
}

const LEGACY_COUNTS: ReadonlySet<string> = new Set([
  'configmaps',
  'resourcequotas',
  'replicationcontrollers',
  'secrets',
]);

function counting(resource: string): QuotaEvaluator {
  const count = `count/${resource}`;
  const legacy = LEGACY_COUNTS.has(resource) ? resource : undefined;
  const usage: Amounts = legacy === undefined ? { [count]: '1' } : { [count]: '1', [legacy]: '1' };
  return { measures: (name) => name === count || name === legacy, usage: () => usage, onUpdate: false };
}

const POD: QuotaEvaluator = {
  measures: isPodResource,
  usage: podUsage,
  missing: (object, names) => missingInContainers(quotaPodSpec(object), names),
  onUpdate: false,
};

interface ServiceSpec {
  readonly type?: string;
  readonly ports?: readonly { readonly nodePort?: number }[];
  readonly allocateLoadBalancerNodePorts?: boolean;
}

const SERVICE_RESOURCES: ReadonlySet<string> = new Set([
  'services',
  'count/services',
  'services.nodeports',
  'services.loadbalancers',
]);

// Models pkg/quota/v1/evaluator/core/services.go (v1.36)
const SERVICE: QuotaEvaluator = {
  measures: (name) => SERVICE_RESOURCES.has(name),
  usage(service) {
    const { type, ports = [], allocateLoadBalancerNodePorts } = (service.spec ?? {}) as ServiceSpec;
    const given = ports.filter((port) => (port.nodePort ?? 0) !== 0).length;
    const balanced = type === 'LoadBalancer';
    const nodePorts =
      type === 'NodePort'
        ? ports.length
        : balanced
          ? allocateLoadBalancerNodePorts === false
            ? given
            : ports.length
          : 0;
    return {
      services: '1',
      'count/services': '1',
      'services.nodeports': String(nodePorts),
      'services.loadbalancers': balanced ? '1' : '0',
    };
  },
  onUpdate: true,
};

interface ClaimSpec {
  readonly storageClassName?: string;
  readonly resources?: { readonly requests?: Amounts };
}

const CLASS_SUFFIX = '.storageclass.storage.k8s.io/';
const CLAIM_COUNTS: ReadonlySet<string> = new Set([
  'persistentvolumeclaims',
  'count/persistentvolumeclaims',
  'requests.storage',
]);

// Models pkg/quota/v1/evaluator/core/persistent_volume_claims.go (v1.36)
const CLAIM: QuotaEvaluator = {
  measures: (name) =>
    CLAIM_COUNTS.has(name) ||
    name.endsWith(`${CLASS_SUFFIX}persistentvolumeclaims`) ||
    name.endsWith(`${CLASS_SUFFIX}requests.storage`),
  usage(claim) {
    const { storageClassName, resources } = (claim.spec ?? {}) as ClaimSpec;
    const usage: Record<string, string> = { persistentvolumeclaims: '1', 'count/persistentvolumeclaims': '1' };
    const named = storageClassName === undefined || storageClassName === '' ? undefined : storageClassName;
    if (named !== undefined) usage[`${named}${CLASS_SUFFIX}persistentvolumeclaims`] = '1';
    const storage = resources?.requests?.storage;
    if (storage !== undefined) {
      usage['requests.storage'] = storage;
      if (named !== undefined) usage[`${named}${CLASS_SUFFIX}requests.storage`] = storage;
    }
    return usage;
  },
  onUpdate: true,
};

const OWN: ReadonlyMap<string, QuotaEvaluator> = new Map([
  ['pods', POD],
  ['services', SERVICE],
  ['persistentvolumeclaims', CLAIM],
]);

const countingOf = pureOfText(512, counting);

/** By `plural.group`. */
export function quotaEvaluator(resource: string): QuotaEvaluator {
  return OWN.get(resource) ?? countingOf(resource);
}

/** The resource whose objects an amount is about: `plural.group`; undefined for a name that means nothing. */
export function resourceMeasuredBy(name: string): string | undefined {
  if (name.startsWith('count/')) return name.slice('count/'.length);
  if (LEGACY_COUNTS.has(name)) return name;
  if (POD.measures(name)) return 'pods';
  if (SERVICE.measures(name)) return 'services';
  return CLAIM.measures(name) ? 'persistentvolumeclaims' : undefined;
}

/** What all objects that a quota is about use of what it limits. */
// Models staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go, CalculateUsage (v1.36)
export function usageUnder(quota: QuotaView, list: (resource: string) => readonly KObject[]): Amounts {
  const hard = Object.keys(quota.spec?.hard ?? {}).sort(compareStrings);
  const resources = new Set<string>();
  for (const name of hard) {
    const resource = resourceMeasuredBy(name);
    if (resource !== undefined) resources.add(resource);
  }
  let total: Amounts = {};
  for (const resource of resources) {
    const evaluator = quotaEvaluator(resource);
    for (const object of list(resource)) {
      if (matchesScopes(quota, object)) total = addAmounts(total, evaluator.usage(object));
    }
  }
  const used: Record<string, string> = {};
  for (const name of hard) if (resourceMeasuredBy(name) !== undefined) used[name] = total[name] ?? '0';
  return used;
}
