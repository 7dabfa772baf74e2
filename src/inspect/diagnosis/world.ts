import { resourceOf, storageKey } from '../../api/scheme/scheme.ts';
import type { Event, Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import { keyOfSubject, subjectOfKey } from '../keys.ts';
import type { Instant } from './instant.ts';

const ROOT = '/registry/';
const NONE: readonly never[] = [];

export interface Kept<T extends KObject = KObject> {
  readonly key: string;
  readonly object: T;
}

/**
 * The objects at an instant, found by kind, owner and name. One pass over the store; whatever else is asked for is
 * worked out once, so that no rule goes over all Pods for each of its objects.
 */
export class World {
  /** What was deleted and is still there. */
  readonly leaving: Kept[] = [];
  private readonly rows: ReadonlyMap<string, KeyRow>;
  /** By the word behind the root. */
  private readonly groups = new Map<string, Kept[]>();
  private readonly lists = new Map<string, readonly KObject[]>();
  private readonly owned = new Map<string, Map<string, KObject[]>>();

  private placed: Map<string, Pod[]> | undefined;
  private events: Map<string, Event[]> | undefined;

  constructor(readonly at: Instant) {
    this.rows = at.table(KEYS_TABLE);
    for (const [key, { value }] of this.rows) {
      if (!key.startsWith(ROOT)) continue;
      const object = value as KObject;
      // What somebody put past the API server may be no object.
      if (typeof object?.metadata?.name !== 'string') continue;
      const word = key.slice(ROOT.length, key.indexOf('/', ROOT.length));
      const kept = { key, object };
      put(this.groups, word, kept);
      if (object.metadata?.deletionTimestamp !== undefined) this.leaving.push(kept);
    }
  }

  /** All objects of a resource, named as `deployments.apps`. */
  all<T extends KObject>(resource: string): readonly T[] {
    let found = this.lists.get(resource);
    if (found === undefined) {
      found = this.list(resource);
      this.lists.set(resource, found);
    }
    return found as readonly T[];
  }

  private list(resource: string): readonly KObject[] {
    const [plural = '', ...group] = resource.split('.');
    const prefix = storageKey(resourceOf(plural, group.join('.')), undefined);
    const word = prefix.slice(ROOT.length, prefix.indexOf('/', ROOT.length));
    const near = this.groups.get(word) ?? NONE;
    return near.filter(({ key }) => key.startsWith(prefix)).map(({ object }) => object);
  }

  get<T extends KObject>(subject: string): T | undefined {
    const key = keyOfSubject(subject);
    return key === undefined ? undefined : (this.rows.get(key)?.value as T | undefined);
  }

  /** Those of a resource that a controller owns. */
  ownedBy<T extends KObject>({ metadata: { uid = '' } }: KObject, resource: string): readonly T[] {
    let byOwner = this.owned.get(resource);
    if (byOwner === undefined) {
      byOwner = new Map();
      this.owned.set(resource, byOwner);
      for (const object of this.all(resource)) {
        const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
        if (owner !== undefined) put(byOwner, owner, object);
      }
    }
    return (byOwner.get(uid) ?? NONE) as readonly T[];
  }

  podsOf(owner: KObject): readonly Pod[] {
    return this.ownedBy<Pod>(owner, 'pods');
  }

  podsOn(node: string): readonly Pod[] {
    if (this.placed === undefined) {
      this.placed = new Map();
      for (const pod of this.all<Pod>('pods')) put(this.placed, pod.spec?.nodeName ?? '', pod);
    }
    return this.placed.get(node) ?? NONE;
  }

  /** The newest Event about an object for one of these reasons, unless one of the `later` ones came after it. */
  newestEvent(
    { metadata: { uid = '' } }: KObject,
    reasons: readonly string[],
    later: readonly string[],
  ): Event | undefined {
    if (this.events === undefined) {
      this.events = new Map();
      for (const event of this.all<Event>('events')) put(this.events, event.involvedObject.uid ?? '', event);
    }
    let newest: Event | undefined;
    for (const event of this.events.get(uid) ?? NONE) {
      if (!reasons.includes(event.reason ?? '') && !later.includes(event.reason ?? '')) continue;
      if (newest === undefined || revision(event) > revision(newest)) newest = event;
    }
    return newest !== undefined && reasons.includes(newest.reason ?? '') ? newest : undefined;
  }

  subjectOf({ key }: Kept): string {
    return subjectOfKey(key) ?? key;
  }
}

function revision({ metadata }: KObject): number {
  return Number(metadata.resourceVersion ?? 0);
}

function put<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
