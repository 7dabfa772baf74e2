// Models pkg/kubelet/lifecycle/predicate.go (v1.36)

import { milliValue, value } from '../../api/quantity.ts';
import type { Pod } from '../../api/types/core.ts';
import type { NodeSpec } from './node-spec.ts';
import { podAllocated } from './status/pod-resources.ts';

export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/** What the pods of a node ask for together, kept by differences. */
export class Commitments {
  private pods = 0;
  private milliCPU = 0;
  private memory = 0;

  add(pod: Pod): void {
    this.count(pod, 1);
  }

  remove(pod: Pod): void {
    this.count(pod, -1);
  }

  private count(pod: Pod, sign: 1 | -1): void {
    const asks = podAllocated(pod.spec);
    this.pods += sign;
    this.milliCPU += sign * milliValue(asks?.cpu);
    this.memory += sign * value(asks?.memory);
  }

  /**
   * Whether a pod that was bound here can be run here. The scheduler has usually asked the same questions.
   * Models pkg/kubelet/lifecycle/predicate.go (v1.36): pods, cpu and memory; the other admit handlers always agree.
   */
  refuses(pod: Pod, node: NodeSpec): Rejection | undefined {
    const asks = podAllocated(pod.spec);
    const { pods, cpu, memory } = node.allocatable;
    return (
      lack('pods', 1, this.pods, value(pods)) ??
      lack('cpu', milliValue(asks?.cpu), this.milliCPU, milliValue(cpu)) ??
      lack('memory', value(asks?.memory), this.memory, value(memory))
    );
  }
}

function lack(name: string, requested: number, used: number, capacity: number): Rejection | undefined {
  if (requested === 0 || used + requested <= capacity) return undefined;
  return {
    reason: `OutOf${name}`,
    message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
  };
}
