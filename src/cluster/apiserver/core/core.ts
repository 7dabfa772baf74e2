import type { KObject } from '../../../api/types/meta.ts';
import type { Micros } from '../../../base/time/units.ts';
import type { Context, Engine, Random } from '../../../engine/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { type HttpAnswer, isDialFailure, type ProgramPlace } from '../../ports/http.ts';
import type { KvStore } from '../../ports/kv.ts';
import type { NodeServer, Unreachable } from '../../ports/node-server.ts';
import type { Authenticator } from '../authn/authenticator.ts';
import type { TokenRegistry } from '../authn/tokens.ts';
import type { RbacAuthorizer } from '../authz/rbac.ts';
import type { UnionAuthorizer } from '../authz/union.ts';
import type { Stores } from '../registry/stores.ts';
import { RequestCounts } from '../request/request-counts.ts';
import { OpenWatches } from '../watchcache/open-watches.ts';
import type { ApiServerConfig } from './config.ts';
import { KeptDocuments } from './kept-documents.ts';
import { ServerLife } from './life.ts';
import type { Loopback } from './loopback.ts';

const NOTHING: readonly KObject[] = [];
const WEBHOOK_AGENT = 'kube-apiserver-admission';

/** Who somebody is, and what he may do. */
export interface Access {
  readonly tokens: TokenRegistry;
  readonly authenticator: Authenticator;
  readonly rbac: RbacAuthorizer;
  /** All authorizers as one, `rbac` among them when it is switched on. */
  readonly authorizer: UnionAuthorizer;
}

/** What is made before the core, in this order; nothing of it is filled in later. */
export interface Foundations {
  readonly env: Environment;
  readonly kv: KvStore;
  readonly config: ApiServerConfig;
  readonly stores: Stores;
  readonly loopback: Loopback;
  readonly access: Access;
}

/** What every part of one server stands on; the parts themselves are made in services.ts. */
// Models staging/src/k8s.io/apiserver/pkg/server/config.go, CompletedConfig (v1.36)
export class ServerCore {
  readonly env: Environment;
  readonly kv: KvStore;
  readonly config: ApiServerConfig;
  readonly stores: Stores;
  readonly loopback: Loopback;
  readonly access: Access;
  readonly engine: Engine;
  readonly random: Random;
  readonly background: Context;
  readonly openWatches: OpenWatches;
  /** What the server's clock says. */
  readonly clock: { readonly now: Micros };
  readonly requestCounts = new RequestCounts();
  readonly documents = new KeptDocuments();
  readonly life = new ServerLife();
  /** Kubelets by the name of their node. A node that joins adds itself, and none leaves. */
  readonly nodes = new Map<string, () => NodeServer | Unreachable>();

  constructor({ env, kv, config, stores, loopback, access }: Foundations) {
    this.env = env;
    this.kv = kv;
    this.config = config;
    this.stores = stores;
    this.loopback = loopback;
    this.access = access;
    this.engine = env.engine;
    this.random = env.engine.random('kube-apiserver');
    this.background = env.engine.background('kube-apiserver');
    this.openWatches = new OpenWatches(env, this.background);
    const { background } = this;
    this.clock = {
      get now() {
        return background.wall;
      },
    };
  }

  /** What a program at an address in the cluster says over TLS; undefined: it is none of those that are known to. */
  post(ctx: Context | undefined, { address, port, path }: ProgramPlace, body: object): HttpAnswer | undefined {
    const sent = { method: 'POST', path, userAgent: WEBHOOK_AGENT, from: this.config.address };
    const answered = this.config.dial(ctx, address, port, { ...sent, secure: true, body: JSON.stringify(body) });
    return isDialFailure(answered) ? undefined : answered;
  }

  /** What the caches hold of one object. */
  peek(resource: string, namespace: string, name: string): KObject | undefined {
    return this.stores.peek(resource, namespace, name);
  }

  peekAll(resource: string, namespace = ''): readonly KObject[] {
    const cacher = this.stores.byName(resource)?.cacher;
    return cacher === undefined || cacher.size === 0 ? NOTHING : cacher.listed(namespace);
  }
}
