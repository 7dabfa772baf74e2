import { SECOND } from '../../../base/time/units.ts';
import type { SecretTokenClaims } from '../../ports/secret-token.ts';
import type { TokenSigner } from '../../ports/token-signer.ts';
import { audiencesOf, type Payload, parseToken, signedToken } from './jwt.ts';
import type { UserInfo } from './user.ts';
import { AUTHENTICATED, serviceAccountName } from './user.ts';

/** What a ServiceAccount token says. */
// Models pkg/serviceaccount/claims.go (v1.36)
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly uid: string;
  readonly id: string;
  /** Virtual microseconds; undefined: never. */
  readonly expiresAt: number | undefined;
  /** Seconds of virtual time after which its use is a sign of a client that does not renew it. */
  readonly warnAfter?: number | undefined;
  readonly audiences: readonly string[];
  readonly notBefore?: number | undefined;
  readonly bound: BoundObject | undefined;
  /** The node of the Pod that the token is bound to. */
  readonly node?: NamedObject | undefined;
  /** It is the one that a Secret holds, in the form of old. */
  readonly inSecret?: true;
}

interface NamedObject {
  readonly name: string;
  readonly uid: string;
}

export interface BoundObject extends NamedObject {
  readonly kind: string;
}

/** The status of a TokenRequest. */
export interface TokenStatus {
  readonly token: string;
  readonly expirationTimestamp: string;
}

export interface Issued {
  readonly claims: TokenClaims;
  readonly user: UserInfo;
}

const KUBERNETES = 'kubernetes.io';
const OLD_ISSUER = 'kubernetes/serviceaccount';
const OLD_CLAIM = 'kubernetes.io/serviceaccount/';
const MOST_REMEMBERED = 20_000;

/** Makes the tokens of ServiceAccounts and reads them again. Models pkg/serviceaccount/jwt.go (v1.36) */
export class TokenRegistry {
  /** Tokens whose signature is known to be right. */
  private readonly verified = new Map<string, Issued>();

  constructor(
    readonly issuer: string,
    private readonly signer: TokenSigner,
  ) {}

  issue(claims: TokenClaims, now: number): string {
    const token = signedToken(this.signer, this.payloadOf(claims, now));
    this.remember(token, claims);
    return token;
  }

  /** For a Secret; it does not expire. Models pkg/serviceaccount/legacy.go LegacyClaims (v1.36) */
  issueForSecret({ namespace, serviceAccount, uid, secret }: SecretTokenClaims): string {
    const payload = {
      iss: OLD_ISSUER,
      [`${OLD_CLAIM}namespace`]: namespace,
      [`${OLD_CLAIM}secret.name`]: secret,
      [`${OLD_CLAIM}service-account.name`]: serviceAccount,
      [`${OLD_CLAIM}service-account.uid`]: uid,
      sub: serviceAccountName(namespace, serviceAccount),
    };
    return signedToken(this.signer, payload);
  }

  /**
   * Writes the token out only when somebody reads it: kubelets of the simulation never do, and ask for one for each Pod. It is no
   * field of its own, so that it is for clients that read it by its name.
   */
  issueLater(claims: TokenClaims, now: number, expirationTimestamp: string): TokenStatus {
    return new LateStatus(this, claims, now, expirationTimestamp);
  }

  /** Undefined: not one of ours. A text: ours, but not valid. */
  read(token: string): Issued | string | undefined {
    const known = this.verified.get(token);
    if (known !== undefined) return known;
    const parsed = parseToken(token);
    const isOld = parsed?.payload.iss === OLD_ISSUER;
    if (parsed === undefined || (parsed.payload.iss !== this.issuer && !isOld)) return undefined;
    if (parsed.header.kid !== this.signer.keyId || !this.signer.verify(parsed.signed, parsed.signature)) {
      return 'go-jose/go-jose: error in cryptographic primitive';
    }
    const claims = isOld ? oldClaimsOf(parsed.payload) : claimsOf(parsed.payload);
    return claims === undefined ? 'token could not be parsed for its claims' : this.remember(token, claims);
  }

  get keySet(): object {
    return this.signer.keySet ?? { keys: [{ use: 'sig', kty: 'RSA', kid: this.signer.keyId, alg: 'RS256' }] };
  }

  private remember(token: string, claims: TokenClaims): Issued {
    const issued: Issued = { claims, user: userOf(claims) };
    if (this.verified.size >= MOST_REMEMBERED) this.verified.clear();
    this.verified.set(token, issued);
    return issued;
  }

  /** In the order in which a real token has its claims. */
  private payloadOf(claims: TokenClaims, now: number): Payload {
    const { namespace, serviceAccount, uid, bound, node, warnAfter, expiresAt } = claims;
    const named = ({ name, uid: id }: NamedObject): NamedObject => ({ name, uid: id });
    const seconds = Math.floor(now / SECOND);
    return {
      aud: claims.audiences.length > 0 ? claims.audiences : [this.issuer],
      ...(expiresAt === undefined ? undefined : { exp: Math.floor(expiresAt / SECOND) }),
      iat: seconds,
      iss: this.issuer,
      jti: claims.id,
      [KUBERNETES]: {
        namespace,
        ...(bound?.kind === 'Node' ? { node: named(bound) } : node === undefined ? undefined : { node }),
        ...(bound?.kind === 'Pod' ? { pod: named(bound) } : undefined),
        ...(bound?.kind === 'Secret' ? { secret: named(bound) } : undefined),
        serviceaccount: { name: serviceAccount, uid },
        ...(warnAfter === undefined ? undefined : { warnafter: seconds + warnAfter }),
      },
      nbf: seconds,
      sub: serviceAccountName(namespace, serviceAccount),
    };
  }
}

/** Its own fields are nobody's to read: whoever goes through them finds no registry there. */
class LateStatus implements TokenStatus {
  readonly #registry: TokenRegistry;
  readonly #claims: TokenClaims;
  readonly #now: number;
  #written: string | undefined;

  constructor(
    registry: TokenRegistry,
    claims: TokenClaims,
    now: number,
    readonly expirationTimestamp: string,
  ) {
    this.#registry = registry;
    this.#claims = claims;
    this.#now = now;
  }

  get token(): string {
    this.#written ??= this.#registry.issue(this.#claims, this.#now);
    return this.#written;
  }
}

/** Models pkg/serviceaccount/legacy.go legacyValidator.Validate (v1.36) */
function oldClaimsOf(payload: Payload): TokenClaims | undefined {
  const claim = (name: string): string => String(payload[OLD_CLAIM + name] ?? '');
  const [namespace, secret, serviceAccount] = [claim('namespace'), claim('secret.name'), claim('service-account.name')];
  const uid = claim('service-account.uid');
  if (namespace === '' || secret === '' || serviceAccount === '' || uid === '') return undefined;
  const bound = { kind: 'Secret', name: secret, uid: '' };
  return { namespace, serviceAccount, uid, id: '', expiresAt: undefined, audiences: [], bound, inSecret: true };
}

interface PrivateClaims {
  readonly namespace?: string;
  readonly serviceaccount?: NamedObject;
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly node?: NamedObject;
}

function claimsOf(payload: Payload): TokenClaims | undefined {
  const { namespace, serviceaccount, pod, secret, node } = (payload[KUBERNETES] ?? {}) as PrivateClaims;
  if (namespace === undefined || serviceaccount === undefined) return undefined;
  const bound =
    pod !== undefined
      ? { kind: 'Pod', ...pod }
      : secret !== undefined
        ? { kind: 'Secret', ...secret }
        : node !== undefined
          ? { kind: 'Node', ...node }
          : undefined;
  return {
    namespace,
    serviceAccount: serviceaccount.name,
    uid: serviceaccount.uid,
    id: payload.jti ?? '',
    notBefore: payload.nbf === undefined ? undefined : payload.nbf * SECOND,
    expiresAt: payload.exp === undefined ? undefined : payload.exp * SECOND,
    audiences: audiencesOf(payload),
    bound,
    ...(pod === undefined || node === undefined ? undefined : { node }),
  };
}

const EXTRA = 'authentication.kubernetes.io/';

function userOf(claims: TokenClaims): UserInfo {
  const { bound } = claims;
  const extra: Record<string, readonly string[]> =
    claims.id === '' ? {} : { [`${EXTRA}credential-id`]: [`JTI=${claims.id}`] };
  const node = bound?.kind === 'Node' ? bound : claims.node;
  if (node !== undefined) {
    extra[`${EXTRA}node-name`] = [node.name];
    extra[`${EXTRA}node-uid`] = [node.uid];
  }
  if (bound?.kind === 'Pod') {
    extra[`${EXTRA}pod-name`] = [bound.name];
    extra[`${EXTRA}pod-uid`] = [bound.uid];
  }
  return {
    name: serviceAccountName(claims.namespace, claims.serviceAccount),
    uid: claims.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${claims.namespace}`, AUTHENTICATED],
    extra,
  };
}
