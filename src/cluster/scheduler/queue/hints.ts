// Models pkg/scheduler/framework/plugins/*/EventsToRegister and pkg/scheduler/scheduler.go buildQueueingHintMap (v1.36)

import type { Toleration } from '../../../api/types/core.ts';
import { ownValue } from '../../../base/own.ts';
import { toleratesAll } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import { type PodInfo, untoleratedTaint } from '../objects/pod-info.ts';
import type { Requests } from '../objects/requests.ts';
import { portsConflict, UNSCHEDULABLE_TAINT } from '../plugins/node-basics.ts';
import { fits } from '../plugins/resources.ts';

export type ClusterEventType =
  | 'NodeAdd'
  | 'NodeDelete'
  | 'NodeAllocatable'
  | 'NodeLabel'
  | 'NodeTaint'
  | 'NodeUnschedulable'
  | 'AssignedPodAdd'
  | 'AssignedPodUpdate'
  | 'AssignedPodDelete'
  | 'PodUpdate'
  | 'ClaimChange'
  | 'VolumeChange'
  | 'DeviceChange';

/** Something that may make a refused pod schedulable. */
export interface ClusterEvent {
  readonly type: ClusterEventType;
  /** The node without its Pods, as it is now and as it was; a new one has not been. */
  readonly node?: NodeInfo;
  readonly formerNode?: NodeInfo;
  readonly pod?: PodInfo;
  readonly formerPod?: PodInfo;
  /** `namespace/name` */
  readonly claim?: string;
  /** The resource claim that is there or has changed, as `namespace/name`; undefined: any Pod may have got its chance. */
  readonly deviceClaim?: string;
}

type Hint = (pod: PodInfo, event: ClusterEvent) => boolean;

const always: Hint = () => true;

// Nodes

/** True when the change gives the node a property that it did not have before. */
const becomes =
  (fine: (pod: PodInfo, node: NodeInfo) => boolean): Hint =>
  (pod, { node, formerNode }) =>
    node === undefined || (fine(pod, node) && (formerNode === undefined || !fine(pod, formerNode)));
const uncordoned = becomes((_, node) => !node.unschedulable);
const untainted = becomes((pod, node) => untoleratedTaint(pod, node.taints) === undefined);
const matching = becomes((pod, node) => pod.nodeTest?.matches(node.name, node.labels) !== false);
/** Empty it would do, and it has more than it had. */
const roomier: Hint = (pod, { node, formerNode }) =>
  node === undefined || (fits(pod, node) && (formerNode === undefined || hasMore(pod.requests, formerNode, node)));
/** The labels that the Pod is spread by have come, gone, or changed. */
const spreadLabels: Hint = ({ hardSpread }, { node, formerNode }) => {
  if (node === undefined) return true;
  const has = (one: NodeInfo) => hardSpread.every(({ topologyKey }) => ownValue(one.labels, topologyKey) !== undefined);
  if (formerNode === undefined || has(node) !== has(formerNode)) return formerNode !== undefined || has(node);
  return (
    has(node) &&
    hardSpread.some(
      ({ topologyKey }) => ownValue(node.labels, topologyKey) !== ownValue(formerNode.labels, topologyKey),
    )
  );
};
/** It is in a domain of one of the Pod's terms. */
const inDomain: Hint = (pod, { node }) =>
  node === undefined ||
  [...pod.affinity, ...pod.antiAffinity].some(({ topologyKey }) => ownValue(node.labels, topologyKey) !== undefined);

function hasMore(requests: Requests, before: NodeInfo, after: NodeInfo): boolean {
  return (
    after.allocatablePods > before.allocatablePods ||
    (requests.milliCPU > 0 && after.allocatableCPU > before.allocatableCPU) ||
    (requests.memory > 0 && after.allocatableMemory > before.allocatableMemory) ||
    (requests.ephemeralStorage > 0 && after.allocatableEphemeral > before.allocatableEphemeral) ||
    [...requests.extended.keys()].some(
      (name) => (after.allocatableExtended.get(name) ?? 0) > (before.allocatableExtended.get(name) ?? 0),
    )
  );
}

// Pods that have a node

/** It asks for less than before of what the waiting Pod wants. */
const shrunk: Hint = ({ requests: wanted }, { pod, formerPod }) => {
  if (pod === undefined || formerPod === undefined) return true;
  const [now, before] = [pod.requests, formerPod.requests];
  return (
    (wanted.milliCPU > 0 && now.milliCPU < before.milliCPU) ||
    (wanted.memory > 0 && now.memory < before.memory) ||
    (wanted.ephemeralStorage > 0 && now.ephemeralStorage < before.ephemeralStorage) ||
    [...wanted.extended.keys()].some((name) => (now.extended.get(name) ?? 0) < (before.extended.get(name) ?? 0))
  );
};
/** Another pod of those that the constraints count, or one that has become so or is none any more. */
const counted: Hint = (pod, { pod: other, formerPod }) => {
  if (other === undefined) return true;
  if (other.namespace !== pod.namespace) return false;
  return formerPod === undefined
    ? pod.hardSpread.some(({ test }) => test(other.labels))
    : pod.hardSpread.some(({ test }) => test(other.labels) !== test(formerPod.labels));
};
const isWanted = (pod: PodInfo, other: PodInfo): boolean =>
  pod.affinity.length > 0 && pod.affinity.every((term) => term.matches(other));
const isAvoided = (pod: PodInfo, other: PodInfo): boolean =>
  pod.antiAffinity.some((term) => term.matches(other)) || other.antiAffinity.some((term) => term.matches(pod));
/** A pod that this one wants to be near. */
const wanted: Hint = (pod, { pod: other }) => other === undefined || isWanted(pod, other);
/** A pod that this one, or that was not to be near this one. */
const avoided: Hint = (pod, { pod: other }) => other === undefined || isAvoided(pod, other);
/** It has become one to be near, or one that needs not be avoided. */
const befriended: Hint = (pod, { pod: other, formerPod }) =>
  other === undefined ||
  formerPod === undefined ||
  (!isWanted(pod, formerPod) && isWanted(pod, other)) ||
  (isAvoided(pod, formerPod) && !isAvoided(pod, other));
const held: Hint = (pod, { pod: other }) =>
  other === undefined || pod.hostPorts.some((port) => other.hostPorts.some((used) => portsConflict(port, used)));
/** A pod with one of its claims. */
const shares: Hint = (pod, { pod: other }) =>
  other === undefined || (other.namespace === pod.namespace && pod.claims.some((name) => other.claims.includes(name)));
const hasClaims: Hint = (_, { pod: other }) => other === undefined || other.claims.length > 0;

// The waiting Pod itself

const tolerations = ({ pod }: PodInfo): readonly Toleration[] => pod.spec.tolerations ?? [];
const toleratesMore: Hint = (_, { pod, formerPod }) =>
  pod === undefined || formerPod === undefined || tolerations(pod).length !== tolerations(formerPod).length;
const toleratesCordons: Hint = (pod, event) =>
  toleratesMore(pod, event) && toleratesAll((event.pod ?? pod).tolerations, UNSCHEDULABLE_TAINT);
const relabelled: Hint = (_, { pod, formerPod }) =>
  pod === undefined || formerPod === undefined || pod.labelsKey !== formerPod.labelsKey;

// Other events that a plugin waits for

const claimed: Hint = (pod, { claim }) =>
  claim === undefined || pod.claims.some((name) => claim === `${pod.namespace}/${name}`);
/** One of its resource claims. */
const deviceClaimed: Hint = ({ pod, namespace }, { deviceClaim }) =>
  deviceClaim === undefined ||
  pod.spec.resourceClaims?.some((entry) => {
    const known = pod.status.resourceClaimStatuses?.find(({ name }) => name === entry.name);
    return `${namespace}/${entry.resourceClaimName ?? known?.resourceClaimName}` === deviceClaim;
  }) === true;

type Hints = { readonly [type in ClusterEventType]?: Hint };

const VOLUME_HINTS: Hints = {
  NodeAdd: always,
  NodeLabel: always,
  NodeTaint: always,
  ClaimChange: claimed,
  VolumeChange: always,
};

/**
 * Which events may help a pod that a plugin refused. Every plugin that waits for new nodes also hears of changed taints,
 * because a new node may have been passed over for its taints before.
 * Models pkg/scheduler/framework/plugins and the QueueingHint functions there (v1.36)
 */
const HINTS: ReadonlyMap<string, Hints> = new Map<string, Hints>([
  ['NodeUnschedulable', { NodeAdd: uncordoned, NodeTaint: uncordoned, PodUpdate: toleratesCordons }],
  ['NodeName', { NodeAdd: always, NodeTaint: always }],
  ['TaintToleration', { NodeAdd: untainted, NodeTaint: untainted, PodUpdate: toleratesMore }],
  ['NodeAffinity', { NodeAdd: matching, NodeLabel: matching, NodeTaint: always }],
  ['NodePorts', { NodeAdd: always, NodeTaint: always, AssignedPodDelete: held }],
  [
    'NodeResourcesFit',
    {
      NodeAdd: roomier,
      NodeAllocatable: roomier,
      NodeTaint: always,
      AssignedPodDelete: always,
      AssignedPodUpdate: shrunk,
      PodUpdate: shrunk,
    },
  ],
  ['VolumeRestrictions', { NodeAdd: always, NodeTaint: always, AssignedPodDelete: shares, ClaimChange: claimed }],
  ['NodeVolumeLimits', { AssignedPodDelete: hasClaims, ClaimChange: claimed, VolumeChange: always }],
  ['VolumeBinding', VOLUME_HINTS],
  ['VolumeZone', VOLUME_HINTS],
  [
    'DynamicResources',
    { NodeAdd: always, NodeLabel: always, NodeTaint: always, DeviceChange: deviceClaimed, PodUpdate: always },
  ],
  [
    'PodTopologySpread',
    {
      NodeAdd: spreadLabels,
      NodeDelete: spreadLabels,
      NodeLabel: spreadLabels,
      NodeTaint: always,
      AssignedPodAdd: counted,
      AssignedPodUpdate: counted,
      AssignedPodDelete: counted,
      PodUpdate: (pod, event) => toleratesMore(pod, event) || counted(pod, event),
    },
  ],
  [
    'InterPodAffinity',
    {
      NodeAdd: inDomain,
      NodeLabel: inDomain,
      NodeTaint: always,
      AssignedPodAdd: wanted,
      AssignedPodUpdate: befriended,
      AssignedPodDelete: avoided,
      PodUpdate: relabelled,
    },
  ],
]);

export function mayHelp(plugins: readonly string[], pod: PodInfo, event: ClusterEvent): boolean {
  // That a node takes Pods again counts as a taint that has gone.
  const type = event.type === 'NodeUnschedulable' ? 'NodeTaint' : event.type;
  return plugins.some((plugin) => HINTS.get(plugin)?.[type]?.(pod, event) === true);
}
