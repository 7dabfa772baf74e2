import { qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';

export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

interface Verdict {
  readonly reason: string;
  readonly message: string;
}

/** What one attempt to empty a namespace has found. */
export interface Findings {
  readonly discoveryFailure: string | undefined;
  readonly errors: readonly string[];
  readonly remaining: ReadonlyMap<ResourceInfo, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

/** In the order in which they are written; the text is that of a condition that is not in the way. */
const FINE: readonly (Verdict & { readonly type: string })[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  { type: 'NamespaceContentRemaining', reason: 'ContentRemoved', message: 'All content successfully removed' },
  {
    type: 'NamespaceFinalizersRemaining',
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
];

/**
 * The five conditions of a namespace that goes; undefined when they say already what was found.
 * Models pkg/controller/namespace/deletion/status_condition_utils.go (v1.36)
 */
export function nextConditions(
  present: readonly NamespaceCondition[],
  findings: Findings,
  now: string,
): readonly NamespaceCondition[] | undefined {
  const trouble = troubles(findings);
  let changed = false;
  const next = [...present];
  for (const { type, ...fine } of FINE) {
    const found = trouble.get(type);
    const status = found === undefined ? 'False' : 'True';
    const { reason, message } = found ?? fine;
    const at = next.findIndex((condition) => condition.type === type);
    const before = next[at];
    if (before?.status === status && before.reason === reason && before.message === message) continue;
    changed = true;
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
    const condition = { type, status, reason, message, ...(lastTransitionTime && { lastTransitionTime }) };
    if (before === undefined) next.push(condition);
    else next[at] = condition;
  }
  return changed ? next : undefined;
}

function troubles({ discoveryFailure, errors, remaining, finalizers }: Findings): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>();
  if (discoveryFailure !== undefined) {
    found.set('NamespaceDeletionDiscoveryFailure', { reason: 'DiscoveryFailed', message: discoveryFailure });
  }
  if (errors.length > 0) {
    found.set('NamespaceDeletionContentFailure', {
      reason: 'ContentDeletionFailed',
      message: `Failed to delete all resource types, ${errors.length} remaining: ${[...errors].sort().join(', ')}`,
    });
  }
  if (remaining.size > 0) {
    const parts = [...remaining].map(
      ([info, count]) =>
        `${info.group === '' ? `${info.resource}.` : qualifiedResource(info)} has ${count} resource instances`,
    );
    found.set('NamespaceContentRemaining', {
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${parts.sort().join(', ')}`,
    });
  }
  if (finalizers.size > 0) {
    const parts = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
    found.set('NamespaceFinalizersRemaining', {
      reason: 'SomeFinalizersRemain',
      message: `Some content in the namespace has finalizers remaining: ${parts.sort().join(', ')}`,
    });
  }
  return found;
}
