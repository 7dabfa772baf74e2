import type { KObject } from '../../../api/types/meta.ts';
import { assert } from '../../../base/assert.ts';
import {
  BACKGROUND,
  type Context,
  type Due,
  Mailbox,
  type Origin,
  type Process,
  type Wait,
} from '../../../engine/index.ts';
import type { WatchEventType, WatchFrame, WatchStream } from '../../ports/transport.ts';
import type { CacheEvent } from './event-buffer.ts';
import { accepts, type ObjectFilter } from './filter.ts';

export interface WatchOptions {
  readonly filter: ObjectFilter;
  readonly bookmarks: boolean;
  /** Makes the form in which an object is sent: the object, a Table, or another version of it. */
  readonly present: (object: KObject) => unknown;
  /** How far the watch has come, in the form of its events. */
  readonly bookmark: (revision: number) => unknown;
  /** Time on the way to the client. */
  readonly latency: () => number;
  readonly onEnd: () => void;
  /** A fault of the run: the connection breaks at this event. */
  readonly dropped: () => boolean;
}

/** The frames that have reached the client's machine. While the network is cut they arrive late. */
class Arrivals extends Mailbox<WatchFrame> {
  private heldUp: WatchFrame[] | undefined;
  private endsLater = false;

  override put(frame: WatchFrame): void {
    if (this.heldUp === undefined) super.put(frame);
    else this.heldUp.push(frame);
  }

  /** The server's last word comes that way, too. */
  end(): void {
    if (this.heldUp === undefined) this.close();
    else this.endsLater = true;
  }

  hold(): void {
    this.heldUp ??= [];
  }

  release(): void {
    const { heldUp = [] } = this;
    this.heldUp = undefined;
    for (const frame of heldUp) this.put(frame);
    if (this.endsLater) this.close();
  }
}

/** A frame on its way to the client: an entry of the schedule by itself. */
class SentFrame implements WatchFrame, Due {
  constructor(
    readonly type: WatchEventType,
    readonly object: unknown,
    readonly origin: Origin,
    readonly key: string | undefined,
    private readonly arrived: Mailbox<WatchFrame>,
  ) {}

  get background(): boolean {
    return this.origin.story === BACKGROUND;
  }

  fire(): void {
    this.arrived.put(this);
  }
}

/** One open watch: what passes its filter travels to the client, in order. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cache_watcher.go (v1.36)
export class ServerWatch implements WatchStream {
  private readonly arrived = new Arrivals();
  /** None overtakes another. */
  private lastArrival = 0;
  private ended = false;
  /** The newest change that it was offered. */
  private offered = 0;

  constructor(
    private readonly ctx: Context,
    readonly id: string,
    readonly options: WatchOptions,
    /** Changes up to this revision are not sent. The client named it, so it may be in the future. */
    private readonly since = 0,
  ) {}

  get isOpen(): boolean {
    return !this.ended;
  }

  next(): Process<WatchFrame | undefined> {
    return this.arrived.take();
  }

  tryNext(): WatchFrame | undefined {
    return this.arrived.tryTake();
  }

  get arrival(): Wait {
    return this.arrived;
  }

  get isOver(): boolean {
    return this.arrived.isClosed;
  }

  /** The client goes away. */
  stop(): void {
    this.end();
    this.arrived.close();
  }

  hold(): void {
    this.arrived.hold();
  }

  release(): void {
    this.arrived.release();
  }

  /** The server ends the stream: what was sent still arrives. */
  close(ctx: Context): void {
    if (this.ended) return;
    this.end();
    this.ctx.after(this.delay(), () => this.arrived.end(), ctx.background);
  }

  /** Sends what this change means to someone who only sees what passes the filter. */
  offer(event: CacheEvent, origin: Origin): void {
    assert(event.revision >= this.offered, 'a watch is sent changes in their order');
    this.offered = event.revision;
    if (this.ended || event.revision <= this.since) return;
    if (this.options.dropped()) {
      this.close(this.ctx.from(origin));
      return;
    }
    const filter = this.options.filter;
    const now = event.type !== 'DELETED' && accepts(filter, event.object);
    const before = event.previous !== undefined && accepts(filter, event.previous);
    if (now) this.send(before ? 'MODIFIED' : 'ADDED', this.options.present(event.object), origin, event.key);
    else if (before) this.send('DELETED', this.options.present(lastSeen(event)), origin, event.key);
  }

  /** Says how far it has come, if that is further than where it began: all that it is told of until this revision was sent before. */
  bookmark(revision: number, origin: Origin): void {
    assert(revision >= this.offered, 'a bookmark names all that was sent');
    if (!this.ended && revision > this.since) this.send('BOOKMARK', this.options.bookmark(revision), origin);
  }

  send(type: WatchEventType, object: unknown, origin: Origin, key?: string): void {
    const sent = new SentFrame(type, object, origin, key, this.arrived);
    this.ctx.engine.schedule(sent, this.delay(), sent.background);
  }

  sendAll(type: WatchEventType, objects: readonly unknown[], origin: Origin): void {
    const arrive = () => {
      for (const object of objects) this.arrived.put({ type, object, origin, key: undefined });
    };
    this.ctx.after(this.delay(), arrive, origin.story === BACKGROUND);
  }

  /** Until what is sent now arrives. */
  private delay(): number {
    const { now } = this.ctx;
    this.lastArrival = Math.max(this.lastArrival, now + this.options.latency());
    return this.lastArrival - now;
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.options.onEnd();
  }
}

/** An object that left the filter is shown as it was, with the revision at which it left. */
function lastSeen(event: CacheEvent): KObject {
  if (event.type === 'DELETED' || event.previous === undefined) return event.object;
  const resourceVersion = event.object.metadata.resourceVersion as string;
  return { ...event.previous, metadata: { ...event.previous.metadata, resourceVersion } };
}
