// Models staging/src/k8s.io/kubectl/pkg/util/rbac and staging/src/k8s.io/component-helpers/auth/rbac/validation (v1.36)

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const HEADINGS = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'];

/** The four columns in which kubectl shows rules, the headings first. */
export function ruleRows(all: readonly Rule[]): {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const rules = compacted(all.flatMap(single));
  const sorted = rules
    .map((rule) => ({ rule, text: textOf(rule) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const rows = sorted.map(({ rule }) => [
    resourceOf(rule),
    ...[rule.nonResourceURLs, rule.resourceNames, rule.verbs].map((words) => `[${(words ?? []).join(' ')}]`),
  ]);
  return { headings: HEADINGS, rows };
}

function single(rule: Rule): readonly Rule[] {
  const { verbs } = rule;
  const found: Rule[] = [];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of verbs) {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
        const names = rule.resourceNames ?? [];
        if (names.length === 0) found.push(one);
        for (const name of names) found.push({ ...one, resourceNames: [name] });
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of verbs) found.push({ verbs: [verb], nonResourceURLs: [url] });
  }
  return found;
}

/** Verbs on the same resource are one row, each verb once. */
function compacted(rules: readonly Rule[]): readonly Rule[] {
  const merged = new Map<string, Rule>();
  rules.forEach((rule, at) => {
    const { verbs, ...rest } = rule;
    const key = rule.resources === undefined ? String(at) : JSON.stringify(rest);
    const known = merged.get(key);
    merged.set(key, known === undefined ? rule : { ...known, verbs: [...new Set([...known.verbs, ...verbs])] });
  });
  return [...merged.values()];
}

/** The text by which the rows are sorted. */
function textOf(rule: Rule): string {
  const parts = [rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames, rule.nonResourceURLs];
  const names = ['Verbs', 'APIGroups', 'Resources', 'ResourceNames', 'NonResourceURLs'];
  return `&PolicyRule{${names.map((name, at) => `${name}:[${(parts[at] ?? []).join(' ')}],`).join('')}}`;
}

function resourceOf({ resources, apiGroups }: Rule): string {
  const [name] = resources ?? [];
  if (name === undefined) return '';
  const [resource = '', subresource] = name.split('/');
  const group = apiGroups?.[0] ?? '';
  return `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
}
