// Models pkg/scheduler/framework/plugins/*/EventsToRegister and pkg/scheduler/scheduler.go buildQueueingHintMap (v1.36)

import { toleratesAll } from './match.ts';
import type { NodeInfo } from './node-info.ts';
import { portsConflict } from './plugins/node-basics.ts';
import { fits } from './plugins/resources.ts';
import type { PodInfo } from './pod-info.ts';

export type ClusterEventType =
  | 'NodeAdd'
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
  readonly node?: NodeInfo;
  readonly pod?: PodInfo;
  /** `namespace/name` */
  readonly claim?: string;
  /** The resource claim that is there or has changed, as `namespace/name`; undefined: any Pod may have got its chance. */
  readonly deviceClaim?: string;
}

type Hint = (pod: PodInfo, event: ClusterEvent) => boolean;

const always: Hint = () => true;
const untainted: Hint = (pod, { node }) =>
  node === undefined ||
  node.taints.every((taint) => taint.effect === 'PreferNoSchedule' || toleratesAll(pod.tolerations, taint));
const matchesNode: Hint = (pod, { node }) =>
  node === undefined || pod.nodeTest?.matches(node.name, node.labels) !== false;
/** Another pod of those that the constraints count. */
const counted: Hint = (pod, { pod: other }) =>
  other === undefined || (other.namespace === pod.namespace && pod.hardSpread.some(({ test }) => test(other.labels)));
/** A pod that this one wants to be near. */
const wanted: Hint = (pod, { pod: other }) =>
  other === undefined || (pod.affinity.length > 0 && pod.affinity.every((term) => term.matches(other)));
/** A pod that this one, or that was not to be near this one. */
const avoided: Hint = (pod, { pod: other }) =>
  other === undefined ||
  pod.antiAffinity.some((term) => term.matches(other)) ||
  other.antiAffinity.some((term) => term.matches(pod));
const held: Hint = (pod, { pod: other }) =>
  other === undefined || pod.hostPorts.some((port) => other.hostPorts.some((used) => portsConflict(port, used)));
const claimed: Hint = (pod, { claim }) =>
  claim === undefined || pod.claims.some((name) => claim === `${pod.namespace}/${name}`);
/** A pod with one of its claims. */
const shares: Hint = (pod, { pod: other }) =>
  other === undefined || (other.namespace === pod.namespace && pod.claims.some((name) => other.claims.includes(name)));
/** One of its resource claims. */
const deviceClaimed: Hint = ({ pod, namespace }, { deviceClaim }) =>
  deviceClaim === undefined ||
  pod.spec.resourceClaims?.some((entry) => {
    const known = pod.status.resourceClaimStatuses?.find(({ name }) => name === entry.name);
    return `${namespace}/${entry.resourceClaimName ?? known?.resourceClaimName}` === deviceClaim;
  }) === true;
const fitsNode: Hint = (pod, { node }) => node === undefined || fits(pod, node);

/**
 * Which events may help a pod that a plugin refused. Every plugin that waits for new nodes also hears of changed taints,
 * because a new node may have been passed over for its taints before.
 * Models pkg/scheduler/framework/plugins and the QueueingHint functions there (v1.36); hints look at the object, not at what exactly changed.
 */
const HINTS: ReadonlyMap<string, { readonly [type in ClusterEventType]?: Hint }> = new Map([
  ['NodeUnschedulable', { NodeAdd: always, NodeUnschedulable: always, NodeTaint: always, PodUpdate: always }],
  ['NodeName', { NodeAdd: always, NodeTaint: always }],
  ['TaintToleration', { NodeAdd: untainted, NodeTaint: untainted, PodUpdate: always }],
  ['NodeAffinity', { NodeAdd: matchesNode, NodeLabel: matchesNode, NodeTaint: always }],
  ['NodePorts', { NodeAdd: always, NodeTaint: always, AssignedPodDelete: held }],
  [
    'NodeResourcesFit',
    {
      NodeAdd: fitsNode,
      NodeAllocatable: fitsNode,
      NodeTaint: always,
      AssignedPodDelete: always,
      AssignedPodUpdate: always,
      PodUpdate: always,
    },
  ],
  ['VolumeRestrictions', { AssignedPodDelete: shares, ClaimChange: claimed }],
  ['NodeVolumeLimits', { NodeAdd: always, AssignedPodDelete: always, ClaimChange: claimed, VolumeChange: always }],
  ['VolumeBinding', { NodeAdd: always, NodeTaint: always, ClaimChange: claimed, VolumeChange: always }],
  [
    'DynamicResources',
    { NodeAdd: always, NodeLabel: always, NodeTaint: always, DeviceChange: deviceClaimed, PodUpdate: always },
  ],
  [
    'PodTopologySpread',
    {
      NodeAdd: always,
      NodeLabel: always,
      NodeTaint: always,
      AssignedPodAdd: counted,
      AssignedPodUpdate: counted,
      AssignedPodDelete: counted,
      PodUpdate: always,
    },
  ],
  [
    'InterPodAffinity',
    {
      NodeAdd: always,
      NodeLabel: always,
      NodeTaint: always,
      AssignedPodAdd: wanted,
      AssignedPodUpdate: wanted,
      AssignedPodDelete: avoided,
      PodUpdate: always,
    },
  ],
]);

export function mayHelp(plugins: readonly string[], pod: PodInfo, event: ClusterEvent): boolean {
  return plugins.some((plugin) => HINTS.get(plugin)?.[event.type]?.(pod, event) === true);
}
