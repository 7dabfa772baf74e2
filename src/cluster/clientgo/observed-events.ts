import type { Event } from '../../api/types/core.ts';
import { type Linked, unlinked } from '../../base/linked.ts';
import { type Recent, RecentList } from '../../base/recent-list.ts';
import type { TokenBucket } from './token-bucket.ts';

const CACHE_SIZE = 4096;

export interface Observation {
  readonly name: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly message: string;
}

/** An object that events are about, for as long as anything is known of them. */
export class Involved implements Recent<Involved> {
  older: Involved | undefined;
  newer: Involved | undefined;
  /** How many more events about it may be written; forgotten when many others were written about since. */
  bucket: TokenBucket | undefined;
  /** Its groups. */
  similar: Similar | undefined;

  constructor(readonly key: string) {}
}

/** Events about one object that differ in nothing but their messages. */
export class Similar implements Recent<Similar>, Linked<Similar> {
  older: Similar | undefined;
  newer: Similar | undefined;
  /** Whether its messages count, or were forgotten. */
  isKnown = false;
  last = 0;
  /** The only message that counts, which is enough for most; else all of them. */
  private only: string | undefined;
  private several: string[] | undefined;
  observed: Observed | undefined;

  constructor(
    /** Another group of the same object. */
    public next: Similar | undefined,
    readonly of: Involved,
    readonly type: string | undefined,
    readonly reason: string | undefined,
  ) {}

  /** How many count with this one. */
  hear(message: string): number {
    const { only, several } = this;
    if (several !== undefined) {
      if (!several.includes(message)) several.push(message);
      return several.length;
    }
    if (only === undefined) this.only = message;
    else if (only !== message) {
      this.several = [only, message];
      return 2;
    }
    return 1;
  }

  /** One of several no longer counts. */
  forgetOne(which: (messages: readonly string[]) => number): void {
    this.several?.splice(which(this.several), 1);
  }

  forgetAll(): void {
    this.only = undefined;
    this.several = undefined;
  }
}

/** One event, which may come again; without a message it stands for several that were combined, of whatever field. */
export class Observed implements Recent<Observed>, Linked<Observed> {
  older: Observed | undefined;
  newer: Observed | undefined;
  isKnown = true;

  constructor(
    /** Another one of the same group. */
    public next: Observed | undefined,
    readonly similar: Similar,
    readonly fieldPath: string | undefined,
    readonly message: string | undefined,
    /** Its place among all that were ever observed. */
    readonly place: number,
    /** The event as it was last written; most often it is the same object that the store keeps. */
    public event: Event,
  ) {}

  get observation(): Observation {
    const { metadata, count = 1, firstTimestamp = '', message = '' } = this.event;
    return { name: metadata.name ?? '', count, firstTimestamp, message };
  }

  /** Written out only for those who look. */
  get key(): string {
    const { of, type, reason } = this.similar;
    const key = `${of.key}|${type}|${reason}`;
    return this.message === undefined ? key : `${key}|${this.fieldPath ?? ''}|${this.message}`;
  }
}

/**
 * The three caches of a correlator. An event finds its place in all of them by the object that it is about: one look into one
 * map, where upstream puts together a key for each.
 * Models the caches of staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.36)
 */
export class ObservedEvents {
  private readonly involved = new Map<string, Involved>();
  private readonly buckets = new RecentList<Involved>(CACHE_SIZE);
  private readonly groups = new RecentList<Similar>(CACHE_SIZE);
  private readonly events = new RecentList<Observed>(CACHE_SIZE);
  private places = 0;

  /** In the order in which they came. */
  observations(): readonly (readonly [string, Observation])[] {
    const inOrder = [...this.events].sort((a, b) => a.place - b.place);
    return inOrder.map((each) => [each.key, each.observation]);
  }

  /** The record of the object that an event is about. */
  find(event: Event): Involved {
    const key = involvedKey(event);
    let involved = this.involved.get(key);
    if (involved === undefined) {
      involved = new Involved(key);
      this.involved.set(key, involved);
    }
    return involved;
  }

  giveBucket(involved: Involved, bucket: TokenBucket): void {
    involved.bucket = bucket;
    const forgotten = this.buckets.add(involved);
    if (forgotten === undefined) return;
    forgotten.bucket = undefined;
    this.release(forgotten);
  }

  /** The group of an event; the messages of one that was forgotten are none. */
  groupOf(involved: Involved, { type, reason }: Event): Similar {
    let group = involved.similar;
    while (group !== undefined && (group.reason !== reason || group.type !== type)) group = group.next;
    if (group?.isKnown === true) {
      this.groups.renew(group);
      return group;
    }
    if (group === undefined) {
      group = new Similar(involved.similar, involved, type, reason);
      involved.similar = group;
    }
    group.isKnown = true;
    const forgotten = this.groups.add(group);
    if (forgotten !== undefined) this.forgetGroup(forgotten);
    return group;
  }

  observed({ observed }: Similar, fieldPath: string | undefined, message: string | undefined): Observed | undefined {
    let each = observed;
    while (each !== undefined && (each.message !== message || each.fieldPath !== fieldPath)) each = each.next;
    return each;
  }

  /** One that is new, of which `makeRoomFor` is to be told. */
  observe(group: Similar, fieldPath: string | undefined, message: string | undefined, event: Event): Observed {
    const observed = new Observed(group.observed, group, fieldPath, message, this.places, event);
    this.places += 1;
    group.observed = observed;
    return observed;
  }

  /** Which one was forgotten for it. */
  makeRoomFor(observed: Observed): Observed | undefined {
    const forgotten = this.events.add(observed);
    if (forgotten !== undefined) this.forgetEvent(forgotten);
    return forgotten;
  }

  /** One that is known is seen again. */
  renew(observed: Observed, event: Event): void {
    if (!observed.isKnown) return;
    observed.event = event;
    this.events.renew(observed);
  }

  private forgetEvent(observed: Observed): void {
    const { similar } = observed;
    observed.isKnown = false;
    similar.observed = unlinked(similar.observed, observed);
    this.dropGroup(similar);
  }

  private forgetGroup(group: Similar): void {
    group.isKnown = false;
    group.forgetAll();
    this.dropGroup(group);
  }

  private dropGroup(group: Similar): void {
    if (group.isKnown || group.observed !== undefined) return;
    group.of.similar = unlinked(group.of.similar, group);
    this.release(group.of);
  }

  private release(involved: Involved): void {
    if (involved.bucket === undefined && involved.similar === undefined) this.involved.delete(involved.key);
  }
}

/**
 * The object that an event is about, by its UID, which is a text that is there already; upstream puts together all that names
 * it, and the source, which is the same for all events of a recorder.
 */
function involvedKey({ involvedObject: { uid, kind, namespace, name } }: Event): string {
  return uid === undefined || uid === '' ? `${kind}|${namespace}|${name}` : uid;
}
