// Models pkg/kubelet/lifecycle/predicate.go (v1.36)

import { milliValue, value } from '../../api/quantity.ts';
import type { Pod } from '../../api/types/core.ts';
import type { NodeSpec } from './node-spec.ts';
import { podAsks } from './status/pod-resources.ts';

export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

const COUNTED: ReadonlySet<string> = new Set(['cpu', 'memory']);

/** What the pods of a node ask for together, kept by differences. */
export class Commitments {
  private pods = 0;
  private milliCPU = 0;
  private memory = 0;
  private readonly others = new Map<string, number>();

  add(pod: Pod): void {
    this.count(pod, 1);
  }

  remove(pod: Pod): void {
    this.count(pod, -1);
  }

  private count(pod: Pod, sign: 1 | -1): void {
    const asks = podAsks(pod.spec);
    this.pods += sign;
    this.milliCPU += sign * milliValue(asks?.cpu);
    this.memory += sign * value(asks?.memory);
    for (const name in asks) {
      if (!COUNTED.has(name)) this.others.set(name, (this.others.get(name) ?? 0) + sign * value(asks[name]));
    }
  }

  /**
   * Whether a pod that was bound here can be run here. The scheduler has usually asked the same questions. `allocatable`: what
   * the Node object says, where others have advertised resources.
   * Models pkg/scheduler/eventhandlers.go AdmissionCheck (v1.36): what is missing on the node altogether is not counted.
   */
  refuses(pod: Pod, node: NodeSpec, allocatable: Quantities = node.allocatable): Rejection | undefined {
    const asks = podAsks(pod.spec);
    const { pods, cpu, memory } = node.allocatable;
    const scarce =
      lack('pods', 1, this.pods, value(pods)) ??
      lack('cpu', milliValue(asks?.cpu), this.milliCPU, milliValue(cpu)) ??
      lack('memory', value(asks?.memory), this.memory, value(memory));
    if (scarce !== undefined) return scarce;
    for (const name in asks) {
      if (COUNTED.has(name) || (allocatable[name] === undefined && name.includes('/'))) continue;
      const short = lack(name, value(asks[name]), this.others.get(name) ?? 0, value(allocatable[name]));
      if (short !== undefined) return short;
    }
    return undefined;
  }
}

type Quantities = { readonly [resource: string]: string | number | undefined };

function lack(name: string, requested: number, used: number, capacity: number): Rejection | undefined {
  if (requested === 0 || used + requested <= capacity) return undefined;
  return {
    reason: `OutOf${name}`,
    message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
  };
}
