// Models pkg/scheduler/framework/plugins/*/EventsToRegister and pkg/scheduler/scheduler.go buildQueueingHintMap (v1.36)

import { toleratesAll } from './match.ts';
import type { NodeInfo } from './node-info.ts';
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
  | 'ClaimChange';

/** Something that may make a refused pod schedulable. */
export interface ClusterEvent {
  readonly type: ClusterEventType;
  readonly node?: NodeInfo;
  readonly pod?: PodInfo;
}

type Hint = (pod: PodInfo, event: ClusterEvent) => boolean;

const always: Hint = () => true;
const untainted: Hint = (pod, { node }) =>
  node === undefined ||
  node.taints.every((taint) => taint.effect === 'PreferNoSchedule' || toleratesAll(pod.tolerations, taint));
const matchesNode: Hint = (pod, { node }) =>
  node === undefined || pod.nodeTest?.matches(node.name, node.labels) !== false;
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
  ['NodePorts', { NodeAdd: always, NodeTaint: always, AssignedPodDelete: always }],
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
  ['VolumeBinding', { NodeAdd: always, NodeTaint: always, ClaimChange: always }],
  [
    'PodTopologySpread',
    {
      NodeAdd: always,
      NodeLabel: always,
      NodeTaint: always,
      AssignedPodAdd: always,
      AssignedPodUpdate: always,
      AssignedPodDelete: always,
      PodUpdate: always,
    },
  ],
  [
    'InterPodAffinity',
    {
      NodeAdd: always,
      NodeLabel: always,
      NodeTaint: always,
      AssignedPodAdd: always,
      AssignedPodUpdate: always,
      AssignedPodDelete: always,
      PodUpdate: always,
    },
  ],
]);

export function mayHelp(plugins: readonly string[], pod: PodInfo, event: ClusterEvent): boolean {
  return plugins.some((plugin) => HINTS.get(plugin)?.[event.type]?.(pod, event) === true);
}
