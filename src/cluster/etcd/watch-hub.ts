import type { Context, Engine, Random } from '../../engine/index.ts';
import type { KvEvent, KvWatch } from '../ports/kv.ts';
import { draw, type Spread } from '../ports/latency.ts';

interface Watcher {
  readonly prefix: string;
  readonly receive: (event: KvEvent) => void;
  /** Events of one watch never overtake one another. */
  lastArrival: number;
  stopped: boolean;
}

/** Carries changes to those who watch a prefix. */
// Models etcd server/storage/mvcc/watchable_store.go (v1.36). Only synced watchers: nobody is ever slow.
export class WatchHub {
  private readonly watchers: Watcher[] = [];
  /** Watchers by key directory (`/registry/pods/`), so that a change does not test every watch. */
  private readonly byDirectory = new Map<string, readonly Watcher[]>();

  constructor(
    private readonly engine: Engine,
    private readonly random: Random,
    private readonly latency: Spread,
    private readonly currentRevision: () => number,
  ) {}

  add(prefix: string, receive: (event: KvEvent) => void): KvWatch {
    const watcher: Watcher = { prefix, receive, lastArrival: 0, stopped: false };
    this.watchers.push(watcher);
    this.byDirectory.clear();
    return {
      progress: (ctx, done) => {
        const revision = this.currentRevision();
        this.schedule(ctx, watcher, () => done(revision));
      },
      stop: () => {
        watcher.stopped = true;
        this.watchers.splice(this.watchers.indexOf(watcher), 1);
        this.byDirectory.clear();
      },
    };
  }

  notify(ctx: Context, event: KvEvent): void {
    const watchers = this.watchersOf(event.key);
    for (const watcher of watchers) {
      this.schedule(ctx, watcher, () => {
        if (!watcher.stopped) watcher.receive(event);
      });
    }
  }

  private schedule(ctx: Context, watcher: Watcher, action: () => void): void {
    const now = this.engine.now;
    const arrival = Math.max(watcher.lastArrival, now + draw(this.random, this.latency));
    watcher.lastArrival = arrival;
    ctx.after(arrival - now, action);
  }

  deliverNow(event: KvEvent): void {
    for (const watcher of this.watchersOf(event.key)) watcher.receive(event);
  }

  private watchersOf(key: string): readonly Watcher[] {
    const directory = key.slice(0, key.lastIndexOf('/') + 1);
    let found = this.byDirectory.get(directory);
    if (found === undefined) {
      found = this.watchers.filter((watcher) => directory.startsWith(watcher.prefix) || key.startsWith(watcher.prefix));
      if (this.watchers.every((watcher) => watcher.prefix.endsWith('/'))) this.byDirectory.set(directory, found);
    }
    return found;
  }
}
