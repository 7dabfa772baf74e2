import { apiVersionOf, qualifiedResource } from '../../../api/scheme.ts';
import type { Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Services } from '../services.ts';

const EVERY_MICROS = 60_000_000;

/** Once a minute, watches that asked for it hear how far they have come, so that a later one can begin there. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go, dispatchEvents (v1.36). Deviation: all at the same moment.
export function* sendBookmarks(services: Services): Process {
  const ctx = services.background;
  for (;;) {
    yield ctx.sleep(EVERY_MICROS);
    for (const store of services.stores.all()) {
      const cacher = store.cacher;
      if (cacher.watcherCount === 0) continue;
      const watchers = cacher.watchers.filter((watch) => watch.options.bookmarks);
      if (watchers.length === 0) continue;
      const info = cacher.resourceInfo;
      const revision = services.kv.revision;
      const own = ctx.step(steps.bookmarked, qualifiedResource(info), { revision, watchers: watchers.length });
      const object = {
        kind: info.kind,
        apiVersion: apiVersionOf(info),
        metadata: { resourceVersion: String(revision) },
      };
      for (const watch of watchers) watch.send('BOOKMARK', object, own);
    }
  }
}
