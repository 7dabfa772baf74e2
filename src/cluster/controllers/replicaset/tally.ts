import type { Pod } from '../../../api/types/core.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { controllerOf } from '../shared/owner.ts';
import { isPodActive, isPodReady, isPodTerminating } from '../shared/pods.ts';

type Labels = { readonly [key: string]: string } | undefined;

/** Pods of one controller that have the same labels. */
export interface PodGroup {
  readonly labels: Labels;
  active: number;
  ready: number;
  terminating: number;
}

const NO_GROUPS: ReadonlyMap<string, PodGroup> = new Map();

/**
 * Models nothing upstream: how many pods each controller has, kept up to date by the events of the informer. Upstream lists and counts all pods at
 * every sync, which costs the square of their number; this gives the same numbers for the price of the change.
 */
export class PodTally {
  private readonly owners = new Map<string, Map<string, PodGroup>>();
  private readonly orphanCounts = new Map<string, number>();

  /** One version of a pod takes the place of another, or is the first or the last one. */
  replace(before: Pod | undefined, after: Pod | undefined): void {
    if (before !== undefined && after !== undefined && countAlike(before, after)) return;
    if (before !== undefined) this.count(before, -1);
    if (after !== undefined) this.count(after, 1);
  }

  groupsOf(uid: string): ReadonlyMap<string, PodGroup> {
    return this.owners.get(uid) ?? NO_GROUPS;
  }

  /** Pods of a namespace that nobody controls. */
  orphans(namespace: string): number {
    return this.orphanCounts.get(namespace) ?? 0;
  }

  private count(pod: Pod, by: 1 | -1): void {
    const { namespace = '', labels } = pod.metadata;
    const owner = controllerOf(pod);
    if (owner === undefined) {
      this.orphanCounts.set(namespace, this.orphans(namespace) + by);
      return;
    }
    const group = this.group(owner.uid, labels);
    if (isPodTerminating(pod)) group.terminating += by;
    if (!isPodActive(pod)) return;
    group.active += by;
    if (isPodReady(pod)) group.ready += by;
  }

  private group(uid: string, labels: Labels): PodGroup {
    let groups = this.owners.get(uid);
    if (groups === undefined) {
      groups = new Map();
      this.owners.set(uid, groups);
    }
    const key = keyOf(labels);
    let group = groups.get(key);
    if (group === undefined) {
      group = { labels, active: 0, ready: 0, terminating: 0 };
      groups.set(key, group);
    }
    return group;
  }
}

/** Most changes of a pod change no count. Its owners and labels are the same objects as long as nobody writes others. */
function countAlike(before: Pod, after: Pod): boolean {
  return (
    before.metadata.ownerReferences === after.metadata.ownerReferences &&
    before.metadata.labels === after.metadata.labels &&
    isPodActive(before) === isPodActive(after) &&
    isPodTerminating(before) === isPodTerminating(after) &&
    isPodReady(before) === isPodReady(after)
  );
}

/** Equal for equal labels, in whatever order they are written. */
function keyOf(labels: Labels): string {
  return labels === undefined ? '' : keyOfLabels(labels);
}

const keyOfLabels = pureOfObject((labels: NonNullable<Labels>) =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}=${labels[name]}`)
    .join('\n'),
);
