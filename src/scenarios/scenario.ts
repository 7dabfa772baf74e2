import type { ClusterConfig, Input } from '../protocol/run-description.ts';

/** A start state and a story: data that both halves read. */
export interface Scenario {
  readonly id: string;
  readonly cluster: ClusterConfig;
  /** Its manifests, by file name. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** What is typed, one after another, each when the cluster has come to rest. */
  readonly story: readonly Input[];
}
