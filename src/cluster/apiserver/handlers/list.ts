import { forbiddenField } from '../../../api/field-error.ts';
import { apiVersionOf } from '../../../api/scheme.ts';
import { badRequest, expired, invalid, isStatus, type Status, tooLargeResourceVersion } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { queryValue } from '../request/request-info.ts';
import type { Services } from '../services.ts';
import { presentationOf } from '../table/presentation.ts';
import { type ContinueToken, decodeContinue, encodeContinue } from './continue-token.ts';
import { filterOf } from './object-filter.ts';
import { type Answer, failed, type Scope } from './scope.ts';
import { presented } from './write.ts';

interface ListOptions {
  readonly limit: number;
  readonly revision: number | undefined;
  readonly exact: boolean;
  readonly token: ContinueToken | undefined;
}

/** How long a read waits for the cache to reach a revision. */
const FRESHNESS_MICROS = 3_000_000;

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go ListResource and storage/cacher/delegator.go (v1.36)
export function* handleList(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const filter = filterOf(scope);
  if (isStatus(filter)) return failed(ctx, filter);
  const options = listOptions(scope);
  if (isStatus(options)) return failed(ctx, options);
  const cacher = scope.store.cacher;
  const wanted = options.revision;
  if (wanted === undefined) yield* cacher.catchUp(ctx);
  else if (wanted > cacher.revision) {
    const reached = yield* reach(services, ctx, scope, wanted);
    if (!reached) return failed(ctx, tooLargeResourceVersion(wanted, services.kv.revision));
  }
  const at = options.token?.revision ?? (options.exact ? wanted : undefined);
  const revision = at ?? cacher.revision;
  const found: KObject[] = [];
  let more = 0;
  let lastKey = '';
  const known = cacher.scan(filter, options.token?.start ?? '', at, (object, key) => {
    if (options.limit > 0 && found.length >= options.limit) {
      more += 1;
      return true;
    }
    found.push(object);
    lastKey = key;
    return true;
  });
  if (!known) return failed(ctx, tooOld(options.token));
  const own = ctx.step(steps.listed, scope.subject, { items: found.length, revision, from: 'watch cache' });
  const metadata: Record<string, unknown> = { resourceVersion: String(revision) };
  if (more > 0) {
    metadata.continue = encodeContinue(revision, lastKey);
    if (filter.matches === undefined) metadata.remainingItemCount = more;
  }
  const presentation = presentationOf(scope.request, scope.resource, services.engine);
  return {
    ctx: own,
    code: 200,
    body: presentation.list(
      found.map((object) => presented(scope, object)),
      metadata,
    ),
  };
}

/** Nothing for a revision that nobody has seen: it may arrive within three seconds. */
function* reach(services: Services, ctx: Context, scope: Scope, wanted: number): Process<boolean> {
  yield* scope.store.cacher.catchUp(ctx);
  if (services.kv.revision >= wanted) return true;
  yield ctx.sleep(FRESHNESS_MICROS);
  yield* scope.store.cacher.catchUp(ctx);
  return services.kv.revision >= wanted;
}

function tooOld(token: ContinueToken | undefined): Status {
  return expired(
    token === undefined
      ? 'The resourceVersion for the provided list is too old.'
      : 'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
  );
}

const LIST_OPTIONS = { group: 'meta.k8s.io', kind: 'ListOptions' };

function listOptions(scope: Scope): ListOptions | Status {
  const version = queryValue(scope.request, 'resourceVersion') ?? '';
  const match = queryValue(scope.request, 'resourceVersionMatch') ?? '';
  const limit = Number(queryValue(scope.request, 'limit') ?? '0');
  const text = queryValue(scope.request, 'continue') ?? '';
  if (Number.isNaN(limit)) {
    return badRequest(`strconv.ParseInt: parsing "${queryValue(scope.request, 'limit')}": invalid syntax`);
  }
  if (match !== '' && version === '') {
    const error = forbiddenField(
      'resourceVersionMatch',
      'resourceVersionMatch is forbidden unless resourceVersion is provided',
    );
    return invalid(LIST_OPTIONS, '', [error]);
  }
  if (match === 'Exact' && version === '0') {
    const error = forbiddenField(
      'resourceVersionMatch',
      'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    );
    return invalid(LIST_OPTIONS, '', [error]);
  }
  const revision = parseRevision(version);
  if (revision === undefined) {
    return badRequest(
      `invalid resource version: resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`,
    );
  }
  const token = text === '' ? undefined : decodeContinue(text, scope.info.namespace);
  if (token !== undefined && 'error' in token) return badRequest(`invalid continue token: ${token.error}`);
  const asked = version === '' ? undefined : revision;
  return {
    limit: Number.isFinite(limit) && limit > 0 ? limit : 0,
    revision: token === undefined ? asked : token.revision,
    exact: match === 'Exact' || (limit > 0 && asked !== undefined && asked > 0 && match !== 'NotOlderThan'),
    token,
  };
}

export function parseRevision(text: string): number | undefined {
  if (text === '') return 0;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function listKind(scope: Scope): { readonly kind: string; readonly apiVersion: string } {
  return { kind: `${scope.resource.kind}List`, apiVersion: apiVersionOf(scope.resource) };
}
