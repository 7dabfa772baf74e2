import { qualifiedResource } from '../../../api/scheme.ts';
import type { Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { ServerCore } from '../core.ts';
import type { ServerWatch } from './server-watch.ts';

const EVERY_MICROS = 60_000_000;

/** Once a minute, watches that asked for it hear how far they have come, so that a later one can begin there. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go, dispatchEvents (v1.36). Deviation: all at the same moment.
export function* sendBookmarks(core: ServerCore): Process {
  const ctx = core.background;
  for (;;) {
    yield ctx.sleep(EVERY_MICROS);
    for (const store of core.stores.all()) {
      const cacher = store.cacher;
      if (cacher.watcherCount === 0) continue;
      const watchers = cacher.watchers.filter((watch) => watch.options.bookmarks);
      if (watchers.length === 0) continue;
      const info = cacher.resourceInfo;
      const revision = core.kv.revision;
      const own = ctx.step(steps.bookmarked, qualifiedResource(info), { revision, watchers: watchers.length });
      for (const watch of watchers) watch.bookmark(revision, own);
    }
  }
}

const BEFORE_THE_END_SECONDS = 2;

/** A watch that asked for bookmarks hears, before it ends, where the next one can begin. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cache_watcher.go, nextBookmarkTime (v1.36)
export function bookmarkBeforeEnd(core: ServerCore, watch: ServerWatch, resource: string, seconds: number): void {
  const { background, config } = core;
  if (!config.periodicBookmarks || !watch.options.bookmarks || seconds <= BEFORE_THE_END_SECONDS) return;
  const say = (): void => {
    if (!watch.isOpen) return;
    const { revision } = core.kv;
    const own = background.step(steps.bookmarked, resource, { revision, watchers: 1 });
    watch.bookmark(revision, own);
  };
  background.after((seconds - BEFORE_THE_END_SECONDS) * 1_000_000, say, true);
}
