import type { Event } from '../../api/types/core.ts';
import { MINUTE } from '../../base/time/units.ts';
import type { Context } from '../../engine/index.ts';
import type { Chance } from '../ports/environment.ts';
import { combinedEvent, type EventClock, firstInHashOrder } from './combined-events.ts';
import { type Involved, type Observation, type Observed, ObservedEvents, type Similar } from './observed-events.ts';
import { TokenBucket } from './token-bucket.ts';

const MAX_SIMILAR = 10;
const SIMILAR_WITHIN = 10 * MINUTE;
const SPAM_BURST = 25;
const SPAM_REFILL = 1 / 300;

export interface Correlated {
  /** `drop`: the spam filter's bucket for this source and object is empty. */
  readonly outcome: 'create' | 'patch' | 'drop';
  readonly event: Event;
  readonly observed: Observed;
  /** The event that was dropped from memory to make room. */
  readonly forgotten: Observed | undefined;
}

/**
 * Keeps a component from flooding the API server: alike events are counted, similar ones are combined, too many are dropped.
 * Models staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.36). Which message an aggregate forgets is
 * whichever comes first in a Go map upstream, and differs from run to run; here it is the first in the order of a hash.
 */
export class EventCorrelator {
  private readonly known = new ObservedEvents();

  constructor(
    private readonly clock: EventClock,
    private readonly chance?: Chance,
  ) {}

  /** `ctx` is of who recorded it: its clock dates what stands for several events. */
  correlate(event: Event, ctx: Pick<Context, 'wall'>): Correlated {
    const { known } = this;
    const involved = known.find(event);
    const group = known.groupOf(involved, event);
    const aggregated = this.aggregate(event, group, ctx);
    const isAlone = aggregated === event;
    const message = isAlone ? (event.message ?? '') : undefined;
    const fieldPath = isAlone ? event.involvedObject.fieldPath : undefined;
    const last = known.observed(group, fieldPath, message);
    const seen = last === undefined ? aggregated : counted(aggregated, last);
    const observed = last ?? known.observe(group, fieldPath, message, seen);
    const forgotten = last === undefined ? known.makeRoomFor(observed) : undefined;
    if (last !== undefined) known.renew(last, seen);
    const enough = this.bucketOf(involved).tryTake(this.clock.now());
    const outcome = !enough ? 'drop' : (seen.count ?? 1) > 1 ? 'patch' : 'create';
    return { outcome, event: seen, observed, forgotten };
  }

  /** Everything that is remembered, by key. */
  observations(): Iterable<readonly [string, Observation]> {
    return this.known.observations();
  }

  /** Keeps the event as the server stored it. */
  remember(observed: Observed, event: Event): void {
    this.known.renew(observed, event);
  }

  /** The event itself, or what stands for it and others. */
  private aggregate(event: Event, group: Similar, ctx: Pick<Context, 'wall'>): Event {
    const now = this.clock.now();
    const message = event.message ?? '';
    if (now - group.last > SIMILAR_WITHIN) group.forgetAll();
    const heard = group.hear(message);
    group.last = now;
    if (heard < MAX_SIMILAR) return event;
    group.forgetOne((messages) => this.forgotten(event, messages));
    return combinedEvent(event, message, this.clock, ctx.wall);
  }

  private forgotten({ source, involvedObject: of }: Event, messages: readonly string[]): number {
    const given = this.chance?.forgottenMessage?.(source?.component ?? '', `${of.namespace}/${of.name}`, messages);
    return given ?? firstInHashOrder(messages);
  }

  private bucketOf(involved: Involved): TokenBucket {
    const { bucket } = involved;
    if (bucket !== undefined) return bucket;
    const full = new TokenBucket(SPAM_REFILL, SPAM_BURST, this.clock.now());
    this.known.giveBucket(involved, full);
    return full;
  }
}

/** One more of what was seen before. */
function counted(event: Event, { observation: last }: Observed): Event {
  const metadata = { ...event.metadata, name: last.name };
  return { ...event, metadata, firstTimestamp: last.firstTimestamp, count: last.count + 1 } as Event;
}
