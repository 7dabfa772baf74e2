import {
  badRequest,
  denied,
  isStatus,
  notFoundPath,
  type Status,
  serviceUnavailable,
  unauthorized,
} from '../../api/errors/status.ts';
import { allResources } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { readGoDuration } from '../../api/values/duration.ts';
import { randomUid } from '../../api/values/names.ts';
import type { Context, Process, Random, Wait } from '../../engine/index.ts';
import { apiserver as steps } from '../../steps/apiserver.ts';
import type { Environment } from '../ports/environment.ts';
import type { KvStore } from '../ports/kv.ts';
import { draw } from '../ports/latency.ts';
import type { NodeServer, Unreachable } from '../ports/node-server.ts';
import { calledProcess, type LastingProcess, ownProcess, sayPanic } from '../ports/panic.ts';
import { Pauses } from '../ports/pauses.ts';
import type { SecretTokenClaims } from '../ports/secret-token.ts';
import type { ApiRequest, ApiResponse, Transport } from '../ports/transport.ts';
import { KeptNotes, NO_NOTES } from './audit/audit-entry.ts';
import { isAuthenticated } from './authn/authenticator.ts';
import type { UserInfo } from './authn/user.ts';
import type { UnionVerdict } from './authz/attributes.ts';
import type { NodeGraph } from './authz/node.ts';
import type { ApiServerConfig, InstalledObject } from './core/config.ts';
import type { Access } from './core/core.ts';
import { Loopback } from './core/loopback.ts';
import { openApiIndex } from './discovery/open-api.ts';
import { answerPath } from './discovery/paths.ts';
import { atRevision } from './encoding/codec.ts';
import { keptAs } from './encoding/stored-text.ts';
import { auditEntryOf, Exchange, headersOf } from './filters/exchange.ts';
import { impersonated } from './filters/impersonation.ts';
import { KnownKinds } from './filters/known-kinds.ts';
import { type Flow, FlowClassifier } from './flowcontrol/classifier.ts';
import { FLOW_TABLE } from './flowcontrol/rows.ts';
import { type Entry, Seats } from './flowcontrol/seats.ts';
import { seatsOfList } from './flowcontrol/work-estimate.ts';
import { handle } from './handlers/dispatch.ts';
import { enterCustom } from './handlers/enter-custom.ts';
import { handleReview, type ReviewScope } from './handlers/reviews.ts';
import { accessOf, nodeGraphOf } from './parts/access.ts';
import { Services } from './parts/services.ts';
import { storageFailure } from './registry/storage-failure.ts';
import { Stores } from './registry/stores.ts';
import { withinLimits } from './request/body-limits.ts';
import type { Measured } from './request/request-counts.ts';
import { isLongRunning, queryValue, type RequestInfo } from './request/request-info.ts';
import { type Answer, refused, type Scope } from './scope/scope.ts';
import { nodePortRange } from './service-allocation/node-ports.ts';
import type { ServiceSpec } from './service-allocation/service-spec.ts';
import { madeAs } from './strategies/strategy.ts';
import { beginOwnTasks } from './tasks/own-tasks.ts';
import { connectionBroken, delayed } from './tasks/poor-connection.ts';
import { connectionLost, connectionRefused, crash, follow } from './tasks/restart.ts';

export interface ApiServer {
  readonly transport: Transport;
  /** Puts objects there before the first request. */
  install(ctx: Context, objects: readonly InstalledObject[], atLeastRevision?: number): void;
  /** A token for a ServiceAccount that never expires: for the components of the control plane. */
  issueToken(namespace: string, serviceAccount: string): string;
  issueSecretToken(claims: SecretTokenClaims): string;
  /** Where it finds a kubelet, for what it passes on to nodes. */
  readonly connectNode: (node: string, server: () => NodeServer | Unreachable) => void;
  /** What the server's cache holds of one object: for tests and inspection. */
  peek(resource: string, namespace: string, name: string): KObject | undefined;
  peekAll(resource: string, namespace?: string): readonly KObject[];
  /** A fault of the run: the process ends, and begins again with empty caches. */
  setRunning(ctx: Context, running: boolean): void;
  /** It has ended by a mistake of its own, and a new process begins a little later. */
  crashed(ctx: Context): void;
  /** The store has ended and begun again. */
  storeCrashed(): void;
  /** How a request is classified; undefined when it does not get so far. */
  flowOf(request: ApiRequest, info: RequestInfo): Flow | undefined;
  /** By which hash each OpenAPI document is asked for. */
  openApiIndex(): object;
}

export function createApiServer(env: Environment, kv: KvStore, config: ApiServerConfig): ApiServer {
  return new Server(env, kv, config);
}

const ACTOR = 'kube-apiserver';
const TOO_MANY = {
  body: 'Too many requests, please try again later.\n',
  contentType: 'text/plain; charset=utf-8',
  headers: { 'retry-after': '1' },
};
const PANICKED = {
  code: 500,
  body: 'This request caused apiserver to panic. Look in the logs for details.\n',
  contentType: 'text/plain; charset=utf-8',
};
const CONNECTION_ENDED = { error: 'rpc error: code = Unavailable desc = error reading from server: EOF' };
/** Nobody keeps an audit log, so that no request is named in one. */
const UNNAMED_AUDIT = { stage: 'RequestReceived', auditId: '' };

/** The chain of filters that every request passes, and what comes after it. */
// Models staging/src/k8s.io/apiserver/pkg/server/config.go, DefaultBuildHandlerChain (v1.36)
class Server implements ApiServer {
  readonly transport: Transport;
  readonly connectNode = (node: string, server: () => NodeServer | Unreachable): void =>
    void this.services.nodes.set(node, server);

  private readonly services: Services;
  private readonly access: Access;
  private readonly graph: NodeGraph;
  private readonly classifier: FlowClassifier;
  private readonly seats: Seats;
  private readonly kinds: KnownKinds;
  private readonly auditRandom: Random;
  private readonly networkRandom: Random;
  private readonly handlerRandom: Random;
  /** Whose the requests are while they are here; without one, what is thrown in them ends the run. */
  private readonly process: LastingProcess | undefined;
  private readonly pauses = new Pauses();

  constructor(
    private readonly env: Environment,
    kv: KvStore,
    private readonly config: ApiServerConfig,
  ) {
    this.process = ownProcess(env.engine);
    const stores = new Stores(env, kv, config.eventTtlSeconds);
    const loopback = new Loopback(config, stores, (ctx, request) => this.serve(ctx, request, false));
    this.graph = nodeGraphOf(env, stores);
    this.access = accessOf(env, config, stores, this.graph, loopback);
    this.services = new Services({ env, kv, config, stores, loopback, access: this.access });
    this.kinds = new KnownKinds(stores);
    const flowCacher = (resource: string) => stores.byName(`${resource}.flowcontrol.apiserver.k8s.io`)?.cacher;
    const schemas = flowCacher('flowschemas');
    const levels = flowCacher('prioritylevelconfigurations');
    this.classifier = new FlowClassifier(
      () => schemas?.list('') ?? [],
      () => schemas?.generation ?? 0,
    );
    this.seats = new Seats(
      () => levels?.list('') ?? [],
      () => levels?.generation ?? 0,
      env.engine.table(FLOW_TABLE),
    );
    this.auditRandom = env.engine.random('kube-apiserver/audit');
    this.networkRandom = env.engine.random('kube-apiserver/network');
    this.handlerRandom = env.engine.random('kube-apiserver/handler');
    this.transport = { request: (ctx, request) => this.serve(ctx, request, true) };
    beginOwnTasks(this.services);
  }

  install(ctx: Context, objects: readonly InstalledObject[], atLeastRevision = 0): void {
    const own = ctx.as(ACTOR).step(steps.bootstrapped, 'cluster', { objects: objects.length });
    const { kv, stores, definitions } = this.services;
    const ports = objects
      .filter(({ object }) => object.kind === 'Service')
      .map(({ object }) => object.spec as ServiceSpec);
    kv.preload(own, [nodePortRange(ports)]);
    for (const { object } of objects) if (object.kind === 'CustomResourceDefinition') definitions.install(object);
    kv.preload(
      own,
      objects.flatMap(({ object: given, createRevision, version, isBrought, isMade }) => {
        const store = stores.forObject(given);
        const kept = isBrought === true || isMade === true ? keptAs(store.info, given) : given;
        const object = isMade === true && kept !== undefined ? madeAs(store.strategy, kept, ctx.wall) : kept;
        if (object === undefined) return [];
        const { namespace, name = '', resourceVersion } = object.metadata;
        return {
          key: store.key(namespace, name),
          value: object,
          kept: atRevision,
          ...(resourceVersion === undefined ? undefined : { modRevision: Number(resourceVersion) }),
          ...(createRevision === undefined ? undefined : { createRevision }),
          ...(version === undefined ? undefined : { version }),
        };
      }),
      atLeastRevision,
    );
    for (const store of stores.all()) store.cacher.beginHistory(kv.revision);
    this.graph.seed(own, stores.byName('pods')?.cacher.list('') ?? []);
  }

  issueToken(namespace: string, serviceAccount: string): string {
    const uid = this.peek('serviceaccounts', namespace, serviceAccount)?.metadata.uid ?? '';
    const claims = {
      namespace,
      serviceAccount,
      uid,
      id: randomUid(this.auditRandom),
      expiresAt: undefined,
      audiences: [],
      bound: undefined,
    };
    return this.access.tokens.issue(claims, this.env.engine.background(ACTOR).wall);
  }

  issueSecretToken(claims: SecretTokenClaims): string {
    return this.access.tokens.issueForSecret(claims);
  }

  peek(resource: string, namespace: string, name: string): KObject | undefined {
    return this.services.peek(resource, namespace, name);
  }

  peekAll(resource: string, namespace?: string): readonly KObject[] {
    return this.services.peekAll(resource, namespace);
  }

  flowOf(request: ApiRequest, info: RequestInfo): Flow | undefined {
    const { authenticator, authorizer } = this.access;
    const found = authenticator.authenticate(request);
    if (!isAuthenticated(found)) return undefined;
    if (!asksToImpersonate(request)) return this.classifier.flowOf(found.user, info);
    const acting = impersonated(request, info, found.user, authorizer);
    return isStatus(acting) ? undefined : this.classifier.flowOf(acting.user, info);
  }

  setRunning(ctx: Context, running: boolean): void {
    const { services, env } = this;
    services.life.wanted = running;
    if (!services.life.changing) env.engine.spawn(follow(services, ctx.as(ACTOR)));
  }

  storeCrashed(): void {
    const { process, env, services } = this;
    env.engine.under(process, () => {
      for (const { cacher } of services.stores.all()) cacher.reconnect();
    });
  }

  crashed(ctx: Context): void {
    const { services, env, process } = this;
    const { micros } = this.pauses.next(ctx.now);
    env.engine.spawn(crash(services, ctx.as(ACTOR), micros, () => process?.begun.notify()));
  }

  openApiIndex(): object {
    return openApiIndex(this.services.custom.contents());
  }

  /** One request, from when its client sends it until he has the answer. What the server asks itself crosses no network. */
  private *serve(client: Context, request: ApiRequest, crosses: boolean): Process<ApiResponse> {
    let isAnswerLost = false;
    if (crosses) {
      yield this.crossing(client);
      const late = delayed(client, request, this.env.faults, this.networkRandom);
      if (late !== undefined) yield late;
      const lost = this.lost(client, request);
      if (lost !== undefined && lost !== 'answer') return lost;
      isAnswerLost = lost === 'answer';
      this.services.life.arrived();
    }
    const { engine } = this.env;
    const { life } = this.services;
    const { count } = life;
    const sender = this.process === undefined ? undefined : engine.lend(this.process);
    const exchange = this.enter(client, request);
    let response: ApiResponse;
    try {
      this.receive(exchange);
      if (typeof exchange.entry === 'object') yield* this.wait(exchange, exchange.entry);
      if (exchange.entry !== undefined && this.authorize(exchange)) {
        yield client.sleep(draw(this.handlerRandom, this.env.latencies.handler));
        exchange.answer = yield this.route(exchange);
      }
      response = this.respond(exchange, exchange.answer as Answer);
    } catch (error) {
      response = this.recover(exchange, error);
    }
    if (this.process !== undefined) engine.lend(sender);
    if (!crosses) return response;
    life.answered();
    yield this.crossing(client);
    if (isAnswerLost) return connectionBroken(client, request, this.env.faults.lostRequestPerMille, response);
    return count === life.count ? response : connectionLost(client, request, this.config, response);
  }

  /** What a request throws costs that request, and nobody else anything. */
  // Models staging/src/k8s.io/apiserver/pkg/server/filters/wrap.go, WithPanicRecovery (v1.36)
  private recover(exchange: Exchange, error: unknown): ApiResponse {
    const { env, process } = this;
    if (process === undefined) throw error;
    const called = calledProcess(env);
    const isOwn = called === undefined || called === process;
    if (isOwn) exchange.goOnFrom(sayPanic(exchange.context, ACTOR, error));
    else {
      env.engine.panic(error, called);
      exchange.goOnFrom({ cause: env.engine.lastStep, more: undefined, story: exchange.story });
    }
    const answer = isOwn ? PANICKED : { code: 500, body: storageFailure(CONNECTION_ENDED) };
    return this.respond(exchange, { ctx: exchange.context, ...answer });
  }

  private crossing(client: Context): Wait {
    return client.sleep(draw(this.networkRandom, this.env.latencies.network));
  }

  private enter(client: Context, request: ApiRequest): Exchange {
    const notes = this.config.onAudit === undefined ? NO_NOTES : new KeptNotes();
    return new Exchange(this.services.background, client, request, this.kinds, notes);
  }

  /** Nobody listens; or, a fault of the run, the connection breaks on the way there or back, or the server is there but cannot answer. */
  private lost(client: Context, request: ApiRequest): ApiResponse | 'answer' | undefined {
    if (!this.services.life.listening) return connectionRefused(client, request, this.config);
    const { requestErrorPerMille: perMille, lostRequestPerMille } = this.env.faults;
    if (this.networkRandom.chance(lostRequestPerMille, 1000))
      return this.networkRandom.below(2) === 0 ? connectionBroken(client, request, lostRequestPerMille) : 'answer';
    if (!this.networkRandom.chance(perMille, 1000)) return undefined;
    const status = serviceUnavailable('the server is currently unable to handle the request');
    const exchange = this.enter(client, request);
    const { method, path } = request;
    exchange.note(steps.turnedAway, exchange.isRecorded && { method, path, perMille });
    exchange.refuse(503, status);
    return this.respond(exchange, exchange.answer as Answer);
  }

  /** From its arrival to its seat. */
  private receive(exchange: Exchange): Exchange {
    const { request, info, audit, kind } = exchange;
    exchange.note(steps.received, exchange.isRecorded && toldOfArrival(exchange));
    exchange.note(steps.requestInfo, exchange.isRecorded && toldOfPath(info));
    if (this.config.onAudit !== undefined) audit.id = request.headers['audit-id'] ?? randomUid(this.auditRandom);
    const timeout = request.query.length === 0 ? undefined : queryValue(request, 'timeout');
    const deadline = timeout && !isLongRunning(info) ? readGoDuration(timeout) : 0;
    if (typeof deadline === 'string') {
      const why = `invalid timeout specified in the request URL - ${deadline}`;
      return exchange.refuse(400, badRequest(why));
    }
    const authenticated = kind.authenticated ?? this.access.authenticator.authenticate(request);
    if (!isAuthenticated(authenticated)) {
      const { reason, tried } = authenticated;
      exchange.note(steps.unauthenticated, { reason, tried });
      return exchange.refuse(401, unauthorized());
    }
    if (authenticated.method === 'x509') kind.authenticated = authenticated;
    exchange.note(steps.authenticated, authenticated.told);
    exchange.note(steps.audited, audit.id === '' ? UNNAMED_AUDIT : { stage: 'RequestReceived', auditId: audit.id });
    exchange.authenticated = authenticated.user;
    exchange.user = authenticated.user;
    if (asksToImpersonate(request) && !this.impersonate(exchange)) return exchange;
    return this.takeSeat(exchange);
  }

  private impersonate(exchange: Exchange): boolean {
    const { request, info, user } = exchange;
    const acting = impersonated(request, info, user, this.access.authorizer);
    if (isStatus(acting)) {
      exchange.note(steps.forbidden, { user: user.name, verb: 'impersonate', reason: '', tried: '' });
      exchange.refuse(acting.code ?? 403, acting);
      return false;
    }
    exchange.note(steps.impersonated, {
      user: acting.user.name,
      groups: acting.user.groups.join(','),
      by: user.name,
      mode: acting.mode,
    });
    exchange.user = acting.user;
    return true;
  }

  private takeSeat(exchange: Exchange): Exchange {
    const { info, user, kind } = exchange;
    const classified = this.classifier.classify(user, info, kind.classified);
    kind.classified = classified;
    const { flow } = classified;
    exchange.note(steps.classified, flow.told);
    const distinguisher = flow.by === 'ByUser' ? user.name : flow.by === 'ByNamespace' ? info.namespace : '';
    if (info.verb === 'list') exchange.width = widthOf(exchange);
    const entry = this.seats.enter(flow, distinguisher, this.env.engine.now, exchange.width);
    if (entry === 'rejected') {
      exchange.note(steps.overloaded, { level: flow.level });
      exchange.answer = { ctx: exchange.context, code: 429, ...TOO_MANY };
      return exchange;
    }
    exchange.flow = flow;
    exchange.entry = entry;
    return exchange;
  }

  private *wait(exchange: Exchange, { level, queue, wait }: Exclude<Entry, string>): Process {
    exchange.note(steps.queued, { level, queue });
    this.seats.note(level);
    const since = this.env.engine.now;
    yield* wait.wait();
    exchange.note(steps.seated, { level, micros: this.env.engine.now - since });
    this.seats.note(level);
  }

  private authorize(exchange: Exchange): boolean {
    const { info, user, audit } = exchange;
    const { verb } = info;
    const { decision, reason, authorizer, tried } = this.verdictOn(exchange);
    const allowed = decision === 'allow';
    if (this.config.onAudit !== undefined) {
      audit.annotate('authorization.k8s.io/decision', allowed ? 'allow' : 'forbid');
      audit.annotate('authorization.k8s.io/reason', reason);
    }
    if (allowed) {
      exchange.note(steps.authorized, exchange.isRecorded && { authorizer, reason, verb, tried });
      return true;
    }
    exchange.note(steps.forbidden, { user: user.name, verb, reason, tried });
    exchange.refuse(403, deniedStatus(user, info, reason));
    return false;
  }

  private verdictOn(exchange: Exchange): UnionVerdict {
    const { kind, user } = exchange;
    const generation = this.access.rbac.ofObjects;
    const known = kind.allowed;
    if (known !== undefined && known.user === user && known.generation === generation) return known.verdict;
    const verdict = this.access.authorizer.authorize(exchange);
    if (verdict.decision === 'allow' && verdict.forAnyName === true) kind.allowed = { user, generation, verdict };
    return verdict;
  }

  private route(exchange: Exchange): Process<Answer> {
    const { kind, resource, context, info } = exchange;
    // What is passed on to programs is theirs to judge.
    const request = info.subresource === 'proxy' ? exchange.request : withinLimits(exchange.request);
    if (isStatus(request)) return refused(context, request);
    exchange.request = request;
    if (resource === undefined) return this.routeElsewhere(context, request, info, exchange.user);
    const isBuiltIn = resource.definition === undefined;
    // A definition may be gone meanwhile.
    exchange.store = isBuiltIn ? kind.store : this.services.stores.of(resource);
    if (exchange.store === undefined) return handleReview(this.services, context, exchange as Exchange & ReviewScope);
    const scope = exchange as Exchange & Scope;
    return isBuiltIn ? handle(this.services, context, scope) : this.routeCustom(context, scope);
  }

  private *routeElsewhere(ctx: Context, request: ApiRequest, info: RequestInfo, user: UserInfo): Process<Answer> {
    const { aggregator } = this.services;
    if (aggregator.isUsed) {
      const answer = yield* aggregator.proxy(ctx, request, user);
      if (answer !== undefined) return answer;
    }
    return info.isResource ? unknownResource(ctx, info) : answerPath(this.services, ctx, request);
  }

  private *routeCustom(ctx: Context, scope: Scope): Process<Answer> {
    const entered = yield* enterCustom(this.services, ctx, scope);
    return 'code' in entered ? entered : yield handle(this.services, entered, scope);
  }

  private respond(exchange: Exchange, answer: Answer): ApiResponse {
    const { body, code } = answer;
    const reason = isStatus(body) && body.status === 'Failure' ? (body.message ?? '') : '';
    exchange.goOnFrom(answer.ctx);
    exchange.note(steps.responded, toldOf(code, reason));
    const response = {
      code,
      headers: headersOf(answer),
      body,
      stream: answer.stream,
      channels: answer.channels,
      warnings: exchange.allWarnings,
      origin: exchange,
    };
    return exchange.entry === undefined ? response : this.leave(exchange, answer, response);
  }

  /** Who had a seat gives it back, is counted, and stands in the audit log when there is one. */
  private leave(exchange: Exchange, answer: Answer, response: ApiResponse): ApiResponse {
    const { now } = this.env.engine;
    this.seats.leave(exchange.flow as Flow, exchange.width);
    const open = answer.stream !== undefined || answer.channels !== undefined;
    this.measuredFor(exchange, answer.code).add(answer.code, open ? undefined : now - exchange.arrived);
    if (this.config.onAudit === undefined) return response;
    this.config.onAudit(auditEntryOf(exchange, answer, now));
    return { ...response, headers: { ...response.headers, 'audit-id': exchange.audit.id } };
  }

  private measuredFor({ kind, info, request }: Exchange, code: number): Measured {
    if (kind.measured !== undefined) return kind.measured;
    const measured = this.services.requestCounts.of(info, request, code);
    // Answers of what is no resource are counted by code.
    if (info.isResource) kind.measured = measured;
    return measured;
  }
}

function widthOf({ request, info, kind }: Exchange): number {
  return kind.store === undefined ? 1 : seatsOfList(request, info, kind.store.cacher.size);
}

function toldOfArrival({ request, info }: Exchange): { method: string; path: string; verb: string; userAgent: string } {
  const { method, path, headers } = request;
  return { method, path, verb: info.verb, userAgent: headers['user-agent'] ?? '' };
}

function toldOfPath({ verb, group, version, resource, subresource, namespace, name }: RequestInfo) {
  return { verb, group, version, resource, subresource, namespace, name };
}

function deniedStatus(user: UserInfo, info: RequestInfo, reason: string): Status {
  if (!info.isResource) return denied({ user: user.name, verb: info.verb, path: info.path, reason });
  return denied({
    user: user.name,
    verb: info.verb,
    resource: { group: info.group, resource: info.resource },
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    reason,
  });
}

/** A known group answers with a Status, an unknown one with plain text. */
function unknownResource(ctx: Context, info: RequestInfo): Answer {
  const known = allResources().some((each) => each.group === info.group);
  if (known) return { ctx, code: 404, body: notFoundPath() };
  return { ctx, code: 404, body: '404 page not found\n', contentType: 'text/plain; charset=utf-8' };
}

const DONE = { code: 200, reason: '' };
const CREATED = { code: 201, reason: '' };

/** What the last step says: of most requests the same. */
function toldOf(code: number, reason: string): { code: number; reason: string } {
  if (reason === '' && code === 200) return DONE;
  return reason === '' && code === 201 ? CREATED : { code, reason };
}

function asksToImpersonate({ headers, target }: ApiRequest): boolean {
  if (target !== undefined) return false;
  if (headers['impersonate-user'] !== undefined || headers['impersonate-group'] !== undefined) return true;
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}
