import type { Node, Pod } from '../api/types/core.ts';
import { addQuantity, milliValue, value } from '../api/values/quantity.ts';
import type { NodeView } from '../protocol/views.ts';

/** How full a node is: pods and requested cpu against what it may give. */
export function nodeResources(
  node: Node,
  pods: readonly Pod[],
): { readonly podCapacity: number; readonly cpuRequested: string; readonly cpuAllocatable: string } {
  const allocatable = node.status?.allocatable ?? {};
  let milli = 0;
  for (const pod of pods) {
    for (const { resources } of pod.spec?.containers ?? []) {
      const cpu = resources?.requests?.cpu;
      if (cpu !== undefined) milli += Number(milliValue(cpu));
    }
  }
  return {
    podCapacity: Number(allocatable.pods ?? 110),
    cpuRequested: cores(milli),
    cpuAllocatable: String(allocatable.cpu ?? ''),
  };
}

function cores(milli: number): string {
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`;
}

type Row = NonNullable<NodeView['resources']>[number];

/** What the machine has, what Pods may have of it, and what those that are here asked for and may use at most. */
export function resourceRows({ status }: Node, pods: readonly Pod[]): readonly Row[] {
  const { capacity = {}, allocatable = {} } = status ?? {};
  const sum = (of: 'requests' | 'limits', name: string): string =>
    pods
      .flatMap(({ spec }) => spec?.containers ?? [])
      .reduce((total, { resources }) => addQuantity(total, resources?.[of]?.[name]), '0');
  return ['cpu', 'memory', 'pods'].map((name) => ({
    name,
    capacity: shown(name, capacity[name]),
    allocatable: shown(name, allocatable[name]),
    requested: name === 'pods' ? String(pods.length) : shown(name, sum('requests', name)),
    limits: name === 'pods' ? '' : shown(name, sum('limits', name)),
  }));
}

/** Memory in one unit, so that columns can be compared. */
function shown(name: string, quantity: string | number | undefined): string {
  return name === 'memory' ? `${Math.round(Number(value(quantity)) / 1_048_576)}Mi` : String(quantity ?? '');
}
