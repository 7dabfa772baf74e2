// Models pkg/scheduler/backend/cache/cache.go (v1.36)

import type { Node } from '../../../api/types/core.ts';
import { LabelIndex } from '../objects/label-index.ts';
import { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';

/** A pod on a node, and how it came there. */
export interface Placed {
  pod: PodInfo;
  readonly node: NodeInfo;
  assumed: boolean;
}

interface ImageState {
  readonly sizeBytes: number;
  nodes: number;
  /** By node slot: whether the node has it. */
  readonly on: boolean[];
}

/**
 * The scheduler's own picture of the cluster: nodes with the pods on them, assumed ones included. It is kept by differences, so that a
 * cycle starts without copying anything.
 * Models pkg/scheduler/backend/cache/cache.go (v1.36); one view instead of a cache and a snapshot, since a cycle is not interleaved with itself.
 */
export class SchedulerCache {
  /** In the order of the node tree: zones take turns. */
  nodes: readonly NodeInfo[] = [];
  readonly labels = new LabelIndex();
  readonly images = new Map<string, ImageState>();
  /** Pods on nodes, by uid, with the node. */
  private readonly placed = new Map<string, Placed>();
  private readonly byName = new Map<string, NodeInfo>();
  private slots = 0;
  /** Pods whose terms look at others; most clusters have none. */
  affinityPods = 0;
  antiAffinityPods = 0;

  /** Pods on nodes, assumed ones included. */
  get podCount(): number {
    return this.placed.size;
  }

  node(name: string): NodeInfo | undefined {
    return this.byName.get(name);
  }

  setNode(node: Node): NodeInfo {
    const info = this.nodeOrGhost(node.metadata.name ?? '');
    const isNew = info.node === undefined;
    const zone = info.zone;
    this.countImages(info, -1);
    info.setNode(node);
    this.countImages(info, 1);
    if (isNew || zone !== info.zone) this.rebuildOrder();
    return info;
  }

  removeNode(name: string): void {
    const info = this.byName.get(name);
    if (info === undefined) return;
    this.countImages(info, -1);
    info.node = undefined;
    if (info.pods.size === 0) this.byName.delete(name);
    this.rebuildOrder();
  }

  /** A bound pod, as the API says; a pod that was assumed becomes real. */
  addPod(pod: PodInfo, nodeName: string, known = this.placed.get(pod.uid)): NodeInfo {
    return this.place(pod, nodeName, false, known);
  }

  assume(pod: PodInfo, nodeName: string): void {
    this.place(pod, nodeName, true, this.placed.get(pod.uid));
  }

  find(uid: string): Placed | undefined {
    return this.placed.get(uid);
  }

  isAssumed(uid: string): boolean {
    return this.placed.get(uid)?.assumed === true;
  }

  removePod(uid: string): void {
    const known = this.placed.get(uid);
    if (known === undefined) return;
    this.placed.delete(uid);
    this.take(known.pod, known.node, known.assumed);
    if (known.node.node === undefined && known.node.pods.size === 0) this.byName.delete(known.node.name);
  }

  nodeOf(uid: string): NodeInfo | undefined {
    return this.placed.get(uid)?.node;
  }

  private place(pod: PodInfo, nodeName: string, assumed: boolean, known: Placed | undefined): NodeInfo {
    if (known?.node.name === nodeName && asksTheSame(known.pod, pod)) {
      confirm(known, pod, assumed);
      return known.node;
    }
    const node = known !== undefined && known.node.name === nodeName ? known.node : this.nodeOrGhost(nodeName);
    if (known !== undefined) this.take(known.pod, known.node, known.assumed);
    if (assumed) node.assumed += 1;
    this.placed.set(pod.uid, { pod, node, assumed });
    node.addPod(pod);
    this.labels.add(pod, node.slot);
    if (hasTerms(pod)) this.affinityPods += 1;
    if (pod.antiAffinity.length > 0) this.antiAffinityPods += 1;
    return node;
  }

  private take(pod: PodInfo, node: NodeInfo, assumed: boolean): void {
    if (assumed) node.assumed -= 1;
    node.removePod(pod);
    this.labels.remove(pod, node.slot);
    if (hasTerms(pod)) this.affinityPods -= 1;
    if (pod.antiAffinity.length > 0) this.antiAffinityPods -= 1;
  }

  /** Pods may be heard of before their node. */
  private nodeOrGhost(name: string): NodeInfo {
    let info = this.byName.get(name);
    if (info === undefined) {
      info = new NodeInfo(name, this.slots);
      this.slots += 1;
      this.byName.set(name, info);
    }
    return info;
  }

  private countImages(info: NodeInfo, sign: 1 | -1): void {
    for (const image of info.node?.status?.images ?? []) {
      for (const name of image.names ?? []) {
        const state = this.images.get(name) ?? { sizeBytes: image.sizeBytes ?? 0, nodes: 0, on: [] };
        state.nodes += sign;
        state.on[info.slot] = sign > 0;
        if (state.nodes === 0) this.images.delete(name);
        else this.images.set(name, state);
      }
    }
  }

  private rebuildOrder(): void {
    const zones = new Map<string, NodeInfo[]>();
    for (const info of this.byName.values()) {
      if (info.node === undefined) continue;
      const zone = zones.get(info.zone);
      if (zone === undefined) zones.set(info.zone, [info]);
      else zone.push(info);
    }
    const rows = [...zones.values()];
    if (rows.length <= 1) {
      this.nodes = rows[0] ?? [];
      return;
    }
    const order: NodeInfo[] = [];
    const longest = Math.max(...rows.map((row) => row.length));
    for (let at = 0; at < longest; at += 1)
      for (const row of rows) if (at < row.length) order.push(row[at] as NodeInfo);
    this.nodes = order;
  }
}

/** Nothing that is counted differs: one was made from the other. */
function asksTheSame(a: PodInfo, b: PodInfo): boolean {
  return a.requests === b.requests && a.labels === b.labels && a.terminating === b.terminating;
}

/** It stays where it is. */
function confirm(placed: Placed, pod: PodInfo, assumed: boolean): void {
  const { node } = placed;
  if (placed.assumed !== assumed) node.assumed += assumed ? 1 : -1;
  placed.pod = pod;
  placed.assumed = assumed;
  node.replacePod(pod);
}

export function hasTerms(pod: PodInfo): boolean {
  return (
    pod.affinity.length + pod.antiAffinity.length + pod.preferredAffinity.length + pod.preferredAntiAffinity.length > 0
  );
}
