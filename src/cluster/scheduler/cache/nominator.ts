// Models pkg/scheduler/backend/queue/nominator.go (v1.36)

import type { PodInfo } from '../objects/pod-info.ts';

const NOBODY: readonly PodInfo[] = [];

/** Pods that were promised a node, by preemption, and wait for room on it. */
export class Nominator {
  private readonly byNode = new Map<string, Map<string, PodInfo>>();
  private readonly nodeOf = new Map<string, string>();

  get size(): number {
    return this.nodeOf.size;
  }

  nominate(pod: PodInfo, node: string): void {
    this.forget(pod.uid);
    this.nodeOf.set(pod.uid, node);
    const pods = this.byNode.get(node);
    if (pods === undefined) this.byNode.set(node, new Map([[pod.uid, pod]]));
    else pods.set(pod.uid, pod);
  }

  forget(uid: string): void {
    const node = this.nodeOf.size === 0 ? undefined : this.nodeOf.get(uid);
    if (node === undefined) return;
    this.nodeOf.delete(uid);
    const pods = this.byNode.get(node);
    pods?.delete(uid);
    if (pods?.size === 0) this.byNode.delete(node);
  }

  /** For whom a pod must leave room on a node: all that are as important or more. */
  rivals(pod: PodInfo, node: string): readonly PodInfo[] {
    const pods = this.byNode.get(node);
    if (pods === undefined) return NOBODY;
    return [...pods.values()].filter((other) => other.uid !== pod.uid && other.priority >= pod.priority);
  }

  /** The less important pods that were promised this node, and must look for another one. */
  displaced(pod: PodInfo, node: string): readonly PodInfo[] {
    return [...(this.byNode.get(node)?.values() ?? NOBODY)].filter((other) => other.priority < pod.priority);
  }
}
