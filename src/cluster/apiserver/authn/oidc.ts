import { SECOND } from '../../../base/time/units.ts';
import type { TokenSigner } from '../../ports/token-signer.ts';
import { audiencesOf, type Payload, parseToken } from './jwt.ts';
import { AUTHENTICATED, type UserInfo } from './user.ts';

/** One entry of `jwt` in an AuthenticationConfiguration. */
// Models staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36). Not modelled: CEL in claim mappings; the issuer's keys are known from the start.
export interface OidcIssuer {
  readonly url: string;
  readonly audiences: readonly string[];
  readonly usernameClaim: string;
  readonly usernamePrefix: string;
  readonly groupsClaim: string;
  readonly groupsPrefix: string;
  readonly keys: TokenSigner;
}

/** Undefined: a token of somebody else. A text: of this issuer, but not valid. */
export function oidcUser(token: string, now: number, issuers: readonly OidcIssuer[]): UserInfo | string | undefined {
  if (issuers.length === 0) return undefined;
  const parsed = parseToken(token);
  const issuer = issuers.find(({ url }) => url === parsed?.payload.iss);
  if (parsed === undefined || issuer === undefined) return undefined;
  const { payload } = parsed;
  if (!issuer.keys.verify(parsed.signed, parsed.signature)) {
    return 'oidc: verify token: failed to verify signature: failed to verify id token signature';
  }
  const audiences = audiencesOf(payload);
  if (!audiences.some((audience) => issuer.audiences.includes(audience))) {
    return `oidc: verify token: oidc: expected audience in ${list(issuer.audiences)} got ${list(audiences)}`;
  }
  if (payload.exp === undefined || payload.exp * SECOND < now) return 'oidc: verify token: oidc: token is expired';
  return userFrom(payload, issuer);
}

function userFrom(payload: Payload, issuer: OidcIssuer): UserInfo | string {
  const name = payload[issuer.usernameClaim];
  if (typeof name !== 'string') return `oidc: parse username claims "${issuer.usernameClaim}": claim not present`;
  if (issuer.usernameClaim === 'email' && payload.email_verified === false) return 'oidc: email not verified';
  const claimed = payload[issuer.groupsClaim];
  const groups = claimed === undefined ? [] : typeof claimed === 'string' ? [claimed] : (claimed as readonly string[]);
  const extra: UserInfo['extra'] =
    typeof payload.jti === 'string' ? { 'authentication.kubernetes.io/credential-id': [`JTI=${payload.jti}`] } : {};
  return {
    name: issuer.usernamePrefix + name,
    uid: '',
    groups: [...groups.map((group) => issuer.groupsPrefix + group), AUTHENTICATED],
    extra,
  };
}

function list(words: readonly string[]): string {
  return `[${words.map((word) => `"${word}"`).join(' ')}]`;
}
