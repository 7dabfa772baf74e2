import type { ClusterConfig, Input } from '../protocol/run-description.ts';
import type { TopicId } from './topics.ts';
import type { PanelName, Said } from './words.ts';

/** Parts of tabs that lie below what their tab shows first. */
export type SectionName =
  | 'did'
  | 'resources'
  | 'cgroups'
  | 'account-files'
  | 'images'
  | 'names'
  | 'bundles'
  | 'volumes';

/** One thing to do, and what to look at while stepping through what it causes. */
export interface Part {
  readonly input: Input;
  readonly text: Said;
  /** The tab that shows it; the step's own tab when left out. */
  readonly panel?: PanelName;
  /** What that tab opens: an informer, a node, an object, a key. */
  readonly look?: {
    readonly informer?: string;
    readonly node?: string;
    readonly subject?: string;
    readonly etcdKey?: string;
    readonly access?: string;
    /** A chain of packet rules, as `table/chain`. */
    readonly chain?: string;
    /** The part of the tab that is to be seen first. */
    readonly section?: SectionName;
  };
}

/** A start state and a story, told in parts: data that both halves read. */
export interface Scenario {
  readonly id: string;
  /** Where it stands in its group's menu. */
  readonly place: number;
  readonly title: Said;
  /** One paragraph: what a reader will have seen at its end. */
  readonly goal: Said;
  /** What it shows, by the list of everything that can be watched. */
  readonly topics: readonly TopicId[];
  readonly cluster: ClusterConfig;
  /** Its manifests, by file name: they are opened in the editor. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Done one after another, each when the cluster has come to rest. */
  readonly parts: readonly [Part, ...Part[]];
}
