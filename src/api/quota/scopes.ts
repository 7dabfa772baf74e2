import type { KObject } from '../types/meta.ts';
import type { Amounts } from './amounts.ts';
import { isBestEffort, type QuotaPodSpec, quotaPodSpec } from './pod-usage.ts';

interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface QuotaView extends KObject {
  readonly spec?: {
    readonly hard?: Amounts;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  readonly status?: { readonly hard?: Amounts; readonly used?: Amounts };
}

/** Is the object among those that the quota speaks of? A quota without scopes speaks of all. */
// Models pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc (v1.36)
export function matchesScopes(quota: QuotaView, object: KObject): boolean {
  const { scopes = [], scopeSelector } = quota.spec ?? {};
  if (scopes.length === 0 && scopeSelector === undefined) return true;
  const asked = [
    ...scopes.map((scopeName): ScopeRequirement => ({ scopeName, operator: 'Exists' })),
    ...(scopeSelector?.matchExpressions ?? []),
  ];
  const spec = quotaPodSpec(object);
  return asked.every((requirement) => inScope(requirement, spec));
}

function inScope({ scopeName, operator, values = [] }: ScopeRequirement, spec: QuotaPodSpec): boolean {
  switch (scopeName) {
    case 'Terminating':
      return isTerminating(spec);
    case 'NotTerminating':
      return !isTerminating(spec);
    case 'BestEffort':
      return isBestEffort(spec);
    case 'NotBestEffort':
      return !isBestEffort(spec);
    case 'PriorityClass':
      return hasPriority(spec.priorityClassName ?? '', operator, values);
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(spec.affinity);
    default:
      return false;
  }
}

function isTerminating({ activeDeadlineSeconds }: QuotaPodSpec): boolean {
  return activeDeadlineSeconds !== undefined && activeDeadlineSeconds >= 0;
}

function hasPriority(name: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    case 'DoesNotExist':
      return name === '';
    default:
      return name !== '';
  }
}

/** Some (anti-)affinity term names other namespaces. */
function crossesNamespaces(affinity: unknown): boolean {
  if (typeof affinity !== 'object' || affinity === null) return false;
  for (const [key, value] of Object.entries(affinity)) {
    if ((key === 'namespaces' && (value as readonly unknown[]).length > 0) || key === 'namespaceSelector') return true;
    if (typeof value === 'object' && crossesNamespaces(value)) return true;
  }
  return false;
}
