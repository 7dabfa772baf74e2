// Models pkg/scheduler/framework/plugins/podtopologyspread/common.go countPodsMatchSelector, kept by differences (v1.36)

import type { Labels, LabelTest } from './match.ts';
import type { PodInfo } from './pod-info.ts';

/** Pods of one namespace with equal labels, counted by node. Pods of one ReplicaSet share an entry. */
export interface LabelSet {
  readonly namespace: string;
  readonly labels: Labels;
  /** By node slot; without pods that are being deleted. */
  readonly counts: number[];
  /** On all nodes. */
  total: number;
}

const NO_SETS: readonly LabelSet[] = [];

/** Answers "how many pods on this node match this selector?" without looking at pods. */
export class LabelIndex {
  private readonly sets = new Map<string, LabelSet>();
  private readonly byNamespace = new Map<string, LabelSet[]>();

  add(pod: PodInfo, slot: number): void {
    if (pod.terminating) return;
    let set = this.sets.get(pod.labelsKey);
    if (set === undefined) {
      set = { namespace: pod.namespace, labels: pod.labels, counts: [], total: 0 };
      this.sets.set(pod.labelsKey, set);
      const siblings = this.byNamespace.get(pod.namespace);
      if (siblings === undefined) this.byNamespace.set(pod.namespace, [set]);
      else siblings.push(set);
    }
    set.counts[slot] = countAt(set, slot) + 1;
    set.total += 1;
  }

  remove(pod: PodInfo, slot: number): void {
    if (pod.terminating) return;
    const set = this.sets.get(pod.labelsKey);
    if (set === undefined || countAt(set, slot) === 0) return;
    set.counts[slot] = countAt(set, slot) - 1;
    set.total -= 1;
    if (set.total > 0) return;
    this.sets.delete(pod.labelsKey);
    const siblings = this.byNamespace.get(pod.namespace);
    siblings?.splice(siblings.indexOf(set), 1);
  }

  matching(namespace: string, test: LabelTest): readonly LabelSet[] {
    return this.byNamespace.get(namespace)?.filter((set) => test(set.labels)) ?? NO_SETS;
  }
}

function countAt({ counts }: LabelSet, slot: number): number {
  return counts[slot] ?? 0;
}

export function countOn(sets: readonly LabelSet[], slot: number): number {
  let count = 0;
  for (const set of sets) count += countAt(set, slot);
  return count;
}
