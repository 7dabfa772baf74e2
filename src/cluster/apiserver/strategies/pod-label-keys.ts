// Models pkg/registry/core/pod/strategy.go mutatePodAffinity, mutateTopologySpreadConstraints (v1.36)

import type { Affinity, PodAffinityTerm, PodSpec } from '../../../api/types/core.ts';
import type { KObject, LabelSelector, StringMap } from '../../../api/types/meta.ts';

interface Keyed {
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** Keys whose values a Pod has itself become part of the selectors beside them. */
export function withLabelKeys(object: KObject): KObject {
  const { labels } = object.metadata;
  const spec = object.spec as PodSpec;
  if (labels === undefined) return object;
  const { affinity, topologySpreadConstraints } = spec;
  const changed = {
    ...(affinity && { affinity: withKeysInAffinity(affinity, labels) }),
    ...(topologySpreadConstraints && {
      topologySpreadConstraints: topologySpreadConstraints.map((each) => withKeys(each, labels)),
    }),
  };
  return { ...object, spec: { ...spec, ...changed } } as KObject;
}

function withKeysInAffinity(affinity: Affinity, labels: StringMap): Affinity {
  const { podAffinity, podAntiAffinity } = affinity;
  return {
    ...affinity,
    ...(podAffinity && { podAffinity: withKeysInTerms(podAffinity, labels) }),
    ...(podAntiAffinity && { podAntiAffinity: withKeysInTerms(podAntiAffinity, labels) }),
  };
}

function withKeysInTerms<T extends NonNullable<Affinity['podAffinity']>>(all: T, labels: StringMap): T {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = all;
  const { preferredDuringSchedulingIgnoredDuringExecution: preferred } = all;
  return {
    ...all,
    ...(required && {
      requiredDuringSchedulingIgnoredDuringExecution: required.map((term) => withKeys(term, labels)),
    }),
    ...(preferred && {
      preferredDuringSchedulingIgnoredDuringExecution: preferred.map((each) => ({
        ...each,
        podAffinityTerm: withKeys<PodAffinityTerm>(each.podAffinityTerm, labels),
      })),
    }),
  };
}

/** No selector chooses nothing, and stays so. */
function withKeys<T extends Keyed>(term: T, labels: StringMap): T {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const requirement =
    (operator: string) =>
    (key: string): readonly { readonly key: string; readonly operator: string; readonly values: readonly string[] }[] =>
      labels[key] === undefined ? [] : [{ key, operator, values: [labels[key]] }];
  const added = [...matchLabelKeys.flatMap(requirement('In')), ...mismatchLabelKeys.flatMap(requirement('NotIn'))];
  if (labelSelector === undefined || added.length === 0) return term;
  const matchExpressions = [...(labelSelector.matchExpressions ?? []), ...added];
  return { ...term, labelSelector: { ...labelSelector, matchExpressions } };
}
