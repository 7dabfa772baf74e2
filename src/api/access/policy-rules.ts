// Models staging/src/k8s.io/component-helpers/auth/rbac/validation/policy_comparator.go (v1.36)

import type { PolicyRule } from '../types/rbac.ts';

/** What is wanted and not in what is held, in single rules. */
export function uncovered(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(single).filter((rule) => !held.some((own) => covers(own, rule)));
}

/** One rule for each verb of each resource. */
function single(rule: PolicyRule): readonly PolicyRule[] {
  const found: PolicyRule[] = [];
  for (const apiGroup of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        const one = { verbs: [verb], apiGroups: [apiGroup], resources: [resource] };
        const names = rule.resourceNames ?? [];
        if (names.length === 0) found.push(one);
        for (const name of names) found.push({ ...one, resourceNames: [name] });
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) found.push({ verbs: [verb], nonResourceURLs: [url] });
  }
  return found;
}

function covers(own: PolicyRule, wanted: PolicyRule): boolean {
  const has = (values: readonly string[] | undefined, value: string): boolean =>
    values !== undefined && (values.includes('*') || values.includes(value));
  if (!wanted.verbs.every((verb) => has(own.verbs, verb))) return false;
  const [url] = wanted.nonResourceURLs ?? [];
  if (url !== undefined) {
    return (own.nonResourceURLs ?? []).some(
      (each) => each === '*' || each === url || (each.endsWith('*') && url.startsWith(each.slice(0, -1))),
    );
  }
  const [group = ''] = wanted.apiGroups ?? [];
  const [resource = ''] = wanted.resources ?? [];
  if (!has(own.apiGroups, group)) return false;
  const slash = resource.indexOf('/');
  const anyOf = slash < 0 ? undefined : `*${resource.slice(slash)}`;
  if (!has(own.resources, resource) && !(anyOf !== undefined && own.resources?.includes(anyOf))) return false;
  const names = own.resourceNames ?? [];
  return names.length === 0 || (wanted.resourceNames ?? []).some((name) => names.includes(name));
}
