import { milliValue, value } from '../../api/quantity.ts';
import type { Pod } from '../../api/types/core.ts';
import type { NodeSpec } from './node-spec.ts';
import { podAllocated } from './status/pod-resources.ts';

export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/**
 * Whether a pod that was bound here can be run here. The scheduler has usually asked the same questions.
 * Models pkg/kubelet/lifecycle/predicate.go (v1.36): pods, cpu and memory; the other admit handlers always agree.
 */
export function admit(pod: Pod, others: Iterable<Pod>, node: NodeSpec): Rejection | undefined {
  let count = 0;
  let usedCPU = 0;
  let usedMemory = 0;
  for (const other of others) {
    count += 1;
    const asks = podAllocated(other.spec);
    usedCPU += milliValue(asks?.cpu);
    usedMemory += value(asks?.memory);
  }
  const asks = podAllocated(pod.spec);
  const lack = (name: string, requested: number, used: number, capacity: number): Rejection | undefined => {
    if (requested === 0 || used + requested <= capacity) return undefined;
    return {
      reason: `OutOf${name}`,
      message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
    };
  };
  return (
    lack('pods', 1, count, value(node.allocatable.pods)) ??
    lack('cpu', milliValue(asks?.cpu), usedCPU, milliValue(node.allocatable.cpu)) ??
    lack('memory', value(asks?.memory), usedMemory, value(node.allocatable.memory))
  );
}
