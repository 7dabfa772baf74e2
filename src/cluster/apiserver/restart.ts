import { qualifiedResource } from '../../api/scheme.ts';
import { failure, isFailure } from '../../api/status.ts';
import type { KObject } from '../../api/types/meta.ts';
import { prefixEnd } from '../../base/sorted-map.ts';
import type { Context, Process } from '../../engine/index.ts';
import { apiserverProcess as steps } from '../../steps/apiserver-process.ts';
import { isKvError } from '../ports/kv.ts';
import type { ApiRequest, ApiResponse } from '../ports/transport.ts';
import { bootstrapOf, systemObjects } from './bootstrap/objects.ts';
import { type Repair, repairOf } from './bootstrap/reconcile.ts';
import { type ApiServerConfig, hostPort } from './config.ts';
import { joinEndpoints, leaveEndpoints } from './own-endpoints.ts';
import type { ResourceStore } from './registry/store.ts';
import type { Services } from './services.ts';
import type { CachedObjects } from './watchcache/cached-objects.ts';

const SERVER = 'cluster';
const POLL_MICROS = 100_000;
const RETRY_MICROS = 1_000_000;
/** What is still being answered is not waited for any longer. */
const PATIENCE_MICROS = 60_000_000;

type Held = ReadonlyMap<ResourceStore, CachedObjects>;

/** What the caches held, for the server's own parts that follow them. */
const held = new WeakMap<Services, Held>();

/** Nobody is at the address: code 0, as nobody answered. */
export function connectionRefused(ctx: Context, request: ApiRequest, config: ApiServerConfig): ApiResponse {
  const own = ctx.step(steps.refusedConnection, request.path);
  const why = `dial tcp ${hostPort(config)}: connect: connection refused`;
  return {
    code: 0,
    headers: {},
    body: failure(503, 'ServiceUnavailable', why),
    stream: undefined,
    warnings: [],
    origin: own.originOnly(),
  };
}

/** Ends the server or begins it again, until it is as it is wanted. */
export function* follow(services: Services, ctx: Context): Process {
  services.changing = true;
  while (services.wanted !== services.listening) {
    if (services.wanted) yield* startAgain(services, ctx);
    else yield* shutDown(services, ctx);
  }
  services.changing = false;
}

/** The server takes no more requests, answers those that it has, and ends; every watch ends with it. */
// Models staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go, preparedGenericAPIServer.RunWithContext (v1.36)
function* shutDown(services: Services, ctx: Context): Process {
  yield* leaveEndpoints(services, ctx);
  const own = ctx.step(steps.shutDown, SERVER, { inFlight: services.inFlight });
  services.listening = false;
  const since = own.now;
  while (services.inFlight > 0 && own.now - since < PATIENCE_MICROS) yield own.sleep(POLL_MICROS);
  const stores = [...services.stores.all()];
  const lost = own.step(steps.cachesLost, SERVER, { caches: stores.length });
  held.set(services, new Map(stores.map((store) => [store, store.cacher.forget(lost)])));
}

/** A new process: it reads everything from the store, and only then answers. */
function* startAgain(services: Services, ctx: Context): Process {
  const known = held.get(services) ?? new Map();
  held.delete(services);
  for (const [store, before] of known) yield* fill(services, ctx, store, before);
  const started = ctx.step(steps.started, SERVER, { caches: known.size, revision: services.kv.revision });
  services.listening = true;
  services.engine.spawn(repairDefaults(services, started));
  services.engine.spawn(joinEndpoints(services, started));
}

function* fill(services: Services, ctx: Context, store: ResourceStore, before: CachedObjects): Process {
  const start = `${store.info.storagePrefix}/`;
  const subject = qualifiedResource(store.info);
  for (;;) {
    const range = yield* services.kv.range(ctx, { start, end: prefixEnd(start), subject });
    if (!isKvError(range)) {
      const { items, revision } = range;
      const filled = ctx.step(steps.cacheFilled, subject, { objects: items.length, revision });
      store.cacher.refill(filled, items, revision, before);
      return;
    }
    yield ctx.sleep(RETRY_MICROS);
  }
}

/** Its namespaces, priority classes and default roles are there again, as far as they want to be. */
// Models pkg/registry/rbac/rest/storage_rbac.go, ensureRBACPolicy, and pkg/controlplane/controller/systemnamespaces (v1.36)
function* repairDefaults(services: Services, ctx: Context): Process {
  for (const wanted of systemObjects(bootstrapOf(services.config))) yield* repairOne(services, ctx, wanted);
}

function* repairOne(services: Services, ctx: Context, wanted: KObject): Process {
  const store = services.stores.forObject(wanted);
  const { namespace = '', name = '' } = wanted.metadata;
  const existing = store.cacher.get(namespace, name);
  const isRole = store.info.group === 'rbac.authorization.k8s.io';
  const repair = isRole || existing === undefined ? repairOf(wanted, existing) : undefined;
  if (repair !== undefined) yield* carryOut(services, ctx, store, repair);
}

const KEPT_MICROS = 10_000_000;

/** The way to the server itself, and its namespaces, come back when somebody deletes them. */
// Models pkg/controlplane/controller/kubernetesservice/controller.go (v1.36)
export function* keepSystemObject(services: Services, cause: Context, { kind, metadata }: KObject): Process {
  const { namespace, name } = metadata;
  const wanted = systemObjects(bootstrapOf(services.config)).find(
    (each) => each.kind === kind && each.metadata.name === name && each.metadata.namespace === namespace,
  );
  if (wanted === undefined) return;
  yield cause.sleep(KEPT_MICROS);
  if (services.listening) yield* repairOne(services, cause, wanted);
}

function* carryOut(services: Services, ctx: Context, store: ResourceStore, repair: Repair): Process {
  const { namespace, name = '' } = repair.object.metadata;
  const change = repair.type === 'update' ? repair.change : repair.type;
  const own = ctx.step(steps.reconciled, store.subject(namespace, name), { change });
  const { info } = store;
  const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  const all = `${namespace === undefined ? root : `${root}/namespaces/${namespace}`}/${info.resource}`;
  const one = `${all}/${name}`;
  if (repair.type === 'update') {
    yield* services.callSelf(own, 'PUT', one, repair.object);
    return;
  }
  if (repair.type === 'recreate') {
    const gone = yield* services.callSelf(own, 'DELETE', one, undefined);
    if (isFailure(gone)) return;
  }
  yield* services.callSelf(own, 'POST', all, repair.object);
}
