import type { UserInfo } from './user.ts';
import { AUTHENTICATED, serviceAccountName } from './user.ts';

/** What a ServiceAccount token says. The text itself is opaque to everyone else. */
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly uid: string;
  readonly id: string;
  /** Virtual microseconds; undefined: never. */
  readonly expiresAt: number | undefined;
  readonly audiences: readonly string[];
  readonly bound: BoundObject | undefined;
}

export interface BoundObject {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

interface Issued {
  readonly claims: TokenClaims;
  readonly user: UserInfo;
}

/**
 * Tokens that the server has issued. Models pkg/serviceaccount/jwt.go (v1.36); deviation: a token is a text that is looked
 * up here instead of a signature that is verified.
 */
export class TokenRegistry {
  private readonly issued = new Map<string, Issued>();

  issue(claims: TokenClaims): string {
    const token = `sa.${claims.namespace}.${claims.serviceAccount}.${claims.id}`;
    this.issued.set(token, { claims, user: userOf(claims) });
    return token;
  }

  find(token: string): Issued | undefined {
    return this.issued.get(token);
  }
}

function userOf(claims: TokenClaims): UserInfo {
  const extra: Record<string, readonly string[]> = {
    'authentication.kubernetes.io/credential-id': [`JTI=${claims.id}`],
  };
  if (claims.bound?.kind === 'Pod') {
    extra['authentication.kubernetes.io/pod-name'] = [claims.bound.name];
    extra['authentication.kubernetes.io/pod-uid'] = [claims.bound.uid];
  }
  return {
    name: serviceAccountName(claims.namespace, claims.serviceAccount),
    uid: claims.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${claims.namespace}`, AUTHENTICATED],
    extra,
  };
}
