import { matchesRequirements, type Operator } from '../../../api/selectors/selectors.ts';
import type { Node, NodeSelectorTerm, PodSpec, Taint, Toleration } from '../../../api/types/core.ts';
import { ownValue } from '../../../base/own.ts';

/** Whether nodeSelector and required node affinity allow the node. Models component-helpers/scheduling/corev1/nodeaffinity (v1.36) */
export function fitsAffinity(spec: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) if (ownValue(labels, key) !== value) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || required.nodeSelectorTerms.some((term) => fitsTerm(term, node));
}

function fitsTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchesRequirements(matchExpressions.map(requirement), node.metadata.labels) &&
    matchesRequirements(matchFields.map(requirement), { 'metadata.name': node.metadata.name ?? '' })
  );
}

function requirement({ key, operator, values = [] }: { key: string; operator: string; values?: readonly string[] }) {
  return { key, operator: operator as Operator, values };
}

/** Models staging/src/k8s.io/api/core/v1/toleration.go ToleratesTaint (v1.36) */
function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}

/** The effects of the taints that nothing tolerates, PreferNoSchedule apart. */
export function untoleratedEffects(tolerations: readonly Toleration[], taints: readonly Taint[]): ReadonlySet<string> {
  const effects = new Set<string>();
  for (const taint of taints) {
    if (taint.effect === 'PreferNoSchedule') continue;
    if (!tolerations.some((toleration) => tolerates(toleration, taint))) effects.add(taint.effect);
  }
  return effects;
}
