import { forbiddenField } from '../../../api/field-error.ts';
import { apiVersionOf, qualifiedResource } from '../../../api/scheme.ts';
import { expired, internalError, invalid, isStatus, type Status } from '../../../api/status.ts';
import type { Context, Process, Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { draw } from '../../ports/latency.ts';
import { queryFlag, queryValue } from '../request/request-info.ts';
import type { Services } from '../services.ts';
import { presentationOf } from '../table/presentation.ts';
import type { Cacher } from '../watchcache/cacher.ts';
import type { WatchRow } from '../watchcache/rows.ts';
import type { ServerWatch } from '../watchcache/server-watch.ts';
import { parseRevision } from './list.ts';
import { filterOf } from './object-filter.ts';
import { type Answer, failed, type Scope } from './scope.ts';
import { presented } from './write.ts';

const MIN_TIMEOUT_SECONDS = 1800;
const LIST_OPTIONS = { group: 'meta.k8s.io', kind: 'ListOptions' };

interface WatchQuery {
  readonly version: string;
  readonly revision: number;
  readonly initialEvents: boolean;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number;
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{get,watch}.go (v1.36)
export function* handleWatch(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const filter = filterOf(scope);
  if (isStatus(filter)) return failed(ctx, filter);
  const query = watchQuery(services, scope);
  if (isStatus(query)) return failed(ctx, query);
  const cacher = scope.store.cacher;
  const fromNow = query.initialEvents || query.version === '' || query.version === '0';
  if (fromNow && query.version !== '0') yield* cacher.catchUp(ctx);
  const id = services.nextWatch();
  const opened = ctx.step(steps.watchOpened, scope.subject, {
    watch: id,
    since: fromNow ? 'now' : query.version,
    selector: queryValue(scope.request, 'fieldSelector') ?? queryValue(scope.request, 'labelSelector') ?? '',
  });
  const table = services.watches;
  table.set(id, watchRow(scope, query.revision));
  const presentation = presentationOf(scope.request, scope.resource, services.engine);
  const latency = services.env.latencies.network;
  const watch = cacher.watch(
    opened,
    id,
    {
      filter,
      bookmarks: query.bookmarks,
      present: (object) => presentation.event(presented(scope, object)),
      latency: () => draw(services.watchRandom, latency),
      onEnd: () => closed(services, table, id),
      dropped: () => services.watchRandom.chance(services.env.faults.dropWatchPerMille, 1000),
    },
    fromNow ? undefined : query.revision,
  );
  if (watch === undefined) {
    table.delete(id);
    const status = expired(`too old resource version: ${query.revision} (${cacher.oldestRevision})`);
    return { ctx: opened, code: 200, body: undefined, stream: services.errorStream(opened, status) };
  }
  if (query.initialEvents && query.bookmarks) sendEndOfInitialEvents(watch, cacher, scope, opened);
  services.expireWatch(watch, query.timeoutSeconds);
  return { ctx: opened, code: 200, body: undefined, stream: watch };
}

function sendEndOfInitialEvents(watch: ServerWatch, cacher: Cacher, scope: Scope, ctx: Context): void {
  watch.send('BOOKMARK', bookmark(scope, cacher.revision, { 'k8s.io/initial-events-end': 'true' }), ctx);
}

function bookmark(scope: Scope, revision: number, annotations: { readonly [key: string]: string }): object {
  return {
    kind: scope.resource.kind,
    apiVersion: apiVersionOf(scope.resource),
    metadata: { resourceVersion: String(revision), annotations },
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

function watchQuery(services: Services, scope: Scope): WatchQuery | Status {
  const version = queryValue(scope.request, 'resourceVersion') ?? '';
  const match = queryValue(scope.request, 'resourceVersionMatch') ?? '';
  const asked = queryValue(scope.request, 'sendInitialEvents');
  const initialEvents = asked === 'true' || asked === '1';
  if (asked !== undefined && match !== 'NotOlderThan') {
    const error = forbiddenField(
      'resourceVersionMatch',
      'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    );
    return invalid(LIST_OPTIONS, '', [error]);
  }
  if (asked === undefined && match !== '') {
    const error = forbiddenField(
      'resourceVersionMatch',
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    );
    return invalid(LIST_OPTIONS, '', [error]);
  }
  const revision = parseRevision(version);
  if (revision === undefined) return internalError(`strconv.ParseUint: parsing "${version}": invalid syntax`);
  const timeout = Number(queryValue(scope.request, 'timeoutSeconds') ?? '0');
  return {
    version,
    revision,
    initialEvents,
    bookmarks: queryFlag(scope.request, 'allowWatchBookmarks'),
    timeoutSeconds: timeout > 0 ? timeout : MIN_TIMEOUT_SECONDS + services.watchRandom.below(MIN_TIMEOUT_SECONDS),
  };
}
