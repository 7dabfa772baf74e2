import type { KObject } from '../../../api/types/meta.ts';
import { appended } from '../../../base/appended.ts';
import type { Origin } from '../../../engine/index.ts';
import type { CacheEvent } from './event-buffer.ts';
import type { ServerWatch } from './server-watch.ts';

type Groups = readonly ReadonlySet<ServerWatch>[];
const NO_GROUPS: Groups = [];

type Trigger = (object: KObject) => string | undefined;

/**
 * The watches of one resource, sorted by what can concern them, so that a change does not test every watch: those of one
 * named object, those of one value of the triggering field (a pod's node), and the rest.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go, indexedWatchers (v1.36)
export class Dispatcher {
  private readonly byName = new Map<string, Set<ServerWatch>>();
  private readonly byTrigger = new Map<string, Set<ServerWatch>>();
  private readonly others = new Set<ServerWatch>();
  private count = 0;

  constructor(private readonly trigger: Trigger | undefined) {}

  get size(): number {
    return this.count;
  }

  add(watch: ServerWatch): void {
    this.count += 1;
    this.groupOf(watch).add(watch);
  }

  remove(watch: ServerWatch): void {
    const { map, key } = this.placeOf(watch);
    const group = map === undefined ? this.others : map.get(key);
    if (group?.delete(watch) !== true) return;
    this.count -= 1;
    if (map !== undefined && group.size === 0) map.delete(key);
  }

  /** Offers the event to the watches of these groups, and to those that every change can concern. */
  dispatch(groups: Groups, event: CacheEvent, origin: Origin): void {
    if (this.count === 0) return;
    for (const watch of this.others) watch.offer(event, origin);
    for (const group of groups) for (const watch of group) watch.offer(event, origin);
  }

  /** How many watches will be asked about an event that concerns these groups. */
  countOf(groups: Groups): number {
    let count = this.others.size;
    for (const group of groups) count += group.size;
    return count;
  }

  all(): readonly ServerWatch[] {
    const found: ServerWatch[] = [...this.others];
    for (const group of this.byName.values()) found.push(...group);
    for (const group of this.byTrigger.values()) found.push(...group);
    return found;
  }

  /** The watches that a change can concern because of a name or a field. */
  groupsFor(event: CacheEvent): Groups {
    if (this.byName.size === 0 && this.byTrigger.size === 0) return NO_GROUPS;
    let groups = NO_GROUPS;
    if (this.byName.size > 0) groups = withGroup(groups, this.byName.get(event.object.metadata.name as string));
    if (this.trigger !== undefined && this.byTrigger.size > 0) {
      const now = this.trigger(event.object);
      const before = event.previous === undefined ? undefined : this.trigger(event.previous);
      if (now !== undefined) groups = withGroup(groups, this.byTrigger.get(now));
      if (before !== undefined && before !== now) groups = withGroup(groups, this.byTrigger.get(before));
    }
    return groups;
  }

  private groupOf(watch: ServerWatch): Set<ServerWatch> {
    const { map, key } = this.placeOf(watch);
    if (map === undefined) return this.others;
    let group = map.get(key);
    if (group === undefined) {
      group = new Set();
      map.set(key, group);
    }
    return group;
  }

  private placeOf(watch: ServerWatch): { map: Map<string, Set<ServerWatch>> | undefined; key: string } {
    const { name, trigger } = watch.options.filter;
    if (name !== '') return { map: this.byName, key: name };
    if (this.trigger !== undefined && trigger !== undefined) return { map: this.byTrigger, key: trigger };
    return { map: undefined, key: '' };
  }
}

function withGroup(groups: Groups, group: ReadonlySet<ServerWatch> | undefined): Groups {
  return group === undefined ? groups : appended(groups, group);
}
