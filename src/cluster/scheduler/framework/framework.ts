// Models staging/src/k8s.io/kube-scheduler/framework/interface.go (v1.36)

import type { PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { SchedulerCache } from '../cache/cache.ts';
import type { Nominator } from '../cache/nominator.ts';
import type { Labels, LabelTest } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';

/** Why a node was refused. `unresolvable`: removing pods from it would not help. */
export interface Refusal {
  readonly reasons: readonly string[];
  readonly unresolvable: boolean;
  /** The plugin failed, and with it the whole cycle. */
  readonly error?: string;
  /** It was known before any plugin looked at the node. */
  readonly beforehand?: true;
}

/** The plugin has nothing to say about this pod. */
export class Skip {
  constructor(readonly why: string) {}
}

/** The whole pod is refused, whatever the node. */
export class Rejection {
  constructor(
    readonly message: string,
    readonly unresolvable = true,
  ) {}
}

/** What plugins may ask about the cluster. */
export interface ClusterView {
  readonly cache: SchedulerCache;
  readonly nominator: Nominator;
  /** Devices, once a Pod has asked for some. */
  readonly devices?: Devices | undefined;
  /** The selector of the Services and the owner that a pod belongs to, for the default spreading; undefined: of none. */
  ownerSelector(pod: PodInfo): LabelTest | undefined;
  /** A pod's claim: undefined when it does not exist. */
  claim(namespace: string, name: string): ClaimView | undefined;
  /** Why the volumes of a Pod's claims, or those that they could have, are not for a node. */
  volumeProblem?(pod: PodInfo, node: NodeInfo): Refusal | undefined;
  /** How many volumes of a driver a node takes; undefined: any number. */
  volumeLimit?(node: NodeInfo, driver: string): number | undefined;
}

/** The devices that Pods ask for. What a cycle knows of them is its own affair. */
export interface Devices {
  /** A text is why no node can have the Pod; undefined: it asks for none. */
  begin(pod: PodInfo): object | string | undefined;
  problem(cycle: object, node: NodeInfo): Refusal | undefined;
}

export interface ClaimView {
  readonly object: PersistentVolumeClaim;
  readonly bound: boolean;
  readonly waitsForConsumer: boolean;
  /** Of the volume that it has. */
  readonly volumeLabels?: Labels | undefined;
  /** The volume of a storage driver that it is, or will be. */
  readonly attached?: { readonly driver: string; readonly handle: string } | undefined;
}

/** A row of numbers behind a score, for people: the numbers are taken down at once, for nodes change; the text waits until somebody looks. */
export interface FormulaRow {
  readonly name: string;
  readonly value: (node: NodeInfo) => number;
  /** What `value` is a share of. */
  readonly of?: (node: NodeInfo) => number;
  readonly text: (value: number, of: number) => string;
}

/**
 * A plugin at its extension points. `preFilter` and `preScore` work out once what `filter` and `score` need for each node,
 * or bow out with a Skip.
 */
export interface Plugin<F = unknown, S = unknown> {
  readonly name: string;
  preFilter?(pod: PodInfo, cluster: ClusterView): F | Skip | Rejection;
  filter?(state: F, pod: PodInfo, node: NodeInfo): Refusal | undefined;
  preScore?(pod: PodInfo, cluster: ClusterView, nodes: readonly NodeInfo[]): S | Skip;
  score?(state: S, pod: PodInfo, node: NodeInfo): number;
  /** In place: raw scores to 0–100. */
  normalize?(state: S, scores: number[], nodes: readonly NodeInfo[]): void;
  explain?(state: S, pod: PodInfo): { readonly note: string; readonly rows: readonly FormulaRow[] };
}

export const MAX_SCORE = 100;

export function refusal(reason: string, unresolvable = false): Refusal {
  return { reasons: [reason], unresolvable };
}

/** To 0–100 by the highest. Models pkg/scheduler/framework/plugins/helper/normalize_score.go (v1.36) */
export function normalizeByMaximum(scores: number[], reverse: boolean): void {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  for (let i = 0; i < scores.length; i += 1) {
    if (highest === 0) {
      scores[i] = reverse ? MAX_SCORE : (scores[i] as number);
      continue;
    }
    const score = Math.trunc((MAX_SCORE * (scores[i] as number)) / highest);
    scores[i] = reverse ? MAX_SCORE - score : score;
  }
}
