import { isStatus, type Status } from '../../api/errors/status.ts';
import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Event } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { rfc3339 } from '../../api/values/time.ts';
import { hex32 } from '../../base/bytes/hex.ts';
import { type Micros, SECOND } from '../../base/time/units.ts';
import { type Context, Mailbox, type Process, type Table } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf, subjectOfKind } from '../ports/subject.ts';
import type { RestClient } from './client.ts';
import { type Correlated, EventCorrelator } from './event-correlator.ts';
import type { EventExtra, EventSourceName } from './event-parts.ts';
import { EventSeriesSink } from './event-series.ts';
import { referenceTo } from './object-reference.ts';
import { CORRELATION_TABLES, type CorrelationRow } from './rows.ts';

interface Recorded {
  readonly ctx: Context;
  readonly event: Event;
}

const EVENTS = { group: '', resource: 'events' };
const NO_EXTRA: EventExtra = {};
const RETRY_AFTER = 10 * SECOND;
const MAX_TRIES = 12;
const TWO_32 = 0x1_0000_0000;

/**
 * Tells people what a component did. Recording is immediate, writing happens beside, one event after another.
 * Models staging/src/k8s.io/client-go/tools/record/event.go (v1.36)
 */
export class EventRecorder {
  private readonly queue = new Mailbox<Recorded>();
  private readonly correlator: EventCorrelator;
  private readonly series: EventSeriesSink | undefined;
  private readonly rows: Table<CorrelationRow>;
  private readonly info = resourceOf('events');
  private nanosInMicro = 0;
  private namedAt = -1;
  /** The digits of the present time that change every few seconds. */
  private high = -1;
  private highDigits = '';
  private readonly eventSource: object;
  private started = false;

  constructor(
    private readonly env: Environment,
    private readonly client: RestClient,
    private readonly source: EventSourceName,
    api: 'core/v1' | 'events.k8s.io/v1',
  ) {
    const { component, host } = source;
    const name = host === undefined ? component : `${component}/${host}`;
    this.eventSource = host === undefined ? { component } : { component, host };
    if (api === 'events.k8s.io/v1') this.series = new EventSeriesSink(env, client, source, this.nameFor);
    const { engine } = env;
    const clock = { now: () => engine.now, nameFor: this.nameFor };
    this.correlator = new EventCorrelator(clock, env.chance);
    this.rows = engine.viewTable(CORRELATION_TABLES.of(name), () => this.correlator.observations());
  }

  event(
    ctx: Context,
    object: KObject,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    extra: EventExtra = NO_EXTRA,
  ): void {
    const { kind = '', metadata } = object;
    const subject = subjectOfKind(kind, metadata.namespace, metadata.name ?? '');
    const recorded = ctx.step(clientgoSteps.eventRecorded, subject, ctx.isRecorded && { type, reason, message });
    if (this.series !== undefined) {
      this.series.record(recorded, object, type, reason, message, extra);
      return;
    }
    if (!this.started) {
      this.started = true;
      this.env.engine.spawn(this.write());
    }
    this.queue.put({ ctx: recorded, event: this.make(recorded, object, type, reason, message, extra.fieldPath) });
  }

  private make(
    ctx: Context,
    object: KObject,
    type: string,
    reason: string,
    message: string,
    fieldPath?: string,
  ): Event {
    const { name = '', namespace = '' } = object.metadata;
    const now = rfc3339(ctx.wall);
    const { component, host } = this.source;
    return {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: this.nameFor(name), namespace: namespace === '' ? 'default' : namespace },
      involvedObject: referenceTo(object, fieldPath),
      reason,
      message,
      source: this.eventSource,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: host ?? '',
    };
  }

  /** Object name and the time in nanoseconds; two events of one microsecond differ in the last digits, as they do on a real clock. */
  private readonly nameFor = (object: string): string => {
    const { now } = this.env.engine;
    this.nanosInMicro = this.namedAt === now ? this.nanosInMicro + 1 : 0;
    this.namedAt = now;
    return `${object}.${this.nanosHex(now)}`;
  };

  /** Nanoseconds in hexadecimal digits. They do not fit a double: microseconds are multiplied in two halves. */
  private nanosHex(micros: Micros): string {
    const low = (micros % TWO_32) * 1000 + this.nanosInMicro;
    const high = Math.floor(micros / TWO_32) * 1000 + Math.floor(low / TWO_32);
    if (high !== this.high) {
      this.high = high;
      this.highDigits = high.toString(16);
    }
    return this.highDigits + hex32(low % TWO_32);
  }

  private *write(): Process {
    const { queue } = this;
    for (;;) {
      const recorded = yield* queue.take();
      if (recorded === undefined) return;
      const correlated = this.correlator.correlate(recorded.event, recorded.ctx);
      const decided = this.decided(recorded.ctx, correlated);
      if (correlated.outcome === 'drop') continue;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const answer: KObject | Status = yield this.send(decided, correlated);
        if (!isStatus(answer)) this.correlator.remember(correlated.observed, answer as Event);
        // An answer of the server is final; only a server that cannot be reached is tried again.
        if (!isStatus(answer) || ((answer.code ?? 0) !== 0 && answer.code !== 503)) break;
        yield decided.sleep(RETRY_AFTER);
      }
    }
  }

  private decided(ctx: Context, { outcome, event, observed, forgotten }: Correlated): Context {
    const { name = '', namespace } = event.metadata;
    const { reason = '', count = 1 } = event;
    const subject = subjectOf(EVENTS, namespace, name);
    const decided = ctx.step(clientgoSteps.eventCorrelated, subject, ctx.isRecorded && { outcome, reason, count });
    if (this.rows.isKept) {
      if (forgotten !== undefined) this.rows.delete(forgotten.key);
      this.rows.set(observed.key, observed.observation);
    }
    return decided;
  }

  private *send(ctx: Context, { outcome, event }: Correlated): Process<KObject | Status> {
    if (outcome === 'patch') return yield* this.patch(ctx, event);
    return yield* this.client.create(ctx, this.info, event.metadata.namespace, event);
  }

  private *patch(ctx: Context, event: Event): Process<KObject | Status> {
    const { name = '', namespace } = event.metadata;
    const { count, lastTimestamp, message } = event;
    const body = { count, lastTimestamp, message };
    const answer = yield* this.client.patch(ctx, this.info, namespace, name, { type: 'strategic', body });
    if (!isStatus(answer) || answer.code !== 404) return answer;
    return yield* this.client.create(ctx, this.info, namespace, event);
  }
}
