/** Whose token a Secret of the type kubernetes.io/service-account-token holds. */
export interface SecretTokenClaims {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly uid: string;
  readonly secret: string;
}

/** Signs a token that does not expire, with the key of ServiceAccounts. */
export type SecretTokenIssuer = (claims: SecretTokenClaims) => string;
