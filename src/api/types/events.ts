/**
 * The kinds of events.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/events/v1/types.go (v1.36)
 */
import type { EventSource, ObjectReference } from './core.ts';
import type { KObject, MicroTime, Time } from './meta.ts';

export interface Event extends KObject {
  readonly apiVersion: 'events.k8s.io/v1';
  readonly kind: 'Event';
  readonly eventTime?: MicroTime;
  readonly series?: EventSeries;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
  readonly action?: string;
  readonly reason?: string;
  readonly regarding?: ObjectReference;
  readonly related?: ObjectReference;
  readonly note?: string;
  readonly type?: string;
  readonly deprecatedSource?: EventSource;
  readonly deprecatedFirstTimestamp?: Time | null;
  readonly deprecatedLastTimestamp?: Time | null;
  readonly deprecatedCount?: number;
}

export interface EventSeries {
  readonly count: number;
  readonly lastObservedTime?: MicroTime;
}
