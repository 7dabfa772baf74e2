import { isStatus, type Status } from '../../api/errors/status.ts';
import type { ResourceInfo } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { extend } from '../../base/extend.ts';
import { MILLISECOND, MINUTE, SECOND } from '../../base/time/units.ts';
import type { Context, Origin, Process, Random, Table } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf } from '../ports/subject.ts';
import type { WatchFrame, WatchStream } from '../ports/transport.ts';
import { METADATA_ACCEPT, type RestClient } from './client.ts';
import { objectKey } from './object-key.ts';
import type { Query } from './paths.ts';
import { type DeltaType, REFLECTOR_TABLES, type ReflectorRow } from './rows.ts';

export interface Selector {
  readonly field?: string;
  readonly label?: string;
  readonly namespace?: string;
  /** Only metadata is asked for and kept. */
  readonly metadataOnly?: boolean;
  /** The shortest watch in seconds; watches last up to twice as long. Five minutes unless told. */
  readonly minWatchSeconds?: number;
}

/** The queue that a reflector fills. */
export interface ReflectorSink {
  replace(ctx: Context, objects: readonly KObject[], revision: string): void;
  /** There is no step of this event yet; the sink emits it. */
  delta(origin: Origin, type: DeltaType, object: KObject, revision: string, key: string): void;
}

const MIN_WATCH_SECONDS = 300;
const FIRST_BACKOFF = 800 * MILLISECOND;
const MAX_BACKOFF = 30 * SECOND;
const BACKOFF_RESET = 2 * MINUTE;
const VERY_SHORT = SECOND;
const NOBODY_LISTENS = 'connect: connection refused';
const ROW = 'reflector';
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

const DELTA_OF: { readonly [type: string]: DeltaType | undefined } = {
  ADDED: 'Added',
  MODIFIED: 'Updated',
  DELETED: 'Deleted',
};

/** `failed`: tried again as it was; `relist`: from the initial list on. */
type Outcome = 'ended' | 'relist' | 'failed';

/**
 * Fills a sink with everything of one type: a first list, streamed by the watch itself, then each change.
 *
 * Promises: the sink hears of the whole list as one `replace` and of every later change once and in order, whatever becomes of
 * watches: one that ends goes on from the revision that was heard of last, and where the server no longer knows that one
 * (410), the list comes anew. It gives up on nothing: it tries again, after longer and longer waits, until `stop`.
 * Does not promise: that changes are told one by one across a relist; several may have become one.
 * Called by: a `SharedInformer`, which is its sink; `cut` and `blame` by who breaks a connection on purpose.
 * Models staging/src/k8s.io/client-go/tools/cache/reflector.go (v1.36); the resync timer is left out, its period is hours.
 */
export class Reflector {
  private readonly row: Table<ReflectorRow>;
  private readonly subject: string;
  private readonly random: Random;
  private readonly base: Context;
  /** The revision of the last event that the sink was given, bookmarks included. A new watch begins there. */
  private lastRevision = '';
  /** The sink has had a whole list since the reflector was started or resumed. */
  private listed = false;
  /** Watches that were begun, and events that they brought; both only grow. */
  private watches = 0;
  private events = 0;
  /** `events` and `lastRevision` as the table shows them. They lag behind while a list arrives, whose objects have no steps of their own. */
  private shownEvents = 0;
  private shownRevision = '';
  /** How long the next wait is: it doubles with each failure, and begins anew after a time without any. */
  private backoff = FIRST_BACKOFF;
  private lastFailure = 0;
  /** Whose doing it is that the watch must begin anew: a person's, else the background's. */
  private cause: Context | undefined;
  /** The watch that is open; undefined while there is none. */
  private stream: WatchStream | undefined;
  /** True while its component is down: `resume` makes it false again. */
  private stopped = false;
  /** True once nobody needs it any more; it never goes on after that. */
  private isRetired = false;
  /** The time of the first failure in a row; undefined after a success. */
  private failing: number | undefined;
  /** Only the newest run goes on: an older one may still sleep. */
  private runs = 0;
  /** The state that the table shows; undefined before the first watch. */
  private state: ReflectorRow['state'] | undefined;
  /** Why it is in that state, where there is more to say. */
  private reason: string | undefined;

  constructor(
    private readonly env: Environment,
    component: string,
    private readonly client: RestClient,
    private readonly info: ResourceInfo,
    private readonly selector: Selector,
    /** The informer's: `<component>/<resource>[?selector]`. */
    name: string,
    private readonly sink: ReflectorSink,
  ) {
    this.row = env.engine.viewTable(REFLECTOR_TABLES.of(name), () =>
      this.state === undefined ? [] : [[ROW, this.view(this.state)]],
    );
    this.subject = subjectOf(info, selector.namespace, '*');
    this.random = env.engine.random(`informer/${name}`);
    this.base = env.engine.background(component);
  }

  /** Since when nobody has answered; undefined while all is well. */
  get failingSince(): number | undefined {
    return this.failing;
  }

  get lastSyncRevision(): string {
    return this.lastRevision;
  }

  stop(): void {
    this.stopped = true;
    this.stream?.stop();
  }

  /** A stop for good: what is shown from now on is another's, and until there is one, nothing. */
  retire(): void {
    this.stop();
    this.isRetired = true;
    this.state = undefined;
    this.row.delete(ROW);
  }

  blame(ctx: Context): void {
    this.cause = this.base.from(ctx);
  }

  /** The connection is lost: the watch goes on from the last revision. */
  cut(ctx: Context): void {
    this.blame(ctx);
    this.stream?.stop();
  }

  /** Goes on after a stop, from the beginning. */
  resume(): void {
    this.stopped = false;
    this.listed = false;
    this.lastRevision = '';
  }

  *run(): Process {
    this.runs += 1;
    const mine = this.runs;
    while (!this.stopped && mine === this.runs) {
      const outcome: Outcome = yield this.watchOnce(mine);
      if (outcome === 'relist') this.listed = false;
      if (outcome !== 'ended' && !this.stopped) yield this.base.sleep(this.nextBackoff());
    }
    if (this.stopped && !this.isRetired && mine === this.runs && this.state !== 'stopped')
      this.ended('watch closed', 'ended');
  }

  private *watchOnce(mine: number): Process<Outcome> {
    const mode = this.listed ? 'watch' : 'watch-list';
    const from = this.cause ?? this.base;
    const started = from.step(clientgoSteps.listAndWatch, this.subject, { mode, revision: this.lastRevision });
    this.watches += 1;
    this.show(this.listed ? 'watching' : 'initial list');
    const stream = yield* this.client.watch(
      started,
      this.info,
      this.selector.namespace,
      this.query(),
      this.selector.metadataOnly === true ? METADATA_ACCEPT : undefined,
    );
    if (isStatus(stream)) {
      this.failing ??= this.env.engine.now;
      return this.failed(stream);
    }
    this.failing = undefined;
    if (this.stopped || mine !== this.runs) {
      stream.stop();
      return this.ended('watch closed', 'ended');
    }
    this.stream = stream;
    this.cause = undefined;
    const begun = this.env.engine.now;
    const before = this.events;
    const outcome: Outcome = yield this.listed ? this.follow(this.stream) : this.listThenFollow(this.stream);
    this.stream = undefined;
    if (outcome !== 'ended') return outcome;
    if (this.env.engine.now - begun < VERY_SHORT && this.events === before)
      return this.ended('very short watch', 'relist');
    return this.ended('watch closed', 'ended');
  }

  /** ADDED frames are collected until the server marks the end of the initial list; the same watch goes on. */
  private *listThenFollow(stream: WatchStream): Process<Outcome> {
    const initial = new Map<string, KObject>();
    for (;;) {
      const frame = stream.tryNext() ?? (yield* stream.next());
      if (frame === undefined || this.isRetired) return 'ended';
      this.events += 1;
      if (frame.type === 'ERROR') return this.failed(frame.object as Status, frame.origin);
      const object = frame.object as KObject;
      if (frame.type === 'BOOKMARK') {
        if (object.metadata.annotations?.[INITIAL_EVENTS_END] !== 'true') continue;
        this.finishList(frame, [...initial.values()]);
        break;
      }
      if (frame.type === 'DELETED') initial.delete(objectKey(object));
      else initial.set(objectKey(object), object);
    }
    return yield this.follow(stream);
  }

  private finishList(frame: WatchFrame, objects: readonly KObject[]): void {
    const revision = (frame.object as KObject).metadata.resourceVersion ?? '';
    this.listed = true;
    this.lastRevision = revision;
    const ctx = this.base
      .from(frame.origin)
      .step(clientgoSteps.initialList, this.subject, { count: objects.length, revision });
    this.show('watching');
    this.sink.replace(ctx, objects, revision);
  }

  private *follow(stream: WatchStream): Process<Outcome> {
    for (;;) {
      const frame: WatchFrame | undefined = stream.tryNext() ?? (stream.isOver ? undefined : yield stream.arrival);
      if (frame === undefined || this.isRetired) return 'ended';
      if (this.loses(stream)) return 'ended';
      if (frame.type === 'ERROR') return this.failed(frame.object as Status, frame.origin);
      const object = frame.object as KObject;
      const revision = object.metadata.resourceVersion ?? '';
      this.lastRevision = revision;
      this.events += 1;
      const type = DELTA_OF[frame.type];
      if (type === undefined) this.base.stepFrom(frame.origin, clientgoSteps.bookmark, this.subject, { revision });
      else this.sink.delta(frame.origin, type, object, revision, frame.key ?? objectKey(object));
      this.show('watching');
    }
  }

  /** A fault of the run: what has just arrived did not. */
  private loses(stream: WatchStream): boolean {
    if (!this.random.chance(this.env.faults.dropWatchPerMille, 1000)) return false;
    stream.stop();
    return true;
  }

  /** Models watch and isWatchErrorRetriable there (v1.36): what is neither too busy nor away is not asked the same again. */
  private failed({ code, reason, message }: Status, heard?: Origin): Outcome {
    // The next steps are caused by that answer.
    if (heard !== undefined) this.cause = this.base.from(heard);
    const isSame = code === 429 || message?.endsWith(NOBODY_LISTENS) === true;
    return this.ended(message ?? reason ?? 'error', isSame ? 'failed' : 'relist');
  }

  private ended(reason: string, outcome: Outcome): Outcome {
    const from = this.cause ?? this.base;
    const args = { reason, delay: outcome === 'ended' ? 0 : this.backoff };
    const ended = from.step(clientgoSteps.watchEnded, this.subject, args);
    if (this.cause !== undefined) this.cause = ended;
    this.show(outcome === 'ended' ? 'watching' : 'backing off', reason);
    return outcome;
  }

  private nextBackoff(): number {
    const now = this.env.engine.now;
    if (now - this.lastFailure > BACKOFF_RESET) this.backoff = FIRST_BACKOFF;
    this.lastFailure = now;
    const delay = this.backoff + this.random.below(this.backoff);
    this.backoff = Math.min(this.backoff * 2, MAX_BACKOFF);
    return delay;
  }

  private query(): Query {
    const least = this.selector.minWatchSeconds ?? MIN_WATCH_SECONDS;
    const common = {
      allowWatchBookmarks: 'true',
      fieldSelector: this.selector.field,
      labelSelector: this.selector.label,
      timeoutSeconds: String(least + this.random.below(least)),
    };
    if (this.listed) return extend(common, { resourceVersion: this.lastRevision });
    const list = { resourceVersionMatch: 'NotOlderThan', sendInitialEvents: 'true' };
    if (this.lastRevision === '') return extend(common, list);
    // Nothing that is older than what was seen.
    return extend(common, { resourceVersion: this.lastRevision, ...list });
  }

  private show(state: ReflectorRow['state'], reason?: string): void {
    if (this.isRetired) return;
    this.state = this.stopped ? 'stopped' : state;
    this.reason = reason;
    this.shownEvents = this.events;
    this.shownRevision = this.lastRevision;
    if (this.row.isKept) this.row.set(ROW, this.view(this.state));
  }

  private view(state: ReflectorRow['state']): ReflectorRow {
    const { shownRevision: resourceVersion, shownEvents: events, watches, reason } = this;
    return { state, resourceVersion, events, watches, reason };
  }
}
