import {
  expired,
  isStatus,
  type Status,
  tooLargeResourceVersion,
  tooManyRequests,
} from '../../../api/errors/status.ts';
import { apiVersionOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Services } from '../parts/services.ts';
import { type ContinueToken, encodeContinue, inconsistentToken } from '../scope/continue-token.ts';
import { type ListOptions, listOptions } from '../scope/list-options.ts';
import { filterOf } from '../scope/object-filter.ts';
import { type Answer, failed, type Scope } from '../scope/scope.ts';
import { presentationOf } from '../table/presentation.ts';
import { type Cacher, FRESHNESS_MICROS } from '../watchcache/cacher.ts';
import type { ObjectFilter } from '../watchcache/filter.ts';
import { scanStore } from './past.ts';
import { presented } from './write.ts';

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go ListResource (v1.36)
export function* handleList(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const page = yield* readPage(services, ctx, scope);
  if (isStatus(page)) return failed(ctx, page);
  const { objects, revision, from } = page;
  const own = ctx.step(steps.listed, scope.subject, { items: objects.length, revision, from });
  return { ctx: own, code: 200, body: shownPage(services, scope, page) };
}

export interface Page {
  readonly objects: readonly KObject[];
  readonly revision: number;
  readonly from: string;
  readonly metadata: object;
}

export function shownPage(services: Services, scope: Scope, { objects, metadata }: Page): unknown {
  const shown = objects.map((object) => presented(scope, object));
  return presentationOf(scope.request, scope.resource, services.clock).list(shown, metadata);
}

/** What a list asks for, or as much of it as it wants at once. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)
export function* readPage(services: Services, ctx: Context, scope: Scope): Process<Page | Status> {
  const filter = filterOf(scope);
  if (isStatus(filter)) return filter;
  const options = listOptions(scope);
  if (isStatus(options)) return options;
  const cacher = scope.store.cacher;
  const wanted = options.revision;
  let isStale = false;
  if (!cacher.isReady) {
    if (!asksStore(options, filter)) return reinitializing(cacher);
    isStale = true;
  } else if (wanted === undefined) isStale = !(yield* cacher.catchUp(ctx));
  else if (wanted > cacher.revision) {
    const reached = yield* reachRevision(services, ctx, scope, wanted);
    if (!reached) return tooLargeResourceVersion(wanted, services.kv.revision);
  }
  const prefix = filter.namespace === '' ? '' : `${filter.namespace}/`;
  const at = atRevision(options);
  let revision = at ?? cacher.revision;
  const objects: KObject[] = [];
  let lastKey = '';
  let from = 'watch cache';
  const take = (object: KObject, key: string): boolean => {
    objects.push(object);
    lastKey = key;
    return objects.length !== options.limit;
  };
  const start = options.token === undefined ? '' : prefix + options.token.start;
  let left = isStale ? undefined : cacher.scan(filter, start, at, take);
  if (left === undefined) {
    // What the cache has forgotten, or not heard of, the store may still know.
    const past = { filter, start, revision: isStale ? at : revision };
    const scanned = yield* scanStore(services, ctx, scope, past, take);
    if (scanned === undefined) return tooOld(options.token);
    if (isStatus(scanned)) return scanned;
    left = scanned.left;
    revision = at ?? scanned.revision;
    from = 'etcd';
  }
  const metadata: Record<string, unknown> = { resourceVersion: String(revision) };
  // Whether any of those that are left matches a selector, nobody has looked.
  if (left > 0) {
    metadata.continue = encodeContinue(revision, lastKey.slice(prefix.length));
    if (filter.matches === undefined) metadata.remainingItemCount = left;
  }
  return { objects, revision, from, metadata };
}

/** What is left to the store itself when there is no cache: pages without selectors, and the past. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go, shouldDelegateListOnNotReadyCache (v1.36)
function asksStore({ limit, exact, token }: ListOptions, { matches }: ObjectFilter): boolean {
  return exact || token !== undefined || (limit > 0 && matches === undefined);
}

export function reinitializing({ retryAfterSeconds }: Cacher): Status {
  return tooManyRequests('storage is (re)initializing', retryAfterSeconds);
}

/** Undefined: now. */
function atRevision({ token, exact, revision }: ListOptions): number | undefined {
  if (token !== undefined) return token.revision < 0 ? undefined : token.revision;
  return exact ? revision : undefined;
}

/** Waits a while for a revision that the cache does not have yet, and perhaps the store neither. */
export function* reachRevision({ kv }: Services, ctx: Context, scope: Scope, wanted: number): Process<boolean> {
  const { cacher } = scope.store;
  const isFresh = yield* cacher.catchUp(ctx);
  if (cacher.revision >= wanted || !isFresh) return cacher.revision >= wanted;
  if (kv.revision < wanted) yield ctx.sleep(FRESHNESS_MICROS);
  yield* cacher.catchUp(ctx);
  return cacher.revision >= wanted;
}

/** What the cache has forgotten. A list that was begun can be gone on with, from another revision. */
function tooOld(token: ContinueToken | undefined): Status {
  if (token === undefined) return expired('The resourceVersion for the provided list is too old.');
  const status = expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  );
  return { ...status, metadata: { continue: inconsistentToken(token.start) } };
}

export function listKind(scope: Scope): { readonly kind: string; readonly apiVersion: string } {
  return { kind: `${scope.resource.kind}List`, apiVersion: apiVersionOf(scope.resource) };
}
