import type { Pod } from '../../../api/types/core.ts';
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

/** How a pod was counted. What a deletion tells of it may be newer. */
interface Counted {
  /** Undefined: nobody controls it. */
  group: PodGroup | undefined;
  namespace: string;
  /** What its group follows from: the same objects as long as nobody changes them. */
  owners: unknown;
  labels: Labels;
  active: boolean;
  ready: boolean;
  terminating: boolean;
}

const NO_GROUPS: ReadonlyMap<string, PodGroup> = new Map();
const labelKeys = new WeakMap<object, string>();

/**
 * Models nothing upstream: how many pods each controller has, kept up to date by the events of the informer. Upstream lists and counts all pods at
 * every sync, which costs the square of their number; this gives the same numbers for the price of the change.
 */
export class PodTally {
  private readonly owners = new Map<string, Map<string, PodGroup>>();
  private readonly orphanCounts = new Map<string, number>();
  private readonly counted = new Map<string, Counted>();

  put(uid: string, pod: Pod): void {
    let counted = this.counted.get(uid);
    if (counted === undefined) {
      counted = {
        group: undefined,
        namespace: '',
        owners: undefined,
        labels: undefined,
        active: false,
        ready: false,
        terminating: false,
      };
      this.counted.set(uid, counted);
    } else this.add(counted, -1);
    const { namespace = '', ownerReferences, labels } = pod.metadata;
    if (counted.owners !== ownerReferences || counted.labels !== labels) {
      const owner = controllerOf(pod);
      counted.group = owner === undefined ? undefined : this.group(owner.uid, labels);
      counted.owners = ownerReferences;
      counted.labels = labels;
    }
    counted.namespace = namespace;
    counted.active = isPodActive(pod);
    counted.ready = counted.active && isPodReady(pod);
    counted.terminating = !counted.active && isPodTerminating(pod);
    this.add(counted, 1);
  }

  remove(uid: string): void {
    const counted = this.counted.get(uid);
    if (counted === undefined) return;
    this.counted.delete(uid);
    this.add(counted, -1);
  }

  groupsOf(uid: string): ReadonlyMap<string, PodGroup> {
    return this.owners.get(uid) ?? NO_GROUPS;
  }

  /** Pods of a namespace that nobody controls. */
  orphans(namespace: string): number {
    return this.orphanCounts.get(namespace) ?? 0;
  }

  private add({ group, namespace, active, ready, terminating }: Counted, by: 1 | -1): void {
    if (group === undefined) this.orphanCounts.set(namespace, this.orphans(namespace) + by);
    else {
      if (active) group.active += by;
      if (ready) group.ready += by;
      if (terminating) group.terminating += by;
    }
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

/** Equal for equal labels, in whatever order they are written. */
function keyOf(labels: Labels): string {
  if (labels === undefined) return '';
  let key = labelKeys.get(labels);
  if (key === undefined) {
    key = Object.keys(labels)
      .sort()
      .map((name) => `${name}=${labels[name]}`)
      .join('\n');
    labelKeys.set(labels, key);
  }
  return key;
}
