import type { AccessAnswer, AccessQuestion } from '../../api/cel/index.ts';
import { qualifiedResource, resourceOf } from '../../api/scheme.ts';
import { forbidden, invalid, isStatus, type Status } from '../../api/status.ts';
import type { KList, KObject } from '../../api/types/meta.ts';
import type { PolicyRule } from '../../api/types/rbac.ts';
import type { Context, Engine, Process, Random, Soon, Table } from '../../engine/index.ts';
import type { Environment } from '../ports/environment.ts';
import type { Dial } from '../ports/http.ts';
import type { KvStore } from '../ports/kv.ts';
import { draw } from '../ports/latency.ts';
import type { NodeServer } from '../ports/node-server.ts';
import type { Outside } from '../ports/outside.ts';
import type { ApiRequest, ApiResponse, WatchStream } from '../ports/transport.ts';
import type { AdmissionAttributes, AdmissionServices } from './admission/attributes.ts';
import { AdmissionChain } from './admission/chain.ts';
import { defaultPlugins } from './admission/plugins/index.ts';
import { policyErrors } from './admission/policy/validation.ts';
import { Aggregator } from './aggregator/aggregator.ts';
import { type Authenticator, LOOPBACK_TOKEN } from './authn/authenticator.ts';
import { TokenRegistry } from './authn/tokens.ts';
import { MASTERS, type UserInfo } from './authn/user.ts';
import { EscalationCheck } from './authz/escalation.ts';
import type { RbacAuthorizer } from './authz/rbac.ts';
import type { UnionAuthorizer } from './authz/union.ts';
import type { ApiServerConfig } from './config.ts';
import { RequestCounts } from './discovery/metrics.ts';
import { DefinitionControllers } from './extensions/controllers.ts';
import { converterOf } from './extensions/conversion.ts';
import { defaultErrors } from './extensions/default-errors.ts';
import { CustomResources } from './extensions/registry.ts';
import { keepFlowControl } from './flowcontrol/keep.ts';
import { judgeFlowSchemas } from './flowcontrol/schema-status.ts';
import type { Scope } from './handlers/scope.ts';
import { compactPeriodically } from './registry/compaction.ts';
import { allocationFor, type ServiceAllocator } from './registry/service-allocator.ts';
import type { Stores } from './registry/stores.ts';
import { keepSystemObject } from './restart.ts';
import { sendBookmarks } from './watchcache/bookmarks.ts';
import { EVERYTHING } from './watchcache/filter.ts';
import type { WatchRow } from './watchcache/rows.ts';
import { ServerWatch } from './watchcache/server-watch.ts';

export interface Placed {
  readonly object: KObject;
  readonly ctx: Context;
  /** Gives back what was taken for it, when it cannot be stored. */
  readonly undo?: (ctx: Context) => Process;
  /** Gives back what it had before, when it is stored. */
  readonly done?: (ctx: Context) => Process<Context>;
}

type Loopback = (ctx: Context, request: ApiRequest) => Process<ApiResponse>;

const LOOPBACK_AUTHORIZATION = `Bearer ${LOOPBACK_TOKEN}`;

/** Names of objects that the server keeps alive. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set(['kubernetes', 'kube-node-lease']);

const RBAC = 'rbac.authorization.k8s.io';
const POLICIES = 'admissionregistration.k8s.io';

interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

interface RbacView extends KObject {
  readonly rules?: readonly PolicyRule[] | null;
  readonly roleRef?: RoleRef;
}

/** What all handlers of one server share. */
// Models staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (v1.36)
export class Services {
  readonly engine: Engine;
  readonly random: Random;
  readonly tokens: TokenRegistry;
  readonly admission: AdmissionChain;
  /** Kubelets by the name of their node. */
  readonly nodes = new Map<string, () => NodeServer>();
  /** The way to programs in the cluster. */
  dial: Dial | undefined;
  authorizer: UnionAuthorizer | undefined;
  rbac: RbacAuthorizer | undefined;
  authenticator: Authenticator | undefined;
  /** Whether anybody listens at the server's port. */
  listening = true;
  /** Whether somebody should, and whether that is being brought about. */
  wanted = true;
  changing = false;
  /** Requests that are being answered. */
  inFlight = 0;
  readonly watches: Table<WatchRow>;
  readonly watchRandom: Random;
  readonly background: Context;
  private watchCount = 0;
  /** Requests of the server to itself; set when the chain of filters exists. */
  loopback: Loopback | undefined;
  private allocator: ServiceAllocator | undefined;

  readonly custom: CustomResources;
  readonly definitions: DefinitionControllers;
  readonly aggregator: Aggregator;
  readonly requestCounts = new RequestCounts();

  constructor(
    readonly env: Environment,
    readonly kv: KvStore,
    readonly config: ApiServerConfig,
    readonly stores: Stores,
  ) {
    this.engine = env.engine;
    const plugins = defaultPlugins().filter(({ name }) => !config.disabledAdmission.includes(name));
    this.admission = new AdmissionChain(plugins, (attributes, object) => this.refuses(attributes, object));
    this.admission.keepChangesIn(env.engine.table('apiserver/admission'));
    this.tokens = new TokenRegistry(config.issuer, config.tokenSigner);
    this.random = env.engine.random('kube-apiserver');
    this.watchRandom = env.engine.random('kube-apiserver/watches');
    this.watches = env.engine.table('apiserver/watches');
    this.background = env.engine.background('kube-apiserver');
    this.custom = new CustomResources(stores, (definition) => converterOf(this, definition));
    this.definitions = new DefinitionControllers(this, this.custom);
    this.aggregator = new Aggregator(this);
  }

  /** Begins what the server does by itself. */
  start(): void {
    for (const resource of ['services', 'endpoints', 'endpointslices.discovery.k8s.io', 'namespaces'])
      this.stores.byName(resource)?.cacher.onEvent((ctx, { type, object }) => {
        if (type === 'DELETED' && SYSTEM_NAMES.has(object.metadata.name ?? ''))
          this.engine.spawn(keepSystemObject(this, ctx, object));
      });
    const schemas = this.stores.byName(FLOW_SCHEMAS)?.cacher;
    for (const resource of [FLOW_SCHEMAS, PRIORITY_LEVELS])
      this.stores.byName(resource)?.cacher.onEvent((ctx, { type, object }) => {
        if (mayDangle(type, object, schemas?.list('') ?? [])) this.engine.spawn(judgeFlowSchemas(this, ctx));
        if (type !== 'ADDED') this.engine.spawn(keepFlowControl(this, ctx, object));
      });
    if (this.config.periodicBookmarks) this.engine.spawn(sendBookmarks(this));
    if (this.config.compaction) this.engine.spawn(compactPeriodically(this));
  }

  nextWatch(): string {
    this.watchCount += 1;
    return String(this.watchCount);
  }

  /** The server ends every watch after a while; clients begin another. */
  expireWatch(watch: ServerWatch, seconds: number): void {
    this.background.after(seconds * 1_000_000, () => watch.close(this.background), true);
  }

  /** A stream whose first and last word is an error. */
  errorStream(ctx: Context, status: Status): WatchStream {
    const latency = (): number => draw(this.watchRandom, this.env.latencies.network);
    const watch = new ServerWatch(ctx, '', {
      filter: EVERYTHING,
      bookmarks: false,
      present: (object) => object,
      bookmark: (revision) => revision,
      latency,
      onEnd: () => undefined,
      dropped: () => false,
    });
    watch.send('ERROR', status, ctx);
    watch.close(ctx);
    return watch;
  }

  /** Cluster addresses and node ports are given out before a Service is stored. */
  allocate(
    ctx: Context,
    scope: Scope,
    object: KObject,
    old: KObject | undefined,
    dryRun: boolean,
  ): Soon<Placed | Status> {
    if (scope.store.info.resource !== 'services') return { object, ctx };
    this.allocator ??= allocationFor(this);
    return this.allocator.allocate(ctx, scope.subject, object, old, dryRun);
  }

  /** What the storage of some resources refuses by itself. */
  private refuses(attributes: AdmissionAttributes, object: KObject): Status | undefined {
    const { resource, subresource, operation } = attributes;
    if (resource.resource === 'customresourcedefinitions' && subresource === '' && operation !== 'DELETE') {
      const wrong = defaultErrors(object);
      return wrong.length === 0 ? undefined : invalid(resource, attributes.name, wrong);
    }
    if (resource.group !== POLICIES || subresource !== '' || operation === 'DELETE') {
      return this.escalates(attributes, object);
    }
    const errors = policyErrors(resource.resource, object);
    return errors.length === 0 ? undefined : invalid(resource, attributes.name, errors);
  }

  /** Roles and bindings that would give away what their author does not have. */
  private escalates(attributes: AdmissionAttributes, object: KObject): Status | undefined {
    const { resource, subresource, operation, namespace, name, user } = attributes;
    if (resource.group !== RBAC || subresource !== '' || operation === 'DELETE') return undefined;
    if (user.groups.includes(MASTERS) || this.authorizer === undefined || this.rbac === undefined) return undefined;
    const check = new EscalationCheck(this.authorizer, this.rbac);
    const view = object as RbacView;
    const why =
      view.roleRef === undefined
        ? check.role(user, resource.resource, namespace, name, view)
        : check.binding(user, namespace, view.roleRef, this.rulesOf(view.roleRef, namespace));
    return why === undefined ? undefined : forbidden(resource, name, why);
  }

  private rulesOf({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const cluster = kind === 'ClusterRole';
    const store = this.stores.byName(`${cluster ? 'clusterroles' : 'roles'}.${RBAC}`);
    const role = store?.cacher.get(cluster ? '' : namespace, name) as RbacView | undefined;
    return role === undefined ? undefined : (role.rules ?? []);
  }

  /** A Service is gone for good: what it held is free again. */
  *afterDelete(ctx: Context, scope: Scope, object: KObject): Process<Context> {
    if (scope.store.info.resource !== 'services') return ctx;
    this.allocator ??= allocationFor(this);
    return yield* this.allocator.afterDelete(ctx, object);
  }

  admissionServices(scope: Scope): AdmissionServices {
    return new Lookups(this, scope);
  }

  *liveList(ctx: Context, resource: string, namespace: string): Process<readonly KObject[] | Status> {
    const answer = yield* this.callSelf(ctx, 'GET', this.path(resource, namespace, ''), undefined);
    return isStatus(answer) ? answer : (answer as KList).items;
  }

  *liveGet(ctx: Context, resource: string, namespace: string, name: string): Process<KObject | Status> {
    return (yield* this.callSelf(ctx, 'GET', this.path(resource, namespace, name), undefined)) as KObject | Status;
  }

  *replaceStatus(ctx: Context, object: KObject): Process<KObject | Status> {
    const resource = [...this.stores.all()].find((store) => store.info.kind === object.kind);
    if (resource === undefined) throw new Error(`no resource for ${object.kind}`);
    const { namespace = '', name = '' } = object.metadata;
    const path = `${this.path(qualifiedResource(resource.info), namespace, name)}/status`;
    return (yield* this.callSelf(ctx, 'PUT', path, object)) as KObject | Status;
  }

  *createSelf(ctx: Context, resource: string, object: KObject): Process<KObject | Status> {
    return (yield* this.callSelf(ctx, 'POST', this.path(resource, '', ''), object)) as KObject | Status;
  }

  *deleteSelf(ctx: Context, resource: string, name: string): Process<Status> {
    return (yield* this.callSelf(ctx, 'DELETE', this.path(resource, '', name), DELETE_OPTIONS)) as Status;
  }

  private path(resource: string, namespace: string, name: string): string {
    const dot = resource.indexOf('.');
    const info = dot < 0 ? resourceOf(resource) : resourceOf(resource.slice(0, dot), resource.slice(dot + 1));
    if (info === undefined) throw new Error(`no resource ${resource}`);
    const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
    const scoped = info.namespaced && namespace !== '' ? `${root}/namespaces/${namespace}` : root;
    return name === '' ? `${scoped}/${info.resource}` : `${scoped}/${info.resource}/${name}`;
  }

  /** A request of the server to itself, past the network but through every filter. */
  *callSelf(
    ctx: Context,
    method: ApiRequest['method'],
    path: string,
    body: unknown,
    contentType?: string,
    query: ApiRequest['query'] = [],
  ): Process<unknown> {
    const own = { 'user-agent': this.userAgent, accept: 'application/json', authorization: LOOPBACK_AUTHORIZATION };
    const request: ApiRequest = {
      method,
      path,
      query,
      headers: contentType === undefined ? own : { ...own, 'content-type': contentType },
      body,
      clientCertificate: undefined,
    };
    const response = yield* (this.loopback as Loopback)(ctx, request);
    return response.body;
  }

  get userAgent(): string {
    return `kube-apiserver/${this.config.gitVersion} (${this.config.platform}) kubernetes/${this.config.gitCommit.slice(0, 7)}`;
  }
}

const FLOW_SCHEMAS = 'flowschemas.flowcontrol.apiserver.k8s.io';
const PRIORITY_LEVELS = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';

interface FlowSchemaView {
  readonly spec?: { readonly priorityLevelConfiguration?: { readonly name?: string } };
  readonly status?: { readonly conditions?: readonly { readonly status?: string; readonly message?: string }[] };
}

/** A FlowSchema that does not tell yet of the level that it names; a level that comes or goes and that one names. */
function mayDangle(type: string, object: KObject, schemas: readonly KObject[]): boolean {
  if (type === 'DELETED' ? object.kind === 'FlowSchema' : type === 'MODIFIED' && object.kind !== 'FlowSchema')
    return false;
  const told = (schema: FlowSchemaView) => {
    const name = schema.spec?.priorityLevelConfiguration?.name ?? '';
    return { name, condition: schema.status?.conditions?.find(({ message }) => message?.includes(`"${name}"`)) };
  };
  if (object.kind === 'FlowSchema') return told(object as FlowSchemaView).condition === undefined;
  return (schemas as readonly FlowSchemaView[]).map(told).some(({ name, condition }) => {
    return name === object.metadata.name && condition?.status !== (type === 'DELETED' ? 'True' : 'False');
  });
}

const DELETE_OPTIONS = { kind: 'DeleteOptions', apiVersion: 'v1' };

/** What the plugins see of one request's surroundings. */
class Lookups implements AdmissionServices {
  constructor(
    private readonly services: Services,
    private readonly scope: Scope,
  ) {}

  get random(): Random {
    return this.services.random;
  }

  get outside(): Outside | undefined {
    return this.services.config.outside;
  }

  get(resource: string, namespace: string, name: string): KObject | undefined {
    return this.services.stores.byName(resource)?.cacher.get(namespace, name);
  }

  list(resource: string, namespace: string): readonly KObject[] {
    return this.services.stores.byName(resource)?.cacher.list(namespace) ?? [];
  }

  count(resource: string): number {
    return this.services.stores.byName(resource)?.cacher.size ?? 0;
  }

  get subject(): string {
    return this.scope.subject;
  }

  allows(user: UserInfo, question: AccessQuestion): AccessAnswer {
    const { verb, path, group = '', resource = '', subresource = '', namespace = '', name = '' } = question;
    const verdict = this.services.authorizer?.authorize({
      user,
      info: {
        isResource: path === undefined,
        verb,
        path: path ?? '',
        group,
        version: '*',
        namespace,
        resource,
        subresource,
        name,
        rest: [],
      },
      fieldSelector: undefined,
    });
    return { allowed: verdict?.decision === 'allow', reason: verdict?.reason ?? '' };
  }

  liveList(ctx: Context, resource: string, namespace: string): Process<readonly KObject[] | Status> {
    return this.services.liveList(ctx, resource, namespace);
  }

  liveGet(ctx: Context, resource: string, namespace: string, name: string): Process<KObject | Status> {
    return this.services.liveGet(ctx, resource, namespace, name);
  }

  replaceStatus(ctx: Context, object: KObject): Process<KObject | Status> {
    return this.services.replaceStatus(ctx, object);
  }

  annotate(key: string, value: string): void {
    this.scope.audit.annotations[key] = value;
  }

  warn(text: string): void {
    this.scope.warnings.push(text);
  }
}
