import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Engine, Random } from '../../../engine/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { type Dial, type HttpAnswer, isDialFailure, type ProgramPlace } from '../../ports/http.ts';
import type { KvStore } from '../../ports/kv.ts';
import type { NodeServer } from '../../ports/node-server.ts';
import type { Authenticator } from '../authn/authenticator.ts';
import type { RbacAuthorizer } from '../authz/rbac.ts';
import type { UnionAuthorizer } from '../authz/union.ts';
import type { ResourceStore } from '../registry/store.ts';
import type { Stores } from '../registry/stores.ts';
import { RequestCounts } from '../request/request-counts.ts';
import type { CachedObjects } from '../watchcache/cached-objects.ts';
import { OpenWatches } from '../watchcache/open-watches.ts';
import type { ApiServerConfig } from './config.ts';
import { KeptDocuments } from './kept-documents.ts';
import { Loopback } from './loopback.ts';

const NOTHING: readonly KObject[] = [];
const WEBHOOK_AGENT = 'kube-apiserver-admission';

export const NONE_LOST: ReadonlyMap<ResourceStore, CachedObjects> = new Map();

/** What every part of one server stands on; the parts themselves are made in services.ts. */
// Models staging/src/k8s.io/apiserver/pkg/server/config.go, CompletedConfig (v1.36)
export class ServerCore {
  readonly engine: Engine;
  readonly random: Random;
  readonly background: Context;
  readonly openWatches: OpenWatches;
  readonly loopback: Loopback;
  readonly requestCounts = new RequestCounts();
  readonly documents = new KeptDocuments();
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
  /** How often a process of it has ended by a mistake: a request that was in it then is never answered. */
  lives = 0;
  /** What the caches of the process before held, for the server's own parts that follow them; none while it lives. */
  lostCaches: ReadonlyMap<ResourceStore, CachedObjects> = NONE_LOST;
  /** Requests that are being answered. */
  inFlight = 0;

  constructor(
    readonly env: Environment,
    readonly kv: KvStore,
    readonly config: ApiServerConfig,
    readonly stores: Stores,
  ) {
    this.engine = env.engine;
    this.random = env.engine.random('kube-apiserver');
    this.background = env.engine.background('kube-apiserver');
    this.openWatches = new OpenWatches(env, this.background);
    this.loopback = new Loopback(config, stores);
  }

  /** What a program at an address in the cluster says over TLS; undefined: it is none of those that are known to. */
  post(ctx: Context | undefined, { address, port, path }: ProgramPlace, body: object): HttpAnswer | undefined {
    const sent = { method: 'POST', path, userAgent: WEBHOOK_AGENT, from: this.config.address };
    const answered = this.dial?.(ctx, address, port, { ...sent, secure: true, body: JSON.stringify(body) });
    return answered === undefined || isDialFailure(answered) ? undefined : answered;
  }

  /** What the caches hold of one object. */
  peek(resource: string, namespace: string, name: string): KObject | undefined {
    return this.stores.byName(resource)?.cacher.get(namespace, name);
  }

  peekAll(resource: string, namespace = ''): readonly KObject[] {
    const cacher = this.stores.byName(resource)?.cacher;
    return cacher === undefined || cacher.size === 0 ? NOTHING : cacher.listed(namespace);
  }
}
