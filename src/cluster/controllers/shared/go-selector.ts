// Models k8s.io/apimachinery/pkg/apis/meta/v1/generated.pb.go LabelSelector.String (v1.36)

import type { LabelSelector } from '../../../api/types/meta.ts';
import { sortedKeys } from '../../../base/order.ts';

/** As Go prints a selector. */
export function goSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = sortedKeys(Object.keys(matchLabels)).map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
