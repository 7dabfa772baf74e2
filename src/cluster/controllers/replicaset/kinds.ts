// Models pkg/controller/replicaset/replica_set.go NewReplicaSetController and pkg/controller/replication/replication_controller.go (v1.36)

import { type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { LabelSelector } from '../../../api/types/meta.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { controllerOf } from '../shared/owner.ts';

/** What the controllers of ReplicaSets and of ReplicationControllers do not have in common. */
export interface ReplicaKind {
  /** Its name in events, and its ServiceAccount. */
  readonly controller: string;
  readonly info: ResourceInfo<ReplicaSet>;
  readonly apiVersion: string;
  readonly queue: string;
  /** The status says how many pods are still ending. */
  readonly tellsTerminating: boolean;
  selectorOf(owner: ReplicaSet): LabelSelector;
  /** Which pods are listened to; all unless told. */
  concerns?(pod: Pod): boolean;
}

export const REPLICA_SETS: ReplicaKind = {
  controller: 'replicaset-controller',
  info: resourceOf('replicasets', 'apps'),
  apiVersion: 'apps/v1',
  queue: 'replicaset',
  tellsTerminating: true,
  selectorOf: ({ spec }) => spec.selector,
};

/** Without a selector it has no Pods. */
const NOTHING: LabelSelector = { matchExpressions: [{ key: '', operator: 'In', values: [] }] };
const selectorOfLabels = pureOfObject(
  (matchLabels: { readonly [label: string]: string }): LabelSelector => ({
    matchLabels,
  }),
);

/** The older kind is treated as if it were an older form of the newer one: its selector is a plain map of labels. */
export const REPLICATION_CONTROLLERS: ReplicaKind = {
  controller: 'replication-controller',
  // What is read of one is what a ReplicaSet has, but for its selector.
  info: resourceOf('replicationcontrollers') as ResourceInfo as ResourceInfo<ReplicaSet>,
  apiVersion: 'v1',
  queue: 'replicationmanager',
  tellsTerminating: false,
  selectorOf: ({ spec }) => {
    const labels = spec.selector as { readonly [label: string]: string } | undefined;
    return labels === undefined ? NOTHING : selectorOfLabels(labels);
  },
  concerns: (pod) => {
    const owner = controllerOf(pod);
    return owner === undefined || owner.kind === 'ReplicationController';
  },
};
