import { milliValue } from '../api/quantity.ts';
import type { Node, Pod } from '../api/types/core.ts';

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
