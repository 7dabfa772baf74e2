// Models staging/src/k8s.io/dynamic-resource-allocation/structured/internal/stable/allocator_stable.go createNodeSelector (v1.36)

import { equalJson } from '../../../api/go/json.ts';
import type { NodeSelector, NodeSelectorRequirement } from '../../../api/types/core-volumes.ts';
import type { DevicePlace } from '../../../api/types/resource.ts';

/** From which nodes all of the places can be reached; undefined: from every one. */
export function nodesOf(places: readonly DevicePlace[]): NodeSelector | undefined {
  const matchFields: NodeSelectorRequirement[] = [];
  const matchExpressions: NodeSelectorRequirement[] = [];
  for (const { nodeName, nodeSelector } of places) {
    if (nodeName !== undefined && nodeName !== '') return named(nodeName);
    const [term] = nodeSelector?.nodeSelectorTerms ?? [];
    addNew(matchFields, term?.matchFields);
    addNew(matchExpressions, term?.matchExpressions);
  }
  if (matchFields.length === 0 && matchExpressions.length === 0) return undefined;
  const term = {
    ...(matchExpressions.length > 0 && { matchExpressions }),
    ...(matchFields.length > 0 && { matchFields }),
  };
  return { nodeSelectorTerms: [term] };
}

function named(node: string): NodeSelector {
  return { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }] };
}

function addNew(known: NodeSelectorRequirement[], more: readonly NodeSelectorRequirement[] = []): void {
  for (const each of more) if (!known.some((other) => equalJson(other, each))) known.push(each);
}
