import { failure, isFailure } from '../../../api/errors/status.ts';
import { qualifiedResource } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { prefixEnd } from '../../../base/sorted-map.ts';
import { MILLISECOND, MINUTE, type Micros, SECOND } from '../../../base/time/units.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { apiserverProcess as steps } from '../../../steps/apiserver-process.ts';
import { isKvError } from '../../ports/kv.ts';
import { type ApiRequest, type ApiResponse, nobodyAnswered } from '../../ports/transport.ts';
import { bootstrapOf, systemObjects } from '../bootstrap/objects.ts';
import { type Repair, repairOf } from '../bootstrap/reconcile.ts';
import { type ApiServerConfig, hostPort } from '../core/config.ts';
import type { ServerCore } from '../core/core.ts';
import type { ResourceStore } from '../registry/store.ts';
import type { CachedObjects } from '../watchcache/cached-objects.ts';
import { joinEndpoints, leaveEndpoints } from './own-endpoints.ts';

const SERVER = 'cluster';
const POLL_MICROS = 100 * MILLISECOND;
const RETRY_MICROS = SECOND;
/** What is still being answered is not waited for any longer. */
const PATIENCE_MICROS = MINUTE;

/** Nobody is at the address: code 0, as nobody answered. */
export function connectionRefused(ctx: Context, request: ApiRequest, config: ApiServerConfig): ApiResponse {
  const own = ctx.step(steps.refusedConnection, request.path);
  const why = `dial tcp ${hostPort(config)}: connect: connection refused`;
  return nobodyAnswered(own, why);
}

/** The process has ended while the request was in it: nobody will ever answer, nor tell of a watch that it would have opened. */
export function connectionLost(
  ctx: Context,
  request: ApiRequest,
  config: ApiServerConfig,
  answer: ApiResponse,
): ApiResponse {
  answer.stream?.stop();
  return { ...connectionRefused(ctx, request, config), body: failure(503, 'ServiceUnavailable', 'EOF') };
}

/** The process ends at once, with all that it has begun; its kubelet begins another. */
export function* crash(core: ServerCore, ctx: Context, micros: Micros, begun: () => void): Process {
  const { life } = core;
  if (life.changing || !life.listening) {
    // Somebody is about to end it, or to begin it: he goes on with a process that is no worse.
    life.count += 1;
    return begun();
  }
  life.changing = true;
  life.listening = false;
  loseCaches(core, ctx);
  yield ctx.sleep(micros);
  if (life.wanted) yield* startAgain(core, ctx);
  life.changing = false;
  begun();
  yield* follow(core, ctx);
}

/** Ends the server or begins it again, until it is as it is wanted. */
export function* follow(core: ServerCore, ctx: Context): Process {
  const { life } = core;
  life.changing = true;
  while (life.wanted !== life.listening) {
    if (life.wanted) yield* startAgain(core, ctx);
    else yield* shutDown(core, ctx);
  }
  life.changing = false;
}

/** The server takes no more requests, answers those that it has, and ends; every watch ends with it. */
// Models staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go, preparedGenericAPIServer.RunWithContext (v1.36)
function* shutDown(core: ServerCore, ctx: Context): Process {
  const { life } = core;
  yield* leaveEndpoints(core, ctx);
  const own = ctx.step(steps.shutDown, SERVER, { inFlight: life.inFlight });
  life.listening = false;
  const since = own.now;
  while (life.inFlight > 0 && own.now - since < PATIENCE_MICROS) yield own.sleep(POLL_MICROS);
  loseCaches(core, own);
}

function loseCaches(core: ServerCore, ctx: Context): void {
  core.life.count += 1;
  const stores = [...core.stores.all()];
  const lost = ctx.step(steps.cachesLost, SERVER, { caches: stores.length });
  core.life.lost = new Map(stores.map((store) => [store, store.cacher.forget(lost)]));
}

/** A new process: it reads everything from the store, all resources side by side, and only then answers. */
function* startAgain(core: ServerCore, ctx: Context): Process {
  const known = core.life.takeLost();
  yield* all(
    ctx,
    [...known].map(([store, before]) => fill(core, ctx, store, before)),
  );
  const started = ctx.step(steps.started, SERVER, { caches: known.size, revision: core.kv.revision });
  core.life.listening = true;
  core.engine.spawn(repairDefaults(core, started));
  core.engine.spawn(joinEndpoints(core, started));
}

function* fill(core: ServerCore, ctx: Context, store: ResourceStore, before: CachedObjects): Process {
  const start = `${store.info.storagePrefix}/`;
  const subject = qualifiedResource(store.info);
  for (;;) {
    const range = yield* core.kv.range(ctx, { start, end: prefixEnd(start), subject });
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
function* repairDefaults(core: ServerCore, ctx: Context): Process {
  for (const wanted of systemObjects(bootstrapOf(core.config))) yield* repairOne(core, ctx, wanted);
}

function* repairOne(core: ServerCore, ctx: Context, wanted: KObject): Process {
  const store = core.stores.forObject(wanted);
  const { namespace = '', name = '' } = wanted.metadata;
  const existing = store.cacher.get(namespace, name);
  const isRole = store.info.group === 'rbac.authorization.k8s.io';
  const repair = isRole || existing === undefined ? repairOf(wanted, existing) : undefined;
  if (repair !== undefined) yield* carryOut(core, ctx, store, repair);
}

const KEPT_MICROS = 10 * SECOND;

/** The way to the server itself, and its namespaces, come back when somebody deletes them. */
// Models pkg/controlplane/controller/kubernetesservice/controller.go (v1.36)
export function* keepSystemObject(core: ServerCore, cause: Context, { kind, metadata }: KObject): Process {
  const { namespace, name } = metadata;
  const wanted = systemObjects(bootstrapOf(core.config)).find(
    (each) => each.kind === kind && each.metadata.name === name && each.metadata.namespace === namespace,
  );
  if (wanted === undefined) return;
  yield cause.sleep(KEPT_MICROS);
  if (core.life.listening) yield* repairOne(core, cause, wanted);
}

function* carryOut(core: ServerCore, ctx: Context, store: ResourceStore, repair: Repair): Process {
  const { namespace, name = '' } = repair.object.metadata;
  const change = repair.type === 'update' ? repair.change : repair.type;
  const own = ctx.step(steps.reconciled, store.subject(namespace, name), { change });
  const { info } = store;
  const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  const all = `${namespace === undefined ? root : `${root}/namespaces/${namespace}`}/${info.resource}`;
  const one = `${all}/${name}`;
  if (repair.type === 'update') {
    yield* core.loopback.call(own, 'PUT', one, repair.object);
    return;
  }
  if (repair.type === 'recreate') {
    const gone = yield* core.loopback.call(own, 'DELETE', one, undefined);
    if (isFailure(gone)) return;
  }
  yield* core.loopback.call(own, 'POST', all, repair.object);
}
