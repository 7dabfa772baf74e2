// Models pkg/api/node/util.go (v1.36)

export type Fields = { readonly [field: string]: unknown };

export function itemsOf(object: Fields | undefined, key: string): readonly Fields[] {
  return Array.isArray(object?.[key]) ? (object[key] as Fields[]) : [];
}

export function fieldsOf(object: Fields | undefined, key: string): Fields {
  return (object?.[key] ?? {}) as Fields;
}

const OLD_LABELS: readonly (readonly [old: string, since: string, now: string])[] = [
  ['beta.kubernetes.io/arch', 'v1.14', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'v1.14', 'kubernetes.io/os'],
  ['failure-domain.beta.kubernetes.io/region', 'v1.17', 'topology.kubernetes.io/region'],
  ['failure-domain.beta.kubernetes.io/zone', 'v1.17', 'topology.kubernetes.io/zone'],
  ['beta.kubernetes.io/instance-type', 'v1.17', 'node.kubernetes.io/instance-type'],
];

/** Old names among these labels of nodes, each with what to say of it. */
export function oldLabelsAmong(labels: Iterable<unknown>): readonly (readonly [label: string, why: string])[] {
  const given = new Set(labels);
  return OLD_LABELS.filter(([old]) => given.has(old)).map(([old, since, now]) => [
    old,
    `deprecated since ${since}; use "${now}" instead`,
  ]);
}
