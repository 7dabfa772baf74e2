import { uncovered } from '../../../api/access/policy-rules.ts';
import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import type { Subject } from '../authz/rbac.ts';

/** What the server does at its start about an object that should be there. */
export type Repair =
  | { readonly type: 'create'; readonly object: KObject }
  | { readonly type: 'update'; readonly object: KObject; readonly change: string }
  | { readonly type: 'recreate'; readonly object: KObject };

interface RbacView extends KObject {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] };
  readonly subjects?: readonly Subject[];
  readonly roleRef?: unknown;
}

const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/**
 * A default role gets back what somebody took from it and keeps what somebody added, unless it says that it wants to be
 * left alone. Undefined: nothing to do.
 */
// Models staging/src/k8s.io/component-helpers/auth/rbac/reconciliation/reconcile_{role,rolebindings}.go (v1.36)
export function repairOf(wanted: KObject, existing: KObject | undefined): Repair | undefined {
  if (existing === undefined) return { type: 'create', object: wanted };
  if (existing.metadata.annotations?.[AUTOUPDATE] === 'false') return undefined;
  const target = wanted as RbacView;
  const found = existing as RbacView;
  if (target.roleRef !== undefined && !equalJson(target.roleRef, found.roleRef)) {
    return { type: 'recreate', object: wanted };
  }
  const changes: string[] = [];
  const next: Record<string, unknown> = { ...existing };
  const labels = { ...wanted.metadata.labels, ...existing.metadata.labels };
  const annotations = { ...wanted.metadata.annotations, ...existing.metadata.annotations };
  if (
    !equalJson(labels, existing.metadata.labels ?? {}) ||
    !equalJson(annotations, existing.metadata.annotations ?? {})
  ) {
    next.metadata = { ...existing.metadata, labels, annotations };
    changes.push('metadata');
  }
  const missingRules = target.aggregationRule === undefined ? uncovered(found.rules ?? [], target.rules ?? []) : [];
  if (missingRules.length > 0) {
    next.rules = [...(found.rules ?? []), ...missingRules];
    changes.push('rules');
  }
  const missingSelectors = missing(
    target.aggregationRule?.clusterRoleSelectors,
    found.aggregationRule?.clusterRoleSelectors,
  );
  if (missingSelectors.length > 0) {
    const selectors = found.aggregationRule?.clusterRoleSelectors ?? [];
    next.aggregationRule = { clusterRoleSelectors: [...selectors, ...missingSelectors] };
    changes.push('aggregationRule');
  }
  const missingSubjects = missing(target.subjects, found.subjects);
  if (missingSubjects.length > 0) {
    next.subjects = [...(found.subjects ?? []), ...missingSubjects];
    changes.push('subjects');
  }
  if (changes.length === 0) return undefined;
  return { type: 'update', object: next as KObject, change: changes.join(', ') };
}

function missing<T>(wanted: readonly T[] | undefined, found: readonly T[] | undefined): readonly T[] {
  return (wanted ?? []).filter((each) => !(found ?? []).some((other) => equalJson(each, other)));
}
