import { isStatus } from '../../../api/errors/status.ts';
import type { APIService, APIServiceCondition } from '../../../api/types/apiregistration.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { WorkQueue, worker } from '../../clientgo/work-queue.ts';
import { lasting } from '../../ports/panic.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { AggregatedServer } from '../aggregated/aggregated-server.ts';
import { DeclaredServer, declaredResources } from '../aggregated/declared-server.ts';
import type { UserInfo } from '../authn/user.ts';
import type { ServerCore } from '../core/core.ts';
import type { Answer } from '../scope/scope.ts';
import { verdictOn } from './availability.ts';

const ACTOR = 'kube-apiserver';
const API_SERVICES = 'apiservices.apiregistration.k8s.io';
const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
const RECHECK_MICROS = 30 * SECOND;
const TEXT = 'text/plain; charset=utf-8';

interface Remote {
  readonly group: string;
  readonly version: string;
  readonly place: string;
  readonly available: boolean;
  readonly server: AggregatedServer | undefined;
}

/** Sends requests for some groups and versions elsewhere, and keeps watch over whether anybody is there. */
// Models staging/src/k8s.io/kube-aggregator/pkg/apiserver/{apiserver,handler_proxy}.go (v1.36)
export class Aggregator {
  private readonly remotes = new Map<string, APIService>();
  /** Programs that Services declare, by their place, and the Service that each was read from. */
  private readonly declared = new Map<string, { readonly service: KObject; readonly server: DeclaredServer }>();
  private queue: WorkQueue | undefined;

  constructor(private readonly core: ServerCore) {
    const { stores } = core;
    stores.byName(API_SERVICES)?.cacher.onEvent((ctx, event) => {
      this.registered(ctx, event.object as APIService, event.type === 'DELETED');
    });
    for (const resource of ['services', 'endpointslices.discovery.k8s.io']) {
      stores.byName(resource)?.cacher.onEvent((ctx, { object }) => {
        if (this.remotes.size > 0) this.changed(ctx, resource, object);
      });
    }
  }

  get isUsed(): boolean {
    return this.remotes.size > 0;
  }

  /** Every group and version that is served elsewhere, with what discovery tells of it. */
  discovered(): readonly Remote[] {
    return [...this.remotes.values()].map((each) => this.remoteOf(each));
  }

  /** Undefined: the request is for this very server. */
  *proxy(ctx: Context, request: ApiRequest, user: UserInfo): Process<Answer | undefined> {
    const [, root, group = '', version = ''] = request.path.split('/');
    const found = root === 'apis' ? this.remotes.get(`${version}.${group}`) : undefined;
    if (found === undefined) return undefined;
    const remote = this.remoteOf(found);
    const subject = `${API_SERVICES}/${version}.${group}`;
    if (!remote.available || remote.server === undefined) {
      const own = ctx.step(steps.proxied, subject, { service: remote.place, code: 503, ...remoteUser(user) });
      return { ctx: own, code: 503, body: 'service unavailable\n', contentType: TEXT };
    }
    const asked = request.path.split('/').length === 4;
    const answer = asked
      ? { code: 200, body: resourceList(remote) }
      : remote.server.answer(request, user, {
          now: ctx.now,
          list: (resource, namespace) => this.core.stores.byName(resource)?.cacher.list(namespace) ?? [],
        });
    const own = ctx.step(steps.proxied, subject, { service: remote.place, code: answer.code, ...remoteUser(user) });
    return typeof answer.body === 'string'
      ? { ctx: own, code: answer.code, body: answer.body, contentType: TEXT }
      : { ctx: own, code: answer.code, body: answer.body };
  }

  private remoteOf(service: APIService): Remote {
    const { group = '', version = '' } = service.spec;
    const place = placeOf(service);
    const available = conditionOf(service)?.status === 'True';
    return { group, version, place, available, server: this.serverAt(place) };
  }

  private serverAt(place: string): AggregatedServer | undefined {
    const built = this.core.config.aggregatedServers.get(place);
    if (built !== undefined) return built;
    const service = this.serviceAt(place);
    const known = this.declared.get(place);
    if (service === undefined || known?.service === service) return service === undefined ? undefined : known?.server;
    const resources = declaredResources(service);
    if (resources === undefined) return undefined;
    const server = new DeclaredServer(resources, this.core.engine.random(`aggregated/${place}`), known?.server);
    this.declared.set(place, { service, server });
    return server;
  }

  private serviceAt(place: string): KObject | undefined {
    const [namespace = '', name = ''] = place.split('/');
    return this.core.stores.byName('services')?.cacher.get(namespace, name);
  }

  private registered(ctx: Context, service: APIService, gone: boolean): void {
    const name = service.metadata.name ?? '';
    const remote = !gone && service.spec.service !== undefined;
    const known = this.remotes.get(name);
    if (!remote && known === undefined) return;
    if (remote) this.remotes.set(name, service);
    else this.remotes.delete(name);
    this.core.stores.generation += 1;
    if (remote && known?.metadata.resourceVersion !== service.metadata.resourceVersion) this.started().add(ctx, name);
  }

  /** The Service or an EndpointSlice of somebody's. */
  private changed(ctx: Context, resource: string, object: KObject): void {
    const label = object.metadata.labels?.['kubernetes.io/service-name'] ?? '';
    const name = resource === 'services' ? (object.metadata.name ?? '') : label;
    const place = `${object.metadata.namespace ?? ''}/${name}`;
    for (const [key, service] of this.remotes) if (placeOf(service) === place) this.started().add(ctx, key);
  }

  private started(): WorkQueue {
    if (this.queue !== undefined) return this.queue;
    const { env, engine } = this.core;
    const queue = new WorkQueue(env, 'AvailableConditionController', ACTOR);
    this.queue = queue;
    engine.spawn(lasting(engine, () => worker(queue, (ctx, key) => this.check(ctx, key))));
    return queue;
  }

  // Models staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go (v1.36)
  private *check(ctx: Context, name: string): Process<boolean> {
    const service = this.remotes.get(name);
    if (service === undefined) return true;
    const verdict = verdictOn(service, this.core.stores, (place) => this.serverAt(place) !== undefined);
    const known = conditionOf(service);
    const available = verdict.reason === 'Passed';
    if (known?.reason !== verdict.reason || known.message !== verdict.message) {
      const own = ctx.step(steps.availability, `${API_SERVICES}/${name}`, { available, ...verdict });
      const status = available ? 'True' : 'False';
      const lastTransitionTime = known?.status === status ? known.lastTransitionTime : rfc3339(ctx.wall);
      const condition = { type: 'Available', status, lastTransitionTime, ...verdict };
      const next = { ...service, status: { conditions: [condition] } };
      const answer = yield* this.core.loopback.call(own, 'PUT', `${PATH}/${name}/status`, next);
      if (isStatus(answer) && answer.reason !== 'Conflict' && answer.reason !== 'NotFound') return false;
    }
    this.started().addAfter(this.core.background, name, RECHECK_MICROS, true);
    return true;
  }
}

/** What the headers X-Remote-User and X-Remote-Group say, under the front-proxy certificate. */
function remoteUser({ name, groups }: UserInfo): { readonly user: string; readonly groups: string } {
  return { user: name, groups: groups.join(',') };
}

function placeOf({ spec: { service } }: APIService): string {
  return `${service?.namespace ?? ''}/${service?.name ?? ''}`;
}

function conditionOf(service: APIService): APIServiceCondition | undefined {
  return service.status?.conditions?.find((each) => each.type === 'Available');
}

function resourceList({ group, version, server }: Remote): object {
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${group}/${version}`,
    resources: server?.resources ?? [],
  };
}
