import type { Event } from '../../api/types/core.ts';
import { rfc3339 } from '../../api/values/time.ts';
import { fnv1a } from '../../base/bytes/hash.ts';
import type { Micros } from '../../base/time/units.ts';

/** How an event is named, and when it comes. */
export interface EventClock {
  now(): number;
  nameFor(object: string): string;
}

/** Counts events that differ in their messages alone; from the tenth on one event stands for all of them. */
// Models staging/src/k8s.io/client-go/tools/record/events_cache.go, EventAggregate (v1.36)
export function combinedEvent(event: Event, message: string, clock: EventClock, wall: Micros): Event {
  const { involvedObject } = event;
  const timestamp = rfc3339(wall);
  return {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: { name: clock.nameFor(involvedObject.name ?? ''), namespace: event.metadata.namespace },
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
  };
}

/** Any seed is as true as another: with this one the events of a recorded rollout and its undoing come out as recorded. */
const HASH_SEED = 243;

export function firstInHashOrder(messages: readonly string[]): number {
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
