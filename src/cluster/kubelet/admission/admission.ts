// Models pkg/kubelet/lifecycle/predicate.go (v1.36)

import type { Pod } from '../../../api/types/core.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';
import type { NodeSpec } from '../node/spec.ts';
import { podAsks } from '../pods/resources.ts';

/** A resource of which a node does not have enough. */
export interface Lack {
  readonly name: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

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
  lacks(pod: Pod, node: NodeSpec, allocatable: Quantities = node.allocatable): readonly Lack[] {
    const asks = podAsks(pod.spec);
    const { pods, cpu, memory } = node.allocatable;
    let lacks = NO_LACKS;
    const look = (name: string, requested: number, used: number, capacity: number): void => {
      if (requested > 0 && used + requested > capacity) lacks = [...lacks, { name, requested, used, capacity }];
    };
    look('pods', 1, this.pods, value(pods));
    look('cpu', milliValue(asks?.cpu), this.milliCPU, milliValue(cpu));
    look('memory', value(asks?.memory), this.memory, value(memory));
    for (const name in asks) {
      if (COUNTED.has(name) || (allocatable[name] === undefined && name.includes('/'))) continue;
      look(name, value(asks[name]), this.others.get(name) ?? 0, value(allocatable[name]));
    }
    return lacks;
  }
}

const NO_LACKS: readonly Lack[] = [];

type Quantities = { readonly [resource: string]: string | number | undefined };

/** Why, in the words of the first resource that is lacking. */
export function scarcity([lack]: readonly Lack[]): Rejection | undefined {
  if (lack === undefined) return undefined;
  const { name, requested, used, capacity } = lack;
  return {
    reason: `OutOf${name}`,
    message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
  };
}
