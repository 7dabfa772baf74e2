import { expired, isStatus, type Status, tooLargeResourceVersion } from '../../../api/errors/status.ts';
import { apiVersionOf, qualifiedResource } from '../../../api/scheme/scheme.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import type { Context, Process, Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { draw } from '../../ports/latency.ts';
import type { Services } from '../parts/services.ts';
import { queryValue } from '../request/request-info.ts';
import { watchQuery } from '../scope/list-options.ts';
import { filterOf } from '../scope/object-filter.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { presentationOf } from '../table/presentation.ts';
import { bookmarkBeforeEnd } from '../watchcache/bookmarks.ts';
import type { WatchRow } from '../watchcache/rows.ts';
import { reachRevision, reinitializing } from './list.ts';
import { presented } from './write.ts';

const MIN_TIMEOUT_SECONDS = 1800;

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{get,watch}.go (v1.36)
export function* handleWatch(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const filter = filterOf(scope);
  if (isStatus(filter)) return failed(ctx, filter);
  const query = watchQuery(scope);
  if (isStatus(query)) return failed(ctx, query);
  const cacher = scope.store.cacher;
  const fromNow = query.initialEvents || query.version === '' || query.version === '0';
  if (!cacher.isReady) return failed(ctx, reinitializing(cacher));
  if (fromNow && query.version !== '0' && !(yield* cacher.catchUp(ctx))) {
    if (!cacher.isReady) return failed(ctx, reinitializing(cacher));
    return brokenOff(services, ctx, tooLargeResourceVersion(services.kv.revision, cacher.revision));
  }
  const wanted = query.initialEvents ? query.revision : 0;
  if (wanted > cacher.revision && !(yield* reachRevision(services, ctx, scope, wanted))) {
    return brokenOff(services, ctx, tooLargeResourceVersion(wanted, services.kv.revision));
  }
  const id = services.openWatches.nextName();
  const opened = ctx.step(steps.watchOpened, scope.subject, {
    watch: id,
    since: fromNow ? 'now' : query.version,
    selector: queryValue(scope.request, 'fieldSelector') ?? queryValue(scope.request, 'labelSelector') ?? '',
  });
  const table = services.openWatches.table;
  table.set(id, watchRow(scope, query.revision));
  const presentation = presentationOf(scope.request, scope.resource, services.clock);
  const latency = services.env.latencies.network;
  const watch = cacher.watch(
    opened,
    id,
    {
      filter,
      bookmarks: query.bookmarks,
      present: (object) => presentation.event(presented(scope, object)),
      bookmark: (revision) => presentation.event(bookmark(scope, revision)),
      latency: () => draw(services.openWatches.random, latency),
      onEnd: () => closed(services, table, id),
      dropped: () => services.openWatches.random.chance(services.env.faults.dropWatchPerMille, 1000),
    },
    fromNow ? undefined : query.revision,
  );
  if (watch === undefined) {
    table.delete(id);
    const status = expired(`too old resource version: ${query.revision} (${cacher.oldestRevision})`);
    return brokenOff(services, opened, status);
  }
  if (query.initialEvents && query.bookmarks) {
    watch.send('BOOKMARK', presentation.event(bookmark(scope, cacher.revision, INITIAL_EVENTS_END)), opened);
  }
  const ends = query.timeoutSeconds > 0 ? query.timeoutSeconds : defaultTimeout(services);
  if (services.config.periodicBookmarks) bookmarkBeforeEnd(services.background, watch, cacher, ends);
  services.openWatches.expire(watch, ends);
  return { ctx: opened, code: 200, body: undefined, stream: watch };
}

/** It is too late to refuse the request: the stream says it. */
function brokenOff(services: Services, ctx: Context, status: Status): Answer {
  return { ctx, code: 200, body: undefined, stream: services.openWatches.withError(ctx, status) };
}

/** A watch without a limit of its own ends after half an hour to an hour. */
function defaultTimeout(services: Services): number {
  return MIN_TIMEOUT_SECONDS + services.openWatches.random.below(MIN_TIMEOUT_SECONDS);
}

const INITIAL_EVENTS_END = { annotations: { 'k8s.io/initial-events-end': 'true' } };

/** An object of the kind that has nothing but a revision. */
function bookmark({ resource }: Scope, revision: number, more: Partial<ObjectMeta> = {}): KObject {
  return {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion: String(revision), ...more },
  };
}

function watchRow(scope: Scope, since: number): WatchRow {
  return {
    resource: qualifiedResource(scope.resource),
    user: scope.user.name,
    namespace: scope.info.namespace,
    labelSelector: queryValue(scope.request, 'labelSelector') ?? '',
    fieldSelector: queryValue(scope.request, 'fieldSelector') ?? '',
    since,
  };
}

function closed(services: Services, table: Table<WatchRow>, id: string): void {
  const row = table.get(id);
  if (row === undefined) return;
  services.background.step(steps.watchClosed, row.resource, { watch: id, reason: 'ended' });
  table.delete(id);
}
