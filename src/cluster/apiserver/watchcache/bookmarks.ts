import { MINUTE, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Cacher } from './cacher.ts';
import type { ServerWatch } from './server-watch.ts';

const EVERY_MICROS = MINUTE;

/** Whatever is cached now; kinds come and go. */
interface CachedStores {
  all(): Iterable<{ readonly cacher: Cacher }>;
}

/** Once a minute, watches that asked for it hear how far they have come, so that a later one can begin there. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go, dispatchEvents (v1.36). Deviation: all at the same moment.
export function* sendBookmarks(ctx: Context, stores: CachedStores): Process {
  const wanting = ({ watchers }: Cacher) => watchers.filter(({ options }) => options.bookmarks);
  for (;;) {
    yield ctx.sleep(EVERY_MICROS);
    for (const { cacher } of stores.all()) {
      if (cacher.watcherCount > 0 && wanting(cacher).length > 0) tell(ctx, cacher, () => wanting(cacher));
    }
  }
}

/**
 * A bookmark says what the cache has dispatched, never what the store has: whoever begins there again is not told what came
 * before. How far it has come while nothing happened to its objects, the store says first.
 */
// Models etcd server/storage/mvcc/watchable_store.go, progressIfSync (v3.6). Deviation: not every five seconds, but when it is needed.
function tell(ctx: Context, cacher: Cacher, watchers: () => readonly ServerWatch[]): void {
  cacher.whenCaughtUp(ctx, () => {
    const asking = watchers();
    if (asking.length === 0) return;
    const { revision, resource } = cacher;
    const bookmarked = ctx.step(steps.bookmarked, resource, { revision, watchers: asking.length });
    for (const watch of asking) watch.bookmark(revision, bookmarked);
  });
}

const BEFORE_THE_END_SECONDS = 2;

/** A watch that asked for bookmarks hears, before it ends, where the next one can begin. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cache_watcher.go, nextBookmarkTime (v1.36)
export function bookmarkBeforeEnd(background: Context, watch: ServerWatch, cacher: Cacher, seconds: number): void {
  if (!watch.options.bookmarks || seconds <= BEFORE_THE_END_SECONDS) return;
  const say = (): void => {
    if (watch.isOpen) tell(background, cacher, () => (watch.isOpen ? [watch] : []));
  };
  background.after((seconds - BEFORE_THE_END_SECONDS) * SECOND, say, true);
}
