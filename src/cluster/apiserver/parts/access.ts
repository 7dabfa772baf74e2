import type { Secret } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { CertificateTimes } from '../../../api/values/certificate-times.ts';
import { base64 } from '../../../base/bytes/base64.ts';
import { MINUTE, type Micros } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { Authenticator } from '../authn/authenticator.ts';
import { type TokenClaims, TokenRegistry } from '../authn/tokens.ts';
import { authorizersFor } from '../authz/modes.ts';
import { NodeAuthorizer, NodeGraph } from '../authz/node.ts';
import { NodeVolumes } from '../authz/node-volumes.ts';
import { RbacAuthorizer } from '../authz/rbac.ts';
import { rbacLister } from '../authz/rbac-lister.ts';
import type { ApiServerConfig } from '../core/config.ts';
import type { Access } from '../core/core.ts';
import type { Loopback } from '../core/loopback.ts';
import type { Stores } from '../registry/stores.ts';
import { noteTokenUse } from '../tasks/token-use.ts';

const FRONT_PROXY: readonly string[] = ['front-proxy-client'];
/** jwt.DefaultLeeway of go-jose. */
const LEEWAY = MINUTE;
const INVALIDATED = 'service account token has been invalidated';

/** Follows the Pods of the server's cache from now on. */
export function nodeGraphOf({ engine, latencies, chance }: Environment, stores: Stores): NodeGraph {
  const graph = new NodeGraph(engine, latencies.informer, chance);
  const pods = stores.byName('pods');
  if (pods !== undefined) graph.follow(pods.cacher);
  return graph;
}

/** Authentication, and then authorization, which is asked about whom the first has found. */
// Models pkg/controlplane/apiserver/config.go, BuildGenericConfig (v1.36)
export function accessOf(
  env: Environment,
  config: ApiServerConfig,
  stores: Stores,
  graph: NodeGraph,
  loopback: Loopback,
): Access {
  const tokens = new TokenRegistry(config.issuer, config.tokenSigner);
  const certificates = new CertificateTimes(env.engine.now);
  const holders = new TokenHolders(env, stores, loopback);
  const authenticator = new Authenticator({
    tokens,
    staticTokens: config.staticTokens,
    anonymous: config.anonymous,
    oidc: config.oidc,
    webhook: config.tokenWebhook,
    frontProxyNames: FRONT_PROXY,
    stillValid: (claims, token) => holders.problemWith(claims, token),
    secret: (namespace, name) => stores.peek('secrets', namespace, name),
    now: () => holders.now,
    certificateProblem: (now) => certificates.problemAt(now),
  });
  const rbac = new RbacAuthorizer(rbacLister(stores));
  const node = new NodeAuthorizer(graph, new NodeVolumes(stores));
  return { tokens, authenticator, rbac, authorizer: authorizersFor(config.authorization, node, rbac) };
}

/** A token dies with its ServiceAccount and with the object it is bound to. */
// Models pkg/serviceaccount/{claims,legacy}.go, their Validate (v1.36)
class TokenHolders {
  private readonly background: Context;

  constructor(
    private readonly env: Environment,
    private readonly stores: Stores,
    private readonly loopback: Loopback,
  ) {
    this.background = env.engine.background('kube-apiserver');
  }

  /** By the server's own clock. */
  get now(): Micros {
    return this.background.wall;
  }

  problemWith(claims: TokenClaims, token: string): string | undefined {
    const { namespace, serviceAccount, uid, bound, notBefore, expiresAt } = claims;
    const { now } = this;
    if (notBefore !== undefined && now + LEEWAY < notBefore) return 'service account token is not valid yet';
    if (expiresAt !== undefined && now > expiresAt) return 'service account token has expired';
    if (uid === '') return undefined;
    const account = this.stores.peek('serviceaccounts', namespace, serviceAccount);
    if (account === undefined || account.metadata.uid !== uid) return INVALIDATED;
    if (bound?.kind === 'Secret') return this.problemInSecret(claims, token, bound.name);
    if (bound === undefined) return undefined;
    const [resource, within] = bound.kind === 'Pod' ? ['pods', namespace] : ['nodes', ''];
    return this.stores.peek(resource, within, bound.name)?.metadata.uid === bound.uid ? undefined : INVALIDATED;
  }

  private problemInSecret(claims: TokenClaims, token: string, name: string): string | undefined {
    const secret = this.stores.peek('secrets', claims.namespace, name);
    const problem = secretProblem(secret, claims, token);
    if (problem === undefined && secret !== undefined && claims.inSecret === true)
      noteTokenUse(this.env.engine, this.loopback, this.background, secret);
    return problem;
  }
}

/** The Secret must be the one that the token is bound to, or hold this very token. */
function secretProblem(
  secret: KObject | undefined,
  { bound, inSecret }: TokenClaims,
  token: string,
): string | undefined {
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return INVALIDATED;
  if (inSecret !== true) return secret.metadata.uid === bound?.uid ? undefined : INVALIDATED;
  return (secret as Secret).data?.token === base64(token) ? undefined : "token does not match server's copy";
}
