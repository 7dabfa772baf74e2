import { isStatus } from '../../api/errors/status.ts';
import { type ResourceInfo, resourceByGVR } from '../../api/scheme/scheme.ts';
import type { Event } from '../../api/types/events.ts';
import type { KObject } from '../../api/types/meta.ts';
import { rfc3339Micro } from '../../api/values/time.ts';
import { type Linked, unlinked } from '../../base/linked.ts';
import { MINUTE } from '../../base/time/units.ts';
import { type Context, type Due, Mailbox, type Owner, type Process } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOfObject } from '../ports/subject.ts';
import type { RestClient } from './client.ts';
import type { EventExtra, EventSourceName } from './event-parts.ts';
import { referenceTo } from './object-reference.ts';

const FINISH_AFTER = 6 * MINUTE;

/** A series; when it may be over is an entry of the schedule, which it is itself. */
class Known implements Due, Linked<Known> {
  /** The server has it. */
  isWritten = false;
  /** Nothing more is written of it. */
  isForgotten = false;

  constructor(
    private readonly sink: EventSeriesSink,
    /** The object that it is about, and the reason. */
    readonly about: string,
    public event: Event,
    public lastSeen: number,
    /** Another series about the same. */
    public next: Known | undefined,
  ) {}

  get background(): boolean {
    return true;
  }

  get owner(): Owner | undefined {
    return this.sink.owner;
  }

  fire(): void {
    this.sink.finish(this);
  }
}

interface Write {
  readonly ctx: Context;
  readonly known: Known;
  /** The event as it was recorded. What is counted before the write begins goes into a later write. */
  readonly event: Event;
  readonly patch: boolean;
}

/**
 * Events of events.k8s.io/v1: the second of its kind opens a series, later ones are only counted here until the series ends.
 * Models staging/src/k8s.io/client-go/tools/events/{event_recorder,event_broadcaster}.go (v1.36); the refresh every half hour is left out.
 */
export class EventSeriesSink {
  /** By what they are about: the newest series of each, which most often is the only one. */
  private readonly known = new Map<string, Known>();
  private readonly queue = new Mailbox<Write>();
  private readonly info = resourceByGVR('events.k8s.io', 'v1', 'events');
  private started = false;
  readonly owner: Owner | undefined;

  constructor(
    private readonly env: Environment,
    private readonly client: RestClient,
    private readonly source: EventSourceName,
    private readonly nameFor: (object: string) => string,
  ) {
    this.owner = env.engine.owner;
  }

  record(ctx: Context, object: KObject, type: string, reason: string, note: string, extra: EventExtra): void {
    if (!this.started) {
      this.started = true;
      this.env.engine.spawn(this.write());
    }
    const event = this.make(ctx, object, type, reason, note, extra);
    const about = keyOf(event.regarding);
    const now = this.env.engine.now;
    const newest = this.known.get(about);
    let known = newest;
    while (known !== undefined && !isOfOneSeries(known.event, event)) known = known.next;
    if (known === undefined) {
      const first = new Known(this, about, event, now, newest);
      this.known.set(about, first);
      this.queue.put({ ctx, known: first, event, patch: false });
      ctx.engine.schedule(first, FINISH_AFTER, true);
      return;
    }
    known.lastSeen = now;
    const count = (known.event.series?.count ?? 1) + 1;
    const opened = known.event.series !== undefined;
    known.event = { ...known.event, series: { count, lastObservedTime: rfc3339Micro(ctx.wall) } };
    if (!opened) this.queue.put({ ctx, known, event: known.event, patch: true });
  }

  private make(ctx: Context, object: KObject, type: string, reason: string, note: string, extra: EventExtra): Event {
    const { name = '', namespace = '' } = object.metadata;
    const { component, host } = this.source;
    return {
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: { name: this.nameFor(name), namespace: namespace === '' ? 'default' : namespace },
      eventTime: rfc3339Micro(ctx.wall),
      reportingController: component,
      reportingInstance: host === undefined ? component : `${component}-${host}`,
      action: extra.action ?? '',
      reason,
      regarding: referenceTo(object, extra.fieldPath),
      note,
      type,
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    };
  }

  /** After six minutes of silence a series is written for the last time and forgotten. */
  finish(known: Known): void {
    if (known.isForgotten) return;
    const base = this.env.engine.background(this.source.component);
    const silent = this.env.engine.now - known.lastSeen;
    if (silent < FINISH_AFTER) {
      this.env.engine.schedule(known, FINISH_AFTER - silent, true);
    } else if (known.event.series === undefined) {
      this.forget(known);
    } else {
      this.queue.put({ ctx: base, known, event: known.event, patch: true });
      base.after(FINISH_AFTER, () => this.forget(known), true);
    }
  }

  private forget(known: Known): void {
    if (known.isForgotten) return;
    known.isForgotten = true;
    const { about } = known;
    const newest = unlinked(this.known.get(about), known);
    if (newest === undefined) this.known.delete(about);
    else this.known.set(about, newest);
  }

  private *write(): Process {
    const { queue, info } = this;
    for (;;) {
      const write = yield* queue.take();
      if (write === undefined) return;
      const { known, event, patch } = write;
      if (known.isForgotten || info === undefined) continue;
      const decided = decide(write, info);
      if (patch && known.isWritten && ((yield this.patch(decided, info, event)) as boolean)) continue;
      const made: unknown = yield this.client.create(decided, info, event.metadata.namespace, event);
      if (!isStatus(made)) known.isWritten = true;
    }
  }

  /** Not when the server does not have it after all. */
  private *patch(ctx: Context, info: ResourceInfo, { metadata, series }: Event): Process<boolean> {
    const { name = '', namespace } = metadata;
    const answer = yield* this.client.patch(ctx, info, namespace, name, { type: 'strategic', body: { series } });
    return !isStatus(answer) || answer.code !== 404;
  }
}

function decide({ ctx, patch, event }: Write, info: ResourceInfo): Context {
  return ctx.step(clientgoSteps.eventCorrelated, subjectOfObject(info, event as KObject), {
    outcome: patch ? 'patch' : 'create',
    reason: event.reason ?? '',
    count: event.series?.count ?? 1,
  });
}

/** Both are about the same object. Upstream compares the reporter too, which is the same for all events of a sink. */
function isOfOneSeries(a: Event, b: Event): boolean {
  return (
    a.regarding?.resourceVersion === b.regarding?.resourceVersion &&
    a.regarding?.fieldPath === b.regarding?.fieldPath &&
    a.type === b.type &&
    a.action === b.action &&
    a.reason === b.reason
  );
}

/** An object is told by its UID, which is a text that is there already. */
function keyOf(of: Event['regarding']): string {
  const { uid = '', kind, namespace, name } = of ?? {};
  return uid === '' ? `${kind}|${namespace}|${name}` : uid;
}
