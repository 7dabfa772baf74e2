// Models staging/src/k8s.io/kube-scheduler/framework/types.go NodeInfo (v1.36)

import type { Node, Taint } from '../../../api/types/core.ts';
import { ownValue } from '../../../base/own.ts';
import type { Labels } from './match.ts';
import type { HostPort, PodInfo } from './pod-info.ts';
import { milliOf, wholeOf } from './requests.ts';

const NO_TAINTS: readonly Taint[] = [];
const NO_LABELS: Labels = {};
export const HOSTNAME = 'kubernetes.io/hostname';
export const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';

/**
 * A node and the sums over its pods, kept up to date by differences.
 * Models staging/src/k8s.io/kube-scheduler/framework/types.go (v1.36)
 */
export class NodeInfo {
  // First what is asked of every node for every pod: it lies side by side in memory.
  unschedulable = false;
  podCount = 0;
  allocatablePods = 0;
  taints: readonly Taint[] = NO_TAINTS;
  hostname: string | undefined = undefined;
  topologyZone: string | undefined = undefined;
  allocatableCPU = 0;
  allocatableMemory = 0;
  nonZeroCPU = 0;
  nonZeroMemory = 0;
  requestedCPU = 0;
  requestedMemory = 0;
  allocatableEphemeral = 0;
  requestedEphemeral = 0;
  node: Node | undefined;
  labels: Labels = NO_LABELS;
  zone = '';
  allocatableExtended: ReadonlyMap<string, number> = new Map();
  readonly requestedExtended = new Map<string, number>();
  /** Pods placed here by a decision that the API server has not confirmed yet. */
  assumed = 0;
  readonly pods = new Map<string, PodInfo>();
  /** Pods with terms that look at others, by uid. */
  readonly withAffinity = new Map<string, PodInfo>();
  readonly withAntiAffinity = new Map<string, PodInfo>();
  readonly hostPorts: HostPort[] = [];

  constructor(
    readonly name: string,
    /** Its place in the cluster's columns of counts. */
    readonly slot: number,
  ) {}

  setNode(node: Node): void {
    this.node = node;
    this.labels = node.metadata.labels ?? NO_LABELS;
    this.taints = node.spec?.taints ?? NO_TAINTS;
    this.unschedulable = node.spec?.unschedulable === true;
    const zone = this.labels[ZONE];
    this.hostname = this.labels[HOSTNAME];
    this.topologyZone = zone;
    this.zone = zone === undefined ? '' : `${this.labels[REGION] ?? ''}:\u0000:${zone}`;
    const allocatable = (node.status?.allocatable ?? node.status?.capacity ?? {}) as {
      readonly [name: string]: string | undefined;
    };
    this.allocatableCPU = milliOf(allocatable.cpu);
    this.allocatableMemory = wholeOf(allocatable.memory);
    this.allocatableEphemeral = wholeOf(allocatable['ephemeral-storage']);
    this.allocatablePods = wholeOf(allocatable.pods);
    const extended = new Map<string, number>();
    for (const name of Object.keys(allocatable)) {
      if (name !== 'cpu' && name !== 'memory' && name !== 'ephemeral-storage' && name !== 'pods')
        extended.set(name, wholeOf(allocatable[name]));
    }
    this.allocatableExtended = extended;
  }

  /** Which domain of a topology it is in. */
  domainIn(topologyKey: string): string | undefined {
    if (topologyKey === HOSTNAME) return this.hostname;
    return topologyKey === ZONE ? this.topologyZone : ownValue(this.labels, topologyKey);
  }

  addPod(pod: PodInfo): void {
    this.pods.set(pod.uid, pod);
    this.podCount = this.pods.size;
    this.count(pod, 1);
    if (
      pod.affinity.length + pod.preferredAffinity.length + pod.preferredAntiAffinity.length + pod.antiAffinity.length >
      0
    ) {
      this.withAffinity.set(pod.uid, pod);
    }
    if (pod.antiAffinity.length > 0) this.withAntiAffinity.set(pod.uid, pod);
    for (const port of pod.hostPorts) this.hostPorts.push(port);
  }

  /** A pod that is here and asks for the same. */
  replacePod(pod: PodInfo): void {
    putLast(this.pods, pod);
    if (this.withAffinity.size > 0) putLast(this.withAffinity, pod);
    if (this.withAntiAffinity.size > 0) putLast(this.withAntiAffinity, pod);
  }

  removePod(pod: PodInfo): void {
    if (!this.pods.delete(pod.uid)) return;
    this.podCount = this.pods.size;
    this.count(pod, -1);
    this.withAffinity.delete(pod.uid);
    this.withAntiAffinity.delete(pod.uid);
    for (const port of pod.hostPorts) {
      const at = this.hostPorts.findIndex(
        (used) => used.port === port.port && used.ip === port.ip && used.protocol === port.protocol,
      );
      if (at >= 0) this.hostPorts.splice(at, 1);
    }
  }

  private count(pod: PodInfo, sign: 1 | -1): void {
    const requests = pod.requests;
    this.requestedCPU += sign * requests.milliCPU;
    this.requestedMemory += sign * requests.memory;
    this.requestedEphemeral += sign * requests.ephemeralStorage;
    this.nonZeroCPU += sign * requests.nonZeroCPU;
    this.nonZeroMemory += sign * requests.nonZeroMemory;
    if (requests.extended.size === 0) return;
    for (const [name, amount] of requests.extended) {
      this.requestedExtended.set(name, (this.requestedExtended.get(name) ?? 0) + sign * amount);
    }
  }
}

function putLast(pods: Map<string, PodInfo>, pod: PodInfo): void {
  if (pods.delete(pod.uid)) pods.set(pod.uid, pod);
}
