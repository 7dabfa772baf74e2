// Models pkg/scheduler/framework/plugins/noderesources (v1.36)

import { MAX_SCORE, type Plugin, type Refusal, Skip } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';

const BEST_EFFORT = new Skip('BestEffort Pod');

/** Models pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36) */
export const nodeResourcesFit: Plugin<undefined, undefined> = {
  name: 'NodeResourcesFit',
  filter: (_state, pod, node) => (fits(pod, node) ? undefined : refuse(pod, node)),
  score: (_state, pod, node) => leastAllocated(pod, node),
  explain: (_state, pod) => ({
    note: 'leastAllocated',
    rows: [
      {
        name: 'cpu',
        value: (node) => share(node.allocatableCPU, node.nonZeroCPU + pod.requests.nonZeroCPU),
        of: (node) => node.allocatableCPU,
        text: (value, of) => `${value} of ${of}m`,
      },
      {
        name: 'memory',
        value: (node) => share(node.allocatableMemory, node.nonZeroMemory + pod.requests.nonZeroMemory),
        of: (node) => node.allocatableMemory,
        text: (value, of) => `${value} of ${Math.floor(of / 1048576)} MiB`,
      },
      { name: 'mean', value: (node) => leastAllocated(pod, node), text: String },
    ],
  }),
};

/** The common answer, without building reasons. */
export function fits(pod: PodInfo, node: NodeInfo): boolean {
  const requests = pod.requests;
  if (node.podCount + 1 > node.allocatablePods) return false;
  if (requests.milliCPU > 0 && requests.milliCPU > node.allocatableCPU - node.requestedCPU) return false;
  if (requests.memory > 0 && requests.memory > node.allocatableMemory - node.requestedMemory) return false;
  if (requests.ephemeralStorage > 0 && requests.ephemeralStorage > node.allocatableEphemeral - node.requestedEphemeral)
    return false;
  if (requests.extended.size === 0) return true;
  for (const [name, amount] of requests.extended) {
    if (amount > (node.allocatableExtended.get(name) ?? 0) - (node.requestedExtended.get(name) ?? 0)) return false;
  }
  return true;
}

function refuse(pod: PodInfo, node: NodeInfo): Refusal {
  const reasons: string[] = [];
  let unresolvable = false;
  const check = (name: string, wanted: number, allocatable: number, requested: number) => {
    if (wanted <= 0 || wanted <= allocatable - requested) return;
    reasons.push(`Insufficient ${name}`);
    // Even an empty node would be too small.
    if (wanted > allocatable) unresolvable = true;
  };
  const requests = pod.requests;
  if (node.podCount + 1 > node.allocatablePods) reasons.push('Too many pods');
  check('cpu', requests.milliCPU, node.allocatableCPU, node.requestedCPU);
  check('memory', requests.memory, node.allocatableMemory, node.requestedMemory);
  check('ephemeral-storage', requests.ephemeralStorage, node.allocatableEphemeral, node.requestedEphemeral);
  for (const [name, amount] of requests.extended) {
    check(name, amount, node.allocatableExtended.get(name) ?? 0, node.requestedExtended.get(name) ?? 0);
  }
  return { reasons, unresolvable };
}

function share(capacity: number, requested: number): number {
  if (capacity === 0 || requested > capacity) return 0;
  return Math.trunc(((capacity - requested) * MAX_SCORE) / capacity);
}

/** Mean of the free shares of CPU and memory, cut to whole numbers at each step. */
function leastAllocated(pod: PodInfo, node: NodeInfo): number {
  let sum = 0;
  let weights = 0;
  if (node.allocatableCPU > 0) {
    sum += share(node.allocatableCPU, node.nonZeroCPU + pod.requests.nonZeroCPU);
    weights += 1;
  }
  if (node.allocatableMemory > 0) {
    sum += share(node.allocatableMemory, node.nonZeroMemory + pod.requests.nonZeroMemory);
    weights += 1;
  }
  return weights === 0 ? 0 : Math.trunc(sum / weights);
}

/** Models pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.36) */
export const balancedAllocation: Plugin<undefined, undefined> = {
  name: 'NodeResourcesBalancedAllocation',
  preScore: ({ requests }) => (requests.milliCPU === 0 && requests.memory === 0 ? BEST_EFFORT : undefined),
  score(_state, pod, node) {
    const after = balance(node, pod.requests.milliCPU, pod.requests.memory);
    const before = balance(node, 0, 0);
    return 50 + Math.trunc((50 + after - before) / 2);
  },
  explain: (_state, pod) => ({
    note: 'balancedAllocation',
    rows: [
      {
        name: 'cpu',
        value: (node) => node.requestedCPU + pod.requests.milliCPU,
        of: (node) => node.allocatableCPU,
        text: percent,
      },
      {
        name: 'memory',
        value: (node) => node.requestedMemory + pod.requests.memory,
        of: (node) => node.allocatableMemory,
        text: percent,
      },
      { name: 'before', value: (node) => balance(node, 0, 0), text: String },
      { name: 'after', value: (node) => balance(node, pod.requests.milliCPU, pod.requests.memory), text: String },
    ],
  }),
};

/** 100 when CPU and memory are used alike; less by half the difference of their shares. */
export function balance(node: NodeInfo, moreCPU: number, moreMemory: number): number {
  if (node.allocatableCPU === 0 || node.allocatableMemory === 0) return MAX_SCORE;
  const cpu = Math.min(1, (node.requestedCPU + moreCPU) / node.allocatableCPU);
  const memory = Math.min(1, (node.requestedMemory + moreMemory) / node.allocatableMemory);
  return Math.trunc((1 - Math.abs(cpu - memory) / 2) * MAX_SCORE);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.trunc((part * 100) / whole)} %`;
}
