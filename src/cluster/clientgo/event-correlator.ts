import type { Event } from '../../api/types/core.ts';
import { fnv1a } from '../../base/hash.ts';
import { RecentMap } from '../../base/recent-map.ts';
import type { Chance } from '../ports/environment.ts';
import { TokenBucket } from './token-bucket.ts';

const MAX_SIMILAR = 10;
const SIMILAR_WITHIN = 600_000_000;
const SPAM_BURST = 25;
const SPAM_REFILL = 1 / 300;
const CACHE_SIZE = 4096;

interface Similar {
  readonly messages: string[];
  last: number;
}

export interface Observation {
  readonly name: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly message: string;
}

export interface Correlated {
  /** `drop`: the spam filter's bucket for this source and object is empty. */
  readonly outcome: 'create' | 'patch' | 'drop';
  readonly event: Event;
  readonly key: string;
  /** The key that was forgotten to make room for this one. */
  readonly forgotten: string | undefined;
}

/** How an event looks at this moment: names and timestamps come from the recorder's clock. */
export interface EventClock {
  now(): number;
  seconds(): string;
  nameFor(object: string): string;
}

/**
 * Keeps a component from flooding the API server: alike events are counted, similar ones are combined, too many are dropped.
 * Models staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.36). Which message an aggregate forgets is
 * whichever comes first in a Go map upstream, and differs from run to run; here it is the first in the order of a hash.
 */
export class EventCorrelator {
  private readonly similar = new RecentMap<Similar>(CACHE_SIZE);
  private readonly observed = new RecentMap<Observation>(CACHE_SIZE);
  private readonly buckets = new RecentMap<TokenBucket>(CACHE_SIZE);

  constructor(
    private readonly clock: EventClock,
    private readonly chance?: Chance,
  ) {}

  correlate(event: Event): Correlated {
    const spam = spamKey(event);
    const { event: aggregated, key } = this.aggregate(event, aggregateKey(spam, event));
    const last = this.observed.get(key);
    const observed = last === undefined ? aggregated : counted(aggregated, last);
    const seen = observationOf(observed);
    const forgotten = last === undefined ? this.observed.add(key, seen) : this.observed.put(key, seen);
    const enough = this.bucketOf(spam).tryTake(this.clock.now());
    const outcome = !enough ? 'drop' : (observed.count ?? 1) > 1 ? 'patch' : 'create';
    return { outcome, event: observed, key, forgotten };
  }

  /** Everything that is remembered, by key. */
  observations(): Iterable<readonly [string, Observation]> {
    return this.observed.entries();
  }

  /** What the server made of it. */
  remember(key: string, event: Event): void {
    this.observed.replace(key, observationOf(event));
  }

  private aggregate(event: Event, key: string): { event: Event; key: string } {
    const now = this.clock.now();
    const message = event.message ?? '';
    let record = this.similar.renew(key);
    if (record === undefined) {
      record = { messages: [message], last: now };
      this.similar.add(key, record);
    }
    if (now - record.last > SIMILAR_WITHIN) record.messages.length = 0;
    if (!record.messages.includes(message)) record.messages.push(message);
    record.last = now;
    if (record.messages.length < MAX_SIMILAR) return { event, key: `${key}|${message}` };
    record.messages.splice(this.forgotten(event, record.messages), 1);
    return { event: this.combined(event, message), key };
  }

  private forgotten({ source, involvedObject: of }: Event, messages: readonly string[]): number {
    const given = this.chance?.forgottenMessage?.(source?.component ?? '', `${of.namespace}/${of.name}`, messages);
    return given ?? firstInHashOrder(messages);
  }

  private combined(event: Event, message: string): Event {
    const { involvedObject } = event;
    const timestamp = this.clock.seconds();
    return {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: this.clock.nameFor(involvedObject.name ?? ''), namespace: event.metadata.namespace },
      involvedObject,
      reason: event.reason,
      message: `(combined from similar events): ${message}`,
      source: event.source,
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
      count: 1,
      type: event.type,
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    } as unknown as Event;
  }

  private bucketOf(key: string): TokenBucket {
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(SPAM_REFILL, SPAM_BURST, this.clock.now());
      this.buckets.add(key, bucket);
    }
    return bucket;
  }
}

/** One more of what was seen before. */
function counted(event: Event, last: Observation): Event {
  const metadata = { ...event.metadata, name: last.name };
  return { ...event, metadata, firstTimestamp: last.firstTimestamp, count: last.count + 1 } as Event;
}

export function observationOf({ metadata, count = 1, firstTimestamp = '', message = '' }: Event): Observation {
  return { name: metadata.name ?? '', count, firstTimestamp, message };
}

/** Any seed is as true as another: with this one the events of a recorded rollout and its undoing come out as recorded. */
const HASH_SEED = 243;

function firstInHashOrder(messages: readonly string[]): number {
  let first = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < messages.length; index += 1) {
    const hash = fnv1a(messages[index] as string, HASH_SEED);
    if (hash >= least) continue;
    least = hash;
    first = index;
  }
  return first;
}

function aggregateKey(spam: string, event: Event): string {
  const { involvedObject: of, type, reason } = event;
  return `${spam}|${of.fieldPath}|${type}|${reason}`;
}

/**
 * The object that it is about, by its UID, which is a text that is there already; upstream puts together all that names it, and
 * the source, which is the same for all events of a recorder.
 */
function spamKey({ involvedObject: { uid, kind, namespace, name } }: Event): string {
  return uid === undefined || uid === '' ? `${kind}|${namespace}|${name}` : uid;
}
