import { assert } from '../../base/assert.ts';
import { ShortList } from '../../base/short-list.ts';
import { MINUTE } from '../../base/time/units.ts';
import { BACKGROUND, type Context, type Due, type Engine, type Owner, type Random } from '../../engine/index.ts';
import type { EtcdWatch, WatchEvent, WatchRequest, WatchResponse } from '../ports/etcd.ts';
import type { KeyValue, KvEvent, KvWatch } from '../ports/kv.ts';
import { draw, type Spread } from '../ports/latency.ts';
import { compacted } from './errors.ts';
import type { Change, History } from './history.ts';
import { type Span, spanOf } from './mvcc.ts';

/** Events of one watch never overtake one another. */
interface Stream {
  lastArrival: number;
  stopped: boolean;
}

interface Watcher extends Stream {
  readonly prefix: string;
  /** What was sent last: changes of one revision come together. */
  lastRevision: number;
  readonly owner: Owner | undefined;
  readonly receive: (event: KvEvent) => void;
}

/** An event on its way to a watcher: an entry of the schedule by itself. */
class SentEvent implements Due {
  constructor(
    readonly origin: KvEvent,
    private readonly to: Watcher,
  ) {}

  get owner(): Owner | undefined {
    return this.to.owner;
  }

  get background(): boolean {
    return this.origin.story === BACKGROUND;
  }

  fire(): void {
    if (!this.to.stopped) this.to.receive(this.origin);
  }
}

/** A watch with everything that the protocol allows. */
interface RangeWatcher extends Stream {
  readonly span: Span;
  readonly request: WatchRequest;
  readonly receive: (ctx: Context, response: WatchResponse) => void;
  /** What the open transaction has for it. */
  pending: WatchEvent[];
  sentAt: number;
}

/** `/registry/pods/default/`, and who watches it. */
interface Directory {
  readonly path: string;
  readonly watchers: readonly Watcher[];
  /** Nobody watches a part of it: what is further below is watched by the same. */
  readonly isWhole: boolean;
}

const SLASH = '/'.charCodeAt(0);
const MOST_DIRECTORIES = 32;
const EMPTY_RANGE = 'mvcc: watcher range is empty';
const PROGRESS_MICROS = 10 * MINUTE;

/** Carries changes to those who watch keys. */
// Models etcd server/storage/mvcc/watchable_store.go (v3.6). Only synced watchers: nobody is ever slow.
export class WatchHub {
  private readonly watchers: Watcher[] = [];
  private readonly ranges: RangeWatcher[] = [];
  /** Who watches the directories that changes were lately in, so that a change does not test every watch. */
  private byDirectory = new ShortList<Directory>(MOST_DIRECTORIES);

  constructor(
    private readonly engine: Engine,
    private readonly random: Random,
    private readonly latency: Spread,
    private readonly history: History,
    private readonly currentRevision: () => number,
  ) {}

  add(prefix: string, receive: (event: KvEvent) => void): KvWatch {
    const { owner } = this.engine;
    const watcher: Watcher = { prefix, owner, receive, lastRevision: 0, lastArrival: 0, stopped: false };
    this.watchers.push(watcher);
    this.byDirectory = new ShortList(MOST_DIRECTORIES);
    return {
      progress: (ctx, done) => {
        const revision = this.currentRevision();
        this.schedule(ctx, watcher, () => done(revision));
      },
      stop: () => {
        if (watcher.stopped) return;
        watcher.stopped = true;
        this.watchers.splice(this.watchers.indexOf(watcher), 1);
        this.byDirectory = new ShortList(MOST_DIRECTORIES);
      },
    };
  }

  /** A watch of a range, from a past revision if it asks for one. */
  open(ctx: Context, request: WatchRequest, receive: (ctx: Context, response: WatchResponse) => void): EtcdWatch {
    const { history } = this;
    const span = spanOf(request.key, request.rangeEnd);
    const watcher: RangeWatcher = {
      span,
      request,
      receive,
      pending: [],
      lastArrival: 0,
      sentAt: this.engine.now,
      stopped: false,
    };
    const revision = this.currentRevision();
    const over: EtcdWatch = { requestProgress: () => undefined, cancel: () => undefined };
    if (span.end !== undefined && span.start >= span.end) {
      this.send(ctx, watcher, { created: true, canceled: true, cancelReason: EMPTY_RANGE });
      return over;
    }
    this.send(ctx, watcher, { created: true });
    const from = request.startRevision ?? 0;
    if (from > 0 && from < history.compactedRevision) {
      const cancelReason = compacted.error;
      this.send(ctx, watcher, {
        canceled: true,
        cancelReason,
        compactRevision: history.compactedRevision,
        revision: 0,
      });
      return over;
    }
    if (from > 0 && from <= revision) {
      for (const change of history.from(from)) this.collect(watcher, change, history);
      this.flushOne(ctx, watcher);
    }
    this.ranges.push(watcher);
    if (request.progressNotify === true) this.remind(ctx, watcher);
    return {
      requestProgress: (asked) => this.tellProgress(asked, watcher),
      cancel: (asked) => {
        if (watcher.stopped) return;
        this.send(asked, watcher, { canceled: true });
        this.close(watcher);
      },
    };
  }

  notify(event: KvEvent): void {
    for (const watcher of this.watchersOf(event.key)) {
      const sent = new SentEvent(event, watcher);
      this.engine.schedule(sent, this.delayOf(event, watcher), sent.background);
    }
    for (const watcher of this.ranges) this.collect(watcher, event, this.history);
  }

  /** A transaction has ended: what it changed goes out together. */
  flush(ctx: Context): void {
    for (const watcher of this.ranges) this.flushOne(ctx, watcher);
  }

  get hasRanges(): boolean {
    return this.ranges.length > 0;
  }

  deliverNow(event: KvEvent): void {
    for (const watcher of this.watchersOf(event.key)) watcher.receive(event);
  }

  private collect(watcher: RangeWatcher, change: Change, history: History): void {
    const { start, end } = watcher.span;
    if (change.key < start || (end !== undefined && change.key >= end)) return;
    const { startRevision = 0, filters = [], prevKv } = watcher.request;
    if (change.revision < startRevision) return;
    const type = change.item === undefined ? 'delete' : 'put';
    if (filters.includes(type === 'put' ? 'noput' : 'nodelete')) return;
    // What was before the oldest revision that is left has been forgotten.
    const hasBefore = prevKv === true && change.revision > history.compactedRevision;
    watcher.pending.push({
      type,
      kv: change.item ?? tombstone(change),
      previous: hasBefore ? before(change, history) : undefined,
    });
  }

  private flushOne(ctx: Context, watcher: RangeWatcher): void {
    if (watcher.pending.length === 0) return;
    const events = watcher.pending;
    watcher.pending = [];
    this.send(ctx, watcher, { events });
  }

  private send(ctx: Context, watcher: RangeWatcher, response: Partial<WatchResponse>): void {
    const whole: WatchResponse = {
      revision: this.currentRevision(),
      created: false,
      canceled: false,
      cancelReason: '',
      compactRevision: 0,
      events: [],
      ...response,
    };
    watcher.sentAt = this.engine.now;
    this.schedule(ctx, watcher, () => {
      if (!watcher.stopped || whole.canceled) watcher.receive(ctx, whole);
    });
  }

  /** All until this revision was sent. One that begins later has nothing to say yet. */
  private tellProgress(ctx: Context, watcher: RangeWatcher): void {
    const { startRevision = 0 } = watcher.request;
    if (this.currentRevision() >= startRevision - 1) this.send(ctx, watcher, {});
  }

  /** A watch that wants to know gets a sign of life when nothing has happened for ten minutes. */
  private remind(ctx: Context, watcher: RangeWatcher): void {
    const background = this.engine.background('etcd').from({ cause: ctx.cause, more: undefined, story: -1 });
    background.after(
      PROGRESS_MICROS,
      () => {
        if (watcher.stopped) return;
        if (this.engine.now - watcher.sentAt >= PROGRESS_MICROS) this.tellProgress(background, watcher);
        this.remind(background, watcher);
      },
      true,
    );
  }

  private close(watcher: RangeWatcher): void {
    watcher.stopped = true;
    const at = this.ranges.indexOf(watcher);
    if (at >= 0) this.ranges.splice(at, 1);
  }

  private schedule(ctx: Context, watcher: Stream, action: () => void): void {
    ctx.after(this.delay(watcher), action);
  }

  /** Who has heard of a revision has heard of all of it. */
  private delayOf({ revision }: KvEvent, watcher: Watcher): number {
    assert(revision >= watcher.lastRevision, 'a watch hears of revisions in their order');
    if (revision === watcher.lastRevision) return Math.max(0, watcher.lastArrival - this.engine.now);
    watcher.lastRevision = revision;
    return this.delay(watcher);
  }

  /** Until what is sent now arrives. */
  private delay(watcher: Stream): number {
    const { now } = this.engine;
    watcher.lastArrival = Math.max(watcher.lastArrival, now + draw(this.random, this.latency));
    return watcher.lastArrival - now;
  }

  private watchersOf(key: string): readonly Watcher[] {
    const { items } = this.byDirectory;
    for (let at = 0; at < items.length; at += 1) {
      const directory = items[at] as Directory;
      const { path } = directory;
      // Most of the others end elsewhere: one letter tells.
      if (key.charCodeAt(path.length - 1) !== SLASH || !key.startsWith(path)) continue;
      if (!directory.isWhole && key.indexOf('/', path.length) >= 0) continue;
      this.byDirectory.moveUp(at);
      return directory.watchers;
    }
    const path = key.slice(0, key.lastIndexOf('/') + 1);
    const watchers = this.watchers.filter(({ prefix }) => path.startsWith(prefix) || key.startsWith(prefix));
    if (this.watchers.every(({ prefix }) => prefix.endsWith('/'))) {
      const isWhole = !this.watchers.some(({ prefix }) => prefix !== path && prefix.startsWith(path));
      this.byDirectory.note({ path, watchers, isWhole });
    }
    return watchers;
  }
}

/** What the key was at the revision before, not what the same transaction had made of it first. */
function before(change: Change, history: History): KeyValue | undefined {
  const { key, previous, revision } = change;
  if (previous?.modRevision !== revision) return previous;
  return history.undo(revision - 1, key, `${key}\0`).get(key);
}

/** What a watch is told of a key that is gone: its name and the revision of its removal. */
function tombstone({ key, revision }: Change): KeyValue {
  return { key, value: undefined, createRevision: 0, modRevision: revision, version: 0, lease: undefined };
}
